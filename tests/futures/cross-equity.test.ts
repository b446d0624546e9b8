// What may leave the wallet of contracts: 150 % of the margins of cross positions stay.

import { describe, expect, test } from 'vitest'
import { checkLeaving, spareEquity } from '#domain/futures/cross-equity'
import { type FuturesState, isPartlyClosed } from '#domain/futures/life'
import type { MarginMode } from '#domain/futures/terms'
import { amount } from '#domain/money/amount'
import { rate } from '#domain/money/rate'

const USDT = { code: 'USDT', scale: 6 }

/** 100 lots of 0.001 BTC bought at 60,012.0. At 60,600 half a spread of 0.02 % is 12.12, so 12.2: it closes at 60,587.8 and has won 57.58. */
const position = (margin: bigint, mode: MarginMode = 'cross') => ({
  ...({ symbol: 'BTC-USDT', direction: 'long', mode, lots: 100, openSteps: 600_120, margin: amount(margin) } as const),
  maintenanceRate: rate(500_000n),
  terms: {
    ...{ version: 'v1', priceDecimals: 1, stepValue: 100n, spread: rate(40_000n), fee: rate(50_000n) },
    ...{ overnight: rate(20_000n), liquidationFee: rate(50_000n) },
  },
})
type Backed = Parameters<typeof checkLeaving>[2]
const backed = (differs: Partial<Backed>): Backed => ({
  ...{ available: amount(1_000_000_000n), positions: [position(600_120_000n)] },
  prices: new Map([['BTC-USDT', 606_000]]),
  ...differs,
})
const leave = (leaving: bigint, differs: Partial<Backed> = {}) => checkLeaving(USDT, amount(leaving), backed(differs))
const refused = (available: string) => ({
  ...{ ok: false, refusal: { code: 'futures_margin_needed', facts: { available, asset: 'USDT' } } },
})

describe('what may leave', () => {
  test('is what is beyond 150 % of the margins, to the unit', () => {
    // 1,000, 600.12 and 57.58 are 1,657.70; 150 % of 600.12 are 900.18.
    expect([leave(757_520_000n), leave(757_520_001n)]).toEqual([{ ok: true, value: null }, refused('757.52')])
    // 1.5 of one unit stay as two.
    expect(spareEquity({ equity: amount(10n), margins: amount(1n) })).toBe(8n)
  })

  test('is the balance at the most', () => {
    // 100, 60.012 and 57.58 are 217.592; 90.018 stay.
    const little = { available: amount(100_000_000n), positions: [position(60_012_000n)] }
    expect([leave(100_000_000n, little), leave(100_000_001n, little)]).toMatchObject([{ ok: true }, refused('100')])
  })

  test('is nothing where less than that is there', () => {
    // 100, 600.12 and 57.58 are 757.70, of which 900.18 would stay.
    const short = { available: amount(100_000_000n) }
    expect([leave(0n, short), leave(1n, short)]).toMatchObject([{ ok: true }, refused('0')])
  })

  test('is nothing without the price of a cross position', () => {
    const prices = new Map([['ETH-USDT', 30_000]])
    expect([leave(0n, { prices }), leave(1n, { prices })]).toMatchObject([{ ok: true }, refused('0')])
    // Of a short too, which would win at no price; and beside one that has a price.
    const short = { ...position(600_120_000n), symbol: 'EUR-USDT', direction: 'short' } as const
    for (const positions of [[short], [position(600_120_000n), short]])
      expect([leave(0n, { positions }), leave(1n, { positions })]).toMatchObject([{ ok: true }, refused('0')])
  })

  test('is the whole balance beside isolated positions, priced or not', () => {
    const alone = { positions: [position(600_120_000n, 'isolated')], prices: new Map<string, number>() }
    expect([leave(1_000_000_000n, alone), leave(1_000_000_001n, alone)]).toMatchObject([{ ok: true }, refused('1000')])
    // Beside a cross position the isolated one neither backs it nor has to be priced.
    const isolated = { ...position(5_000_000_000n, 'isolated'), symbol: 'ETH-USDT' }
    const both = { positions: [position(600_120_000n), isolated] }
    expect([leave(757_520_000n, both), leave(757_520_001n, both)]).toMatchObject([{ ok: true }, refused('757.52')])
  })
})

test('a position is partly closed while it is open with fewer lots than were ordered', () => {
  const of = (state: FuturesState, lots: number) => isPartlyClosed({ state, lots, lotsOrdered: 10 })
  expect([of('open', 9), of('open', 10), of('closed', 0), of('pending', 9)]).toEqual([true, false, false, false])
})
