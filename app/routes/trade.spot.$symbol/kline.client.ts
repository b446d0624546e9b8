// The chart library's end: candles in, canvas out. Only the browser loads it. Prices become floats here because they become pixels.

import { type Chart, type KLineData, type Period as ChartPeriod, dispose, init } from 'klinecharts'
import { type Period, periodStart, periodStarts } from '#domain/quotes/period'
import type { Candle } from '#party/protocol/quotes'
import { CANDLES_PER_LOAD, loadCandles } from './candles'
import { klineStyles, pageLook, wholeTimes } from './kline-styles.client'

export interface Kline {
  /** For what is loaded later: tools, drawings, one's own orders. */
  readonly chart: Chart
  setPeriod(period: Period): void
  /** A live price: moves the last candle, or starts the next one. */
  tick(price: string, at: number): void
  /** Reads the page's colours again: the theme, or which way red points, has changed. */
  readTheme(): void
  /** Minutes east of UTC. */
  setZone(offset: number): void
  close(): void
}

interface KlineOptions {
  readonly element: HTMLElement
  readonly symbol: string
  readonly priceDecimals: number
  readonly quantityDecimals: number
  readonly period: Period
  /** The newest candles, read while this was on its way, so that the first picture is the only one; null when they could not be. */
  readonly candles: readonly Candle[] | null
  /** Minutes east of UTC. */
  readonly offset: number
  /** A number of the library's making as the page's language writes it. */
  readonly format: (value: string | number) => string
  /** Whether the candles could be read, each time they are. */
  readonly onLoad: (isLoaded: boolean) => void
}

/** Volumes come from the server only; this often the last candles are read again, and what could not be read is asked for again. */
const REFRESH_MS = 10_000

const CHART_PERIODS: Readonly<Record<Period, ChartPeriod>> = {
  '1min': { type: 'minute', span: 1 },
  '5min': { type: 'minute', span: 5 },
  '15min': { type: 'minute', span: 15 },
  '30min': { type: 'minute', span: 30 },
  '60min': { type: 'hour', span: 1 },
  '1D': { type: 'day', span: 1 },
  '1W': { type: 'week', span: 1 },
  '1M': { type: 'month', span: 1 },
}

/** A browser reads its tables of time zones when they are first asked for, which takes it half as long as the chart. */
export const readZones = (offset: number): unknown => new Intl.DateTimeFormat('en', { timeZone: zoneName(offset) })

export function openKline(options: KlineOptions): Kline {
  const { element, symbol } = options
  let look = pageLook()
  let { offset, candles } = options
  const chart = init(element, {
    styles: klineStyles(),
    timezone: zoneName(offset),
    thousandsSeparator: { format: options.format },
  })
  if (!chart) throw new Error('the chart needs an element of its own')
  // The library gives its box tabindex 1, which would come before everything else on the page.
  element.querySelectorAll('[tabindex]').forEach((box) => box.setAttribute('tabindex', '-1'))
  if (element.tabIndex > 0) element.tabIndex = -1
  let period = options.period
  let last: KLineData | undefined
  let update: ((candle: KLineData) => void) | undefined
  let isClosed = false
  let isCatchingUp = false
  /** Start of the newest candle that a tick began. */
  let begun = 0

  const load = async (to: number, count: number): Promise<KLineData[]> => {
    const known = candles
    candles = null
    return (known ?? (await loadCandles({ symbol, period, to, count }))).map(toBar)
  }
  /** From the last candle on: it was not complete yet, and after a sleep there are others behind it. */
  const catchUp = async () => {
    if (isCatchingUp || document.hidden || !last || !update) return
    isCatchingUp = true
    const [wanted, now] = [period, Date.now()]
    const missing = periodStarts(wanted, { from: last.timestamp, to: now }, CANDLES_PER_LOAD).length
    try {
      if (missing === CANDLES_PER_LOAD) return chart.resetData()
      const bars = await load(now, missing + 1)
      if (wanted === period) bars.forEach(show)
      options.onLoad(true)
    } catch {
      options.onLoad(false)
    } finally {
      isCatchingUp = false
    }
  }
  const refresh = setInterval(() => {
    if (last) void catchUp()
    else if (!document.hidden) chart.resetData()
  }, REFRESH_MS)
  const onVisible = () => void catchUp()
  document.addEventListener('visibilitychange', onVisible)
  const show = (bar: KLineData) => {
    if (isClosed || (last && bar.timestamp < last.timestamp)) return
    last = bar
    update?.(bar)
  }

  chart.setDataLoader({
    getBars: async ({ type, timestamp, callback }) => {
      if (type === 'backward') return callback([], false)
      const wanted = period
      try {
        const bars = await load(type === 'forward' && timestamp !== null ? timestamp - 1 : Date.now(), CANDLES_PER_LOAD)
        if (isClosed || wanted !== period) return
        if (type === 'init') last = bars.at(-1)
        options.onLoad(true)
        callback(bars, { forward: bars.length === CANDLES_PER_LOAD, backward: false })
      } catch {
        // The page says so over the chart; older candles are asked for again as one scrolls.
        options.onLoad(false)
        callback([], { forward: type === 'forward', backward: false })
      }
    },
    subscribeBar: ({ callback }) => {
      update = callback
    },
    unsubscribeBar: () => {
      update = undefined
    },
  })
  chart.createIndicator({ name: 'MA', calcParams: [7, 25], id: 'MA', paneId: 'candle_pane' }, true)
  // No averages of the volume: three lines over small bars say nothing on a phone.
  chart.createIndicator({ name: 'VOL', calcParams: [], id: 'VOL' })
  chart.setSymbol({
    ticker: symbol,
    pricePrecision: options.priceDecimals,
    volumePrecision: Math.min(options.quantityDecimals, 3),
  })
  chart.overrideXAxis({ name: 'normal', createTicks: wholeTimes })
  chart.setPeriod(CHART_PERIODS[period])

  return {
    chart,
    setPeriod(next) {
      if (next === period) return
      period = next
      last = undefined
      candles = null
      chart.setPeriod(CHART_PERIODS[next])
    },
    tick: (price, at) => {
      // What nobody sees is read at once when somebody looks again.
      if (!last || document.hidden) return
      const start = periodStart(period, at)
      // A candle that is over gets its last volume before the next one begins; asked for once, or a failure would be one every second.
      if (start > Math.max(last.timestamp, begun)) {
        begun = start
        void catchUp()
      }
      if (!isCatchingUp) show(tickedBar(last, { price: Number(price), start }))
    },
    readTheme() {
      const next = pageLook()
      if (next === look) return
      look = next
      chart.setStyles(klineStyles())
    },
    setZone(next) {
      if (next === offset) return
      offset = next
      chart.setTimezone(zoneName(next))
    },
    close() {
      isClosed = true
      clearInterval(refresh)
      document.removeEventListener('visibilitychange', onVisible)
      dispose(chart)
    },
  }
}

/** Whole hours have a name everywhere (with the sign turned round); others only where offsets are names, which browsers now know. */
export function zoneName(offset: number): string {
  if (offset % 60 === 0) return offset === 0 ? 'Etc/UTC' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset / 60)}`
  const two = (value: number) => String(value).padStart(2, '0')
  const name = `${offset < 0 ? '-' : '+'}${two(Math.trunc(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) && name
  } catch {
    // An older browser: the machine's own zone is the nearest to what was meant.
    return Intl.DateTimeFormat().resolvedOptions().timeZone
  }
}

function tickedBar(last: KLineData, { price, start }: { price: number; start: number }): KLineData {
  if (start > last.timestamp)
    return { timestamp: start, open: last.close, high: price, low: price, close: price, volume: 0 }
  return { ...last, close: price, high: Math.max(last.high, price), low: Math.min(last.low, price) }
}

const toBar = ({ at, open, high, low, close, volume }: Candle): KLineData => ({
  timestamp: at,
  open: Number(open),
  high: Number(high),
  low: Number(low),
  close: Number(close),
  volume: Number(volume),
})
