// Message page: full text with a link to its subject.

import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '../../components/button'
import { Problem } from '../../components/field'
import { Moment } from '../../components/moment'
import { PageHeader } from '../../components/page-header'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function Message() {
  const { t } = useTranslation('inbox')
  const { title, text, at, link, commandId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const isDeleting = useNavigation().formMethod === 'POST'
  return (
    <article className="mx-auto max-w-3xl lg:px-5 lg:pt-2">
      <PageHeader title={title} backTo="/messages/all" text={<Moment at={at} />} />
      <div className="panel mx-3 grid gap-6 px-5 py-6 lg:mx-0 lg:px-8">
        <p className="running-text break-words whitespace-pre-line">{text}</p>
        <Problem text={answer?.problem?.text} />
        <div className="flex flex-wrap gap-2">
          <ButtonLink to={link} variant="brand">
            {t('details')}
          </ButtonLink>
          <Form method="post">
            <input type="hidden" name="commandId" value={commandId} />
            <Button name="intent" value="delete" variant="remove" isBusy={isDeleting}>
              {t('delete')}
            </Button>
          </Form>
        </div>
      </div>
    </article>
  )
}
