// Candle feed of the chart, with a fake chart, clock and server: requested ranges and drawn candles.

import type { Chart, DataLoader, DataLoaderGetBarsParams, KLineData } from 'klinecharts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Period, periodStart } from '#domain/quotes/period'
import { DAY_MS, MINUTE_MS } from '#domain/time'
import type { Candle } from '#party/protocol/quotes'
import { CandleFeed } from '../../app/chart/candle-feed.client'
import { CANDLES_PER_LOAD } from '../../app/chart/candles'

const NOON = Date.UTC(2026, 10, 20, 12)
const REFRESH_MS = 10_000

/** Fake chart with the parts that the feed uses: one loader, its bars, and redraw calls. */
class HeldChart {
  readonly periods: unknown[] = []
  bars: KLineData[] = []
  more: unknown
  #loader: DataLoader | undefined

  setDataLoader = (loader: DataLoader) => void (this.#loader = loader)
  setPeriod = (period: unknown) => {
    this.periods.push(period)
    this.resetData()
  }
  resetData = vi.fn(() => {
    this.#loader?.unsubscribeBar?.(this.#subject())
    this.#ask('init', null)
  })
  scrollBack = () => this.#ask('forward', this.bars[0]?.timestamp ?? null)
  scrollOn = () => this.#ask('backward', this.bars.at(-1)?.timestamp ?? null)

  #subject = () => ({ symbol: {}, period: {} }) as DataLoaderGetBarsParams

  #ask(type: DataLoaderGetBarsParams['type'], timestamp: number | null) {
    const callback = (bars: KLineData[], more?: unknown) => {
      this.more = more
      if (type === 'forward') return void this.bars.unshift(...bars)
      if (type === 'backward') return void this.bars.push(...bars)
      this.bars = bars
      this.#loader?.subscribeBar?.({ ...this.#subject(), callback: (bar) => this.#update(bar) })
    }
    void this.#loader?.getBars({ ...this.#subject(), type, timestamp, callback })
  }

  #update(bar: KLineData) {
    if (this.bars.at(-1)?.timestamp === bar.timestamp) this.bars.pop()
    this.bars.push(bar)
  }
}

let chart: HeldChart
let page: EventTarget & { hidden: boolean }
/** Recorded requests and the fake server's answer; an error means no answer. */
let asked: { to: number; count: number; period: string }[]
let answer: (wanted: { to: number; count: number; period: Period }) => readonly Candle[] | Promise<readonly Candle[]>
let loads: boolean[]
let close = () => {}

beforeEach(() => {
  vi.useFakeTimers({ now: NOON + 20_000 })
  page = Object.assign(new EventTarget(), { hidden: false })
  vi.stubGlobal('document', page)
  vi.stubGlobal('fetch', async (path: string) => {
    const query = new URL(path, 'https://cm.example').searchParams
    const [to, count, period] = [Number(query.get('to')), Number(query.get('count')), query.get('period') as Period]
    asked.push({ to, count, period })
    return Response.json(await answer({ to, count, period }))
  })
  ;[chart, asked, loads, answer] = [new HeldChart(), [], [], ({ to, count, period }) => series({ to, count, period })]
})

afterEach(() => {
  close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const candle = (at: number, volume = '1'): Candle => ({ at, open: '100', high: '110', low: '90', close: '105', volume })

/** `count` candles up to `to`. */
function series({ to, count, period }: { to: number; count: number; period: Period }): Candle[] {
  const starts: number[] = []
  for (let at = periodStart(period, to); starts.length < count; at = periodStart(period, at - 1)) starts.unshift(at)
  return starts.map((at) => candle(at))
}

/** Lets pending requests resolve. */
const settle = () => vi.advanceTimersByTimeAsync(0)

async function open(candles: readonly Candle[] | null = null, period: Period = '1min'): Promise<CandleFeed> {
  // The fake implements every chart method that the feed calls.
  const feed = new CandleFeed(chart as unknown as Chart, {
    symbol: 'BTC-USDT',
    period,
    candles,
    onLoad: (isLoaded) => loads.push(isLoaded),
  })
  close = () => feed.close()
  feed.start()
  await settle()
  return feed
}

const last = () => chart.bars.at(-1)

describe('the first picture', () => {
  test('is of the candles that came with it: nothing is asked for twice', async () => {
    await open([candle(NOON - MINUTE_MS), candle(NOON)])
    expect(asked).toEqual([])
    expect(chart.bars.map(({ timestamp }) => timestamp)).toEqual([NOON - MINUTE_MS, NOON])
    expect(last()).toEqual({ timestamp: NOON, open: 100, high: 110, low: 90, close: 105, volume: 1 })
    expect(loads).toEqual([true])
  })

  test('is asked for again until there is an answer, and the page hears of both', async () => {
    answer = () => Promise.reject(new TypeError('no network'))
    await open()
    expect([loads, chart.bars]).toEqual([[false], []])
    answer = series
    await vi.advanceTimersByTimeAsync(REFRESH_MS)
    expect(loads).toEqual([false, true])
    expect(chart.bars.length).toBe(CANDLES_PER_LOAD)
  })

  test('of another period is the one that was chosen last, whatever is answered later', async () => {
    const feed = await open([candle(NOON)])
    let late = (_: readonly Candle[]) => {}
    answer = () => new Promise((resolve) => (late = resolve))
    feed.setPeriod('1D')
    await settle()
    const lateDays = late
    answer = series
    feed.setPeriod('60min')
    await settle()
    lateDays([candle(0)])
    await settle()
    expect(chart.periods.at(-1)).toEqual({ type: 'hour', span: 1 })
    expect(last()?.timestamp).toBe(NOON)
    expect(chart.bars[0]?.timestamp).toBe(NOON - (CANDLES_PER_LOAD - 1) * 60 * MINUTE_MS)
  })
})

describe('scrolling back', () => {
  test('asks for what was before the oldest candle, page by page, until a page is not full', async () => {
    await open()
    const oldest = chart.bars[0]?.timestamp ?? 0
    expect(chart.more).toEqual({ forward: true, backward: false })
    chart.scrollBack()
    await settle()
    expect(asked.at(-1)).toEqual({ to: oldest - 1, count: CANDLES_PER_LOAD, period: '1min' })
    expect(chart.bars.length).toBe(2 * CANDLES_PER_LOAD)
    const times = chart.bars.map(({ timestamp }) => timestamp)
    expect(times.every((at, index) => index === 0 || at === (times[index - 1] ?? 0) + MINUTE_MS)).toBe(true)

    answer = ({ to }) => [candle(periodStart('1min', to))]
    chart.scrollBack()
    await settle()
    expect(chart.more).toEqual({ forward: false, backward: false })
  })

  test('that was not answered may be tried again, and takes nothing away', async () => {
    await open()
    answer = () => Promise.reject(new TypeError('no network'))
    chart.scrollBack()
    await settle()
    expect(chart.more).toEqual({ forward: true, backward: false })
    expect(loads.at(-1)).toBe(false)
    expect(chart.bars.length).toBe(CANDLES_PER_LOAD)
  })

  test('moves nothing at the other end: a price goes on moving the newest candle, and beyond it nothing is asked for', async () => {
    const feed = await open()
    chart.scrollBack()
    await settle()
    const before = asked.length
    chart.scrollOn()
    feed.tick('120', NOON + 21_000)
    await settle()
    expect(asked.length).toBe(before)
    expect(last()).toMatchObject({ timestamp: NOON, close: 120, high: 120, low: 90 })
  })
})

describe('a live price', () => {
  test('moves the close of the last candle, and its ends where it is beyond them', async () => {
    const feed = await open([candle(NOON, '7')])
    feed.tick('112', NOON + 30_000)
    feed.tick('88', NOON + 31_000)
    feed.tick('101', NOON + 32_000)
    expect(last()).toEqual({ timestamp: NOON, open: 100, high: 112, low: 88, close: 101, volume: 7 })
    expect(asked).toEqual([])
  })

  test('of the next minute closes the candle with what the server says of it, and begins another at its close', async () => {
    const feed = await open([candle(NOON, '7')])
    vi.setSystemTime(NOON + MINUTE_MS + 100)
    answer = () => [candle(NOON, '9')]
    feed.tick('107', NOON + MINUTE_MS + 50)
    await settle()
    expect(asked).toEqual([{ to: NOON + MINUTE_MS + 100, count: 3, period: '1min' }])
    expect(last()).toMatchObject({ timestamp: NOON, volume: 9 })
    feed.tick('108', NOON + MINUTE_MS + 1_000)
    expect(chart.bars.map(({ timestamp }) => timestamp)).toEqual([NOON, NOON + MINUTE_MS])
    expect(last()).toEqual({ timestamp: NOON + MINUTE_MS, open: 105, high: 108, low: 108, close: 108, volume: 0 })
    expect(asked.length).toBe(1)
  })

  test('of the next minute asks once, also when nobody answers, and is drawn all the same', async () => {
    const feed = await open([candle(NOON)])
    vi.setSystemTime(NOON + MINUTE_MS + 100)
    answer = () => Promise.reject(new TypeError('no network'))
    feed.tick('107', NOON + MINUTE_MS + 50)
    await settle()
    feed.tick('108', NOON + MINUTE_MS + 1_000)
    feed.tick('109', NOON + MINUTE_MS + 2_000)
    await settle()
    expect(asked.length).toBe(1)
    expect(last()).toMatchObject({ timestamp: NOON + MINUTE_MS, close: 109 })
    expect(loads.at(-1)).toBe(false)
  })

  test('of a month that is over begins one on the first day of the next', async () => {
    const november = Date.UTC(2026, 10, 1)
    const feed = await open([candle(november)], '1M')
    vi.setSystemTime(Date.UTC(2026, 11, 1) + 5)
    answer = () => [candle(november)]
    feed.tick('107', Date.UTC(2026, 11, 1))
    await settle()
    feed.tick('107', Date.UTC(2026, 11, 1) + 1_000)
    expect(last()?.timestamp).toBe(Date.UTC(2026, 11, 1))
  })

  test('that nobody sees, or that comes after the chart is gone, draws nothing', async () => {
    const feed = await open([candle(NOON)])
    page.hidden = true
    feed.tick('999', NOON + 30_000)
    expect(last()?.close).toBe(105)
    page.hidden = false
    feed.close()
    feed.tick('999', NOON + 31_000)
    expect(last()?.close).toBe(105)
  })
})

describe('what was missed', () => {
  test('is read again every ten seconds: the last candle and none before it', async () => {
    await open([candle(NOON, '7')])
    answer = () => [candle(NOON - MINUTE_MS, '50'), candle(NOON, '8')]
    await vi.advanceTimersByTimeAsync(REFRESH_MS)
    expect(asked).toEqual([{ to: NOON + 30_000, count: 2, period: '1min' }])
    expect(chart.bars).toEqual([expect.objectContaining({ timestamp: NOON, volume: 8 })])
  })

  test('while nobody looked is filled in when somebody does, from the last candle on', async () => {
    await open([candle(NOON)])
    page.hidden = true
    vi.setSystemTime(NOON + 5 * MINUTE_MS)
    await vi.advanceTimersByTimeAsync(REFRESH_MS)
    expect(asked).toEqual([])
    page.hidden = false
    page.dispatchEvent(new Event('visibilitychange'))
    await settle()
    expect(asked).toEqual([{ to: NOON + 5 * MINUTE_MS + REFRESH_MS, count: 7, period: '1min' }])
    expect(chart.bars.map(({ timestamp }) => (timestamp - NOON) / MINUTE_MS)).toEqual([0, 1, 2, 3, 4, 5])
    expect(chart.resetData).toHaveBeenCalledTimes(1)
  })

  test('over a night of minutes is a picture of its own, not a hole', async () => {
    await open([candle(NOON)])
    page.hidden = true
    vi.setSystemTime(NOON + DAY_MS)
    page.hidden = false
    page.dispatchEvent(new Event('visibilitychange'))
    await settle()
    expect(asked).toEqual([{ to: NOON + DAY_MS, count: CANDLES_PER_LOAD, period: '1min' }])
    expect(chart.bars.length).toBe(CANDLES_PER_LOAD)
    expect(last()?.timestamp).toBe(NOON + DAY_MS)
  })

  test('of a period that is no longer shown is let go', async () => {
    const feed = await open([candle(NOON)])
    let late = (_: readonly Candle[]) => {}
    answer = () => new Promise((resolve) => (late = resolve))
    await vi.advanceTimersByTimeAsync(REFRESH_MS)
    const lateMinutes = late
    answer = series
    feed.setPeriod('1D')
    await settle()
    lateMinutes([candle(NOON, '3')])
    await settle()
    expect(last()?.timestamp).toBe(periodStart('1D', NOON))
  })

  test('is not asked for by a chart that is gone', async () => {
    const feed = await open([candle(NOON)])
    feed.close()
    await vi.advanceTimersByTimeAsync(3 * REFRESH_MS)
    page.dispatchEvent(new Event('visibilitychange'))
    await settle()
    expect(asked).toEqual([])
  })
})
