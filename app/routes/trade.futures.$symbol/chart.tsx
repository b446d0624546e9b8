// Futures chart with own lines: entry, take-profit, stop-loss, liquidation and waiting orders. Stops can be dragged; a
// dialog confirms the change.

import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pair } from '#domain/catalogue'
import type { FuturesAppraisal } from '#domain/futures/appraisal'
import { wholeLots } from '#domain/futures/terms'
import { formatSteps, parseSteps } from '#domain/quotes/steps'
import type { FuturesRow } from '#party/protocol/futures'
import { LinedChart, type LinedChartProps } from '../../chart/lined-chart'
import type { Line } from '../../chart/price-lines.client'
import { useStopPart } from '../../components/futures/futures-list'
import type { DraggedStop } from '../../forms/futures-stops'
import { useNumbers } from '../../text/numbers'

interface FuturesChartProps extends Omit<LinedChartProps, 'lines' | 'onDragged'> {
  readonly rows: readonly FuturesRow[]
  readonly appraisal: FuturesAppraisal
  readonly onDragged: (dragged: DraggedStop) => void
}

export function FuturesChart({ rows, appraisal, onDragged, ...chart }: FuturesChartProps) {
  const { priceDecimals, tickSteps } = chart.pair
  const drag = (key: string, price: string) => {
    const [positionNo = '', stop] = key.split(':')
    const priceSteps = parseSteps(price, priceDecimals)
    if (priceSteps === null || (stop !== 'takeProfit' && stop !== 'stopLoss')) return
    const onGrid = Math.max(tickSteps, Math.round(priceSteps / tickSteps) * tickSteps)
    const row = rows.find((each) => each.positionNo === parseInt(positionNo, 10))
    if (row && row[stop] !== onGrid) onDragged({ positionNo: row.positionNo, stop, priceSteps: onGrid })
  }
  return <LinedChart {...chart} lines={useLines(chart.pair, rows, appraisal)} onDragged={drag} />
}

/** Lines at the prices of own positions and orders. */
function useLines(pair: Pair, rows: readonly FuturesRow[], appraisal: FuturesAppraisal): readonly Line[] {
  const { t } = useTranslation('futures')
  const numbers = useNumbers()
  const partText = useStopPart()
  return useMemo(
    () =>
      rows.flatMap((row) => {
        const line = (priceSteps: number | null, tone: Line['tone'], words: string, drag?: string): readonly Line[] => {
          if (priceSteps === null) return []
          const text = formatSteps(priceSteps, pair.priceDecimals)
          return [{ price: text, tone, words: `${words} ${numbers.decimal(text)}`, ...(drag && { drag }) }]
        }
        const name = `${t(row.direction)} ${numbers.decimal(String(wholeLots(row.lots, row.terms)))}`
        const liquidation = appraisal.positions.get(row.positionNo)?.liquidation ?? null
        return [
          ...line(row.openSteps ?? row.entrySteps, row.direction === 'long' ? 'up' : 'down', name),
          ...line(row.takeProfit, 'up', partText(row, 'takeProfit', t('take_profit')), `${row.positionNo}:takeProfit`),
          ...line(row.stopLoss, 'down', partText(row, 'stopLoss', t('stop_loss')), `${row.positionNo}:stopLoss`),
          ...line(liquidation, 'bad', t('liquidation')),
        ]
      }),
    [pair, rows, appraisal, t, numbers, partText],
  )
}
