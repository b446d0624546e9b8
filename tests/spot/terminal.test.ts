// Pure parts of the trading screen: saved layout, depth geometry, keyboard shortcuts, and parts that may fail alone.

import { afterEach, describe, expect, test, vi } from 'vitest'
import { DEFAULT_TERMINAL_LAYOUT, formatTerminalLayout, parseTerminalLayout } from '../../app/visitor/terminal-layout'
import { gatherLevels } from '../../app/live/book-levels'
import { fillsSince, newestName } from '../../app/live/account-state'
import { answerOr } from '../../app/site/failures.server'
import { filterPath, isNarrowed, matchesFilter, narrowingOf, readFilter } from '../../app/lists/order-filter'
import { depthHills, hillPath, pointAt } from '../../app/routes/trade.spot.$symbol/depth-hills'
import { ownBeyond } from '../../app/routes/trade.spot.$symbol/own-beyond'
import { type OwnMark, edgeWords, placeMarks } from '../../app/chart/own-marks'
import { shortcutOf } from '../../app/routes/trade.spot.$symbol/shortcuts'

describe('the layout of the terminal', () => {
  test('comes back from its cookie as it was left', () => {
    const left = { ...DEFAULT_TERMINAL_LAYOUT, book: 300, upper: 620, isAsking: false }
    for (const isChartOpen of [true, false, null]) {
      expect(parseTerminalLayout(formatTerminalLayout({ ...left, isChartOpen }))).toEqual({ ...left, isChartOpen })
    }
  })

  test('is as it was made where the cookie says nothing or nonsense, and never beyond its bounds', () => {
    expect(parseTerminalLayout(undefined)).toEqual(DEFAULT_TERMINAL_LAYOUT)
    expect(parseTerminalLayout('k0')).toEqual({ ...DEFAULT_TERMINAL_LAYOUT, isAsking: false })
    expect(parseTerminalLayout('b99999.m-5.tx.u0500')).toEqual({ ...DEFAULT_TERMINAL_LAYOUT, upper: 500 })
    expect(parseTerminalLayout('b9999').book).toBe(400)
  })
})

describe('the hills of the depth chart', () => {
  const hills = depthHills(
    gatherLevels([[995, 10], [990, 30]], 'bid', 1), // prettier-ignore
    gatherLevels([[1_005, 20], [1_020, 20]], 'ask', 1), // prettier-ignore
  )

  test('reach as far from the middle on both sides', () => {
    expect(hills).toMatchObject({ low: 980, high: 1_020, deepest: 40 })
  })

  test('rise in steps from the best price outwards and close on the ground', () => {
    expect(hills && hillPath(hills, 'bid')).toBe('M375.0,1000H375.0V750.0H250.0V0.0H0.0V1000Z')
  })

  test('say how much stands up to a price, and nothing in the gap', () => {
    expect(hills && pointAt(hills, 0.3)).toMatchObject({ ticks: 992, lots: 10 })
    expect(hills && pointAt(hills, 0.5)).toBeNull()
    expect(hills && pointAt(hills, 0.95)).toMatchObject({ ticks: 1_018, lots: 20 })
  })

  const ladder = (from: number, step: number, levels: number) =>
    Array.from({ length: levels }, (_, index) => [from + step * index, 10] as const)

  test('are not stretched by one far order, which is left out of both the width and the height', () => {
    const [bids, asks] = [ladder(59_990, -10, 20), ladder(60_010, 10, 20)]
    const near = depthHills(gatherLevels(bids, 'bid', 1), gatherLevels(asks, 'ask', 1))
    const far = depthHills(gatherLevels([...bids, [58_000, 900]], 'bid', 1), gatherLevels(asks, 'ask', 1))
    expect(near).toMatchObject({ low: 59_800, high: 60_200, deepest: 200 })
    expect(far).toMatchObject({ high: expect.toSatisfy((high: number) => high <= 60_330), deepest: 200 })
    expect(far && far.high - 60_000).toBe(far && 60_000 - far.low)
    expect(far?.bid.at(-1)?.ticks).toBe(59_800)
  })

  test('end five percent from the middle, unless the best prices are further apart', () => {
    const wide = depthHills(gatherLevels(ladder(990, -50, 9), 'bid', 1), gatherLevels(ladder(1_010, 50, 9), 'ask', 1))
    expect(wide).toMatchObject({ low: 950, high: 1_050, bid: [{ ticks: 990 }], ask: [{ ticks: 1_010 }] })
    const apart = depthHills(gatherLevels([[800, 1]], 'bid', 1), gatherLevels([[1_200, 1]], 'ask', 1))
    expect(apart).toMatchObject({ low: 800, high: 1_200 })
  })

  test('are not drawn around a side that is empty', () => expect(depthHills([], [])).toBeNull())
})

describe('own orders out of sight', () => {
  const mark = (price: string): OwnMark => ({ side: 'sell', words: 'Sell 0.01', price })
  const marks = [mark('70,000.0'), mark('60,000.0'), mark('65,000.0'), mark('50,000.0')]

  test('are told at the edge of the chart that they are beyond: the nearest, and how many more', () => {
    const { lines, above, below } = placeMarks(marks, [-900, 120, -400, 500], 300)
    expect(lines).toEqual([{ mark: marks[1], y: 120 }])
    expect(above && edgeWords('▲', above)).toBe('▲ Sell 0.01 · 65,000.0 +1')
    expect(below && edgeWords('▼', below)).toBe('▼ Sell 0.01 · 50,000.0')
  })

  test('leave no word where every order has its line', () => {
    expect(placeMarks(marks, [0, 100, 200, 300], 300)).toMatchObject({ above: null, below: null })
  })

  test('are told at the outer edge of the book', () => {
    const own = new Map([[590_000, 5], [595_000, 5], [599_990, 1]]) // prettier-ignore
    expect(ownBeyond(own, 'bid', 599_000)).toEqual({ ticks: 595_000, others: 1 })
    expect(ownBeyond(own, 'bid', 590_000)).toBeNull()
    expect(ownBeyond(own, 'ask', 595_000)).toEqual({ ticks: 599_990, others: 0 })
    expect(ownBeyond(own, 'bid', undefined)).toBeNull()
  })
})

test('a letter is a shortcut only by itself', () => {
  const key = { key: 'B', ctrlKey: false, metaKey: false, altKey: false }
  expect(shortcutOf(key)).toBe('buy')
  expect(shortcutOf({ ...key, ctrlKey: true })).toBeUndefined()
  expect(shortcutOf({ ...key, key: 'x' })).toBeUndefined()
})

describe('fills that are news', () => {
  const fill = (tradeNo: number) =>
    ({
      symbol: 'BTC-USDT',
      tradeNo,
      orderNo: 1,
      side: 'buy',
      role: 'maker',
      ticks: 1,
      lots: 1,
      fee: '0',
      at: 0,
      isOfHouse: false,
    }) as const

  test('are those above the one that was newest before, however long the list is', () => {
    const before = Array.from({ length: 50 }, (_, index) => fill(50 - index))
    const after = [fill(52), fill(51), ...before].slice(0, 50)
    expect(fillsSince(newestName(before), after).map(({ tradeNo }) => tradeNo)).toEqual([52, 51])
    expect(fillsSince(newestName(after), after)).toEqual([])
    expect(fillsSince(null, [fill(1)])).toEqual([fill(1)])
  })
})

describe('a list of orders is narrowed', () => {
  test('by what its address says, and by nothing that nobody knows', () => {
    const read = (text: string) => readFilter(new URLSearchParams(text))
    expect(read('list=order_history&pair=BTC-USDT&side=sell&state=filled')).toEqual({
      list: 'order_history',
      symbol: 'BTC-USDT',
      side: 'sell',
      state: 'filled',
      from: '',
      to: '',
    })
    expect(read('list=x&pair=../x&side=up&state=odd')).toEqual({
      list: 'open_orders',
      symbol: null,
      side: null,
      state: null,
      from: '',
      to: '',
    })
    expect(filterPath(read('list=fills&pair=BTC-USDT&state=filled&page=3'))).toBe('?list=fills&pair=BTC-USDT')
    const days = 'list=fills&from=2026-11-20&to=2026-11-21'
    expect(filterPath(read(days))).toBe(`?${days}`)
    expect(isNarrowed(read(days))).toBe(true)
    // The list of open orders has no date filter; invalid dates are dropped.
    expect(read('from=2026-11-20&to=2026-11-21')).toMatchObject({ list: 'open_orders', from: '', to: '' })
    expect(read('list=fills&from=2026-11-31&to=yesterday')).toMatchObject({ from: '', to: '' })
    expect(isNarrowed(read('list=fills'))).toBe(false)
  })

  test('by days of the reader’s own zone, both included', () => {
    const filter = readFilter(new URLSearchParams('list=order_history&from=2026-11-20&to=2026-11-20'))
    expect(narrowingOf(filter, 540)).toEqual({
      symbol: undefined,
      side: undefined,
      from: Date.parse('2026-11-19T15:00:00Z'),
      until: Date.parse('2026-11-20T15:00:00Z'),
    })
  })

  test('by pair and side', () => {
    const order = { symbol: 'BTC-USDT', side: 'buy' } as const
    expect(matchesFilter({ symbol: null, side: null }, order)).toBe(true)
    expect(matchesFilter({ symbol: 'BTC-USDT', side: 'sell' }, order)).toBe(false)
    expect(matchesFilter({ symbol: 'ETH-USDT', side: null }, order)).toBe(false)
  })
})

describe('a part of a page that cannot be reached', () => {
  afterEach(() => vi.restoreAllMocks())

  test('is left out, and the operator is told', async () => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    expect(await answerOr(Promise.reject(new Error('overloaded')), null)).toBeNull()
    expect(told).toHaveBeenCalledOnce()
    expect(await answerOr(Promise.resolve(1), 0)).toBe(1)
  })

  test('is not waited for longer than a page is worth', async () => {
    vi.useFakeTimers()
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const answer = answerOr(new Promise<number>(() => undefined), 0)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await answer).toBe(0)
    vi.useRealTimers()
  })
})
