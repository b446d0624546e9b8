// Login.

import { Form, Link, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { EntryCard } from '../../components/entry-card'
import { AccountField, FormProblem, PasswordField } from '../../components/entry-fields'
import { Notice } from '../../components/notice'
import { useWords } from '../../text/words'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function Login() {
  const say = useWords('identity')
  const sayShell = useWords('shell')
  const { returnTo, notice } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const isSending = useNavigation().state !== 'idle'
  const foot = (
    <>
      {say('no_account')}{' '}
      <Link to={`/register?${new URLSearchParams({ returnTo }).toString()}`} className="font-medium text-selected-text">
        {sayShell('register')}
      </Link>
    </>
  )
  return (
    <EntryCard title={say('login_title')} foot={foot}>
      <Form method="post" className="grid gap-4">
        {notice && !answer && <Notice tone={notice === 'please_log_in' ? 'plain' : 'good'}>{say(notice)}</Notice>}
        <input type="hidden" name="returnTo" value={returnTo} />
        <AccountField answer={answer} />
        <PasswordField answer={answer} isNew="no" />
        <FormProblem answer={answer} />
        <button className="button button-brand" disabled={isSending}>
          {say(isSending ? 'working' : 'login_submit')}
        </button>
        <Link to="/forgot" className="justify-self-center py-1 text-sm text-selected-text">
          {say('forgot_link')}
        </Link>
      </Form>
    </EntryCard>
  )
}
