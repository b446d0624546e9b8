// Facts of a receipt, one per line, and the prices that decided.

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Tick } from '#domain/quotes/chain'
import { FigureList } from '../../components/figure-list'
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
  const { t } = useTranslation('futures')
  const numbers = useNumbers()
  const tickFacts = (tick: Tick, isNamed: boolean): readonly ReceiptFact[] => {
    const name = isNamed ? ` ${tick.symbol.replace('-', '/')}` : ''
    return [
      [`${t(TICK_LABELS[ticksAre])}${name}`, numbers.decimal(tick.price)],
      [`${t('receipt_source')}${name}`, tick.source],
      [`${t('receipt_tick_at')}${name}`, <Moment key="at" at={tick.at} />],
      [
        `${t('receipt_hash')}${name}`,
        <code key="hash" className="text-2xs break-all">
          {tick.hash}
        </code>,
      ],
    ]
  }
  return (
    <FigureList
      rows={[...rows, ...ticks.flatMap((tick) => tickFacts(tick, ticks.length > 1))].map(([label, value], index) => ({
        key: `fact-${index}`,
        label,
        value,
      }))}
    />
  )
}
