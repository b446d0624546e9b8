// The price chart: a drawn line first, the real chart over it once its library is here; or the depth of the book. On a phone it is
// folded to that line until it is wanted, and nothing of the library is loaded while it is.

import { memo, useEffect, useRef, useState } from 'react'
import { PERIODS } from '#party/protocol/quotes'
import type { Pair } from '#domain/catalogue'
import type { FillRow, OrderRow } from '#party/protocol/account'
import type { DepthRow } from '#party/protocol/market'
import { useAlive } from '../../components/alive'
import { Icon } from '../../components/icon'
import { useSite } from '../../components/site'
import { Sparkline } from '../../components/sparkline'
import { useLoaded } from '../../components/use-loaded'
import { useNumbers } from '../../text/numbers'
import { useWords } from '../../text/words'
import { hasOwnTools, readChartSettings } from './chart-settings'
import { useRemembered } from './remembered'
import { useIsDesk } from './use-is-desk'
import { useKline } from './use-kline'

interface ChartPanelProps {
  readonly pair: Pair
  readonly closes: readonly string[]
  readonly price: string | undefined
  readonly at: number | undefined
  /** The book, while its depth is what is shown. */
  readonly depth: { readonly bids: readonly DepthRow[]; readonly asks: readonly DepthRow[] } | null
  readonly openOrders: readonly OrderRow[]
  readonly fills: readonly FillRow[]
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
  readonly onDepth: (isDepth: boolean) => void
}

const loadTools = () => import('./chart-tools')
const loadDepth = () => import('./depth-chart')
const loadOwn = () => import('./kline-own.client')

/** Drawn again only for a price or an order: the book beside it changes ten times a second. */
export const ChartPanel = memo(function ChartPanel(props: ChartPanelProps) {
  const { pair, closes, price, at, depth, openOrders, fills, isOpen, onOpen, onDepth } = props
  const say = useWords('market')
  const saySpot = useWords('spot')
  const numbers = useNumbers()
  const isAlive = useAlive()
  const isDesk = useIsDesk()
  const { offset } = useSite()
  const [settings, change] = useRemembered('cm_chart', readChartSettings)
  const isDepth = depth !== null
  const [isToolsOpen, setToolsOpen] = useState(false)
  const [isFull, setFull] = useState(false)
  const section = useRef<HTMLElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const isShown = isDesk || isOpen
  const { kline, hasFailed } = useKline(box, {
    pair,
    period: settings.period,
    zone: settings.zone ?? offset,
    isWanted: isShown,
  })
  const tools = useLoaded(loadTools, kline !== null && (isDesk || isToolsOpen || hasOwnTools(settings, pair.symbol)))
  const hills = useLoaded(loadDepth, isDepth)
  const own = useLoaded(loadOwn, kline !== null && openOrders.length + fills.length > 0)

  useEffect(() => {
    if (price !== undefined && at !== undefined) kline?.tick(price, at)
  }, [kline, price, at])
  useEffect(() => {
    if (kline)
      own?.drawOwn(kline.chart, {
        numbers,
        pair,
        openOrders,
        fills,
        sideWords: { buy: saySpot('buy'), sell: saySpot('sell') },
      })
    // eslint-disable-next-line react-hooks/exhaustive-deps -- words change with the page's language, which loads the page anew
  }, [kline, own, pair, openOrders, fills])
  useFullScreen(section, isFull, () => setFull(false))

  const label = say('chart_label', { pair: `${pair.base.code}/${pair.quote.code}` })
  const tab = (isOn: boolean) =>
    `shrink-0 border-b-2 px-2 text-xs whitespace-nowrap min-h-11 lg:min-h-9 ${
      isOn ? 'border-selected font-semibold text-selected-text' : 'border-transparent text-muted hover:text-ink'
    }`
  return (
    <section
      ref={section}
      aria-label={label}
      className={`flex h-full flex-col ${isFull ? 'chart-full' : ''}`}
      data-chart={isShown ? 'open' : 'folded'}
    >
      <div className={`flex border-b border-line ${isOpen ? '' : 'max-lg:border-b-0'}`}>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => onOpen(!isOpen)}
          className={`flex min-h-11 items-center gap-1 px-2.5 text-xs font-semibold lg:hidden ${isOpen ? 'shrink-0' : 'min-w-0 flex-1'}`}
        >
          <Icon name={isOpen ? 'up' : 'down'} className={`size-4 ${isAlive ? '' : 'invisible'}`} />
          {say('chart')}
          {!isOpen && (
            <span aria-hidden="true" className="min-w-0 flex-1 pl-3">
              <Sparkline closes={closes} hasArea className="h-9 w-full" />
            </span>
          )}
        </button>
        <div
          role="group"
          aria-label={say('period')}
          className={`no-scrollbar flex min-w-0 flex-1 gap-0.5 overflow-x-auto px-1 fade-ends ${isOpen ? '' : 'max-lg:hidden'}`}
        >
          {PERIODS.map((choice) => (
            <button
              key={choice}
              type="button"
              ref={choice === settings.period ? showChosen : undefined}
              onClick={() => {
                onDepth(false)
                change({ ...settings, period: choice })
              }}
              aria-pressed={!isDepth && choice === settings.period}
              className={tab(!isDepth && choice === settings.period)}
            >
              {say(`period_${choice}`)}
            </button>
          ))}
        </div>
        <div className={`flex shrink-0 pr-1 ${isOpen ? '' : 'max-lg:hidden'} ${isAlive ? '' : 'invisible'}`}>
          <button
            type="button"
            aria-pressed={isDepth}
            aria-label={saySpot('depth')}
            title={saySpot('depth')}
            onClick={() => onDepth(!isDepth)}
            className={tab(isDepth)}
          >
            <span className="max-lg:hidden">{saySpot('depth')}</span>
            <Icon name="market" className="size-4.5 lg:hidden" />
          </button>
          <button
            type="button"
            aria-expanded={isToolsOpen}
            aria-label={saySpot('chart_tools')}
            title={saySpot('chart_tools')}
            onClick={() => setToolsOpen(!isToolsOpen)}
            className="grid w-11 place-items-center text-muted hover:text-ink lg:hidden"
          >
            <Icon name="settings" className="size-4.5" />
          </button>
          <button
            type="button"
            aria-pressed={isFull}
            aria-label={saySpot(isFull ? 'full_screen_leave' : 'full_screen')}
            title={saySpot(isFull ? 'full_screen_leave' : 'full_screen')}
            onClick={() => setFull(!isFull)}
            className="grid w-11 place-items-center text-muted hover:text-ink lg:w-9"
          >
            <Icon name={isFull ? 'close' : 'external'} className="size-4.5" />
          </button>
        </div>
      </div>
      <div className={`lg:min-h-10 ${isShown && !isDepth && (isDesk || isToolsOpen) ? '' : 'max-lg:hidden'}`}>
        {tools && kline && !isDepth && (
          <tools.ChartTools kline={kline} pair={pair} settings={settings} onChange={change} />
        )}
      </div>
      <div
        className={`relative min-h-0 ${isFull ? 'flex-1' : 'h-72 lg:h-auto lg:flex-1'} ${isOpen ? '' : 'max-lg:hidden'}`}
      >
        {!kline && !isDepth && (
          <div className="absolute inset-0 p-3">
            <Sparkline closes={closes} className="size-full" />
          </div>
        )}
        <div ref={box} role="img" aria-label={label} className={`absolute inset-0 ${isDepth ? 'invisible' : ''}`} />
        {hasFailed && !isDepth && (
          <p role="status" className="absolute inset-x-0 top-1/2 z-10 px-3 text-center text-sm text-muted">
            <span className="rounded-sm bg-surface px-2 py-1">{say('chart_failed')}</span>
          </p>
        )}
        {depth && hills && <hills.DepthChart pair={pair} bids={depth.bids} asks={depth.asks} />}
      </div>
    </section>
  )
})

/** The row of periods scrolls on a phone: the chosen one must be in sight. Only the row moves, never the page. */
function showChosen(button: HTMLButtonElement | null): void {
  const row = button?.parentElement
  if (row) row.scrollLeft = button.offsetLeft - row.offsetLeft - (row.clientWidth - button.clientWidth) / 2
}

/** The browser's own full screen where there is one; else the panel covers the page, and Escape ends it. */
function useFullScreen(section: React.RefObject<HTMLElement | null>, isFull: boolean, onEnd: () => void): void {
  useEffect(() => {
    const element = section.current
    if (!isFull || !element) return
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && onEnd()
    const onChange = () => !document.fullscreenElement && onEnd()
    // Refused (a frame, a phone): covering the page is enough.
    element.requestFullscreen?.().catch(() => undefined)
    document.addEventListener('keydown', onKey)
    document.addEventListener('fullscreenchange', onChange)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('fullscreenchange', onChange)
      if (document.fullscreenElement) void document.exitFullscreen()
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only entering and leaving decide
  }, [isFull])
}
