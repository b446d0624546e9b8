// Reset of play money: balances afterwards, items to end first, owner proof.

import { Form, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '../../components/button'
import { featurePage } from '../../components/feature-words'
import { Problem } from '../../components/field'
import { Notice } from '../../components/notice'
import { Pane } from '../../components/pane'
import { Unfinished } from '../../components/leaving/unfinished'
import { FirstButton, OwnerFields } from '../../forms/sent-code'
import { useSecurityForm } from '../../forms/use-security-form'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'

export { action, loader } from './data.server'
export { askSecurity as clientAction } from '../../forms/ask'
export { keepUnanswered as shouldRevalidate } from '../../site/revalidation'
export { pageTitle as meta } from '../../text/title'

export default featurePage('leaving', Reset)

function Reset() {
  const { t } = useTranslation('leaving')
  const numbers = useNumbers()
  const { title, left, grants, isDone } = useLoaderData<typeof loader>()
  return (
    <Pane title={title} text={t('reset_text')} backTo="/settings">
      {isDone && <Notice tone="good">{t('reset_done')}</Notice>}
      <section className="panel grid gap-3 p-4 text-sm">
        <h2 className="font-semibold">{t('reset_start')}</h2>
        <ul className="grid gap-2">
          {grants.map(({ wallet, amount, asset }) => (
            <li key={`${wallet} ${asset}`} className="flex flex-wrap justify-between gap-x-4">
              <span>{wallet}</span>
              <span className="tabular-nums">
                {numbers.decimal(amount)} {asset}
              </span>
            </li>
          ))}
        </ul>
        <p className="text-muted">{t('reset_kept')}</p>
      </section>
      {isDone ? (
        <ButtonLink to="/assets" variant="brand" size="lg">
          {t('reset_assets')}
        </ButtonLink>
      ) : left.length > 0 ? (
        <Unfinished left={left} />
      ) : (
        <Confirm />
      )}
    </Pane>
  )
}

function Confirm() {
  const { t } = useTranslation('leaving')
  const { owner, commandId } = useLoaderData<typeof loader>()
  const form = useSecurityForm()
  return (
    <Form method="post" noValidate className="panel grid gap-4 p-4">
      <FirstButton intent="reset" />
      <input type="hidden" name="commandId" value={commandId} />
      <OwnerFields owner={owner} form={form} />
      <Problem text={form.problemOf('form')} />
      <Button name="intent" value="reset" variant="brand" size="lg" isBusy={form.sending === 'reset'}>
        {t('reset_do')}
      </Button>
    </Form>
  )
}
