// Figures of the position dialogs before submission: result of a close, and effect of a changed margin.

import { describe, expect, test } from 'vitest'
import type { FuturesRow } from '#party/protocol/futures'
import { returnOnMargin } from '#domain/futures/appraisal'
import { amount } from '#domain/money/amount'
import { rate } from '#domain/money/rate'
import { type FuturesFacts, type FuturesFields, readFutures } from '../../app/forms/futures'
import { BTC_USDT } from '../market/btc-usdt'
import { readClosing, readMargin, readReversal, readStop } from '../../app/forms/futures-outlook'

/** 100 lots of 0.001 BTC, opened at 60,012 with ten times a margin of 600.12 USDT. */
const row = (differs: Partial<FuturesRow> = {}) =>
  ({
    positionNo: 1,
    symbol: 'BTC-USDT',
    direction: 'long',
    mode: 'isolated',
    leverage: 10,
    lots: 100,
    openSteps: 600_120,
    margin: '600120000',
    maintenanceRate: '500000',
    state: 'open',
    terms: {
      version: 'v1',
      priceDecimals: 1,
      stepValue: '100',
      spread: '40000',
      fee: '50000',
      overnight: '20000',
      liquidationFee: '50000',
    },
    ...differs,
  }) as FuturesRow

const facts = (differs: Partial<FuturesFacts> = {}) =>
  ({
    language: 'en',
    available: 500_000_000n,
    live: [],
    prices: new Map([['BTC-USDT', 600_000]]),
    quote: { id: 3, code: 'USDT', scale: 6 },
    terms: { quote: { id: 3, code: 'USDT', scale: 6 } },
    ...differs,
  }) as FuturesFacts

describe('closing', () => {
  test('says the price with the spread paid, the result, and the margin of the closed lots less a loss', () => {
    expect(readClosing(facts(), row(), '100')).toEqual({ price: 599_880, result: -2_400_000n, freed: 597_720_000n })
    expect(readClosing(facts(), row(), '25')).toEqual({ price: 599_880, result: -600_000n, freed: 149_430_000n })
    const rising = facts({ prices: new Map([['BTC-USDT', 606_000]]) })
    expect(readClosing(rising, row(), '100')).toEqual({ price: 605_878, result: 57_580_000n, freed: 600_120_000n })
  })

  test('gives nothing back of a margin that a loss has used up', () => {
    const fallen = facts({ prices: new Map([['BTC-USDT', 500_000]]) })
    expect(readClosing(fallen, row({ mode: 'cross' }), '100')?.freed).toBe(0n)
  })

  test.each(['', '0', '101', '1.5', 'x'])('says nothing of %j lots', (lots) => {
    expect(readClosing(facts(), row(), lots)).toBeNull()
  })

  test('says nothing without a price', () => {
    expect(readClosing(facts({ prices: new Map() }), row(), '1')).toBeNull()
  })
})

describe('the ticket', () => {
  const TERMS = {
    version: 'v1',
    priceDecimals: 1,
    stepValue: 100n,
    spread: rate(40_000n),
    fee: rate(50_000n),
    overnight: rate(20_000n),
    liquidationFee: rate(50_000n),
    quote: { id: 3, code: 'USDT', scale: 6 },
    leverages: [10],
    lotsMin: 1,
    lotsMax: 1_000,
    tiers: [{ upTo: 10_000_000_000_000n, maintenance: rate(500_000n), leverageMax: 100 }],
    isOpen: true,
  } as unknown as FuturesFacts['terms']
  const read = (fields: Partial<FuturesFields>, available: bigint | null = 1_000_000_000n) =>
    readFutures(
      facts({
        pair: BTC_USDT,
        index: 600_000,
        live: [],
        isVerified: true,
        terms: TERMS,
        available: available as never,
      }),
      {
        direction: 'long',
        kind: 'market',
        mode: 'isolated',
        leverage: '10',
        lots: '10',
        price: '',
        take_profit: '',
        stop_loss: '',
        ...fields,
      },
    )

  test('says no where the order would be refused: too little for its worst price, a price on the wrong side', () => {
    expect(read({}).problem).toBeNull()
    // 606 USDT at ten times with the fee; it would open at 600.12.
    expect(read({}, 60_903_000n).problem).toBeNull()
    expect(read({}, 60_902_999n).problem).toMatchObject({ field: 'lots', refusal: { code: 'insufficient_available' } })
    expect(read({ kind: 'limit', price: '61000' }).problem).toMatchObject({
      field: 'price',
      refusal: { code: 'futures_limit_wrong_side' },
    })
    expect(read({ kind: 'stop', price: '59000' }).problem).toMatchObject({
      field: 'price',
      refusal: { code: 'futures_stop_wrong_side' },
    })
  })

  test('says that a stop-loss would never be reached', () => {
    expect(read({ stop_loss: '50000' }).figures?.isStopBeyondLiquidation).toBe(true)
    expect(read({ stop_loss: '58000' }).figures?.isStopBeyondLiquidation).toBe(false)
  })
})

describe('a stop-loss of a position', () => {
  test('is said to lie beyond its liquidation', () => {
    const beside = facts({ live: [row()] })
    expect(readStop(beside, row(), 500_000)?.isStopBeyondLiquidation).toBe(true)
    expect(readStop(beside, row(), 580_000)?.isStopBeyondLiquidation).toBe(false)
    expect(readStop(beside, row(), null)?.isStopBeyondLiquidation).toBe(false)
    expect(readStop(facts({ live: [row()], prices: new Map() }), row(), 500_000)).toBeNull()
  })
})

describe('another margin', () => {
  test('moves the liquidation price and the margin ratio, before it is saved', () => {
    const outlook = readMargin(facts(), row(), { way: 'add', amount: '100' })
    expect(outlook?.problem).toBeNull()
    // Maintenance is 0.5% of 6,001.20; equity is the margin less a spread of 2.40.
    expect(outlook?.now).toMatchObject({ margin: 600_120_000n, ratio: 5_020_077n })
    expect(outlook?.after).toMatchObject({ margin: 700_120_000n, ratio: 4_300_580n })
    // 100 USDT more margin on 0.1 BTC move the liquidation price by 1,000, less the spread on that.
    const [before = 0, after = 0] = [outlook?.now.liquidation ?? 0, outlook?.after?.liquidation ?? 0]
    expect(before - after).toBeGreaterThan(9_995)
    expect(before - after).toBeLessThan(10_005)
  })

  test('is refused beforehand as the account would refuse it', () => {
    const problem = (way: 'add' | 'take', amount: string) => readMargin(facts(), row(), { way, amount })?.problem
    expect(problem('add', '500.01')).toMatchObject({ code: 'insufficient_available' })
    expect(problem('take', '0.01')).toEqual({ code: 'futures_margin_needed', facts: { available: '0', asset: 'USDT' } })
    expect(problem('add', 'x')).toMatchObject({ code: 'amount_malformed' })
    expect(problem('add', '')).toBeNull()
  })

  test('leaves cross positions 150 percent of their margins, and all of it while one of them has no price', () => {
    // Equity at 56,000: 500 + 60.012 - 402.32 with half the spread paid, less 150 % of 60.012.
    const cross = row({ positionNo: 2, mode: 'cross', leverage: 100, margin: '60012000' })
    const beside = facts({ live: [cross, row()], prices: new Map([['BTC-USDT', 560_000]]) })
    const problem = (of: FuturesFacts, amount: string) => readMargin(of, row(), { way: 'add', amount })?.problem
    expect(problem(beside, '67.674')).toBeNull()
    expect(problem(beside, '67.675')).toEqual({
      code: 'futures_margin_needed',
      facts: { available: '67.674', asset: 'USDT' },
    })
    const unpriced = facts({ live: [row({ ...cross, symbol: 'ETH-USDT' }), row()] })
    expect(problem(unpriced, '1')?.facts).toMatchObject({ available: '0' })
  })

  test('may be what was added before and is needed no more', () => {
    const added = row({ margin: '700120000' })
    expect(readMargin(facts(), added, { way: 'take', amount: '100' })?.after?.margin).toBe(600_120_000n)
    expect(readMargin(facts(), added, { way: 'take', amount: '100.01' })?.problem?.facts).toMatchObject({
      available: '100',
    })
  })
})

describe('reversing', () => {
  test('closes all lots and opens as many in the other direction, each with the spread paid', () => {
    const short = { direction: 'short', price: 599_880, margin: 599_880_000n, fee: 2_999_400n }
    const closing = { price: 599_880, result: -2_400_000n, freed: 597_720_000n }
    expect(readReversal(facts(), row())).toEqual({ ...short, closing })
    expect(readReversal(facts(), row({ direction: 'short' }))).toMatchObject({ direction: 'long', price: 600_120 })
  })

  test('says nothing without a price', () => {
    expect(readReversal({ prices: new Map() }, row())).toBeNull()
  })
})

describe('return on margin', () => {
  test('is a share of what the leverage requires, whatever was added to the margin; rounded down', () => {
    // 6,001.2 USDT at ten times: 600.12 USDT.
    expect(returnOnMargin(row(), amount(60_012_000n))).toBe(1000n)
    expect(returnOnMargin(row({ margin: '900120000' }), amount(60_012_000n))).toBe(1000n)
    expect(returnOnMargin(row({ leverage: 20 }), amount(60_012_000n))).toBe(2000n)
    expect(returnOnMargin(row(), amount(-1n))).toBe(-1n)
    expect(returnOnMargin(row({ state: 'closed' }), amount(1n))).toBeNull()
  })
})
