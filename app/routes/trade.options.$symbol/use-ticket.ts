// State of the options ticket: its fields, their check, the question before an order and the answer to the last one.

import { useFetcher, useSearchParams } from '@remix-run/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { decodeAmount, formatTrimmed } from '#domain/money/amount'
import { formatSteps } from '#domain/quotes/steps'
import type { OptionRow } from '#party/protocol/options'
import { type Asking, loadQuestion, useQuestion } from '../../components/trade/order-question'
import { toast } from '../../components/toast'
import { type OptionFacts, type OptionFields, readOption } from '../../forms/options'
import { useNumbers } from '../../text/numbers'
import type { OptionAnswer } from './data.server'

export interface TicketProps extends Asking {
  readonly facts: OptionFacts
  readonly hasPrice: boolean
  readonly commandId: string
  readonly drawnAnswer: OptionAnswer | undefined
  /** Fills in the stake and duration of this order. */
  readonly again: OptionRow | null
  /** The running order of this pair that ends first. */
  readonly next: OptionRow | undefined
  readonly drawnAt: number
}

export function useTicket({ facts, commandId, drawnAnswer, again, ...asking }: TicketProps) {
  const { t } = useTranslation('options')
  const numbers = useNumbers()
  const fetcher = useFetcher<OptionAnswer>()
  // Initial fields: as submitted, or as restored after a guest's login.
  const [search] = useSearchParams()
  const sent: Readonly<Record<string, string>> = drawnAnswer?.fields ?? Object.fromEntries(search)
  const { durations } = facts.terms
  const preset = durations[1] ?? durations[0]
  const [fields, setFields] = useState<OptionFields>(() => ({
    seconds: String((durations.find(({ seconds }) => String(seconds) === sent['seconds']) ?? preset)?.seconds ?? ''),
    stake: sent['stake'] ?? '',
  }))
  useEffect(() => {
    if (again)
      setFields({ seconds: String(again.seconds), stake: formatTrimmed(facts.terms.stake, decodeAmount(again.stake)) })
    // oxlint-disable-next-line react/exhaustive-deps -- only a new wish fills the ticket
  }, [again])
  const fetched = fetcher.data
  useEffect(() => {
    const row = fetched?.done?.value
    if (!row || row.entrySteps === null) return
    const price = numbers.decimal(formatSteps(row.entrySteps, row.terms.priceDecimals))
    toast(t('begun_notice', { price }), { tone: 'good' })
    // oxlint-disable-next-line react/exhaustive-deps -- one answer is one toast, however often it is drawn
  }, [fetched])
  const answer = fetched ?? drawnAnswer
  const [dismissed, setDismissed] = useState<typeof answer>()
  const reading = readOption(facts, fields)
  const isSending = fetcher.state !== 'idle'
  const form = useRef<HTMLFormElement>(null)
  const [direction, setDirection] = useState<'rise' | 'fall'>('rise')
  const { question, ask } = useQuestion(loadQuestion, asking.onAsking, () => {
    const sent = new FormData(form.current ?? undefined)
    sent.set('direction', direction)
    fetcher.submit(sent, { method: 'post' })
    return true
  })
  // An incomplete order skips the confirmation: the server reports the missing field.
  const mustAsk = asking.isAsking && fields.stake.trim() !== ''
  const guard = (event: FormEvent<HTMLFormElement>) => {
    if (isSending || reading.problem || mustAsk) event.preventDefault()
    if (isSending) return
    // Focus the invalid field, which shows its error.
    if (reading.problem) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
    else if (mustAsk) {
      const { submitter } = event.nativeEvent as SubmitEvent
      setDirection(submitter?.getAttribute('value') === 'fall' ? 'fall' : 'rise')
      ask()
    }
  }
  const change = (part: Partial<OptionFields>) => {
    setFields((before) => ({ ...before, ...part }))
    // A refusal of the last order no longer applies to a changed one.
    setDismissed(answer)
  }
  return {
    ...{ fetcher, form, guard, fields, change, reading, isSending, direction, question },
    shown: isSending || answer === dismissed ? undefined : answer,
    ownId: fetched?.isUnanswered ? fetched.idempotencyKey : commandId,
  }
}
