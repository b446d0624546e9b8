// What demo traders want in a slot, and which way.

import { expect, test } from 'vitest'
import {
  COIN_HOLDING,
  DEMO_TRADERS,
  SHARE_HOLDING,
  SLOT_MS,
  demoExits,
  demoHoldMs,
  demoOpinion,
  demoQuantity,
  demoSide,
  demoSlot,
  draw,
  isDemoTrader,
  slotOf,
} from '#domain/demo-traders'
import { priceStepsAt, simulatePair } from '#domain/quotes/simulator'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time'

const SLOTS = Array.from({ length: 2_000 }, (_, index) => 290_000_000 + index)

test('no registered user has the id of a demo trader', () => {
  expect(DEMO_TRADERS.every(({ id }) => id < 10_000)).toBe(true)
  expect([isDemoTrader(10_001), isDemoTrader(null), isDemoTrader(9_001)]).toEqual([false, false, true])
})

test('a slot wants the same each time, other slots something else', () => {
  expect(SLOTS.map(demoSlot)).toEqual(SLOTS.map(demoSlot))
  const spots = SLOTS.map((slot) => demoSlot(slot).spot)
  expect(new Set(spots.map(({ worth }) => worth)).size).toBeGreaterThan(100)
  expect(new Set(spots.map(({ trader }) => trader.id)).size).toBe(5)
  expect(new Set(spots.map(({ symbol }) => symbol)).size).toBe(5)
  for (const { worth } of spots) expect(worth >= 16 && worth < 1_100).toBe(true)
  const shares = SLOTS.map((slot) => demoSlot(slot).share)
  expect(new Set(shares.map(({ symbol }) => symbol)).size).toBe(12)
  expect(new Set(shares.map(({ trader }) => trader.id)).size).toBe(5)
  for (const { worth } of shares) expect(worth >= 16 && worth < 410).toBe(true)
  expect([slotOf(0), slotOf(SLOT_MS - 1), slotOf(SLOT_MS)]).toEqual([0, 0, 1])
})

test('draws are spread evenly', () => {
  const counts = [0, 0, 0, 0]
  for (const slot of SLOTS) counts[draw(slot, 'test', 4)] = (counts[draw(slot, 'test', 4)] ?? 0) + 1
  for (const count of counts) expect(count > 400 && count < 600).toBe(true)
})

test.each([
  ['trend', { steps: 50, high: 100, low: 0, isUp: true }, true, 'trend_up'],
  ['trend', { steps: 50, high: 100, low: 0, isUp: false }, false, 'trend_down'],
  ['contrary', { steps: 50, high: 100, low: 0, isUp: true }, false, 'contrary_up'],
  ['contrary', { steps: 50, high: 100, low: 0, isUp: false }, true, 'contrary_down'],
  ['range', { steps: 49, high: 100, low: 0, isUp: true }, true, 'range_low'],
  ['range', { steps: 50, high: 100, low: 0, isUp: true }, false, 'range_high'],
] as const)('%s at %o', (view, day, rises, reason) => {
  expect(demoOpinion(view, day)).toEqual({ rises, reason })
})

test('holdings stay between their bounds whatever the opinion', () => {
  const up = { rises: true, reason: 'trend_up' } as const
  const down = { rises: false, reason: 'trend_down' } as const
  expect(demoSide(up, 3_000n, COIN_HOLDING)).toEqual({ side: 'buy', reason: 'trend_up' })
  expect(demoSide(down, 3_000n, COIN_HOLDING)).toEqual({ side: 'sell', reason: 'trend_down' })
  expect(demoSide(down, 1_000n, COIN_HOLDING)).toEqual({ side: 'buy', reason: 'held_little' })
  expect(demoSide(up, 7_000n, COIN_HOLDING)).toEqual({ side: 'sell', reason: 'held_much' })
})

test('a trader can hold each of the twelve shares with the money of its stocks wallet', () => {
  const largest = 410n
  expect(12n * (SHARE_HOLDING.most + largest)).toBeLessThan(20_000n)
})

test('a quantity is worth what was asked, rounded down to a lot', () => {
  // 1,000 USDT at 97,000.0 in lots of 0.00001.
  expect(demoQuantity({ priceDecimals: 1, quantityDecimals: 5 }, 1_000, 970_000)).toBe(1_030n)
})

test('the first positions of an account end soon, the later ones within the hour', () => {
  const minutes = (positionNo: number): number => demoHoldMs(positionNo) / MINUTE_MS
  for (let no = 1; no < 400; no += 1) {
    const [least, most] = no < 7 ? [3, 10] : [30, 60]
    expect(minutes(no)).toBeGreaterThanOrEqual(least)
    expect(minutes(no)).toBeLessThanOrEqual(most)
  }
})

/** Both sides of 0.05 percent. */
const FEE_SHARE = 1_000

test('positions of a simulated day end mixed: some won after fees, some lost', () => {
  const pairs = new Map(
    ['BTC-USDT', 'ETH-USDT', 'SOL-USDT', 'XRP-USDT', 'BNB-USDT'].map((symbol) => [
      symbol,
      simulatePair({ symbol, priceDecimals: symbol === 'XRP-USDT' ? 4 : 2, quantityDecimals: 4 }),
    ]),
  )
  const priceOf = (symbol: string, at: number): number => {
    const pair = pairs.get(symbol)
    if (!pair) throw new Error(symbol)
    return priceStepsAt(pair, at)
  }
  const from = Date.UTC(2026, 10, 24)
  let [won, ended] = [0, 0]
  for (let at = from; at < from + DAY_MS; at += SLOT_MS) {
    const slot = slotOf(at)
    const { futures } = demoSlot(slot)
    // One of some slots: three positions a trader leave no room for more.
    if (!futures || draw(slot, 'simulated', 10) > 0) continue
    const { trader, symbol } = futures
    const steps = priceOf(symbol, at)
    const day = Array.from({ length: 25 }, (_, hour) => priceOf(symbol, at - hour * HOUR_MS))
    const range = { steps, high: Math.max(...day), low: Math.min(...day), isUp: steps >= (day[24] ?? 0) }
    const { rises } = demoOpinion(trader.view, range)
    const { takeProfit, stopLoss } = demoExits(slot, { steps, rises })
    const until = at + demoHoldMs(slot)
    const [high, low] = rises ? [takeProfit, stopLoss] : [stopLoss, takeProfit]
    let [price, now] = [steps, at]
    while (now < until && price < high && price > low) price = priceOf(symbol, (now += SLOT_MS))
    won += (rises ? price - steps : steps - price) * FEE_SHARE > steps ? 1 : 0
    ended += 1
  }
  expect(ended).toBeGreaterThan(200)
  expect((won * 100) / ended).toBeGreaterThan(25)
  expect((won * 100) / ended).toBeLessThan(75)
})
