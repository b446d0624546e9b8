// Taking one's data along, and the way to closing the account.

import { Form, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button'
import { featurePage } from '../../components/feature-words'
import { Problem } from '../../components/field'
import { Icon } from '../../components/icon'
import { ListGroup, ListRow } from '../../components/list-row'
import { Notice } from '../../components/notice'
import { Pane } from '../../components/pane'
import { FirstButton, OwnerFields } from '../../forms/sent-code'
import { useSecurityForm } from '../../forms/use-security-form'
import type { loader } from './data.server'

export { action, loader } from './data.server'
export { askSecurity as clientAction } from '../../forms/ask'
export { keepUnanswered as shouldRevalidate } from '../../site/revalidation'
export { pageTitle as meta } from '../../text/title'

export default featurePage('leaving', Leave)

function Leave() {
  const { t } = useTranslation('leaving')
  const { title, owner, file } = useLoaderData<typeof loader>()
  const form = useSecurityForm()
  return (
    <Pane title={title} text={t('text')} backTo="/settings">
      <section className="panel grid gap-4 p-4">
        <h2 className="font-semibold">{t('take_title')}</h2>
        <p className="text-sm">{t('take_text')}</p>
        {file === null ? (
          <Form method="post" noValidate className="grid gap-4">
            <FirstButton intent="make" />
            <OwnerFields owner={owner} form={form} />
            <Problem text={form.problemOf('form')} />
            <Button name="intent" value="make" variant="brand" size="lg" isBusy={form.sending === 'make'}>
              {t('take_make')}
            </Button>
          </Form>
        ) : (
          <>
            <Notice tone="good">{t('take_ready')}</Notice>
            <a href={file} download className="py-2 font-semibold text-selected-text hover:underline">
              {t('take_download')}
            </a>
          </>
        )}
      </section>
      <ListGroup>
        <ListRow to="/settings/leave/close" lead={<Icon name="lock" />} title={t('close_title')} />
      </ListGroup>
    </Pane>
  )
}
