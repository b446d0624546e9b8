// Order estimates: average price, slippage, fee, received amount.

import { useTranslation } from 'react-i18next'
import type { Pair } from '#domain/catalogue'
import { encodeAmount } from '#domain/money/amount'
import type { TicketSummary as Summary } from '../../forms/spot'
import { type Numbers, useNumbers } from '../../text/numbers'
import { FigureList } from '../../components/figure-list'

/** Slippage warning threshold in basis points (0.5 %). */
const SLIPPAGE_WARNING = 50

export interface SummaryRow {
  readonly word: 'average_estimate' | 'slippage' | 'fee_estimate' | 'receive_estimate'
  /** Null while the value is unknown. */
  readonly text: string | null
  readonly isWarning?: boolean
}

export function summaryRows(numbers: Numbers, pair: Pair, summary: Summary | null): readonly SummaryRow[] {
  const received = summary?.receivedAsset === 'base' ? pair.base : pair.quote
  const slippage = summary?.slippageBasisPoints ?? null
  const average =
    summary && numbers.averagePrice(pair, { lotsFilled: summary.quantity, quoteFilled: encodeAmount(summary.total) })
  return [
    { word: 'average_estimate', text: average },
    {
      word: 'slippage',
      text: slippage === null ? null : numbers.percent(basisPointText(slippage)),
      isWarning: (slippage ?? 0) >= SLIPPAGE_WARNING,
    },
    { word: 'fee_estimate', text: summary && `${numbers.amount(received, summary.fee)}\u00a0${received.code}` },
    { word: 'receive_estimate', text: summary && `${numbers.brief(received, summary.receives)}\u00a0${received.code}` },
  ]
}

/** 6 is "0.06" percent. */
const basisPointText = (points: number): string =>
  `${Math.floor(points / 100)}.${String(points % 100).padStart(2, '0')}`

export function TicketSummary({ pair, summary }: { readonly pair: Pair; readonly summary: Summary | null }) {
  const { t } = useTranslation('spot')
  const known = summaryRows(useNumbers(), pair, summary).filter(({ text }) => text !== null)
  return (
    <FigureList
      rows={known.map(({ word, text, isWarning }) => ({
        key: word,
        label: t(word),
        value: isWarning ? <Warning text={text} /> : text,
      }))}
      look="tight"
      // Below the button, so that the button does not move as rows change.
      className="order-last text-xs"
    />
  )
}

const Warning = ({ text }: Pick<SummaryRow, 'text'>) => (
  <span className="font-semibold text-bad-text">
    <span aria-hidden="true">⚠ </span>
    {text}
  </span>
)
