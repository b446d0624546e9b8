// State of the spot ticket: fields, summary, server answer.

import { useFetcher } from '@remix-run/react'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { Language } from '#domain/language'
import { writeDecimal } from '#domain/number-writing'
import { type Asking, useQuestion } from '../../components/trade/order-question'
import { useAlive } from '../../components/use-alive'
import { plainDecimal } from '../../forms/decimal-field'
import type { OrderAnswer } from '../../forms/order-answer'
import type { TicketFacts, TicketFields } from '../../forms/spot'
import { readAnyTicket } from '../../forms/ticket-plan'
import { choiceSearch } from '../../forms/spot-submission'
import { convertSize } from '../../forms/ticket-size'
import { useNetwork } from '../../live/network'
import type { action } from './data.server'

const loadQuestion = () => import('./confirm-spot')

export interface TicketProps extends Asking {
  readonly facts: TicketFacts
  readonly commandId: string
  /** Initial fields: choices in the URL, or the fields of a submit without scripts. */
  readonly initial: TicketFields
  /** Called with side and kind as URL query when they change. */
  readonly onSearch: (search: string) => void
  /** Action data of a submit without scripts. */
  readonly drawnAnswer: OrderAnswer | undefined
  /** Fields set by the order book or a key; a new object for each selection. */
  readonly picked: Partial<TicketFields> | null
}

export function useTicket({ facts: given, commandId, initial, onSearch, drawnAnswer, picked, ...asking }: TicketProps) {
  const fetcher = useFetcher<typeof action>()
  // Without scripts no digit grouping is applied, because later typing would not be regrouped.
  const isAlive = useAlive()
  const [fields, setFields] = useState(() => (isAlive ? withGroups(initial, given.language) : initial))
  const facts = walletFacts(given, fields)
  const answer = fetcher.data ?? drawnAnswer
  // An order without an answer is retried only under its own id, even after new data loaded.
  const ownId = (answer?.isUnanswered && answer.intent === 'place' && answer.fields['commandId']) || commandId
  const reading = readAnyTicket(facts, fields)
  const isSending = fetcher.state !== 'idle'
  const isOffline = useNetwork() === 'offline'
  const [dismissed, setDismissed] = useState<typeof answer>()
  const shown = isSending || isOffline || answer === dismissed ? undefined : answer
  const change = (part: Partial<TicketFields>) => {
    setFields((before) => ({ ...before, ...part, ...convertSize(facts, before, part) }))
    // A refusal of the last order no longer applies to a changed one.
    setDismissed(answer)
  }

  const search = choiceSearch(fields, given.pair.stock !== undefined)
  useEffect(() => onSearch(search), [onSearch, search])
  useOnChange(isAlive, () => setFields((drawn) => withGroups(drawn, facts.language)))
  useOnChange(picked, () => picked && change(picked))
  useOnChange(fetcher.data, () => {
    const sent = fetcher.formData
    if (fetcher.data?.order || fetcher.data?.conditional)
      setFields((now) => (isSizeOf(now, sent) ? { ...now, quantity: '', budget: '' } : now))
  })

  const form = useRef<HTMLFormElement>(null)
  const isWrong = reading.problems.length > 0
  // An incomplete order skips the confirmation: the server reports the missing field.
  const mustAsk = asking.isAsking && !isWrong && reading.summary !== null
  const { question, ask } = useQuestion(loadQuestion, asking.onAsking, () => {
    if (isOffline) return false
    fetcher.submit(form.current)
    return true
  })
  const guard = (event: FormEvent) => {
    if (isSending || isOffline || isWrong || mustAsk) event.preventDefault()
    if (isSending || isOffline) return
    if (isWrong) focusWrong(form)
    else if (mustAsk) ask()
  }
  // Focus after rendering: the answer is evaluated once the page revalidated.
  const fetchedProblem = shown === fetcher.data && shown?.problem
  useEffect(() => {
    if (fetchedProblem) focusWrong(form)
  }, [fetchedProblem])
  return { fetcher, form, guard, ownId, facts, fields, change, reading, shown, isSending, isOffline, question }
}

/** Balances of the selected wallet. */
const walletFacts = (facts: TicketFacts, { wallet, plan }: TicketFields): TicketFacts =>
  wallet && !plan && facts.margin ? { ...facts, available: facts.margin.available } : facts

/** True when the size is unchanged since submitting; newer input belongs to the next order. */
const isSizeOf = (now: TicketFields, sent: FormData | undefined): boolean =>
  (['quantity', 'budget'] as const).every((name) => (sent?.get(name) ?? now[name]) === now[name])

/** Prefilled price, grouped as if typed. */
const withGroups = (fields: TicketFields, language: Language): TicketFields => ({
  ...fields,
  price: writeDecimal(plainDecimal(fields.price, language), language),
})

/** Focuses the invalid field, which scrolls it into view above a phone keyboard. */
const focusWrong = (form: RefObject<HTMLFormElement>): void =>
  form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()

/** Adjusts state during the render in which `value` changes, so that no frame shows inconsistent state. */
function useOnChange(value: unknown, adjust: () => void): void {
  const [last, setLast] = useState(value)
  if (value === last) return
  setLast(value)
  adjust()
}
