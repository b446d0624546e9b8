// Price chart of every trade page: the server's sketch first, then the chart library with its tools. On a phone it can be folded,
// and a folded chart loads nothing. The page adds its lines and marks, and a depth chart if it has an order book.

import { type CSSProperties, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pair } from '#domain/catalogue'
import { type WideFrom, useIsWide } from '../components/trade/use-terminal-layout'
import { useLoaded } from '../components/use-alive'
import { useSite } from '../site/site'
import type { Direction } from '../text/decimal-text'
import { currentOffset } from '../visitor/zone'
import { ChartBar, type Toggle } from './chart-bar'
import { hasOwnTools, panesOf, readChartSettings } from './chart-settings'
import type { Kline } from './kline.client'
import { Legend } from './legend'
import { useRemembered } from './remembered'
import { type ChartSketch, Sketch } from './sketch'
import { useKline } from './use-kline'

export interface PriceChartProps {
  readonly pair: Pair
  readonly closes: readonly string[]
  /** The day's candles, drawn until the library has drawn them. */
  readonly sketch: ChartSketch | null
  /** Direction of the 24 h price change, as in the price header. */
  readonly direction: Direction | undefined
  readonly price: string | undefined
  readonly at: number | undefined
  /** Fold state, below the width from which the chart always stands. */
  readonly open: Toggle
  readonly alwaysFrom?: WideFrom
  /** Depth chart in place of the candles; absent without an order book. */
  readonly depth?: { readonly toggle: Toggle; readonly picture: ReactNode }
  /** Called once the chart library has drawn the chart. */
  readonly children: (kline: Kline) => ReactNode
}

const loadTools = () => import('./chart-tools')
const loadFullScreen = () => import('./full-screen')

export function PriceChart(props: PriceChartProps) {
  const { pair, closes, sketch, direction, price, at, open, alwaysFrom = '64rem', depth, children } = props
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
  const isShown = useIsWide(alwaysFrom) || isOpen
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
      data-always={alwaysFrom}
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
      <div className={`unfolded ${isDepth ? 'max-lg:hidden' : ''}`}>
        <Legend candle={candle} decimals={pair.priceDecimals} />
      </div>
      <div
        className={`unfolded relative min-h-0 ${isFull ? 'flex-1' : 'chart-box lg:flex-1'}`}
        style={{ '--panes': panesOf(settings.indicators).length } as CSSProperties}
      >
        {kline === null && !isDepth && (
          <div className="chart-wait absolute inset-0" data-testid="chart-wait">
            {sketch && <Sketch sketch={sketch} price={closes.at(-1) ?? ''} />}
          </div>
        )}
        {/* Placeholder that covers the sketch as soon as the library draws; React removes it slightly later. */}
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
