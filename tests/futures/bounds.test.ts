// Rules of contracts where a bound is met exactly, and missed by one.

import { describe, expect, test } from 'vitest'
import { checkSides, isStopBeyond, neededFor, orderOutlook, stopWarning, worstOf } from '#domain/futures/order'
import {
  type PositionNumbers,
  closingOf,
  crossBand,
  crossRisk,
  firstPriceWhere,
  isLiquidated,
  isMarginEnough,
  largestMaintenance,
  liquidationFeeOf,
  liquidationPrice,
  lossOf,
  marginRatio,
  openPrice,
  riskRate,
} from '#domain/futures/position'
import {
  type FuturesTerms,
  checkSize,
  checkStops,
  inParts,
  readTerms,
  stepValueOf,
  storeTerms,
  wholeLots,
} from '#domain/futures/terms'
import { movedPrice } from '#domain/futures/what-if'
import { amount } from '#domain/money/amount'
import { rate } from '#domain/money/rate'

/** A step of 0.1 USDT on a lot of 0.001 BTC is 100 units; half a spread is 0.02 %. */
const TERMS: FuturesTerms = {
  ...{ version: 'v1', priceDecimals: 1, stepValue: 100n, spread: rate(40_000n), fee: rate(50_000n) },
  ...{ overnight: rate(20_000n), liquidationFee: rate(50_000n), symbol: 'BTC-USDT', lotSize: 100_000n },
  ...{ quote: { id: 3, code: 'USDT', scale: 6 }, leverages: [1, 20, 100], lotsMin: 2, lotsMax: 6_000, isOpen: true },
  tiers: [
    { upTo: amount(50_000_000_000n), maintenance: rate(500_000n), leverageMax: 100 },
    { upTo: amount(250_000_000_000n), maintenance: rate(1_000_000n), leverageMax: 20 },
  ],
  exposureMax: amount(0n),
}
/** 100 lots at 60,012.0: worth 6,001.20, with a maintenance of 30.006. */
type Held = PositionNumbers & { readonly symbol: string; readonly positionNo: number }
const LONG: Held = {
  positionNo: 1,
  ...{ symbol: 'BTC-USDT', direction: 'long', mode: 'isolated', lots: 100, openSteps: 600_120 },
  ...{ margin: amount(600_120_000n), maintenanceRate: rate(500_000n), terms: TERMS },
}
const ETH: Held = {
  ...{ ...LONG, symbol: 'ETH-USDT', direction: 'short', mode: 'cross', openSteps: 300_000 },
  ...{ positionNo: 2, margin: amount(300_000_000n), terms: { ...TERMS, priceDecimals: 2, spread: rate(0n) } },
}

describe('the size of an order', () => {
  const size = (lots: number, leverage = 1, steps = 500_000, terms = TERMS) => {
    const checked = checkSize(terms, { lots, leverage }, steps)
    return checked.ok ? checked.value.leverageMax : checked.refusal
  }
  const outside = (min: string, max: string) => ({ code: 'futures_lots_out_of_bounds', facts: { min, max } })

  test('may be the least and the most lots', () => {
    expect(size(2)).toBe(100)
    expect(size(1)).toEqual(outside('2', '6000'))
    // At 100.0 a lot is worth a tenth: 6,000 lots are 600.
    expect(size(6_000, 1, 1_000)).toBe(100)
    expect(size(6_001, 1, 1_000)).toEqual(outside('2', '6000'))
    expect(size(2.5)).toEqual(outside('2', '6000'))
  })

  test('may be worth what its tier goes up to', () => {
    // At 50,000 a lot is 50: 1,000 lots are the first 50,000, 5,000 the last 250,000.
    expect(size(1_000, 100)).toBe(100)
    const above = { code: 'futures_leverage_above_tier', facts: { max: '20', notional: '50050', asset: 'USDT' } }
    expect(size(1_001, 100)).toEqual(above)
    expect(size(1_001, 20)).toBe(20)
    expect(size(5_000, 20)).toBe(20)
    expect(size(5_001, 20)).toEqual(outside('2', '5000'))
    // A third tier up to 500,000: 10,000 lots, of which 6,000 are offered; at 100,000 they are 5,000.
    const third = { upTo: amount(500_000_000_000n), maintenance: rate(2_000_000n), leverageMax: 1 }
    const terms = { ...TERMS, tiers: [...TERMS.tiers, third] }
    expect([size(6_000, 1, 500_000, terms), size(5_000, 1, 1_000_000, terms)]).toEqual([1, 1])
    expect(size(5_001, 1, 1_000_000, terms)).toEqual(outside('2', '5000'))
    expect(size(2, 1, 500_000, { ...TERMS, tiers: [] })).toEqual(outside('2', '0'))
  })

  test('has a leverage that is offered', () => {
    const facts = { offered: '1×, 20×, 100×' }
    expect(size(2, 10)).toEqual({ code: 'futures_leverage_not_offered', facts })
  })

  test('is said in whole lots where they are counted in parts', () => {
    const parts = inParts(TERMS, 100)
    expect(parts).toMatchObject({ stepValue: 1n, lotParts: 100, lotsMin: 200, lotsMax: 600_000 })
    expect(parts && size(199, 1, 500_000, parts)).toEqual(outside('2', '6000'))
    expect(inParts(TERMS, 200)).toBeNull()
    expect([wholeLots(250, { lotParts: 100 }), wholeLots(250, {})]).toEqual([2.5, 250])
  })
})

describe('terms', () => {
  test('are stored as text and read again', () => {
    const stored = {
      ...{ version: 'v1', priceDecimals: 1, stepValue: '100', spread: '40000' },
      ...{ fee: '50000', overnight: '20000', liquidationFee: '50000' },
    }
    expect(storeTerms(TERMS)).toEqual(stored)
    expect(storeTerms({ ...TERMS, lotParts: 100 })).toEqual({ ...stored, lotParts: 100 })
    expect('lotParts' in storeTerms(TERMS)).toBe(false)
    const read = { spread: 40_000n, fee: 50_000n, overnight: 20_000n, liquidationFee: 50_000n }
    expect(readTerms(stored)).toEqual({ version: 'v1', priceDecimals: 1, stepValue: 100n, ...read })
    expect('lotParts' in readTerms(stored)).toBe(false)
    expect(readTerms({ ...stored, lotParts: 100 }).lotParts).toBe(100)
  })

  test('make a step of a lot a whole number of units', () => {
    // 0.001 BTC at 0.1 USDT are 0.0001.
    expect(stepValueOf(100_000n, 1, 6)).toBe(100n)
    expect(stepValueOf(1_000n, 1, 6)).toBe(1n)
    expect(() => stepValueOf(100n, 1, 6)).toThrow('whole number of quote units')
    expect(() => stepValueOf(0n, 1, 6)).toThrow('whole number of quote units')
    expect(() => stepValueOf(-1_000n, 1, 6)).toThrow('whole number of quote units')
  })
})

describe('stops', () => {
  const stops = (direction: 'long' | 'short', takeProfit: number | null, stopLoss: number | null) => {
    const checked = checkStops(TERMS, direction, { takeProfit, stopLoss }, [600_000, 610_000])
    return checked.ok ? 'ok' : [checked.refusal.code, checked.refusal.facts['price']]
  }

  test('lie beyond both prices, by a step', () => {
    expect(stops('long', 610_001, 599_999)).toBe('ok')
    expect(stops('long', 610_000, null)).toEqual(['futures_take_profit_too_low', '61000.0'])
    expect(stops('long', null, 600_000)).toEqual(['futures_stop_loss_too_high', '60000.0'])
    expect(stops('short', 599_999, 610_001)).toBe('ok')
    expect(stops('short', 600_000, null)).toEqual(['futures_take_profit_too_high', '60000.0'])
    expect(stops('short', null, 610_000)).toEqual(['futures_stop_loss_too_low', '61000.0'])
    expect(stops('long', null, null)).toBe('ok')
  })

  const order = { direction: 'long', kind: 'market', entrySteps: null, worstSteps: null, reference: 600_000 } as const
  const sides = (differs: Partial<Parameters<typeof checkSides>[1]>) => {
    const checked = checkSides(TERMS, { ...order, takeProfit: null, stopLoss: null, ...differs })
    return checked.ok ? 'ok' : checked.refusal
  }

  test('of an order are seen from the price that it waits for, otherwise from the price now', () => {
    expect(sides({ kind: 'limit', entrySteps: 590_000, takeProfit: 590_001, stopLoss: 589_999 })).toBe('ok')
    expect(sides({ takeProfit: 600_000 })).toMatchObject({ code: 'futures_take_profit_too_low' })
    expect(sides({ takeProfit: 600_001, stopLoss: 599_999 })).toBe('ok')
    expect(sides({ kind: 'limit', entrySteps: 600_000 })).toEqual({
      code: 'futures_limit_wrong_side',
      facts: { price: '60000.0' },
    })
    expect(sides({ direction: 'short' })).toBe('ok')
    expect(sides({ kind: 'stop', entrySteps: 600_000 })).toMatchObject({ code: 'futures_stop_wrong_side' })
  })
})

describe('what an order holds', () => {
  const needed = (direction: 'long' | 'short', entrySteps: number | null, worstSteps: number | null) =>
    neededFor(TERMS, {
      ...{ direction, kind: 'market', entrySteps, worstSteps, reference: 600_000, lots: 10, leverage: 10 },
      ...{ takeProfit: null, stopLoss: null },
    })

  test('is by its own price, by the worst of a purchase, or by the price now', () => {
    // 0.01 BTC at 60,000 are 600: 60 of margin, 0.30 of fee.
    expect(needed('long', null, null)).toBe(60_300_000n)
    expect(needed('short', null, 500_000)).toBe(60_300_000n)
    expect(needed('long', null, 500_000)).toBe(50_250_000n)
    expect(needed('short', 500_000, null)).toBe(50_250_000n)
  })

  test('allows for 1 % of slippage, and for a step at least', () => {
    expect([worstOf('long', 50), worstOf('short', 50)]).toEqual([51, 49])
    expect([worstOf('long', 250), worstOf('short', 250)]).toEqual([252, 248])
    expect(worstOf('short', 1)).toBe(1)
  })
})

describe('the outlook of an order', () => {
  const ORDER: Parameters<typeof orderOutlook>[1] = {
    ...{ symbol: 'BTC-USDT', direction: 'long', kind: 'market', mode: 'cross', lots: 10, leverage: 10 },
    ...{ entrySteps: null, worstSteps: null, takeProfit: null, stopLoss: null, reference: 600_000 },
    maintenanceRate: rate(500_000n),
  }
  const outlook = (
    beside: Partial<Parameters<typeof orderOutlook>[2]> = {},
    differs: Partial<Parameters<typeof orderOutlook>[1]> = {},
  ) => orderOutlook(TERMS, { ...ORDER, ...differs }, { available: null, held: [], prices: new Map(), ...beside })

  test('is liquidated where its margin, and what is left of the balance, come down to the maintenance', () => {
    // 600.12 with a margin of 60.012 and a maintenance of 3.0006: 57,012 steps of 0.001 lower, a close at 54,310.8.
    expect(outlook().liquidation).toBe(543_217)
    expect(outlook({}, { mode: 'isolated' }).liquidation).toBe(543_217)
    // Margin and fee, 60.31206, leave the balance: of 160.31206 there are 100 left, 100,000 steps.
    expect(outlook({ available: amount(160_312_060n) }).liquidation).toBe(443_197)
    expect(outlook({ available: amount(60_312_060n) }).liquidation).toBe(543_217)
    expect(outlook({ available: amount(10_000_000n) }).liquidation).toBe(543_217)
  })

  test('stands beside the other positions of the balance, at their prices', () => {
    // ETH adds 300 of margin, 10 won and 15 of maintenance: 352.0114 may be lost, a close at 24,810.8.
    const prices = new Map([['ETH-USDT', 299_000]])
    expect(outlook({ held: [ETH], prices }).liquidation).toBe(248_158)
    // Missing prices count as no result: liquidation at a close of 25,810.8.
    expect(outlook({ held: [ETH] }).liquidation).toBe(258_160)
    const two = [{ ...ETH, symbol: 'SOL-USDT', openSteps: 100_000, margin: amount(0n), maintenanceRate: rate(0n) }, ETH]
    expect(outlook({ held: two, prices }).liquidation).toBe(248_158)
    expect(outlook({ held: two, prices: new Map([['SOL-USDT', 100_000]]) }).liquidation).toBe(258_160)
    expect(outlook({ held: [ETH], prices }, { mode: 'isolated' }).liquidation).toBe(543_217)
  })

  test('says nothing of a stop while no price liquidates it, or the liquidation is the price now', () => {
    expect(stopWarning({ liquidation: null, isStopBeyondLiquidation: true }, 1)).toBeNull()
    const at = (direction: 'long' | 'short', stopLoss: number) =>
      isStopBeyond({ direction, stopLoss, liquidation: 600_000, index: 600_000 })
    expect([at('long', 540_000), at('short', 660_000)]).toEqual([false, false])
  })

  test('shows midnights and stops by the price that it opens at', () => {
    expect(outlook()).toMatchObject({ overnight: 120_000n, atTakeProfit: null, atStopLoss: null })
    const waiting = { kind: 'limit', entrySteps: 590_000, takeProfit: 600_000, stopLoss: 580_000 } as const
    // 0.02 % of 590. Closes at 59,988 and 57,988.4 (11.6 of spread).
    expect(outlook({}, waiting)).toMatchObject({
      ...{ openSteps: 590_000, worth: 590_000_000n, overnight: 118_000n },
      ...{ atTakeProfit: 9_880_000n, atStopLoss: -10_116_000n },
    })
  })
})

describe('a position', () => {
  test('of a price of one step opens and closes at no less than one', () => {
    // Half of a spread of 4 % is 0.02, rounded up to one step.
    const wide = { ...TERMS, spread: rate(4_000_000n) }
    expect([openPrice(wide, 'long', 1), openPrice(wide, 'short', 1), openPrice(wide, 'short', 2)]).toEqual([2, 1, 1])
  })

  test('has a margin ratio while there is equity, rounded up', () => {
    // At 60,000 it has lost 2.40: 30.006 over 597.72 are 5.0200762 %.
    expect(marginRatio(LONG, 600_000)).toBe(5_020_077n)
    expect(marginRatio({ ...LONG, margin: amount(2_400_000n) }, 600_000)).toBeNull()
    expect(marginRatio({ ...LONG, margin: amount(2_399_999n) }, 600_000)).toBeNull()
    expect(marginRatio({ ...LONG, margin: amount(2_400_001n) }, 600_000)).toBe(30_006_000n * 10n ** 8n)
  })

  test('has enough margin at what its leverage requires, while it is not liquidated', () => {
    const isEnough = (margin: bigint, leverage: number, index: number) =>
      isMarginEnough({ ...LONG, margin: amount(margin), leverage }, index)
    expect(isEnough(600_120_000n, 10, 600_000)).toBe(true)
    expect(isEnough(600_119_999n, 10, 600_000)).toBe(false)
    // 60.126 less 30.12 are the maintenance.
    expect(isEnough(60_126_000n, 100, 597_229)).toBe(true)
    expect(isEnough(60_126_000n, 100, 597_228)).toBe(false)
  })

  test('pays a liquidation fee of what is left at most', () => {
    // 0.05 % of 5,972.28.
    const fee = (left: bigint) => liquidationFeeOf(TERMS, { indexSteps: 597_228, lots: 100, left: amount(left) })
    expect([fee(10_000_000n), fee(2_986_140n), fee(2_000_000n), fee(0n), fee(-1n)]).toEqual([
      ...[2_986_140n, 2_986_140n, 2_000_000n, 0n, 0n],
    ])
  })

  test('gives back of the margin of its lots what they did not lose', () => {
    // 50 of 100 lots at 60,000: 300.06 less 1.20.
    expect(closingOf(LONG, 600_000, 50)).toEqual({ price: 599_880, result: -1_200_000n, freed: 298_860_000n })
    // At 61,000 they win (60,987.8 - 60,012) × 0.05, and all of the margin is free.
    expect(closingOf(LONG, 610_000, 50)).toEqual({ price: 609_878, result: 48_790_000n, freed: 300_060_000n })
    // At 50,000 more is lost than there is.
    expect(closingOf(LONG, 500_000, 100)).toEqual({ price: 499_900, result: -1_002_200_000n, freed: 0n })
    expect([lossOf(amount(-5n)), lossOf(amount(0n)), lossOf(amount(5n))]).toEqual([5n, 0n, 0n])
  })
})

describe('cross positions', () => {
  test('are closed by the largest maintenance, of equals by the oldest', () => {
    const older = { ...LONG, no: 1 }
    const newer = { ...LONG, no: 2 }
    expect(largestMaintenance([older, newer]).no).toBe(1)
    expect(largestMaintenance([older, { ...newer, lots: 101 }]).no).toBe(2)
    expect(largestMaintenance([{ ...older, lots: 101 }, newer]).no).toBe(1)
  })

  test('count alone: isolated ones have margins of their own', () => {
    const risk = crossRisk(amount(90_000_000n), [LONG, ETH], (symbol) => (symbol === 'ETH-USDT' ? 299_000 : 1))
    expect(risk).toEqual({
      ...{ equity: 400_000_000n, margins: 300_000_000n, results: 10_000_000n, maintenance: 15_000_000n },
    })
    expect(isLiquidated({ equity: amount(15n), maintenance: amount(15n) })).toBe(true)
    expect(isLiquidated({ equity: amount(16n), maintenance: amount(15n) })).toBe(false)
    // A third below zero, rounded down.
    expect(riskRate({ equity: amount(-1n), margins: amount(3n) })).toBe(-33_333_334n)
  })

  test('are watched from where they have lost a share of their value, less two steps a lot', () => {
    // 100 less 0.02 are 9,998 steps of 0.01: from a close at 59,988.0 down to 58,988.2, by an index of 59,000.1.
    const cross = { ...LONG, mode: 'cross' } as const
    expect(crossBand([cross], 600_000, amount(100_000_000n))).toEqual({ low: 590_001, high: null })
    const short = { ...cross, direction: 'short' } as const
    // A close from 60,012.0 up to 61,011.8: at 60,999.6 half a spread is 12.19992, so 12.2.
    expect(crossBand([short], 600_000, amount(100_000_000n))).toEqual({ low: null, high: 609_996 })
    // A share of no more than the slack is lost already.
    expect(crossBand([cross], 600_000, amount(20_000n))).toEqual({ low: 600_000, high: 600_000 })
    expect(crossBand([cross], 600_000, amount(1n))).toEqual({ low: 600_000, high: 600_000 })
    // One step more: a close at 59,987.9, by an index of 59,999.9 less 12.0.
    expect(crossBand([cross], 600_000, amount(30_000n)).low).toBe(599_999)
  })

  test('of equal sides are liquidated by a rise alone, and isolated ones never by a price in their favour', () => {
    const cross = { ...LONG, mode: 'cross', margin: amount(0n) } as const
    const other = { ...cross, direction: 'short', openSteps: 599_880 } as const
    const facts = { available: amount(100_000_000n), positions: [cross, other], index: () => 600_000 }
    // Only half of the spread on each side grows with the price: nothing else of a hedge changes.
    expect(liquidationPrice(cross, facts)).toBeGreaterThan(600_000)
    expect(liquidationPrice({ ...LONG, margin: amount(7_000_000_000n) }, facts)).toBeNull()
  })
})

describe('the first step of a condition', () => {
  test('is where it begins to hold, at the start, at one step, or at the largest price', () => {
    expect(firstPriceWhere(10, 'down', () => true)).toBe(10)
    expect(firstPriceWhere(10, 'down', (steps) => steps <= 7)).toBe(7)
    expect(firstPriceWhere(10, 'down', (steps) => steps <= 1)).toBe(1)
    expect(firstPriceWhere(2, 'down', (steps) => steps <= 1)).toBe(1)
    expect(firstPriceWhere(10, 'down', (steps) => steps <= 0)).toBeNull()
    expect(firstPriceWhere(10, 'up', (steps) => steps >= 11)).toBe(11)
    expect(firstPriceWhere(10, 'up', (steps) => steps >= 2 ** 52)).toBe(4_503_599_627_370_496)
    expect(firstPriceWhere(10, 'up', (steps) => steps > 2 ** 52)).toBeNull()
  })
})

test('a moved price is rounded down to a step, and is one at least', () => {
  // 1,006.005 and 1,003.995.
  expect([movedPrice(1_005, 1), movedPrice(1_005, -1), movedPrice(1_005, 0)]).toEqual([1_006, 1_003, 1_005])
  expect([movedPrice(1_005, -1_000), movedPrice(1, -1)]).toEqual([1, 1])
})
