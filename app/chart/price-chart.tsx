// Price chart of every trade page: sparkline first, then the chart library with its tools. On a phone it can be folded,
// and a folded chart loads nothing. The page adds its lines and marks, and a depth chart if it has an order book.

import { type CSSProperties, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pair } from '#domain/catalogue'
import { Sparkline } from '../components/sparkline'
import { useIsWide } from '../components/trade/use-terminal-layout'
import { useLoaded } from '../components/use-alive'
import { useSite } from '../site/site'
import type { Direction } from '../text/decimal-text'
import { currentOffset } from '../visitor/zone'
import { ChartBar, type Toggle } from './chart-bar'
import { hasOwnTools, panesOf, readChartSettings } from './chart-settings'
import type { Kline } from './kline.client'
import { Legend } from './legend'
import { useRemembered } from './remembered'
import { useKline } from './use-kline'

export interface PriceChartProps {
  readonly pair: Pair
  readonly closes: readonly string[]
  /** Direction of the 24 h price change, as in the price header. */
  readonly direction: Direction | undefined
  readonly price: string | undefined
  readonly at: number | undefined
  /** Fold state, on a phone only. */
  readonly open: Toggle
  /** Depth chart in place of the candles; absent without an order book. */
  readonly depth?: { readonly toggle: Toggle; readonly picture: ReactNode }
  /** Called once the chart library has drawn the chart. */
  readonly children: (kline: Kline) => ReactNode
}

/** Prices on the axis of a chart to come. */
const AXIS = [1, 2, 3, 4] as const

const loadTools = () => import('./chart-tools')
const loadFullScreen = () => import('./full-screen')

export function PriceChart({ pair, closes, direction, price, at, open, depth, children }: PriceChartProps) {
  const { t } = useTranslation('market')
  const isWide = useIsWide()
  const { offset } = useSite()
  const [settings, change] = useRemembered('cm_chart', readChartSettings)
  const [isToolsOpen, setToolsOpen] = useState(false)
  const [isFull, setFull] = useState(false)
  const section = useRef<HTMLElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const [isOpen] = open
  const isDepth = depth?.toggle[0] ?? false
  const isShown = isWide || isOpen
  const { kline, hasFailed, candle } = useKline(box, {
    pair,
    period: settings.period,
    zone: settings.zone ?? currentOffset(offset),
    isWanted: isShown,
  })
  const tools = useLoaded(loadTools, kline !== null && (isWide || isToolsOpen || hasOwnTools(settings, pair.symbol)))

  useEffect(() => {
    if (price !== undefined && at !== undefined) kline?.tick(price, at)
  }, [kline, price, at])
  useFullScreen(section, isFull, () => setFull(false))

  const label = t('chart_label', { pair: `${pair.base.code}/${pair.quote.code}` })
  return (
    <section
      ref={section}
      aria-label={label}
      className={`flex h-full flex-col ${isFull ? 'chart-full' : ''}`}
      data-chart={isShown ? 'open' : 'folded'}
    >
      <ChartBar
        closes={closes}
        direction={direction}
        settings={settings}
        onChange={change}
        open={open}
        depth={depth?.toggle}
        tools={[isToolsOpen, setToolsOpen]}
        full={[isFull, setFull]}
      />
      <div className={`lg:min-h-10 ${isShown && !isDepth && (isWide || isToolsOpen) ? '' : 'max-lg:hidden'}`}>
        {tools && kline && !isDepth && (
          <tools.ChartTools kline={kline} pair={pair} settings={settings} onChange={change} />
        )}
      </div>
      <div className={isOpen && !isDepth ? '' : 'max-lg:hidden'}>
        <Legend candle={candle} decimals={pair.priceDecimals} />
      </div>
      <div
        className={`relative min-h-0 ${isFull ? 'flex-1' : 'chart-box lg:flex-1'} ${isOpen ? '' : 'max-lg:hidden'}`}
        style={{ '--panes': panesOf(settings.indicators).length } as CSSProperties}
      >
        {kline === null && !isDepth && (
          <div className="chart-wait absolute inset-0 flex" data-testid="chart-wait">
            <Sparkline closes={closes} direction={direction} hasArea className="h-full min-w-0 flex-1 py-3" />
            <span aria-hidden="true" className="grid w-15 content-around justify-items-center">
              {AXIS.map((row) => (
                <span key={row} className="skeleton h-2.5 w-11" />
              ))}
            </span>
          </div>
        )}
        {/* Placeholder that covers the line as soon as the library draws; React removes it slightly later. */}
        <div
          ref={box}
          role="img"
          aria-label={label}
          className={`absolute inset-0 not-empty:bg-surface ${isDepth ? 'invisible' : ''}`}
        />
        {hasFailed && !isDepth && (
          <p role="status" className="absolute inset-x-0 top-1/2 z-10 px-3 text-center text-sm text-muted">
            <span className="rounded-sm bg-surface px-2 py-1">{t('chart_failed')}</span>
          </p>
        )}
        {isDepth && depth?.picture}
      </div>
      {kline && children(kline)}
    </section>
  )
}

function useFullScreen(section: RefObject<HTMLElement | null>, isFull: boolean, onEnd: () => void): void {
  const screen = useLoaded(loadFullScreen, isFull, onEnd)
  useEffect(() => {
    return isFull && screen && section.current ? screen.coverPage(section.current, onEnd) : undefined
    // oxlint-disable-next-line react/exhaustive-deps -- only entering and leaving decide
  }, [isFull, screen])
}
