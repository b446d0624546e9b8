import { describe, expect, test } from 'vitest'
import {
  checkIsolated,
  checkSides,
  isStopBeyond,
  neededFor,
  orderOutlook,
  stopWarning,
  worstOf,
} from '#domain/futures/order'
import type { PositionTerms } from '#domain/futures/terms'
import { amount } from '#domain/money/amount'
import { rate } from '#domain/money/rate'

/** One step of a lot is 100 units: a lot is 0.001 BTC at a price of one decimal. */
const TERMS: PositionTerms = {
  version: 'v1',
  priceDecimals: 1,
  stepValue: 100n,
  spread: rate(40_000n),
  fee: rate(50_000n),
  overnight: rate(20_000n),
  liquidationFee: rate(50_000n),
}
type Order = Parameters<typeof orderOutlook>[1]
const order: Order = {
  symbol: 'BTC-USDT',
  direction: 'long',
  kind: 'market',
  mode: 'isolated',
  lots: 10,
  leverage: 10,
  entrySteps: null,
  worstSteps: null,
  takeProfit: null,
  stopLoss: null,
  reference: 600_000,
  maintenanceRate: rate(500_000n),
}
const ALONE: Parameters<typeof orderOutlook>[2] = { available: null, held: [], prices: new Map<string, number>() }

describe('an order on contracts', () => {
  test.each([
    ['limit', 'long', 599_999, 'ok'],
    ['limit', 'long', 600_000, 'futures_limit_wrong_side'],
    ['limit', 'short', 600_001, 'ok'],
    ['limit', 'short', 599_999, 'futures_limit_wrong_side'],
    ['stop', 'long', 600_001, 'ok'],
    ['stop', 'long', 599_999, 'futures_stop_wrong_side'],
    ['stop', 'short', 599_999, 'ok'],
    ['stop', 'short', 600_000, 'futures_stop_wrong_side'],
  ] as const)('as a %s, %s at %d: %s', (kind, direction, entrySteps, said) => {
    const checked = checkSides(TERMS, { ...order, kind, direction, entrySteps })
    expect(checked.ok ? 'ok' : checked.refusal.code).toBe(said)
  })

  test('holds what it needs at the worst price that it takes', () => {
    expect(worstOf('long', 600_000)).toBe(606_000)
    expect(worstOf('short', 600_000)).toBe(594_000)
    // Margin 606 USDT at leverage 10, plus a fee of 0.05 %.
    expect(neededFor(TERMS, { ...order, worstSteps: 606_000 })).toBe(60_903_000n)
    expect(neededFor(TERMS, { ...order, direction: 'short', worstSteps: 594_000 })).toBe(60_300_000n)
    expect(neededFor(TERMS, { ...order, kind: 'limit', entrySteps: 500_000 })).toBe(50_250_000n)
  })

  test('comes to what its position would: margin, fee, liquidation, and results by price at its stops', () => {
    const outlook = orderOutlook(TERMS, { ...order, takeProfit: 660_000, stopLoss: 580_000 }, ALONE)
    // Half of 0.04 % is 120 steps, paid on each side.
    expect(outlook).toMatchObject({
      openSteps: 600_120,
      worth: 600_120_000n,
      margin: 60_012_000n,
      fee: 300_060n,
      atTakeProfit: (660_000n - 132n - 600_120n) * 1_000n,
      atStopLoss: (580_000n - 116n - 600_120n) * 1_000n,
      isStopBeyondLiquidation: false,
    })
    expect(outlook.liquidation).toBeGreaterThan(540_000)
    expect(outlook.liquidation).toBeLessThan(550_000)
    expect(stopWarning(outlook, 1)).toBeNull()
  })

  test('says that its stop-loss would never be reached, by its side and by the balance behind it', () => {
    const warned = (differs: Partial<Order>, beside: Partial<typeof ALONE> = {}) => {
      const outlook = orderOutlook(TERMS, { ...order, ...differs }, { ...ALONE, ...beside })
      return stopWarning(outlook, 1)?.code ?? 'reached'
    }
    expect(warned({ stopLoss: 500_000 })).toBe('futures_stop_beyond_liquidation')
    expect(warned({ stopLoss: 580_000 })).toBe('reached')
    expect(warned({ direction: 'short', stopLoss: 700_000 })).toBe('futures_stop_beyond_liquidation')
    expect(warned({ direction: 'short', stopLoss: 620_000 })).toBe('reached')
    expect(warned({ mode: 'cross', stopLoss: 500_000 })).toBe('futures_stop_beyond_liquidation')
    expect(warned({ mode: 'cross', stopLoss: 500_000 }, { available: amount(1_000_000_000n) })).toBe('reached')
    const beyond = orderOutlook(TERMS, { ...order, stopLoss: 500_000 }, ALONE)
    expect(stopWarning(beyond, 1)?.facts).toEqual({ price: `${((beyond.liquidation ?? 0) / 10).toFixed(1)}` })
  })

  test.each([
    ['long', 540_000, 540_000, true],
    ['long', 540_001, 540_000, false],
    ['short', 660_000, 660_000, true],
    ['short', 659_999, 660_000, false],
    ['long', 540_000, null, false],
    ['long', null, 540_000, false],
    // A liquidation price on the other side of the index: the price reaches the stop first.
    ['long', 540_000, 700_000, false],
    ['short', 660_000, 500_000, false],
  ] as const)('%s with a stop at %s and a liquidation at %s: %s', (direction, stopLoss, liquidation, said) => {
    expect(isStopBeyond({ direction, stopLoss, liquidation, index: 600_000 })).toBe(said)
  })
})

test('an isolated order takes no margin that open cross positions need; a cross order shares it', () => {
  const quote = { code: 'USDT', scale: 6 }
  const cross = { ...order, mode: 'cross' as const, lots: 100, positionNo: 1, openSteps: 600_120, margin: amount(60_012_000n), terms: TERMS } // prettier-ignore
  const beside = { available: amount(500_000_000n), held: [cross], prices: new Map([['BTC-USDT', 560_000]]) }
  const said = (mode: 'cross' | 'isolated', margin: bigint, of: typeof ALONE = beside) => {
    const checked = checkIsolated(quote, mode, { margin: amount(margin), fee: amount(1_000n) }, of)
    return checked.ok ? 'ok' : checked.refusal.facts['available']
  }
  expect(said('isolated', 67_673_000n)).toBe('ok')
  expect(said('isolated', 67_673_001n)).toBe('67.674')
  expect(said('cross', 499_000_000n)).toBe('ok')
  expect(said('isolated', 499_000_000n, { ...beside, held: [] })).toBe('ok')
  expect(said('isolated', 1n, ALONE)).toBe('ok')
})
