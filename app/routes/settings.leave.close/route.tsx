// Closing the own account: consequences, unfinished items, owner proof.

import { Form, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button'
import { featurePage } from '../../components/feature-words'
import { Problem } from '../../components/field'
import { Notice } from '../../components/notice'
import { Pane } from '../../components/pane'
import { Switch } from '../../components/switch'
import { Unfinished } from '../../components/leaving/unfinished'
import { FirstButton, OwnerFields } from '../../forms/sent-code'
import { useSecurityForm } from '../../forms/use-security-form'
import type { loader } from './data.server'

export { action, loader } from './data.server'
export { askSecurity as clientAction } from '../../forms/ask'
export { keepUnanswered as shouldRevalidate } from '../../site/revalidation'
export { pageTitle as meta } from '../../text/title'

export default featurePage('leaving', Close)

function Close() {
  const { t } = useTranslation('leaving')
  const { title, account, left, years } = useLoaderData<typeof loader>()
  return (
    <Pane title={title} text={t('close_text', { account })} backTo="/settings/leave">
      <ul className="panel grid list-disc gap-2 p-4 pl-8 text-sm">
        <li>{t('close_login')}</li>
        <li>{t('close_late')}</li>
        <li>{t('close_kept', { years })}</li>
      </ul>
      {left.length > 0 ? <Unfinished left={left} /> : <Confirm />}
    </Pane>
  )
}

function Confirm() {
  const { t } = useTranslation('leaving')
  const { owner } = useLoaderData<typeof loader>()
  const form = useSecurityForm()
  return (
    <Form method="post" noValidate className="panel grid gap-4 p-4">
      <FirstButton intent="close" />
      <Notice tone="plain">{t('take_first')}</Notice>
      <OwnerFields owner={owner} form={form} />
      <Switch name="is_confirmed" value="on" label={t('close_confirm')} />
      <Problem text={form.problemOf('form')} />
      <Button name="intent" value="close" variant="brand" size="lg" isBusy={form.sending === 'close'}>
        {t('close_do')}
      </Button>
    </Form>
  )
}
