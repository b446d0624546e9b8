// Shared fields of login, registration and password pages, each with its problem.

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EntryForm } from '../../forms/use-entry-form'
import { StrengthHint, strengthOf } from './strength-hint'
import { CodeIsSent } from './code-sent'
import { Field, Problem } from '../field'
import { Icon } from '../icon'
import { SecretField } from '../secret-field'

export function CodeNotice({ entry: { isCodeSent } }: { entry: EntryForm }) {
  return isCodeSent ? <CodeIsSent /> : null
}

interface PasswordFieldProps {
  readonly entry: EntryForm
  readonly isNew: 'first' | 'replacement' | 'no'
}

export function PasswordField({ entry, isNew }: PasswordFieldProps) {
  const { t } = useTranslation('identity')
  const [typed, setTyped] = useState('')
  const hint = isNew !== 'no' && <StrengthHint strength={typed === '' ? null : strengthOf(typed)} />
  return (
    <SecretField
      label={t(isNew === 'replacement' ? 'new_password' : 'password')}
      name="password"
      autoComplete={isNew === 'no' ? 'current-password' : 'new-password'}
      hint={hint}
      problem={entry.problems.password}
      onText={setTyped}
    />
  )
}

export function PasswordAgainField({ entry }: { entry: EntryForm }) {
  const { t } = useTranslation('identity')
  return (
    <SecretField
      label={t('confirm_password')}
      name="passwordAgain"
      autoComplete="new-password"
      problem={entry.problems.passwordAgain}
    />
  )
}

interface InviteFieldProps {
  readonly entry: EntryForm
  readonly isRequired: boolean
  /** As the invitation's link brought it. */
  readonly fromLink: string
}

/** Invite code input: folded away unless the site requires an invite code. */
export function InviteField({ entry, isRequired, fromLink }: InviteFieldProps) {
  const { t } = useTranslation('identity')
  const filled = entry.answer?.inviteCode || fromLink
  const problem = entry.problems.inviteCode
  const label = t(isRequired ? 'invite_code' : 'invite_code_optional')
  const input = {
    name: 'inviteCode',
    required: isRequired,
    autoComplete: 'off',
    autoCapitalize: 'characters',
    spellCheck: false,
    defaultValue: filled,
  } as const
  const hint = fromLink === '' ? undefined : t('invite_from_link')
  if (isRequired || filled !== '' || problem) return <Field label={label} hint={hint} problem={problem} {...input} />
  return (
    <details className="group">
      <summary className="flex min-h-11 items-center gap-1 text-sm text-selected-text">
        {t('invite_have')}
        <Icon name="down" className="size-4 transition group-open:rotate-180" />
      </summary>
      <Field label={label} {...input} />
    </details>
  )
}

/** Problem of the whole form, or the notice that no answer arrived. */
export function FormProblem({ entry: { answer, isSending, problems } }: { entry: EntryForm }) {
  const { t: tShell } = useTranslation('shell')
  const isUnanswered = answer?.isUnanswered && !isSending && !Object.values(problems).some(Boolean)
  return <Problem text={isUnanswered ? tShell('unanswered_kept') : problems.form} />
}
