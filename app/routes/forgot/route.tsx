// Setting a new password with a code.

import { Form, Link, useActionData, useNavigation } from '@remix-run/react'
import { EntryCard } from '../../components/entry-card'
import {
  AccountField,
  CodeField,
  CodeNotice,
  FormProblem,
  PasswordAgainField,
  PasswordField,
} from '../../components/entry-fields'
import { useWords } from '../../text/words'
import type { action } from './data.server'

export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function Forgot() {
  const say = useWords('identity')
  const answer = useActionData<typeof action>()
  const isSending = useNavigation().state !== 'idle'
  const foot = (
    <Link to="/login" className="font-medium text-selected-text">
      {say('login_title')}
    </Link>
  )
  return (
    <EntryCard title={say('forgot_title')} foot={foot}>
      <Form method="post" className="grid gap-4">
        {/* The first button of a form is what Enter presses: that must not be "send code". */}
        <button name="intent" value="reset" className="hidden" tabIndex={-1} aria-hidden="true" />
        <AccountField answer={answer} />
        <CodeField answer={answer} isSending={isSending} />
        <CodeNotice answer={answer} />
        <PasswordField answer={answer} isNew="replacement" />
        <PasswordAgainField answer={answer} />
        <FormProblem answer={answer} />
        <button name="intent" value="reset" className="button button-brand" disabled={isSending}>
          {say(isSending ? 'working' : 'reset_submit')}
        </button>
      </Form>
    </EntryCard>
  )
}
