// Desk login: e-mail, password, and authenticator code or passkey, in one form.

import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { featurePage } from '../../components/feature-words'
import { DeskForm } from '../../admin/page'
import { EntryCard, StaffCodeField } from '../../admin/entry'
import { PasskeyButton } from '../../admin/passkey-button'
import { Field } from '../../components/field'
import { Notice } from '../../components/notice'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { deskHeaders as headers } from '../../admin/enter.server'
export { pageTitle as meta } from '../../text/title'

export default featurePage('desk', LoginForm)

function LoginForm() {
  const { t } = useTranslation('desk')
  const { title, commandId, returnTo, done } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <EntryCard title={title}>
      {done === 'enrolled' && !answer && (
        <div className="mb-4">
          <Notice tone="good">{t('done_enrolled')}</Notice>
        </div>
      )}
      <DeskForm commandId={commandId} step="login" answer={answer} submit={t('login_submit')}>
        <input type="hidden" name="returnTo" value={returnTo} />
        <Field label={t('email')} name="email" type="email" autoComplete="username" required />
        <Field label={t('password')} name="password" type="password" autoComplete="current-password" required />
        <StaffCodeField />
        <PasskeyButton purpose="login" needs={['email', 'password']} words={t('passkey_login')} />
      </DeskForm>
    </EntryCard>
  )
}
