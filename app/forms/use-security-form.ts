// State of a security form: refusals, pending button, waiting time until another code.

import { useActionData, useNavigation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SecurityAnswer, SecurityField } from './security'
import { useWait } from './use-wait'

export interface SecurityFormState {
  readonly answer: SecurityAnswer | undefined
  readonly problemOf: (field: SecurityField) => string | undefined
  /** Value of the submit button whose request is pending; null when idle. */
  readonly sending: string | null
  /** Waiting time of the last code, to either address; kept after a refusal of other fields. */
  readonly waitSeconds: number
  readonly sentTo: SecurityAnswer['sent']
}

export function useSecurityForm(): SecurityFormState {
  const { t: tShell } = useTranslation('shell')
  const answer = useActionData<SecurityAnswer>()
  const navigation = useNavigation()
  const [waitSeconds] = useWait(answer)
  const [sentTo, setSentTo] = useState(answer?.sent ?? null)
  if (answer?.sent && answer.sent !== sentTo) setSentTo(answer.sent)
  const seen = useRef(answer)
  useEffect(() => {
    if (!answer || answer === seen.current) return
    seen.current = answer
    // Without an answer, focus stays on the submit button for a retry.
    if (answer.isUnanswered) return
    const wanted = answer.problem ? '[aria-invalid="true"]' : answer.sent === 'own' ? '[name=own_code]' : '[name=code]'
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`main ${wanted}`)?.focus())
  }, [answer])
  const isSending = navigation.state !== 'idle' && navigation.formMethod === 'POST'
  const intent = navigation.formData?.get('intent')
  return {
    answer,
    problemOf: (field) => {
      if (answer?.isUnanswered && field === 'form') return isSending ? undefined : tShell('unanswered_kept')
      return answer?.problem?.field === field ? answer.problem.text : undefined
    },
    sending: isSending ? (typeof intent === 'string' ? intent : '') : null,
    waitSeconds,
    sentTo,
  }
}
