// Feeds candles to the chart: the newest, older ones on scrolling, and updates of the last one. Prices become floats,
// since they are only drawn as pixels.

import type { Chart, DataLoadType, KLineData, Period as ChartPeriod } from 'klinecharts'
import { type Period, periodStart, periodStarts } from '#domain/quotes/period'
import type { Candle } from '#party/protocol/quotes'
import { CANDLES_PER_LOAD, loadCandles } from './candles'

export interface FeedOptions {
  readonly symbol: string
  readonly period: Period
  /**
   * Newest candles, prefetched while the chart code loads, so that the chart draws once; null when the prefetch failed.
   */
  readonly candles: readonly Candle[] | null
  /** Called after each load with success or failure. */
  readonly onLoad: (isLoaded: boolean) => void
}

/**
 * Interval (ms) of reloading the last candles, because volumes come only from the server; failed loads are retried
 * then.
 */
const REFRESH_MS = 10_000

const CHART_PERIODS: Readonly<Record<Period, ChartPeriod>> = {
  '1min': { type: 'minute', span: 1 },
  '5min': { type: 'minute', span: 5 },
  '15min': { type: 'minute', span: 15 },
  '30min': { type: 'minute', span: 30 },
  '60min': { type: 'hour', span: 1 },
  '240min': { type: 'hour', span: 4 },
  '1D': { type: 'day', span: 1 },
  '1W': { type: 'week', span: 1 },
  '1M': { type: 'month', span: 1 },
}

export class CandleFeed {
  readonly #chart: Chart
  readonly #options: FeedOptions
  #candles: FeedOptions['candles']
  #period: Period
  #last: KLineData | undefined
  #update: ((candle: KLineData) => void) | undefined
  #isCatchingUp = false
  /** Start of the newest candle that a tick began. */
  #begun = 0
  readonly #closed = new AbortController()

  /** Draws nothing before `start`. */
  constructor(chart: Chart, options: FeedOptions) {
    this.#chart = chart
    this.#options = options
    this.#candles = options.candles
    this.#period = options.period
    this.#listen()
  }

  start(): void {
    this.#chart.setPeriod(CHART_PERIODS[this.#period])
  }

  setPeriod(next: Period): void {
    if (next === this.#period) return
    this.#period = next
    this.#last = undefined
    this.#candles = null
    this.start()
  }

  /** A live price: moves the last candle, or starts the next one. */
  tick(price: string, at: number): void {
    // A hidden tab skips loading and catches up when it becomes visible.
    if (!this.#last || document.hidden) return
    const start = periodStart(this.#period, at)
    // At the end of a period, reload the closed candle once for its final volume; retrying here would repeat a failure
    // every second.
    if (start > Math.max(this.#last.timestamp, this.#begun)) {
      this.#begun = start
      void this.#catchUp()
    }
    if (!this.#isCatchingUp) this.#show(tickedBar(this.#last, { price: Number(price), start }))
  }

  close(): void {
    this.#closed.abort()
  }

  #listen(): void {
    this.#chart.setDataLoader({
      getBars: async ({ type, timestamp, callback }) => {
        if (type === 'backward') return callback([], false)
        try {
          const bars = await this.#answer(type, timestamp)
          if (bars) callback(bars, { forward: bars.length === CANDLES_PER_LOAD, backward: false })
        } catch {
          // The page shows the error over the chart; scrolling requests older candles again.
          this.#options.onLoad(false)
          callback([], { forward: type === 'forward', backward: false })
        }
      },
      subscribeBar: ({ callback }) => {
        this.#update = callback
      },
      unsubscribeBar: () => {
        this.#update = undefined
      },
    })
    const refresh = setInterval(() => {
      if (this.#last) void this.#catchUp()
      else if (!document.hidden) this.#chart.resetData()
    }, REFRESH_MS)
    const { signal } = this.#closed
    signal.addEventListener('abort', () => clearInterval(refresh))
    document.addEventListener('visibilitychange', () => void this.#catchUp(), { signal })
  }

  /** Bars for the chart's request; null when the period changed or the chart closed meanwhile. */
  async #answer(type: DataLoadType, before: number | null): Promise<KLineData[] | null> {
    const wanted = this.#period
    const bars = await this.#load(type === 'forward' && before !== null ? before - 1 : Date.now(), CANDLES_PER_LOAD)
    if (this.#closed.signal.aborted || wanted !== this.#period) return null
    if (type === 'init') this.#last = bars.at(-1)
    this.#options.onLoad(true)
    return bars
  }

  async #load(to: number, count: number): Promise<KLineData[]> {
    const known = this.#candles
    this.#candles = null
    const { symbol } = this.#options
    return (known ?? (await loadCandles({ symbol, period: this.#period, to, count }))).map(toBar)
  }

  /** Reloads from the last candle on: it was incomplete, and after device sleep newer candles exist. */
  async #catchUp(): Promise<void> {
    if (this.#isCatchingUp || document.hidden || !this.#last || !this.#update) return
    this.#isCatchingUp = true
    const [wanted, now] = [this.#period, Date.now()]
    const missing = periodStarts(wanted, { from: this.#last.timestamp, to: now }, CANDLES_PER_LOAD).length
    try {
      if (missing === CANDLES_PER_LOAD) return this.#chart.resetData()
      const bars = await this.#load(now, missing + 1)
      if (wanted === this.#period) bars.forEach((bar) => this.#show(bar))
      this.#options.onLoad(true)
    } catch {
      this.#options.onLoad(false)
    } finally {
      this.#isCatchingUp = false
    }
  }

  #show(bar: KLineData): void {
    if (this.#closed.signal.aborted || (this.#last && bar.timestamp < this.#last.timestamp)) return
    this.#last = bar
    this.#update?.(bar)
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
