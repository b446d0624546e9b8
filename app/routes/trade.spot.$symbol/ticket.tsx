// The order ticket. A plain form first: side, type and size are links that the server draws; with scripts they switch in place.

import { Link, useFetcher, useLocation } from '@remix-run/react'
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react'
import type { Pair } from '#domain/catalogue'
import type { Refusal } from '#domain/outcome'
import { useAlive } from '../../components/alive'
import { Field, Problem } from '../../components/field'
import { Notice } from '../../components/notice'
import { useSite } from '../../components/site'
import { type TicketFacts, type TicketFields, type TicketReading, fillPercent, isSizedInQuote, readTicket } from '../../forms/spot'
import { fieldOfRefusal } from '../../forms/spot-submission'
import { amountWords, averagePriceWords, percentWords, quantityWords } from '../../text/money'
import { useRefusalWords, useWords } from '../../text/words'
import type { TradeAnswer, action } from './data.server'

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
  const reading = readTicket(facts, fields)
  const change = (part: Partial<TicketFields>) => setFields((before) => ({ ...before, ...part }))

  useEffect(() => {
    if (picked) setFields((before) => ({ ...before, price: picked.price, kind: 'limit' }))
  }, [picked])
  useEffect(() => {
    if (fetcher.data?.order) setFields((before) => ({ ...before, quantity: '', budget: '' }))
  }, [fetcher.data])

  const isSending = fetcher.state !== 'idle'
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
        <input type="hidden" name="commandId" value={commandId} />
        <input type="hidden" name="side" value={fields.side} />
        <input type="hidden" name="kind" value={fields.kind} />
        <input type="hidden" name="sizeIn" value={fields.sizeIn} />
        <Available facts={facts} side={fields.side} />
        <PriceAndSize facts={facts} fields={fields} reading={reading} answer={isSending ? undefined : answer} onChange={change} />
        <PercentButtons facts={facts} fields={fields} onFill={setFields} />
        {fields.kind === 'limit' && <LimitOptions fields={fields} onChange={change} />}
        <Summary pair={facts.pair} reading={reading} />
        {userId === null ? <LoginLink /> : <SubmitButton pair={facts.pair} side={fields.side} isSending={isSending} />}
        <Answer pair={facts.pair} answer={isSending ? undefined : answer} fields={fields} />
      </fetcher.Form>
      <p className="mt-3 text-xs text-muted">
        {say('fee_rates', { maker: percentWords(facts.pair.makerFee), taker: percentWords(facts.pair.takerFee) })}
      </p>
    </section>
  )
}

type OnChange = (part: Partial<TicketFields>) => void

/** A choice that works as a link and switches in place once scripts run. */
function Choice({ part, fields, onChange, className, children }: { part: Partial<TicketFields>; fields: TicketFields; onChange: OnChange; className: string; children: ReactNode }) {
  const { side, kind, sizeIn } = { ...fields, ...part }
  const isOn = side === fields.side && kind === fields.kind && sizeIn === fields.sizeIn
  return (
    <Link
      to={`?${new URLSearchParams({ side, kind, sizeIn }).toString()}`}
      replace
      preventScrollReset
      role="button"
      aria-pressed={isOn}
      className={className}
      onClick={(event) => {
        event.preventDefault()
        onChange(part)
      }}
    >
      {children}
    </Link>
  )
}

function SideTabs({ fields, onChange }: { fields: TicketFields; onChange: OnChange }) {
  const say = useWords('spot')
  const tab = (isOn: boolean, on: string) => `button min-h-10 px-2 ${isOn ? on : 'text-muted'}`
  return (
    <div className="grid grid-cols-2 gap-1 rounded-lg bg-raised p-0.5">
      <Choice part={{ side: 'buy' }} fields={fields} onChange={onChange} className={tab(fields.side === 'buy', 'button-buy')}>
        {say('buy')}
      </Choice>
      <Choice part={{ side: 'sell' }} fields={fields} onChange={onChange} className={tab(fields.side === 'sell', 'button-sell')}>
        {say('sell')}
      </Choice>
    </div>
  )
}

function KindTabs({ fields, onChange }: { fields: TicketFields; onChange: OnChange }) {
  const say = useWords('spot')
  const tab = (isOn: boolean) =>
    `flex min-h-10 items-center border-b-2 px-2 text-sm ${isOn ? 'border-selected font-semibold text-selected-text' : 'border-transparent text-muted'}`
  return (
    <div className="mt-1 flex gap-2">
      {(['limit', 'market'] as const).map((kind) => (
        <Choice key={kind} part={{ kind }} fields={fields} onChange={onChange} className={tab(fields.kind === kind)}>
          {say(kind)}
        </Choice>
      ))}
    </div>
  )
}

function Available({ facts, side }: { facts: TicketFacts; side: TicketFields['side'] }) {
  const say = useWords('spot')
  if (!facts.available) return null
  const [asset, value] = side === 'buy' ? [facts.pair.quote, facts.available.quote] : [facts.pair.base, facts.available.base]
  return (
    <p className="flex flex-wrap justify-between gap-x-2 text-xs">
      <span className="text-muted">{say('available')}</span>
      <span data-testid="available">
        {amountWords(asset, value)} {asset.code}
      </span>
    </p>
  )
}

interface PriceAndSizeProps {
  readonly facts: TicketFacts
  readonly fields: TicketFields
  readonly reading: TicketReading
  readonly answer: TradeAnswer | undefined
  readonly onChange: OnChange
}

function PriceAndSize({ facts, fields, reading, answer, onChange }: PriceAndSizeProps) {
  const say = useWords('spot')
  const { pair } = facts
  const problemOf = useProblems(reading, answer, fields)
  const number = { inputMode: 'decimal', autoComplete: 'off', spellCheck: false } as const
  const unit = (code: string) => <span className="px-2 text-sm text-muted">{code}</span>
  return (
    <>
      {fields.kind === 'limit' ? (
        <Field
          label={say('price')}
          name="price"
          value={fields.price}
          onChange={(event) => onChange({ price: event.target.value })}
          suffix={unit(pair.quote.code)}
          problem={problemOf('price')}
          {...number}
        />
      ) : (
        <p className="text-xs text-muted">{say('market_price_hint')}</p>
      )}
      {fields.kind === 'market' && fields.side === 'buy' && <SizeChoice fields={fields} onChange={onChange} />}
      {isSizedInQuote(fields) ? (
        <Field
          label={say('budget')}
          name="budget"
          value={fields.budget}
          onChange={(event) => onChange({ budget: event.target.value })}
          suffix={unit(pair.quote.code)}
          problem={problemOf('budget')}
          {...number}
        />
      ) : (
        <Field
          label={say('quantity')}
          name="quantity"
          value={fields.quantity}
          onChange={(event) => onChange({ quantity: event.target.value })}
          suffix={unit(pair.base.code)}
          problem={problemOf('quantity')}
          {...number}
        />
      )}
    </>
  )
}

/** What the fields already show to be wrong, else what the server said of what was sent last. */
function useProblems(reading: TicketReading, answer: TradeAnswer | undefined, fields: TicketFields) {
  const refusalWords = useRefusalWords()
  return (field: 'price' | 'quantity' | 'budget'): string | undefined => {
    const own = reading.problems.find((problem) => problem.field === field)
    if (own) return refusalWords(own.refusal satisfies Refusal)
    const { problem } = answer ?? {}
    return problem && fieldOfRefusal(problem.code, fields) === field ? problem.text : undefined
  }
}

function SizeChoice({ fields, onChange }: { fields: TicketFields; onChange: OnChange }) {
  const say = useWords('spot')
  const tab = (isOn: boolean) => `flex min-h-9 items-center rounded-md px-2 text-xs ${isOn ? 'bg-raised font-semibold' : 'text-muted'}`
  return (
    <div className="flex flex-wrap gap-1">
      {(['base', 'quote'] as const).map((sizeIn) => (
        <Choice key={sizeIn} part={{ sizeIn }} fields={fields} onChange={onChange} className={tab(fields.sizeIn === sizeIn)}>
          {say(`size_in_${sizeIn}`)}
        </Choice>
      ))}
    </div>
  )
}

function PercentButtons({ facts, fields, onFill }: { facts: TicketFacts; fields: TicketFields; onFill: (fields: TicketFields) => void }) {
  const say = useWords('spot')
  const isAlive = useAlive()
  if (!facts.available) return null
  return (
    <div className={`grid grid-cols-4 gap-1 ${isAlive ? '' : 'invisible'}`}>
      {[25, 50, 75, 100].map((percent) => (
        <button
          key={percent}
          type="button"
          onClick={() => onFill(fillPercent(facts, fields, percent))}
          aria-label={say('share_of_balance', { percent })}
          className="min-h-9 rounded-md border border-line text-xs text-muted hover:text-ink"
        >
          {percent}%
        </button>
      ))}
    </div>
  )
}

function LimitOptions({ fields, onChange }: { fields: TicketFields; onChange: OnChange }) {
  const say = useWords('spot')
  const id = useId()
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-xs text-muted">
        {say('time_in_force')}
      </label>
      <select
        id={id}
        name="timeInForce"
        value={fields.timeInForce}
        onChange={(event) => onChange({ timeInForce: event.target.value === 'ioc' ? 'ioc' : event.target.value === 'fok' ? 'fok' : 'gtc' })}
        className="field min-h-10 truncate text-sm"
      >
        <option value="gtc">{say('gtc')}</option>
        <option value="ioc">{say('ioc')}</option>
        <option value="fok">{say('fok')}</option>
      </select>
      <label className="flex min-h-9 items-center gap-2 text-xs">
        <input
          type="checkbox"
          name="isPostOnly"
          checked={fields.isPostOnly}
          onChange={(event) => onChange({ isPostOnly: event.target.checked })}
          className="size-4 accent-selected"
        />
        {say('post_only')}
      </label>
    </div>
  )
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

function Answer({ pair, answer, fields }: { pair: Pair; answer: TradeAnswer | undefined; fields: TicketFields }) {
  const say = useWords('spot')
  if (answer?.intent !== 'place') return null
  if (answer.problem) {
    const isBesideField = fieldOfRefusal(answer.problem.code, fields) !== 'form'
    return isBesideField ? null : <Problem text={answer.problem.text} />
  }
  const { order } = answer
  if (!order) return null
  const price = averagePriceWords(pair, order)
  if (price !== null) {
    const facts = { quantity: quantityWords(pair, order.lotsFilled), asset: pair.base.code, price }
    return <Notice tone="good">{say('placed_filled', facts)}</Notice>
  }
  if (order.state === 'open' || order.state === 'pending') {
    return <Notice tone="good">{say('placed_open', { order: order.orderNo })}</Notice>
  }
  return <RefusedOrder order={order} />
}

/** An order that the market took and ended at once: refused with a reason, or with nothing to trade against. */
function RefusedOrder({ order }: { order: NonNullable<TradeAnswer['order']> }) {
  const say = useWords('spot')
  const refusalWords = useRefusalWords()
  return (
    <Notice tone="plain">
      {order.refusal ? refusalWords({ code: order.refusal, facts: {} }) : say('placed_unfilled')}
    </Notice>
  )
}
