// Button that sends a verification code, and the notice after sending.

import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../notice'
import { useSite } from '../../site/site'

interface SendCodeProps {
  readonly intent: string
  /** True disables the button by `aria-disabled`: it keeps its place and focus. */
  readonly isWaiting: boolean
  readonly isSending: boolean
  /** True when a code was sent before. */
  readonly isSent: boolean
  /** Seconds until another code may be requested; zero when no wait applies. */
  readonly waitSeconds: number
}

/** Submits the form around it, without the checks that the other fields need later. */
export function SendCode({ intent, isWaiting, isSending, isSent, waitSeconds }: SendCodeProps) {
  const { t } = useTranslation('identity')
  return (
    <button
      name="intent"
      value={intent}
      formNoValidate
      aria-disabled={isWaiting || undefined}
      onClick={isWaiting ? (event) => event.preventDefault() : undefined}
      className="-my-3 min-h-11 text-sm whitespace-nowrap font-semibold text-selected-text aria-disabled:cursor-default aria-disabled:text-muted"
    >
      {waitSeconds > 0
        ? t('send_again_in', { seconds: waitSeconds })
        : t(isSending ? 'working' : isSent ? 'send_again' : 'send_code')}
    </button>
  )
}

/** Notice after sending, with a link to the outbox on sites without real mail delivery. */
export function CodeIsSent() {
  const { t } = useTranslation('identity')
  const { t: tShell } = useTranslation('shell')
  const { hasOutbox } = useSite()
  return (
    <Notice tone="good">
      {t('code_sent')}
      {hasOutbox && (
        <span className="mt-1 block">
          {t('see_outbox')}{' '}
          <Link to="/outbox" target="_blank" className="text-selected-text underline">
            {tShell('open_outbox')}
          </Link>
        </span>
      )}
    </Notice>
  )
}
