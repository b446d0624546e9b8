// The trading screen's pure parts: the arrangement that is kept, the geometry of the depth, the keys, and what of a page may fail.

import { afterEach, describe, expect, test, vi } from 'vitest'
import { DESK, formatDesk, parseDesk } from '../../app/desk'
import { gatherLevels } from '../../app/live/book-levels'
import { fillsSince, newestName } from '../../app/live/fresh-fills'
import { reachOr } from '../../app/reach.server'
import { filterPath, matchesFilter, readFilter } from '../../app/routes/orders/filter'
import { depthHills, hillPath, pointAt } from '../../app/routes/trade.spot.$symbol/depth-hills'
import { shortcutOf } from '../../app/routes/trade.spot.$symbol/shortcuts'

describe('the arrangement of the desk', () => {
  test('comes back from its cookie as it was left', () => {
    const left = { ...DESK, book: 300, upper: 620, isChartOpen: true, isAsking: false }
    expect(parseDesk(formatDesk(left))).toEqual(left)
  })

  test('is as it was made where the cookie says nothing or nonsense, and never beyond its bounds', () => {
    expect(parseDesk(undefined)).toEqual(DESK)
    expect(parseDesk('k0')).toEqual({ ...DESK, isAsking: false })
    expect(parseDesk('b99999.m-5.tx.u0500')).toEqual({ ...DESK, upper: 500 })
    expect(parseDesk('b9999').book).toBe(400)
  })
})

describe('the hills of the depth chart', () => {
  const hills = depthHills(
    gatherLevels([[95, 10], [90, 30]], 'bid', 1), // prettier-ignore
    gatherLevels([[105, 20], [120, 20]], 'ask', 1), // prettier-ignore
  )

  test('reach as far from the middle on both sides', () => {
    expect(hills).toMatchObject({ low: 80, high: 120, deepest: 40 })
  })

  test('rise in steps from the best price outwards and close on the ground', () => {
    expect(hills && hillPath(hills, 'bid')).toBe('M375.0,1000H375.0V750.0H250.0V0.0H0.0V1000Z')
  })

  test('say how much stands up to a price, and nothing in the gap', () => {
    expect(hills && pointAt(hills, 0.3)).toMatchObject({ ticks: 92, lots: 10 })
    expect(hills && pointAt(hills, 0.5)).toBeNull()
    expect(hills && pointAt(hills, 0.95)).toMatchObject({ ticks: 118, lots: 20 })
  })

  test('are not drawn around a side that is empty', () => expect(depthHills([], [])).toBeNull())
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
    })
    expect(read('list=x&pair=../x&side=up&state=odd')).toEqual({
      list: 'open_orders',
      symbol: null,
      side: null,
      state: null,
    })
    expect(filterPath(read('list=fills&pair=BTC-USDT&state=filled&page=3'))).toBe('?list=fills&pair=BTC-USDT')
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
    expect(await reachOr(Promise.reject(new Error('overloaded')), null)).toBeNull()
    expect(told).toHaveBeenCalledOnce()
    expect(await reachOr(Promise.resolve(1), 0)).toBe(1)
  })

  test('is not waited for longer than a page is worth', async () => {
    vi.useFakeTimers()
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const answer = reachOr(new Promise<number>(() => undefined), 0)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await answer).toBe(0)
    vi.useRealTimers()
  })
})
