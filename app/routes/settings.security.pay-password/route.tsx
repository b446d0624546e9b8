// The pay password, by a code.

import { Link, useLoaderData } from '@remix-run/react'
import { Notice } from '../../components/notice'
import { Pane } from '../../components/pane'
import { PasswordChange } from '../../forms/password-change'
import { useWords } from '../../text/words'
import type { loader } from './data.server'

export { action, loader } from './data.server'
export { askSecurity as clientAction } from '../../forms/ask'
export { keepUnanswered as shouldRevalidate } from '../../site/revalidation'
export { pageTitle as meta } from '../../text/title'

export default function PayPassword() {
  const say = useWords('security')
  const { owner, factors, hasPayPassword } = useLoaderData<typeof loader>()
  return (
    <Pane title={say('pay_password')} text={say('pay_password_text')} backTo="/settings/security">
      {hasPayPassword && (
        <>
          <Notice tone="plain">{say('change_locks')}</Notice>
          <Link
            to="/settings/security/fund-password"
            className="justify-self-start text-sm font-semibold text-selected-text"
          >
            {say('by_old_instead')}
          </Link>
        </>
      )}
      <PasswordChange owner={owner} by="code" factors={factors} ways={null} oldLabel={say('pay_password_old')} />
    </Pane>
  )
}
