// Price chart: sparkline first, then the chart library, or the depth chart. On a phone it stays a sparkline until
// opened, and the library is not loaded.

import { type CSSProperties, type RefObject, memo, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pair } from '#domain/catalogue'
import type { SpotFillRow, SpotOrderRow } from '#party/protocol/account'
import type { ConditionalRow } from '#party/protocol/conditional'
import type { DepthRow } from '#party/protocol/market'
import { currentOffset } from '../../visitor/zone'
import { useSite } from '../../site/site'
import { Sparkline } from '../../components/sparkline'
import { useLoaded } from '../../components/use-alive'
import type { Direction } from '../../text/decimal-text'
import { useNumbers } from '../../text/numbers'
import { ChartBar } from '../../chart/chart-bar'
import { hasOwnTools, panesOf, readChartSettings } from '../../chart/chart-settings'
import { Legend } from '../../chart/legend'
import { useRemembered } from '../../chart/remembered'
import type { Kline } from '../../chart/kline.client'
import { useIsWide } from '../../components/trade/use-terminal-layout'
import { useKline } from '../../chart/use-kline'

interface ChartPanelProps {
  readonly pair: Pair
  readonly closes: readonly string[]
  readonly direction: Direction | undefined
  readonly price: string | undefined
  readonly at: number | undefined
  /** Order book, while the depth chart is selected; otherwise null. */
  readonly depth: { readonly bids: readonly DepthRow[]; readonly asks: readonly DepthRow[] } | null
  readonly openOrders: readonly SpotOrderRow[]
  readonly conditionals: readonly ConditionalRow[]
  readonly fills: readonly SpotFillRow[]
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
  readonly onDepth: (isDepth: boolean) => void
}

const loadTools = () => import('../../chart/chart-tools')
const loadDepth = () => import('./depth-chart')
const loadOwn = () => import('../../chart/kline-own.client')
const loadFullScreen = () => import('../../chart/full-screen')

/** Memoized: re-rendered only for a price or an order, while the order book changes ten times a second. */
export const ChartPanel = memo(function ChartPanel(props: ChartPanelProps) {
  const { pair, closes, direction, price, at, depth, openOrders, conditionals, fills } = props
  const { isOpen, onOpen, onDepth } = props
  const { t } = useTranslation('market')
  const isWide = useIsWide()
  const { offset } = useSite()
  const [settings, change] = useRemembered('cm_chart', readChartSettings)
  const isDepth = depth !== null
  const [isToolsOpen, setToolsOpen] = useState(false)
  const [isFull, setFull] = useState(false)
  const section = useRef<HTMLElement>(null)
  const box = useRef<HTMLDivElement>(null)
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
  useOwnMarks(kline, { pair, openOrders, conditionals, fills })
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
        open={[isOpen, onOpen]}
        depth={[isDepth, onDepth]}
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
        <Picture {...props} box={box} label={label} isDrawn={kline !== null} hasFailed={hasFailed} />
      </div>
    </section>
  )
})

interface PictureProps extends Pick<ChartPanelProps, 'pair' | 'closes' | 'direction' | 'depth'> {
  readonly box: RefObject<HTMLDivElement>
  readonly label: string
  readonly isDrawn: boolean
  readonly hasFailed: boolean
}

/** Chart of the library, its sparkline placeholder, or the depth chart. */
function Picture({ pair, closes, direction, depth, box, label, isDrawn, hasFailed }: PictureProps) {
  const { t } = useTranslation('market')
  const hills = useLoaded(loadDepth, depth !== null)
  return (
    <>
      {!isDrawn && !depth && (
        <div className="absolute inset-0 p-3">
          <Sparkline closes={closes} direction={direction} className="size-full" />
        </div>
      )}
      {/* Placeholder that covers the line as soon as the library draws; React removes it slightly later. */}
      <div
        ref={box}
        role="img"
        aria-label={label}
        className={`absolute inset-0 not-empty:bg-surface ${depth ? 'invisible' : ''}`}
      />
      {hasFailed && !depth && (
        <p role="status" className="absolute inset-x-0 top-1/2 z-10 px-3 text-center text-sm text-muted">
          <span className="rounded-sm bg-surface px-2 py-1">{t('chart_failed')}</span>
        </p>
      )}
      {depth && hills && <hills.DepthChart pair={pair} bids={depth.bids} asks={depth.asks} />}
    </>
  )
}

/** Marks of own orders and fills, loaded once there are any. */
function useOwnMarks(
  kline: Kline | null,
  { pair, openOrders, conditionals, fills }: Pick<ChartPanelProps, 'pair' | 'openOrders' | 'conditionals' | 'fills'>,
) {
  const { t } = useTranslation('spot')
  const { t: tPlan } = useTranslation('conditional')
  const numbers = useNumbers()
  const own = useLoaded(loadOwn, kline !== null && openOrders.length + conditionals.length + fills.length > 0)
  useEffect(() => {
    if (kline)
      own?.drawOwn(kline.chart, {
        numbers,
        pair,
        openOrders,
        conditionals,
        fills,
        sideWords: { buy: t('buy'), sell: t('sell') },
        causeWords: {
          stop: tPlan('cause_stop'),
          take_profit: tPlan('cause_take_profit'),
          trailing: tPlan('cause_trailing'),
        },
      })
    // oxlint-disable-next-line react/exhaustive-deps -- words change with the page's language, which loads the page anew
  }, [kline, own, pair, openOrders, conditionals, fills])
}

function useFullScreen(section: RefObject<HTMLElement | null>, isFull: boolean, onEnd: () => void): void {
  const screen = useLoaded(loadFullScreen, isFull, onEnd)
  useEffect(() => {
    return isFull && screen && section.current ? screen.coverPage(section.current, onEnd) : undefined
    // oxlint-disable-next-line react/exhaustive-deps -- only entering and leaving decide
  }, [isFull, screen])
}
