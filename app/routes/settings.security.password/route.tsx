// The login password, changed.

import { useLoaderData } from '@remix-run/react'
import { Pane } from '../../components/pane'
import { PasswordChange } from '../../forms/password-change'
import { useWords } from '../../text/words'
import type { loader } from './data.server'

export { action, loader } from './data.server'
export { askSecurity as clientAction } from '../../forms/ask'
export { keepUnanswered as shouldRevalidate } from '../../site/revalidation'
export { pageTitle as meta } from '../../text/title'

const WAYS = { old: '/settings/security/password', code: '/settings/security/password?by=code' }

export default function LoginPassword() {
  const say = useWords('security')
  const { owner, by } = useLoaderData<typeof loader>()
  return (
    <Pane title={say('login_password')} text={say('login_password_change_text')} backTo="/settings/security">
      <PasswordChange owner={owner} by={by} ways={WAYS} oldLabel={say('old_password')} />
    </Pane>
  )
}
