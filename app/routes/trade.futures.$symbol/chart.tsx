// The chart of the contract with one's own lines: where positions opened, where they would be closed or liquidated, where orders wait.

import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pair } from '#domain/catalogue'
import type { FuturesAppraisal } from '#domain/futures/appraisal'
import { formatSteps } from '#domain/quotes/steps'
import type { FuturesRow } from '#party/protocol/futures'
import { PriceChart, type PriceChartProps } from '../../chart/price-chart'
import type { Line } from '../../chart/price-lines.client'
import { useNumbers } from '../../text/numbers'

interface FuturesChartProps extends Omit<PriceChartProps, 'lines'> {
  readonly rows: readonly FuturesRow[]
  readonly appraisal: FuturesAppraisal
}

export function FuturesChart({ rows, appraisal, ...chart }: FuturesChartProps) {
  return <PriceChart {...chart} lines={useLines(chart.pair, rows, appraisal)} />
}

/** One line for each price that something of one's own hangs on. */
function useLines(pair: Pair, rows: readonly FuturesRow[], appraisal: FuturesAppraisal): readonly Line[] {
  const { t } = useTranslation('futures')
  const numbers = useNumbers()
  return useMemo(
    () =>
      rows.flatMap((row) => {
        const line = (steps: number | null, tone: Line['tone'], words: string): readonly Line[] => {
          if (steps === null) return []
          const text = formatSteps(steps, pair.priceDecimals)
          return [{ price: text, tone, words: `${words} ${numbers.decimal(text)}` }]
        }
        const name = `${t(row.direction)} ${numbers.count(row.lots)}`
        const liquidation = appraisal.positions.get(row.positionNo)?.liquidation ?? null
        return [
          ...line(row.openSteps ?? row.entrySteps, row.direction === 'long' ? 'up' : 'down', name),
          ...line(row.takeProfit, 'up', t('take_profit')),
          ...line(row.stopLoss, 'down', t('stop_loss')),
          ...line(liquidation, 'bad', t('liquidation')),
        ]
      }),
    [pair, rows, appraisal, t, numbers],
  )
}
