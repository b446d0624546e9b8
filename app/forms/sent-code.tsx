// Six digits that were sent somewhere, and the button that sends them. It submits the same form; Enter must not be it, so a form
// that holds this starts with a hidden button of its own intent (`FirstButton`).

import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { CodeField } from '../components/code-field'
import { Notice } from '../components/notice'
import { useSite } from '../components/site'
import { useWords } from '../text/words'
import type { SecurityFormState } from './use-security-form'

interface SentCodeProps {
  readonly form: SecurityFormState
  /** `own`: to the address that is bound; `new`: to the one that is to be. */
  readonly to: 'own' | 'new'
  readonly label: ReactNode
  readonly hint?: ReactNode
}

const FIELDS = {
  own: { name: 'own_code', intent: 'send_own_code' },
  new: { name: 'code', intent: 'send_code' },
} as const

export function SentCode({ form, to, label, hint }: SentCodeProps) {
  const say = useWords('identity')
  const { name, intent } = FIELDS[to]
  const { answer, problemOf, sending, waitSeconds } = form
  const isSent = answer?.sent === to
  const isWaiting = (waitSeconds > 0 && (isSent || problemOf(name) !== undefined)) || sending !== null
  return (
    <>
      <CodeField
        label={label}
        name={name}
        hint={hint}
        problem={problemOf(name)}
        aside={
          <button
            name="intent"
            value={intent}
            formNoValidate
            aria-disabled={isWaiting || undefined}
            onClick={isWaiting ? (event) => event.preventDefault() : undefined}
            className="-my-3 min-h-11 text-sm whitespace-nowrap font-semibold text-selected-text aria-disabled:cursor-default aria-disabled:text-muted"
          >
            {isSent && waitSeconds > 0
              ? say('send_again_in', { seconds: waitSeconds })
              : say(sending === intent ? 'working' : isSent ? 'send_again' : 'send_code')}
          </button>
        }
      />
      {isSent && <CodeIsSent />}
    </>
  )
}

function CodeIsSent() {
  const say = useWords('identity')
  const sayShell = useWords('shell')
  const { hasOutbox } = useSite()
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

/** The first button of a form is what Enter presses: that must not be "send code". */
export const FirstButton = ({ intent }: { intent: string }) => (
  <button name="intent" value={intent} className="hidden" tabIndex={-1} aria-hidden="true" />
)
