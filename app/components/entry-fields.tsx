// Fields that login, registration and password pages share, each with its refusal beside it.

import { Link } from '@remix-run/react'
import type { EntryAnswer, IdentityField } from '../forms/identity'
import { useWords } from '../text/words'
import { Field, Problem } from './field'
import { Notice } from './notice'
import { useSite } from './site'

type Answer = EntryAnswer | undefined

const problemAt = (answer: Answer, field: IdentityField): string | undefined =>
  answer?.problem?.field === field ? answer.problem.text : undefined

export function AccountField({ answer }: { answer: Answer }) {
  const say = useWords('identity')
  return (
    <Field
      label={say('account')}
      name="account"
      required
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      inputMode="email"
      defaultValue={answer?.account}
      hint={say('account_hint')}
      problem={problemAt(answer, 'account')}
    />
  )
}

/** The code and its send button. The button submits the same form, without the checks that the other fields need later. */
export function CodeField({ answer, isSending }: { answer: Answer; isSending: boolean }) {
  const say = useWords('identity')
  return (
    <Field
      label={say('code')}
      name="code"
      required
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="\d{6}"
      maxLength={6}
      problem={problemAt(answer, 'code')}
      suffix={
        <button
          name="intent"
          value="send_code"
          formNoValidate
          disabled={isSending}
          className="min-h-9 max-w-26 rounded-md px-2 text-xs leading-tight font-semibold text-selected-text"
        >
          {say('send_code')}
        </button>
      }
    />
  )
}

export function CodeNotice({ answer }: { answer: Answer }) {
  const say = useWords('identity')
  const sayShell = useWords('shell')
  const { hasOutbox } = useSite()
  if (!answer?.isCodeSent) return null
  return (
    <Notice tone="good">
      {say('code_sent')}
      {hasOutbox && (
        <span className="mt-1 block">
          {say('see_outbox')}{' '}
          <Link to="/outbox" target="_blank" className="text-selected-text underline">
            {sayShell('open_outbox')}
          </Link>
        </span>
      )}
    </Notice>
  )
}

export function PasswordField({ answer, isNew }: { answer: Answer; isNew: 'first' | 'replacement' | 'no' }) {
  const say = useWords('identity')
  return (
    <Field
      label={say(isNew === 'replacement' ? 'new_password' : 'password')}
      name="password"
      type="password"
      required
      autoComplete={isNew === 'no' ? 'current-password' : 'new-password'}
      hint={isNew === 'no' ? undefined : say('password_hint')}
      problem={problemAt(answer, 'password')}
    />
  )
}

export function PasswordAgainField({ answer }: { answer: Answer }) {
  const say = useWords('identity')
  return (
    <Field
      label={say('confirm_password')}
      name="passwordAgain"
      type="password"
      required
      autoComplete="new-password"
      problem={problemAt(answer, 'passwordAgain')}
    />
  )
}

export function InviteField({ answer, isRequired }: { answer: Answer; isRequired: boolean }) {
  const say = useWords('identity')
  return (
    <Field
      label={isRequired ? say('invite_code') : `${say('invite_code')} (${say('optional')})`}
      name="inviteCode"
      required={isRequired}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      defaultValue={answer?.inviteCode}
      problem={problemAt(answer, 'inviteCode')}
    />
  )
}

/** What belongs to no single field. */
export const FormProblem = ({ answer }: { answer: Answer }) => <Problem text={problemAt(answer, 'form')} />
