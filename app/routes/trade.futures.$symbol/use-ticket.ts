// State of the futures ticket: fields, figures, server answer.

import { useFetcher, useLocation, useSearchParams } from '@remix-run/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatSteps } from '#domain/quotes/steps'
import { type Asking, loadQuestion, useQuestion } from '../../components/trade/order-question'
import { toast } from '../../components/toast'
import { type FuturesFacts, type FuturesFields, readFutures } from '../../forms/futures'
import { emptied } from '../../site/answer'
import { useNumbers } from '../../text/numbers'
import type { FuturesAnswer } from './data.server'

export interface TicketProps extends Asking {
  readonly facts: FuturesFacts
  readonly commandId: string
  readonly drawnAnswer: FuturesAnswer | undefined
  readonly drawnAt: number
}

const PRESET_LEVERAGE = 10

export function useTicket({ facts, commandId, drawnAnswer, ...asking }: TicketProps) {
  const { terms } = facts
  const { t } = useTranslation('futures')
  const numbers = useNumbers()
  const fetcher = useFetcher<FuturesAnswer>()
  const form = useRef<HTMLFormElement>(null)
  // Initial fields: as submitted, or as restored after a guest's login.
  const [search] = useSearchParams()
  const sent: Readonly<Record<string, string>> = drawnAnswer?.fields ?? Object.fromEntries(search)
  const [fields, setFields] = useState<FuturesFields>(() => ({
    ...wishOf(sent, terms.leverages),
    lots: sent['lots'] ?? '',
    price: sent['price'] ?? '',
    take_profit: sent['take_profit'] ?? '',
    stop_loss: sent['stop_loss'] ?? '',
  }))
  const { key } = useLocation()
  useEffect(() => {
    if (!search.has('add')) return
    setFields((before) => ({ ...before, ...wishOf(Object.fromEntries(search), terms.leverages) }))
    form.current?.querySelector<HTMLElement>('[name=lots]')?.focus()
    // oxlint-disable-next-line react/exhaustive-deps -- only a new wish fills the ticket
  }, [key])
  const fetched = fetcher.data
  useEffect(() => {
    const row = fetched?.done?.intent === 'open' ? fetched.done.value : null
    if (!row) return
    const price = row.openSteps === null ? null : numbers.decimal(formatSteps(row.openSteps, row.terms.priceDecimals))
    toast(price === null ? t('waiting_notice', { order: row.positionNo }) : t('opened_notice', { price }), {
      tone: 'good',
    })
    setFields((now) => emptied(now, fetched?.fields ?? {}, ['lots', 'take_profit', 'stop_loss']))
    // oxlint-disable-next-line react/exhaustive-deps -- one answer is one toast, however often it is drawn
  }, [fetched])
  const answer = fetched ?? drawnAnswer
  const [dismissed, setDismissed] = useState<typeof answer>()
  const ownId = fetched?.isUnanswered ? fetched.idempotencyKey : commandId
  const reading = readFutures(facts, fields)
  const isSending = fetcher.state !== 'idle'
  const { question, ask } = useQuestion(loadQuestion, asking.onAsking, () => {
    fetcher.submit(form.current)
    return true
  })
  // An incomplete order skips the confirmation: the server reports the missing field.
  const mustAsk = asking.isAsking && fields.lots !== ''
  const guard = (event: FormEvent) => {
    if (isSending || reading.problem || mustAsk) event.preventDefault()
    if (isSending) return
    // Focus the invalid field, which shows its error.
    if (reading.problem) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
    else if (mustAsk) ask()
  }
  const change = (part: Partial<FuturesFields>) => {
    setFields((before) => ({ ...before, ...part }))
    // A refusal of the last order no longer applies to a changed one.
    setDismissed(answer)
  }
  const isOther = answer?.fields['intent'] !== 'open'
  const shown = isSending || isOther || answer === dismissed ? undefined : answer
  return { fetcher, form, guard, shown, fields, change, reading, ownId, isSending, question }
}

/** Kind of order that an address or a sent form asks for. */
function wishOf(
  sent: Readonly<Record<string, string>>,
  leverages: readonly number[],
): Pick<FuturesFields, 'direction' | 'kind' | 'mode' | 'leverage'> {
  const preset = leverages.includes(PRESET_LEVERAGE) ? PRESET_LEVERAGE : (leverages[0] ?? 1)
  return {
    direction: sent['direction'] === 'short' ? 'short' : 'long',
    kind: sent['kind'] === 'limit' || sent['kind'] === 'stop' ? sent['kind'] : 'market',
    mode: sent['mode'] === 'isolated' ? 'isolated' : 'cross',
    leverage: leverages.map(String).find((leverage) => leverage === sent['leverage']) ?? String(preset),
  }
}
