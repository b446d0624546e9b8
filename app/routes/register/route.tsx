// Registration. One form, two submits: the first sends the code, the second opens the account.

import { Form, Link, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { EntryCard } from '../../components/entry-card'
import {
  AccountField,
  CodeField,
  CodeNotice,
  FormProblem,
  InviteField,
  PasswordAgainField,
  PasswordField,
} from '../../components/entry-fields'
import { useSite } from '../../components/site'
import { useWords } from '../../text/words'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function Register() {
  const say = useWords('identity')
  const sayShell = useWords('shell')
  const { isDemo } = useSite()
  const { returnTo, inviteCode, isInviteRequired } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  const answer = sent ?? (inviteCode === '' ? undefined : { account: '', inviteCode, isCodeSent: false, problem: null })
  const isSending = useNavigation().state !== 'idle'
  const foot = (
    <>
      {say('have_account')}{' '}
      <Link to={`/login?${new URLSearchParams({ returnTo }).toString()}`} className="font-medium text-selected-text">
        {sayShell('log_in')}
      </Link>
    </>
  )
  return (
    <EntryCard title={say('register_title')} foot={foot}>
      <Form method="post" className="grid gap-4">
        {/* The first button of a form is what Enter presses: that must not be "send code". */}
        <button name="intent" value="register" className="hidden" tabIndex={-1} aria-hidden="true" />
        {isDemo && <p className="text-sm text-brand-text">{say('demo_gift')}</p>}
        <input type="hidden" name="returnTo" value={returnTo} />
        <AccountField answer={answer} />
        <CodeField answer={answer} isSending={isSending} />
        <CodeNotice answer={answer} />
        <PasswordField answer={answer} isNew="first" />
        <PasswordAgainField answer={answer} />
        <InviteField answer={answer} isRequired={isInviteRequired} />
        <FormProblem answer={answer} />
        <button name="intent" value="register" className="button button-brand" disabled={isSending}>
          {say(isSending ? 'working' : 'register_submit')}
        </button>
      </Form>
    </EntryCard>
  )
}
