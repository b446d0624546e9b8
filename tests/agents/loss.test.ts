// The loss of an agent's day, with amounts worked out by hand.

import { describe, expect, test } from 'vitest'
import { dayResult, enlargesPosition } from '#domain/agent-loss'
import type { Pair } from '#domain/catalogue'
import { lots } from '#domain/money/price'

/** A price step is 0.1 USDT, a lot 0.001 of the base, whose smallest unit is 10^-8. */
const PAIR = {
  quote: { code: 'USDT', scale: 6 },
  base: { code: 'BTC', scale: 8 },
  ...{ baseScale: 8, quoteScale: 6, priceDecimals: 1, quantityDecimals: 3, tickSteps: 1 },
} as unknown as Pair

describe('a day’s profit', () => {
  test('is what came in, with the position at the index price', () => {
    // 0.5 BTC bought for 30,000 USDT; at 59,000.5 they are worth 29,500.25.
    expect(dayResult(PAIR, { base: 50_000_000n, quote: -30_000_000_000n }, 590_005)).toBe(-499_750_000n)
    // Sold for 30,000: they would cost 29,500.25.
    expect(dayResult(PAIR, { base: -50_000_000n, quote: 30_000_000_000n }, 590_005)).toBe(499_750_000n)
  })

  test('needs no price without a position', () => {
    expect(dayResult(PAIR, { base: 0n, quote: -5n }, 0)).toBe(-5n)
  })

  test('is rounded against the agent', () => {
    // 3 units at 0.5 are 0.015 units of USDT.
    expect(dayResult(PAIR, { base: 3n, quote: 0n }, 5)).toBe(0n)
    expect(dayResult(PAIR, { base: -3n, quote: 0n }, 5)).toBe(-1n)
  })
})

describe('an order', () => {
  const [long, short] = [
    { base: 300_000n, quote: 0n },
    { base: -300_000n, quote: 0n },
  ]
  const waiting = lots(0)

  test('gives back up to what the day left', () => {
    expect(enlargesPosition(PAIR, long, { side: 'sell', lots: lots(3), waiting })).toBe(false)
    expect(enlargesPosition(PAIR, long, { side: 'sell', lots: lots(4), waiting })).toBe(true)
    expect(enlargesPosition(PAIR, short, { side: 'buy', lots: lots(3), waiting })).toBe(false)
    expect(enlargesPosition(PAIR, short, { side: 'buy', lots: lots(4), waiting })).toBe(true)
  })

  test('enlarges in the same direction, together with what waits, and by a budget', () => {
    expect(enlargesPosition(PAIR, long, { side: 'buy', lots: lots(1), waiting })).toBe(true)
    expect(enlargesPosition(PAIR, short, { side: 'sell', lots: lots(1), waiting })).toBe(true)
    expect(enlargesPosition(PAIR, long, { side: 'sell', lots: lots(2), waiting: lots(2) })).toBe(true)
    expect(enlargesPosition(PAIR, short, { side: 'buy', lots: null, waiting })).toBe(true)
    expect(enlargesPosition(PAIR, { base: 0n, quote: 0n }, { side: 'sell', lots: lots(1), waiting })).toBe(true)
  })
})
