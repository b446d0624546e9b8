// The order ticket. A plain form first: side, type and size are links that the server draws; with scripts they switch in place.

import { Link, useFetcher, useLocation } from '@remix-run/react'
import { type FormEvent, useState } from 'react'
import type { Pair } from '#domain/catalogue'
import { useSite } from '../../components/site'
import { type TicketFacts, type TicketFields, type TicketReading, readTicket } from '../../forms/spot'
import { amountWords, percentWords } from '../../text/money'
import { useWords } from '../../text/words'
import type { TradeAnswer, action } from './data.server'
import { TicketAnswer } from './ticket-answer'
import { Available, KindTabs, LimitOptions, PercentButtons, PriceAndSize, SideTabs } from './ticket-fields'

interface TicketProps {
  readonly facts: TicketFacts
  readonly commandId: string
  /** What the form starts with: the choices in the address, or what a scriptless submit brought back. */
  readonly initial: TicketFields
  /** The answer of a scriptless submit. */
  readonly drawnAnswer: TradeAnswer | undefined
  /** A price picked in the book; a new object each time. */
  readonly picked: { readonly price: string } | null
}

export function Ticket({ facts, commandId, initial, drawnAnswer, picked }: TicketProps) {
  const say = useWords('spot')
  const { userId } = useSite()
  const fetcher = useFetcher<typeof action>()
  const [fields, setFields] = useState(initial)
  const answer = fetcher.data ?? drawnAnswer
  // Whatever was read again since: an order without an answer is only ever repeated under its own id.
  const ownId = (answer?.isUnanswered && answer.intent === 'place' && answer.fields['commandId']) || commandId
  const reading = readTicket(facts, fields)
  const isSending = fetcher.state !== 'idle'
  const [dismissed, setDismissed] = useState<typeof answer>()
  const shown = isSending || answer === dismissed ? undefined : answer
  const change = (part: Partial<TicketFields>) => {
    setFields((before) => ({ ...before, ...part }))
    // What was said of the last order is not about this other kind of order.
    if (part.side ?? part.kind ?? part.sizeIn) setDismissed(answer)
  }

  useOnChange(picked, () => picked && change({ price: picked.price, kind: 'limit' }))
  useOnChange(fetcher.data, () => fetcher.data?.order && change({ quantity: '', budget: '' }))

  // A second submit while one is under way would carry the same command id anyway; this only keeps the button honest.
  const guard = (event: FormEvent) => {
    if (isSending) event.preventDefault()
  }
  return (
    <section aria-label={say('ticket')} className="p-2.5 lg:p-3">
      <SideTabs fields={fields} onChange={change} />
      <KindTabs fields={fields} onChange={change} />
      <fetcher.Form method="post" onSubmit={guard} className="mt-2 grid gap-2.5" aria-busy={isSending}>
        <input type="hidden" name="intent" value="place" />
        <input type="hidden" name="commandId" value={ownId} />
        <input type="hidden" name="language" value={facts.language} />
        <input type="hidden" name="side" value={fields.side} />
        <input type="hidden" name="kind" value={fields.kind} />
        <input type="hidden" name="sizeIn" value={fields.sizeIn} />
        <Available facts={facts} side={fields.side} />
        <PriceAndSize facts={facts} fields={fields} reading={reading} answer={shown} onChange={change} />
        <PercentButtons facts={facts} fields={fields} onFill={setFields} />
        {fields.kind === 'limit' && <LimitOptions fields={fields} onChange={change} />}
        <Summary pair={facts.pair} reading={reading} />
        {userId === null ? <LoginLink /> : <SubmitButton pair={facts.pair} side={fields.side} isSending={isSending} />}
        <TicketAnswer pair={facts.pair} answer={shown} fields={fields} />
      </fetcher.Form>
      <p className="mt-3 text-xs text-muted">
        {say('fee_rates', { maker: percentWords(facts.pair.makerFee), taker: percentWords(facts.pair.takerFee) })}
      </p>
    </section>
  )
}

/** Adjusts state in the very drawing in which `value` is another, so that no frame shows the one without the other. */
function useOnChange(value: unknown, adjust: () => void): void {
  const [last, setLast] = useState(value)
  if (value === last) return
  setLast(value)
  adjust()
}

function Summary({ pair, reading }: { pair: Pair; reading: TicketReading }) {
  const say = useWords('spot')
  const { summary } = reading
  const received = summary?.receivedAsset === 'base' ? pair.base : pair.quote
  const rows = [
    { word: 'total_estimate', text: summary && `${amountWords(pair.quote, summary.total)} ${pair.quote.code}` },
    { word: 'fee_estimate', text: summary && `${amountWords(received, summary.fee)} ${received.code}` },
    { word: 'receive_estimate', text: summary && `${amountWords(received, summary.receives)} ${received.code}` },
  ] as const
  return (
    <dl className="grid gap-1 text-xs">
      {rows.map(({ word, text }) => (
        <div key={word} className="flex flex-wrap justify-between gap-x-2">
          <dt className="text-muted">{say(word)}</dt>
          <dd className="text-right">{text ?? '—'}</dd>
        </div>
      ))}
    </dl>
  )
}

function LoginLink() {
  const say = useWords('spot')
  const { pathname } = useLocation()
  return (
    <Link to={`/login?${new URLSearchParams({ returnTo: pathname }).toString()}`} className="button button-brand">
      {say('log_in_to_trade')}
    </Link>
  )
}

function SubmitButton({ pair, side, isSending }: { pair: Pair; side: TicketFields['side']; isSending: boolean }) {
  const say = useWords('spot')
  return (
    <button className={`button ${side === 'buy' ? 'button-buy' : 'button-sell'}`} aria-disabled={isSending}>
      {isSending ? say('sending') : say(`place_${side}`, { asset: pair.base.code })}
    </button>
  )
}
