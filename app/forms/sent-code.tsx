// Six-digit code field with its send button. The button submits the same form; Enter must not trigger it, so a form
// with this field starts with a hidden submit button of its own intent (`FirstButton`).

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeField } from '../components/code-field'
import { CodeIsSent, SendCode } from '../components/identity/code-sent'
import type { SecurityFormState } from './use-security-form'
import { StepUpFields } from '../components/step-up-fields'
import type { OwnerStart } from './security'

interface SentCodeProps {
  readonly form: SecurityFormState
  /** `own`: the bound address; `new`: the address to be linked. */
  readonly to: 'own' | 'new'
  readonly label: ReactNode
  readonly hint?: ReactNode
}

const FIELDS = {
  own: { name: 'own_code', intent: 'send_own_code' },
  new: { name: 'code', intent: 'send_code' },
} as const

export function SentCode({ form, to, label, hint }: SentCodeProps) {
  const { name, intent } = FIELDS[to]
  const { answer, problemOf, sending, sentTo, waitSeconds } = form
  const isSent = sentTo === to
  const isWaiting = (waitSeconds > 0 && (isSent || problemOf(name) !== undefined)) || sending !== null
  return (
    <>
      <CodeField
        label={label}
        name={name}
        hint={hint}
        problem={problemOf(name)}
        aside={
          <SendCode
            intent={intent}
            isWaiting={isWaiting}
            isSending={sending === intent}
            isSent={isSent}
            waitSeconds={isSent ? waitSeconds : 0}
          />
        }
      />
      {answer?.sent === to && <CodeIsSent />}
    </>
  )
}

/** Enter triggers a form's first submit button, which must not be "send code". */
export const FirstButton = ({ intent }: { intent: string }) => (
  <button name="intent" value={intent} className="hidden" tabIndex={-1} aria-hidden="true" />
)

/** Owner proof for security changes: a step-up method, or a code to the bound address when none is set. */
export function OwnerFields({ owner, form }: { owner: OwnerStart; form: SecurityFormState }) {
  if (owner.methods.length > 0) return <StepUpFields methods={owner.methods} problem={form.problemOf('proof')} />
  return <OwnCode owner={owner} form={form} />
}

/** A code to the bound address. */
export function OwnCode({ owner, form }: { owner: OwnerStart; form: SecurityFormState }) {
  const { t } = useTranslation('security')
  return <SentCode form={form} to="own" label={t('own_code')} hint={t('own_code_hint', { address: owner.address })} />
}
