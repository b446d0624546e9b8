// Options chart: tick line (which decides orders) or candles, with entry and remaining time of each running order.

import { useSearchParams } from '@remix-run/react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { decodeAmount, formatUnits, trimZeros } from '#domain/money/amount'
import { formatSteps } from '#domain/quotes/steps'
import type { OptionRow } from '#party/protocol/options'
import type { PricePoint } from '#party/protocol/quotes'
import { LinedChart, type LinedChartProps } from '../../chart/lined-chart'
import type { Line } from '../../chart/price-lines.client'
import { Tabs } from '../../components/tabs'
import { useNumbers } from '../../text/numbers'
import { TickChart } from './tick-chart'
import { joinTicks } from './ticks'

const KINDS = ['ticks', 'candles'] as const

interface OptionsChartProps extends Omit<LinedChartProps, 'lines'> {
  /** Price points of the loader; later ones arrive by channel. */
  readonly ticks: readonly PricePoint[]
  readonly rows: readonly OptionRow[]
  readonly ended: readonly OptionRow[]
  readonly drawnAt: number
}

export function OptionsChart({ ticks: drawn, rows, ended, drawnAt, ...chart }: OptionsChartProps) {
  const { t } = useTranslation('options')
  const [search] = useSearchParams()
  const kind = KINDS.find((name) => name === search.get('chart')) ?? 'ticks'
  const now = useSeconds(drawnAt)
  const ticks = useTicks(drawn, chart)
  const { priceDecimals } = chart.pair
  return (
    <div className="flex h-full flex-col">
      <Tabs
        label={t('chart_kind')}
        tabs={KINDS.map((name) => ({
          to: `?${new URLSearchParams({ ...Object.fromEntries(search), chart: name }).toString()}`,
          words: t(`chart_${name}`),
          isSelected: name === kind,
        }))}
      />
      <div className="min-h-0 flex-1">
        {kind === 'ticks' ? (
          <TickChart ticks={ticks} live={rows} ended={ended} now={now} priceDecimals={priceDecimals} />
        ) : (
          <Candles rows={rows} now={now} {...chart} />
        )}
      </div>
    </div>
  )
}

interface CandlesProps extends Omit<LinedChartProps, 'lines'> {
  readonly rows: readonly OptionRow[]
  readonly now: number
}

function Candles({ rows, now, ...chart }: CandlesProps) {
  const { t } = useTranslation('options')
  const numbers = useNumbers()
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
  return <LinedChart {...chart} lines={lines} />
}

/** Loader points plus live points. */
function useTicks(drawn: readonly PricePoint[], { price, at }: Pick<LinedChartProps, 'price' | 'at'>) {
  const [received, setReceived] = useState<readonly PricePoint[]>([])
  useEffect(() => {
    // Published prices have all decimals of their pair, so removing the point gives steps.
    if (price !== undefined && at !== undefined)
      setReceived((before) => joinTicks(before, [{ at, priceSteps: parseInt(price.replace('.', ''), 10) }]))
  }, [price, at])
  return useMemo(() => joinTicks(drawn, received), [drawn, received])
}

/** The server's clock, to the second. */
function useSeconds(drawnAt: number): number {
  const [now, setNow] = useState(drawnAt)
  useEffect(() => {
    const startedAt = performance.now()
    const follow = () => setNow(drawnAt + performance.now() - startedAt)
    follow()
    const timer = setInterval(follow, 1_000)
    return () => clearInterval(timer)
  }, [drawnAt])
  return now
}
