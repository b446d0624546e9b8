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
}

export function Facts({ rows, ticks = [] }: FactsProps) {
  return (
    <dl className="panel grid gap-2 p-4 text-sm">
      {rows.map(([label, value]) => (
        <Fact key={label} label={label} value={value} />
      ))}
      {ticks.map((tick) => (
        <TickFacts key={tick.hash} tick={tick} isNamed={ticks.length > 1} />
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

function TickFacts({ tick, isNamed }: { readonly tick: Tick; readonly isNamed: boolean }) {
  const { t } = useTranslation('futures')
  const numbers = useNumbers()
  const name = isNamed ? ` ${tick.symbol.replace('-', '/')}` : ''
  return (
    <>
      <Fact label={`${t('receipt_tick')}${name}`} value={numbers.decimal(tick.price)} />
      <Fact label={`${t('receipt_source')}${name}`} value={tick.source} />
      <Fact label={`${t('receipt_tick_at')}${name}`} value={<Moment at={tick.at} />} />
      <Fact label={`${t('receipt_hash')}${name}`} value={<code className="text-2xs break-all">{tick.hash}</code>} />
    </>
  )
}
