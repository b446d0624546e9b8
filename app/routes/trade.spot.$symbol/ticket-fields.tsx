// The fields of the order ticket. Choices are links that the server draws; with scripts they switch in place.

import { Link } from '@remix-run/react'
import { type ReactNode, useId } from 'react'
import type { Refusal } from '#domain/outcome'
import { useAlive } from '../../components/alive'
import { Field } from '../../components/field'
import { type TicketFacts, type TicketFields, type TicketReading, fillPercent, isSizedInQuote } from '../../forms/spot'
import { fieldOfRefusal } from '../../forms/spot-submission'
import { amountWords } from '../../text/money'
import { useRefusalWords, useWords } from '../../text/words'
import type { TradeAnswer } from './data.server'

export type OnChange = (part: Partial<TicketFields>) => void

/** A choice that works as a link and switches in place once scripts run. */
function Choice({
  part,
  fields,
  onChange,
  className,
  children,
}: {
  part: Partial<TicketFields>
  fields: TicketFields
  onChange: OnChange
  className: string
  children: ReactNode
}) {
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
      onKeyDown={(event) => {
        // A button answers the space bar too; a link alone would scroll.
        if (event.key !== ' ') return
        event.preventDefault()
        onChange(part)
      }}
    >
      {children}
    </Link>
  )
}

export function SideTabs({ fields, onChange }: { fields: TicketFields; onChange: OnChange }) {
  const say = useWords('spot')
  const tab = (isOn: boolean, on: string) => `button min-h-10 px-2 ${isOn ? on : 'text-muted'}`
  return (
    <div className="grid grid-cols-2 gap-1 rounded-lg bg-raised p-0.5">
      <Choice
        part={{ side: 'buy' }}
        fields={fields}
        onChange={onChange}
        className={tab(fields.side === 'buy', 'button-buy')}
      >
        {say('buy')}
      </Choice>
      <Choice
        part={{ side: 'sell' }}
        fields={fields}
        onChange={onChange}
        className={tab(fields.side === 'sell', 'button-sell')}
      >
        {say('sell')}
      </Choice>
    </div>
  )
}

export function KindTabs({ fields, onChange }: { fields: TicketFields; onChange: OnChange }) {
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

export function Available({ facts, side }: { facts: TicketFacts; side: TicketFields['side'] }) {
  const say = useWords('spot')
  if (!facts.available) return null
  const [asset, value] =
    side === 'buy' ? [facts.pair.quote, facts.available.quote] : [facts.pair.base, facts.available.base]
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

export function PriceAndSize({ facts, fields, reading, answer, onChange }: PriceAndSizeProps) {
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
  const tab = (isOn: boolean) =>
    `flex min-h-9 items-center rounded-md px-2 text-xs ${isOn ? 'bg-raised font-semibold' : 'text-muted'}`
  return (
    <div className="flex flex-wrap gap-1">
      {(['base', 'quote'] as const).map((sizeIn) => (
        <Choice
          key={sizeIn}
          part={{ sizeIn }}
          fields={fields}
          onChange={onChange}
          className={tab(fields.sizeIn === sizeIn)}
        >
          {say(`size_in_${sizeIn}`)}
        </Choice>
      ))}
    </div>
  )
}

export function PercentButtons({
  facts,
  fields,
  onFill,
}: {
  facts: TicketFacts
  fields: TicketFields
  onFill: (fields: TicketFields) => void
}) {
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

export function LimitOptions({ fields, onChange }: { fields: TicketFields; onChange: OnChange }) {
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
        onChange={(event) =>
          onChange({ timeInForce: event.target.value === 'ioc' ? 'ioc' : event.target.value === 'fok' ? 'fok' : 'gtc' })
        }
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
