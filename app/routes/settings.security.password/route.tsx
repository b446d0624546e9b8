// The login password, changed.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Pane } from '../../components/pane'
import { PasswordChange } from '../../forms/password-change'
import type { loader } from './data.server'

export { action, loader } from './data.server'
export { askSecurity as clientAction } from '../../forms/ask'
export { keepUnanswered as shouldRevalidate } from '../../site/revalidation'
export { pageTitle as meta } from '../../text/title'

const WAYS = { old: '/settings/security/password', code: '/settings/security/password?by=code' }

export default function LoginPassword() {
  const { t } = useTranslation('security')
  const { owner, by } = useLoaderData<typeof loader>()
  return (
    <Pane title={t('login_password')} text={t('login_password_change_text')} backTo="/settings/security">
      <PasswordChange owner={owner} by={by} ways={WAYS} oldLabel={t('old_password')} />
    </Pane>
  )
}
