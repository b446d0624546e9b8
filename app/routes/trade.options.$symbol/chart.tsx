// The chart with a line at the entry of each running order, and how long it still runs.

import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { decodeAmount, formatUnits, trimZeros } from '#domain/money/amount'
import { formatSteps } from '#domain/quotes/steps'
import type { OptionRow } from '#party/protocol/options'
import { PriceChart, type PriceChartProps } from '../../chart/price-chart'
import type { Line } from '../../chart/price-lines.client'
import { useNumbers } from '../../text/numbers'

interface OptionsChartProps extends Omit<PriceChartProps, 'lines'> {
  readonly rows: readonly OptionRow[]
  readonly drawnAt: number
}

export function OptionsChart({ rows, drawnAt, ...chart }: OptionsChartProps) {
  const { t } = useTranslation('options')
  const numbers = useNumbers()
  const now = useSeconds(drawnAt, rows.length > 0)
  const lines = useMemo(
    (): readonly Line[] =>
      rows.flatMap((row) => {
        if (row.entrySteps === null || row.dueAt === null) return []
        const left = t('seconds', { count: Math.max(0, Math.ceil((row.dueAt - now) / 1_000)) })
        const stake = numbers.decimal(trimZeros(formatUnits(decodeAmount(row.stake), 6)))
        const words = t('open_order', { direction: t(row.direction), stake, left })
        const price = formatSteps(row.entrySteps, chart.pair.priceDecimals)
        return [{ price, tone: row.direction === 'rise' ? ('up' as const) : ('down' as const), words }]
      }),
    [rows, now, chart.pair, t, numbers],
  )
  return <PriceChart {...chart} lines={lines} />
}

/** The server's clock, to the second, while it is wanted. */
function useSeconds(drawnAt: number, isWanted: boolean): number {
  const [startedAt] = useState(() => (typeof performance === 'undefined' ? 0 : performance.now()))
  const [now, setNow] = useState(drawnAt)
  useEffect(() => {
    if (!isWanted) return
    const follow = () => setNow(drawnAt + performance.now() - startedAt)
    follow()
    const timer = setInterval(follow, 1_000)
    return () => clearInterval(timer)
  }, [drawnAt, startedAt, isWanted])
  return now
}
