// Recovery codes: how many are left, and new ones.

import { Form, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/button'
import { Problem } from '../../components/field'
import { Pane } from '../../components/pane'
import { FirstButton, OwnerFields } from '../../forms/sent-code'
import { RecoveryCodes } from '../../forms/recovery-codes'
import { useSecurityForm } from '../../forms/use-security-form'
import type { loader } from './data.server'

export { action, loader } from './data.server'
export { askSecurity as clientAction } from '../../forms/ask'
export { keepUnanswered as shouldRevalidate } from '../../site/revalidation'
export { pageTitle as meta } from '../../text/title'

export default function Recovery() {
  const { t } = useTranslation('security')
  const { owner, left } = useLoaderData<typeof loader>()
  const form = useSecurityForm()
  const codes = form.answer?.recoveryCodes ?? []
  return (
    <Pane title={t('recovery_title')} text={t('recovery_text')} backTo="/settings/security">
      {codes.length > 0 ? (
        <RecoveryCodes codes={codes} />
      ) : (
        <Form method="post" noValidate className="panel grid gap-4 p-4">
          <p className="text-sm">{t('recovery_left', { count: left })}</p>
          <FirstButton intent="renew" />
          <OwnerFields owner={owner} form={form} />
          <Problem text={form.problemOf('form')} />
          <Button name="intent" value="renew" variant="brand" size="lg" isBusy={form.sending === 'renew'}>
            {t('recovery_renew')}
          </Button>
        </Form>
      )}
    </Pane>
  )
}
