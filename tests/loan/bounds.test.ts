// Rates of a margin wallet met exactly, prices that are watched, and the lines that a wallet is made of.

import { describe, expect, test } from 'vitest'
import type { Asset, Catalogue, Pair } from '#domain/catalogue'
import {
  CALL_RESET_RATE,
  LIQUIDATION_RATE,
  MARGIN_CALL_RATES,
  OPENING_RATE,
  ORDER_FLOOR_RATE,
  TARGET_RATE,
  WITHDRAWAL_FLOOR_RATE,
  type MarginLine,
  bandsOf,
  marginCallAt,
  isBelow,
  marginLines,
  missingFor,
  nextBelow,
  riskOf,
  spareOf,
  unitWorth,
  withLoan,
  worthAt,
} from '#domain/loan/risk'
import { ZERO, amount } from '#domain/money/amount'
import { BTC_USDT } from '../market/btc-usdt'
import { btc, eth, usdt } from './wallet'

const ONE_BTC = btc({ has: 100_000_000n })
const dollars = (of: { has?: number; owes?: number }) =>
  usdt({ has: BigInt(of.has ?? 0) * 1_000_000n, owes: BigInt(of.owes ?? 0) * 1_000_000n })

describe('rates', () => {
  test('are those of the rule, in hundredths of a percent', () => {
    expect([OPENING_RATE, CALL_RESET_RATE, WITHDRAWAL_FLOOR_RATE]).toEqual([13_334n, 13_334n, 15_000n])
    expect([MARGIN_CALL_RATES, ORDER_FLOOR_RATE]).toEqual([[13_000n, 12_000n], 12_000n])
    expect([LIQUIDATION_RATE, TARGET_RATE]).toEqual([11_000n, 13_000n])
  })

  test('are passed below them, by one unit, and not at them', () => {
    const at = (has: bigint) => riskOf([usdt({ has, owes: 10_000n })])
    expect([isBelow(at(11_000n), 11_000n), isBelow(at(10_999n), 11_000n)]).toEqual([false, true])
    expect([13_000n, 12_999n, 12_000n, 11_999n].map((has) => marginCallAt(at(has)))).toEqual([
      0, 13_000, 13_000, 12_000,
    ])
  })

  test('that come next are the next call, then the liquidation', () => {
    expect([0, 13_001, 13_000, 12_001, 12_000].map(nextBelow)).toEqual([13_000n, 13_000n, 12_000n, 12_000n, 11_000n])
  })

  test('count worth in units of 1e-30', () => {
    // One unit of 1e-8 BTC at 60,000.0 is 0.0006.
    expect(unitWorth(ONE_BTC)).toBe(600_000n * 10n ** 21n)
    expect(unitWorth(usdt({}))).toBe(10n ** 24n)
    // An asset of 18 decimals at a price of 12 is the finest; of 13 it is too fine.
    expect(unitWorth({ ...ONE_BTC, scale: 18, priceDecimals: 12, priceSteps: 7 })).toBe(7n)
    expect(() => unitWorth({ ...ONE_BTC, scale: 18, priceDecimals: 13 })).toThrow('no more decimals')
    // 0.000001999 at eight decimals, rounded down.
    expect(worthAt(1_999n * 10n ** 21n, 8)).toBe(199n)
  })
})

describe('what may leave a wallet', () => {
  test('is what stays above 150 %, of what is free', () => {
    // 60,000 and 10,000 against 40,000: 10,000 more than 60,000.
    const lines = [ONE_BTC, dollars({ has: 10_000, owes: 40_000 })]
    expect(spareOf(lines, 3)).toBe(10_000_000_000n)
    // A sixth of a bitcoin, rounded down.
    expect(spareOf(lines, 1)).toBe(16_666_666n)
    expect(
      spareOf(
        lines.map((line) => ({ ...line, free: amount(5n) })),
        1,
      ),
    ).toBe(5n)
    expect(spareOf(lines, 9)).toBe(0n)
    // 0.000001 less than 150 % leaves nothing; neither does 150 % itself.
    expect(spareOf([ONE_BTC, usdt({ owes: 40_000_000_000n })], 1)).toBe(0n)
    expect(spareOf([ONE_BTC, usdt({ owes: 40_000_000_001n })], 1)).toBe(0n)
    expect(spareOf([ONE_BTC, usdt({ owes: 39_999_000_000n })], 1)).toBe(2_500n)
    // At 120 % instead: 70,000 less 48,000.
    expect(spareOf(lines, 1, 12_000n)).toBe(36_666_666n)
  })

  test('is all that is free without debts, and nothing of what has no price', () => {
    expect(spareOf([btc({ has: 7n, free: 4n })], 1)).toBe(4n)
    const unpriced = eth({ has: 5n }, { symbol: null, priceSteps: 0 })
    expect(spareOf([unpriced], 2)).toBe(5n)
    expect(spareOf([unpriced, ONE_BTC, dollars({ owes: 1 })], 2)).toBe(0n)
  })
})

describe('what is missing for a loan', () => {
  test('is the deposit that reaches 133.34 %, rounded up', () => {
    // 40,000 of debt need 53,336; a bitcoin is 60,000. 50,000 need 66,670: 6,670 more.
    expect(missingFor([ONE_BTC, dollars({ owes: 40_000 })], 3)).toBe(0n)
    const lines = [ONE_BTC, dollars({ owes: 50_000 })]
    expect(missingFor(lines, 3)).toBe(6_670_000_000n)
    // 6,670 / 60,000 are 0.11116666…
    expect(missingFor(lines, 1)).toBe(11_116_667n)
    expect(missingFor(lines, 9)).toBe(0n)
    expect(missingFor([...lines, eth({}, { priceSteps: 0 })], 2)).toBe(0n)
    // Exactly enough.
    expect(missingFor([usdt({ has: 13_334n, owes: 10_000n })], 3)).toBe(0n)
    expect(missingFor([usdt({ has: 13_333n, owes: 10_000n })], 3)).toBe(1n)
  })

  test('is seen after the credit: the borrowed asset is there, free, and owed', () => {
    const [own, borrowed] = withLoan([ONE_BTC, usdt({ has: 5n, free: 3n, owes: 2n })], 3, amount(10n))
    expect(own).toEqual(ONE_BTC)
    expect(borrowed).toMatchObject({ has: 15n, free: 13n, owes: 12n })
  })
})

describe('watched prices', () => {
  const FALL = { fall: 13_000n, rise: null }
  const bands = (lines: readonly MarginLine[], of: { fall: bigint; rise: bigint | null } = FALL) => {
    const found = bandsOf(lines, of)
    return found && Object.fromEntries(found)
  }

  test('of an asset: the first step at which the rate is lower', () => {
    // 40,000 at 130 % are 52,000: 519,999 steps are below.
    expect(bands([ONE_BTC, dollars({ owes: 40_000 })])).toEqual({ 'BTC-USDT': { low: 519_999, high: null } })
  })

  test('of a debt: the first step above', () => {
    // 90,000 / 1.3 are 69,230.77.
    expect(bands([btc({ owes: 100_000_000n }), dollars({ has: 90_000 })])).toEqual({
      'BTC-USDT': { low: null, high: 692_308 },
    })
  })

  test('of a recovery: the first step at which the rate is reached', () => {
    // 40,000 at 133.34 % are 53,336. A bitcoin at 52,000 is 130 %; it is called again below 120 %, 48,000.
    const lines = [btc({ has: 100_000_000n }, { priceSteps: 520_000 }), dollars({ owes: 40_000 })]
    expect(bands(lines, { fall: 12_000n, rise: 13_334n })).toEqual({ 'BTC-USDT': { low: 479_999, high: 533_360 } })
    // At 130 % the fall below it is one step away.
    expect(bands(lines)).toEqual({ 'BTC-USDT': { low: 519_999, high: null } })
    // It is there already, or has fallen already.
    const recovered = [btc({ has: 100_000_000n }, { priceSteps: 533_360 }), dollars({ owes: 40_000 })]
    expect(bands(recovered, { fall: 12_000n, rise: 13_334n })).toBeNull()
    const almost = [btc({ has: 100_000_000n }, { priceSteps: 533_359 }), dollars({ owes: 40_000 })]
    expect(bands(almost, { fall: 12_000n, rise: 13_334n })).toEqual({ 'BTC-USDT': { low: 479_999, high: 533_360 } })
    expect(bands([btc({ has: 100_000_000n }, { priceSteps: 519_999 }), dollars({ owes: 40_000 })])).toBeNull()
  })

  test('of two assets: each may lose half of what is spare', () => {
    // 60,000 and 10 ETH, 30,000, against 60,000: 12,000 above 130 %. 6,000 are 60,000 steps of a bitcoin, 6,000 of ten ETH.
    const lines = [ONE_BTC, eth({ has: 1_000_000_000n }), dollars({ owes: 60_000 })]
    expect(bands(lines)).toEqual({
      'BTC-USDT': { low: 539_999, high: null },
      'ETH-USDT': { low: 23_999, high: null },
    })
    // An asset of which there is neither anything nor a debt takes no part, and has no bounds.
    expect(bands([ONE_BTC, eth({}), dollars({ owes: 40_000 })])).toEqual({
      'BTC-USDT': { low: 519_999, high: null },
      'ETH-USDT': { low: null, high: null },
    })
    // 1.3 owned for each that is owed: its price changes nothing.
    expect(bands([btc({ has: 130n, owes: 100n }), dollars({ has: 1 })])).toEqual({
      'BTC-USDT': { low: null, high: null },
    })
  })

  test('are none where no price reaches them', () => {
    // 0.1 at the least: with 51,999.8 dollars the bitcoin may fall to it, with 0.1 more even to nothing.
    const beside = (units: bigint) => [ONE_BTC, usdt({ has: units, owes: 40_000_000_000n })]
    expect(bands(beside(51_999_800_000n))).toEqual({ 'BTC-USDT': { low: 1, high: null } })
    expect(bands(beside(51_999_900_000n))).toEqual({ 'BTC-USDT': { low: null, high: null } })
    expect(bands(beside(60_000_000_000n))).toEqual({ 'BTC-USDT': { low: null, high: null } })
    // 1,000 units owed by as many dollars as reach the largest price that is counted, and by one more.
    const largest = (units: bigint) =>
      bands([btc({ owes: 1_000n }), usdt({ has: units })], { fall: 10_000n, rise: null })?.['BTC-USDT']?.high
    expect(largest(9_007_199_254_740_990n)).toBe(9_007_199_254_740_991)
    expect(largest(9_007_199_254_740_991n)).toBeNull()
    // One unit that is owed against 10 million dollars: 1.3e17 steps are beyond what is counted.
    expect(bands([btc({ owes: 1n }), dollars({ has: 20_000_000 })])).toEqual({ 'BTC-USDT': { low: null, high: null } })
  })
})

describe('the lines of a wallet', () => {
  const asset = (id: number, code: string): Asset => ({ ...BTC_USDT.base, id, code })
  const [BTC, USDT] = [BTC_USDT.base, BTC_USDT.quote]
  const OLD = asset(9, 'OLD')
  const crossed: Pair = { ...BTC_USDT, symbol: 'OLD-BTC', base: OLD, quote: BTC }
  const catalogue = { assets: [BTC, USDT], unlistedAssets: [OLD], pairs: [crossed, BTC_USDT] } as unknown as Catalogue
  interface Held {
    readonly has?: Readonly<Record<number, readonly [available: bigint, held: bigint]>>
    readonly owes?: Readonly<Record<number, readonly [owed: bigint, overdue: bigint]>>
    readonly price?: number | undefined
    readonly also?: readonly number[]
  }
  const lines = ({ has = {}, owes = {}, also, ...rest }: Held) =>
    marginLines(
      {
        catalogue,
        has: new Map(
          Object.entries(has).map(([id, [available, held]]) => [
            Number(id),
            { available: amount(available), held: amount(held) },
          ]),
        ),
        owes: new Map(
          Object.entries(owes).map(([id, [owed, overdue]]) => [
            Number(id),
            { owed: amount(owed), overdue: amount(overdue) },
          ]),
        ),
        priceOf: (symbol) => (symbol === 'BTC-USDT' ? ('price' in rest ? rest.price : 600_000) : undefined),
      },
      also,
    )
  const BTC_LINE = { assetId: 1, code: 'BTC', scale: 8, symbol: 'BTC-USDT', priceDecimals: 1, priceSteps: 600_000 }
  const USDT_LINE = { assetId: 3, code: 'USDT', scale: 6, symbol: null, priceDecimals: 0, priceSteps: 1 }
  const OLD_LINE = { assetId: 9, code: 'OLD', scale: 8, symbol: null, priceDecimals: 0, priceSteps: 0 }

  test('are what it holds, by available and held, and what is owed', () => {
    expect(lines({ has: { 1: [5n, 2n], 3: [0n, 1n] }, owes: { 3: [9n, 4n] } })).toEqual([
      { ...BTC_LINE, has: 7n, free: 5n, owes: ZERO, overdue: ZERO },
      { ...USDT_LINE, has: 1n, free: 0n, owes: 9n, overdue: 4n },
    ])
  })

  test('leave out what is empty, but for what is asked for', () => {
    expect(lines({ has: { 1: [0n, 0n] } })).toEqual([])
    expect(lines({ has: { 1: [5n, 5n] } })).toEqual([{ ...BTC_LINE, has: 10n, free: 5n, owes: 0n, overdue: 0n }])
    expect(lines({ also: [1] })).toEqual([{ ...BTC_LINE, has: 0n, free: 0n, owes: 0n, overdue: 0n }])
    expect(lines({ owes: { 3: [0n, 0n] } })).toEqual([{ ...USDT_LINE, has: 0n, free: 0n, owes: 0n, overdue: 0n }])
  })

  test('count a delisted asset as nothing, and are unknown while a debt in one is', () => {
    expect(lines({ has: { 9: [5n, 0n] } })).toEqual([{ ...OLD_LINE, has: 5n, free: 5n, owes: 0n, overdue: 0n }])
    expect(lines({ has: { 9: [5n, 0n] }, owes: { 9: [0n, 0n] } })).toHaveLength(1)
    expect(lines({ owes: { 9: [1n, 0n] } })).toBeNull()
  })

  test('are unknown without a price of what counts', () => {
    expect(lines({ has: { 1: [1n, 0n] }, price: undefined })).toBeNull()
    expect(lines({ has: { 3: [1n, 0n] }, price: undefined })).toHaveLength(1)
  })
})
