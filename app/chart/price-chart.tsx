// Price chart with custom price lines supplied by each page.

import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pair } from '#domain/catalogue'
import { ChartBar } from './chart-bar'
import { readChartSettings } from './chart-settings'
import { Legend } from './legend'
import { useRemembered } from './remembered'
import { useKline } from './use-kline'
import { Sparkline } from '../components/sparkline'
import { useLoaded } from '../components/use-alive'
import { currentOffset } from '../visitor/zone'
import { useSite } from '../site/site'
import { directionOf } from '../text/decimal-text'
import type { Line } from './price-lines.client'

export interface PriceChartProps {
  readonly pair: Pair
  readonly closes: readonly string[]
  readonly price: string | undefined
  readonly at: number | undefined
  readonly change: string | undefined
  readonly lines: readonly Line[]
  /** Called when a draggable line is released; the price is decimal text. */
  readonly onDragged?: (drag: string, price: string) => void
}

const loadLines = () => import('./price-lines.client')

export function PriceChart({ pair, closes, price, at, change, lines, onDragged }: PriceChartProps) {
  const { t } = useTranslation('market')
  const { offset } = useSite()
  const [settings, setSettings] = useRemembered('cm_chart', readChartSettings)
  const [isOpen, setOpen] = useState(true)
  const box = useRef<HTMLDivElement>(null)
  const { kline, hasFailed, candle } = useKline(box, {
    pair,
    period: settings.period,
    zone: settings.zone ?? currentOffset(offset),
    isWanted: isOpen,
  })
  useEffect(() => {
    if (price !== undefined && at !== undefined) kline?.tick(price, at)
  }, [kline, price, at])
  const drawn = useLoaded(loadLines, kline !== null && lines.length > 0)
  const key = JSON.stringify(lines)
  const dragged = useRef(onDragged)
  useEffect(() => {
    dragged.current = onDragged
  })
  useEffect(() => {
    if (kline) drawn?.drawLines(kline.chart, lines, (drag, to) => dragged.current?.(drag, to))
    // oxlint-disable-next-line react/exhaustive-deps -- `key` changes with every line
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
      <div className={isOpen ? '' : 'max-lg:hidden'}>
        <Legend candle={candle} decimals={pair.priceDecimals} />
      </div>
      <div className={`relative min-h-72 flex-1 ${isOpen ? '' : 'max-lg:hidden'}`}>
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
