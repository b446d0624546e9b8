// Facts of a receipt, one per line, and the prices that decided.

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Tick } from '#domain/quotes/chain'
import { Moment } from '../../components/moment'
import { useNumbers } from '../../text/numbers'

export type ReceiptFact = readonly [label: string, value: ReactNode]

interface FactsProps {
  readonly rows: readonly ReceiptFact[]
  readonly ticks?: readonly Tick[]
  /** Role of the prices; by default they decided the result. */
  readonly ticksAre?: TickRole
}

/** `before`: newest price before a decision, which dates the decision. `applied`: price that converted an amount. */
type TickRole = 'decided' | 'before' | 'applied'
const TICK_LABELS = {
  decided: 'receipt_tick',
  before: 'receipt_tick_before',
  applied: 'receipt_tick_applied',
} as const satisfies Record<TickRole, string>

export function Facts({ rows, ticks = [], ticksAre = 'decided' }: FactsProps) {
  return (
    <dl className="panel grid gap-2 p-4 text-sm">
      {rows.map(([label, value]) => (
        <Fact key={label} label={label} value={value} />
      ))}
      {ticks.map((tick) => (
        <TickFacts key={tick.hash} tick={tick} role={ticksAre} isNamed={ticks.length > 1} />
      ))}
    </dl>
  )
}

const Fact = ({ label, value }: { readonly label: string; readonly value: ReactNode }) => (
  <div className="flex flex-wrap justify-between gap-x-4">
    <dt className="text-muted">{label}</dt>
    <dd className="min-w-0 text-right">{value}</dd>
  </div>
)

interface TickFactsProps {
  readonly tick: Tick
  readonly role: TickRole
  readonly isNamed: boolean
}

function TickFacts({ tick, role, isNamed }: TickFactsProps) {
  const { t } = useTranslation('futures')
  const numbers = useNumbers()
  const name = isNamed ? ` ${tick.symbol.replace('-', '/')}` : ''
  return (
    <>
      <Fact label={`${t(TICK_LABELS[role])}${name}`} value={numbers.decimal(tick.price)} />
      <Fact label={`${t('receipt_source')}${name}`} value={tick.source} />
      <Fact label={`${t('receipt_tick_at')}${name}`} value={<Moment at={tick.at} />} />
      <Fact label={`${t('receipt_hash')}${name}`} value={<code className="text-2xs break-all">{tick.hash}</code>} />
    </>
  )
}
