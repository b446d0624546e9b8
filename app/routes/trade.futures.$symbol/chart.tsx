// The chart of the contract with one's own lines: where positions opened, where they would be closed or liquidated, where orders wait.

import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pair } from '#domain/catalogue'
import type { FuturesAppraisal } from '#domain/futures/appraisal'
import { formatSteps } from '#domain/quotes/steps'
import type { FuturesRow } from '#party/protocol/futures'
import { ChartBar } from '../../chart/chart-bar'
import { readChartSettings } from '../../chart/chart-settings'
import { useRemembered } from '../../chart/remembered'
import { useKline } from '../../chart/use-kline'
import { Sparkline } from '../../components/sparkline'
import { useLoaded } from '../../components/use-alive'
import { useSite } from '../../site/site'
import { directionOf } from '../../text/decimal-text'
import { useNumbers } from '../../text/numbers'
import type { Line } from './lines.client'

interface FuturesChartProps {
  readonly pair: Pair
  readonly closes: readonly string[]
  readonly price: string | undefined
  readonly at: number | undefined
  readonly change: string | undefined
  readonly rows: readonly FuturesRow[]
  readonly appraisal: FuturesAppraisal
}

const loadLines = () => import('./lines.client')

export function FuturesChart({ pair, closes, price, at, change, rows, appraisal }: FuturesChartProps) {
  const { t } = useTranslation('market')
  const { offset } = useSite()
  const [settings, setSettings] = useRemembered('cm_chart', readChartSettings)
  const [isOpen, setOpen] = useState(true)
  const box = useRef<HTMLDivElement>(null)
  const { kline, hasFailed } = useKline(box, {
    pair,
    period: settings.period,
    zone: settings.zone ?? offset,
    isWanted: isOpen,
  })
  useEffect(() => {
    if (price !== undefined && at !== undefined) kline?.tick(price, at)
  }, [kline, price, at])
  const lines = useLines(pair, rows, appraisal)
  const drawn = useLoaded(loadLines, kline !== null && lines.length > 0)
  const key = JSON.stringify(lines)
  useEffect(() => {
    if (kline) drawn?.drawLines(kline.chart, lines)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the lines are drawn anew when one of them is another
  }, [kline, drawn, key])
  const direction = change === undefined ? undefined : directionOf(change)
  return (
    <section
      aria-label={t('chart_label', { pair: `${pair.base.code}/${pair.quote.code}` })}
      className="flex h-full flex-col"
    >
      <ChartBar
        closes={closes}
        direction={direction}
        settings={settings}
        onChange={setSettings}
        open={[isOpen, setOpen]}
      />
      <div className={`relative min-h-64 flex-1 ${isOpen ? '' : 'max-lg:hidden'}`}>
        {!kline && (
          <div className="absolute inset-0 p-3">
            <Sparkline closes={closes} direction={direction} className="size-full" />
          </div>
        )}
        <div
          ref={box}
          role="img"
          aria-label={t('chart_label', { pair: `${pair.base.code}/${pair.quote.code}` })}
          className="absolute inset-0 not-empty:bg-surface"
        />
        {hasFailed && (
          <p role="status" className="absolute inset-x-0 top-1/2 z-10 text-center text-sm text-muted">
            {t('chart_failed')}
          </p>
        )}
      </div>
    </section>
  )
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
