// One step of a liquidation, worked out by hand: pairs have no fee, but where it says so, and a repayment costs 1 %.

import { describe, expect, test } from 'vitest'
import {
  type SalePair,
  GRACE_MS,
  SILENT_MS,
  STUCK_MS,
  mustLiquidate,
  isCausedByDelisting,
  planStep,
  salePairOf,
  skipAfter,
} from '#domain/loan/liquidation'
import type { MarginLine } from '#domain/loan/risk'
import { amount } from '#domain/money/amount'
import { lots } from '#domain/money/price'
import { rate } from '#domain/money/rate'
import { BTC_USDT } from '../market/btc-usdt'
import { BTC_PAIR, ETH_PAIR, btc, eth, usdt } from './wallet'

const step = (lines: readonly MarginLine[], ...pairs: SalePair[]) =>
  planStep(lines, pairs.length > 0 ? pairs : [BTC_PAIR, ETH_PAIR])
/** 100 BTC, which keep any wallet here far above its target: only what is long past due is repaid. */
const RICH = btc({ has: 10_000_000_000n })
const overdue = (units: bigint) => ({ owes: units, overdue: units })

describe('when selling begins', () => {
  test('below 110 %, not at it; or with a loan long past due', () => {
    expect(mustLiquidate([usdt({ has: 1_100n, owes: 1_000n })])).toBe(false)
    expect(mustLiquidate([usdt({ has: 1_099n, owes: 1_000n })])).toBe(true)
    expect(mustLiquidate([RICH, usdt({ owes: 5n, overdue: 1n })])).toBe(true)
    expect(mustLiquidate([RICH, usdt({ owes: 5n })])).toBe(false)
  })

  test('a loan is long past due after 7 days; an unknown price counts as zero after 10 minutes; the desk is told after an hour', () => {
    expect([GRACE_MS, SILENT_MS, STUCK_MS]).toEqual([604_800_000, 600_000, 3_600_000])
  })

  test('a delisted asset counts at its last price for a day', () => {
    // 1 BTC at its last price of 60,000 against 54,545.45: 110.00 %; against 54,545.46 it is less.
    const gone = btc({ has: 100_000_000n }, { symbol: null, priceSteps: 0, priceDecimals: 0 })
    const delisted = { '1': { since: 1_000, priceSteps: 600_000, priceDecimals: 1 } }
    const spared = (lines: readonly MarginLine[], at: number) => isCausedByDelisting(lines, { delisted, at })
    const safe = [gone, usdt({ owes: 54_545_450_000n })]
    expect(spared(safe, 1_000)).toBe(true)
    expect(spared(safe, 1_000 + 86_400_000 - 1)).toBe(true)
    expect(spared(safe, 1_000 + 86_400_000)).toBe(false)
    expect(isCausedByDelisting(safe, { delisted: {}, at: 1_000 })).toBe(false)
    expect(spared([gone, usdt({ owes: 54_545_460_000n })], 1_000)).toBe(false)
    // Nothing to be spared.
    expect(spared([gone, usdt({ has: 10n, owes: 1n })], 1_000)).toBe(false)
    // It is listed again, at a price of its own.
    const again = btc({ has: 100_000_000n }, { priceSteps: 1 })
    expect(spared([again, usdt({ owes: 54_545_450_000n })], 1_000)).toBe(false)
  })

  test('a pair that sold nothing is left alone for 30 seconds, then for twice as long each time, up to an hour', () => {
    expect(skipAfter(undefined, 5)).toEqual({ failures: 1, until: 5 + 30_000 })
    expect(skipAfter({ failures: 1, until: 0 }, 5)).toEqual({ failures: 2, until: 5 + 60_000 })
    expect(skipAfter({ failures: 2, until: 0 }, 5)).toEqual({ failures: 3, until: 5 + 120_000 })
    expect(skipAfter({ failures: 6, until: 0 }, 5)).toEqual({ failures: 7, until: 5 + 1_920_000 })
    expect(skipAfter({ failures: 7, until: 0 }, 5)).toEqual({ failures: 8, until: 5 + 3_600_000 })
    expect(skipAfter({ failures: 5_000, until: 0 }, 5)).toEqual({ failures: 5_001, until: 5 + 3_600_000 })
  })
})

test('a pair of the catalogue is sold by its own numbers', () => {
  expect(salePairOf(BTC_USDT)).toEqual({
    ...{ symbol: 'BTC-USDT', baseId: 1, takerFee: 200_000n, quantityMin: 1, quantityMax: 100_000_000 },
    ...{ notionalMin: 1_000_000n, priceBand: 10_000_000n, priceDecimals: 1, tickSteps: 1 },
    ...{ quantityDecimals: 5, baseScale: 8, quoteScale: 6 },
  })
})

describe('repayments', () => {
  test('end at the target: the rounded-up fee leaves nothing that a sale would have to bring', () => {
    // Debts of 1,600 against 2,051: 29 below 130 %. Each repaid dollar costs 1.01 and lowers the target by 1.30, so 100 dollars are needed.
    // Four units more make up for the fee, 1.00000004 rounded up: 0.3 of 100.000004 is 30.0000012, less 1.000001 is above 29.
    const lines = [btc({ has: 1_000_000n, owes: 1_000_000n }), usdt({ has: 1_451_000_000n, owes: 1_000_000_000n })]
    expect(step(lines)).toEqual({
      repayments: [{ assetId: 3, amount: 100_000_004n, fee: 1_000_001n }],
      sale: null,
      state: 'over',
    })
  })

  test('begin with what is long past due, then with the largest debt, then with the lowest number of its asset', () => {
    const paid = (...lines: MarginLine[]) => step(lines).repayments.map(({ assetId }) => assetId)
    // 0.1 BTC and 2 ETH are 6,000 each. Everything that is free is needed, since far too little stands against them.
    const [some, more] = [{ has: 100_000n }, { has: 1_000_000n }]
    expect(paid(eth({ ...more, owes: 200_000_000n }), btc({ ...some, owes: 10_000_000n }))).toEqual([1, 2])
    expect(paid(btc({ ...some, owes: 10_000_000n }), eth({ ...more, owes: 200_000_000n }))).toEqual([1, 2])
    expect(paid(btc({ ...some, owes: 9_999_999n }), eth({ ...more, owes: 200_000_000n }))).toEqual([2, 1])
    expect(paid(btc({ ...some, owes: 10_000_001n }), eth({ ...more, owes: 200_000_000n }))).toEqual([1, 2])
    const due = { owes: 100_000_000n, overdue: 1n }
    expect(paid(btc({ ...some, owes: 10_000_000n }), eth({ ...more, ...due }))).toEqual([2, 1])
    expect(paid(eth({ ...more, ...due }), btc({ ...some, owes: 10_000_000n }))).toEqual([2, 1])
    // Both are past due: by worth again.
    expect(paid(btc({ ...some, owes: 10_000_000n, overdue: 1n }), eth({ ...more, ...due }))).toEqual([1, 2])
  })

  test('take what is free, with the fee, and no more than is owed', () => {
    // 101 free pay 100 and a fee of 1; 50 of it are held by an order.
    expect(step([usdt({ has: 151_000_000n, free: 101_000_000n, owes: 1_000_000_000n })]).repayments).toEqual([
      { assetId: 3, amount: 100_000_000n, fee: 1_000_000n },
    ])
    // 0.000102 free: 0.000100 and 0.000001, since 102 / 1.01 are 100.99; one unit stays.
    expect(step([usdt({ has: 102n, owes: 1_000_000_000n })]).repayments).toEqual([
      { assetId: 3, amount: 100n, fee: 1n },
    ])
    // 0.000001 free pays nothing: no room for a fee.
    expect(step([usdt({ has: 1n, owes: 1_000_000_000n })]).repayments).toEqual([])
    // All of a debt that is long past due, and what remains is not.
    expect(step([RICH, usdt({ has: 500n, ...overdue(300n) })])).toEqual({
      repayments: [{ assetId: 3, amount: 300n, fee: 3n }],
      sale: null,
      state: 'over',
    })
    const [paid] = step([RICH, usdt({ has: 500n, owes: 300n, overdue: 200n })]).repayments
    expect(paid).toEqual({ assetId: 3, amount: 200n, fee: 2n })
  })

  test('leave to a debt what the ones before it do not need', () => {
    // Debts of 6,600 need 8,580, and there are 8,551: 100 are needed. All of them are of the dollars, of which none are free; so nothing is paid
    // of the bitcoin, which is sold: 101.000005 over 0.6 are 168.3.
    const own = { has: 1_000_000n, owes: 1_000_000n }
    const large = usdt({ has: 7_951_000_000n, free: 0n, owes: 6_000_000_000n })
    expect(step([btc(own), large])).toMatchObject({ repayments: [], sale: { side: 'sell', lots: 169 } })
    // Debts of 1,300 need 1,690, and there are 1,429: 900 are needed. 700 are of the dollars, 200 of the bitcoin: 0.00333334 and four units.
    const small = usdt({ has: 829_000_000n, free: 0n, owes: 700_000_000n })
    expect(step([btc(own), small]).repayments).toEqual([{ assetId: 1, amount: 333_338n, fee: 3_334n }])
  })

  test('of a part that is past due leave the rest of it past due', () => {
    // 101 pay 100 of 300: 202 for the rest over 0.6 are 336.7.
    const paid = step([RICH, usdt({ has: 101_000_000n, ...overdue(300_000_000n) })])
    expect(paid).toMatchObject({ repayments: [{ amount: 100_000_000n, fee: 1_000_000n }], sale: { lots: 337 } })
  })

  test('are none of a safe wallet, and none from an asset that is not owed', () => {
    expect(step([RICH, usdt({ has: 500n, owes: 300n })])).toEqual({ repayments: [], sale: null, state: 'over' })
    expect(step([RICH])).toEqual({ repayments: [], sale: null, state: 'over' })
  })

  test('count a debt without a price as nothing that could be repaid for the rate', () => {
    const unknown = eth({ has: 500n, owes: 300n }, { symbol: null, priceSteps: 0 })
    expect(step([unknown, usdt({ has: 10n, owes: 1_000n })]).repayments.map(({ assetId }) => assetId)).toEqual([3])
  })
})

describe('selling for a debt in dollars', () => {
  /** A dollar lacks 1 % for the fee: 1,010 for 1,000, sold in lots of 0.6. */
  const sold = (units: bigint, pair: Partial<SalePair> = {}, own: MarginLine = RICH) =>
    step([own, usdt(overdue(units))], { ...BTC_PAIR, ...pair }).sale

  test('sells the whole lots that bring the debt and its fee, at the lower edge of the band', () => {
    // 1,010 / 0.6 are 1,683.33; 10 % below 60,000.0 are 54,000.0.
    expect(sold(1_000_000_000n)).toEqual({
      ...{ symbol: 'BTC-USDT', side: 'sell', lots: 1_684, budget: null, ticks: 540_000 },
    })
    // 606 / 0.6 are 1,010 exactly.
    expect(sold(600_000_000n)?.lots).toBe(1_010)
    // One unit more costs two: its fee is rounded up.
    expect(sold(600_000_001n)?.lots).toBe(1_011)
    // The taker fee of 0.2 % is added: 1,010 / 0.998 are 1,012.03, over 0.6 are 1,686.7.
    expect(sold(1_000_000_000n, { takerFee: rate(200_000n) })?.lots).toBe(1_687)
    // A tick of 0.5: 108,000 ticks are 54,000.
    expect(sold(1_000_000_000n, { tickSteps: 5 })).toMatchObject({ lots: 1_684, ticks: 108_000 })
  })

  test('needs less by what is free already', () => {
    // 594.059406 and 5.940595 are 600.000001: 1,000 lots and one more. 0.000001 is free, too little to repay anything.
    expect(sold(594_059_406n)?.lots).toBe(1_001)
    const free = usdt({ has: 1n, ...overdue(594_059_406n) })
    expect(step([RICH, free], BTC_PAIR).sale?.lots).toBe(1_000)
    // 600.000002, less by that once.
    expect(step([RICH, usdt({ has: 1n, ...overdue(594_059_407n) })], BTC_PAIR).sale?.lots).toBe(1_001)
  })

  test('sells at least the smallest order, valid at the lower edge of the band too', () => {
    // 10 USDT at 0.54 a lot are 18.5 lots.
    expect(sold(1n)?.lots).toBe(19)
    expect(sold(1n, { quantityMin: lots(25) })?.lots).toBe(25)
    // A band of everything ends at one tick, 0.00001 a... lot of one unit: 10,000,000 lots.
    expect(sold(1n, { priceBand: rate(100_000_000n) })).toMatchObject({ lots: 10_000_000, ticks: 1 })
  })

  test('sells at most what is free in whole lots, and the largest order', () => {
    const own = (units: bigint) => btc({ has: 10_000_000_000n, free: units })
    expect(sold(1_000_000_000n, {}, own(1_000_999n))?.lots).toBe(1_000)
    expect(sold(1_000_000_000n, { quantityMax: lots(500) })?.lots).toBe(500)
    // 19 lots are the smallest order: one unit less is none.
    expect(sold(1_000_000_000n, {}, own(19_000n))?.lots).toBe(19)
    expect(step([own(18_999n), usdt(overdue(1_000_000_000n))])).toEqual({ repayments: [], sale: null, state: 'short' })
  })

  test('brings the wallet to 130 %, weighed by the highest fee', () => {
    // A fee of 19.2 %: 1.01 / 0.808 are 1.25, so each repaid dollar closes 0.05. Debts of 1,000,000 against 1,295,000 lack 5,000: 100,000.
    // With four units and 1 %: 101,000.000005, over 0.808 are 125,000.0000062; over 0.6 are 208,333.33.
    const lines = [
      btc({ has: 2_158_333_333n, free: 2_158_333_333n }),
      usdt({ has: 200n, free: 0n, owes: 1_000_000_000_000n }),
    ]
    const [free, dear] = [BTC_PAIR, { ...ETH_PAIR, takerFee: rate(19_200_000n) }]
    expect(step(lines, { ...BTC_PAIR, takerFee: rate(19_200_000n) }).sale?.lots).toBe(208_334)
    // The fee of another pair weighs the need as well: 101,000.000005 over 0.6 are 168,333.33.
    expect(step(lines, free, dear).sale?.lots).toBe(168_334)
    expect(step(lines, dear, free).sale?.lots).toBe(168_334)
    // Without any fee a dollar closes 0.29: 17,241.38 with 1 % are 17,413.79, over 0.6 are 29,022.99.
    expect(step(lines, free).sale?.lots).toBe(29_023)
  })

  test('sells the asset of the largest free worth that can be sold', () => {
    const debt = usdt(overdue(1_000_000_000n))
    const symbols = (...lines: MarginLine[]) => step([...lines, debt]).sale?.symbol
    // 0.5 BTC are 30,000; 10 ETH too: the first stays first. 10.00000001 ETH are more.
    expect(symbols(btc({ has: 50_000_000n }), eth({ has: 1_000_000_000n }))).toBe('BTC-USDT')
    expect(symbols(eth({ has: 1_000_000_000n }), btc({ has: 50_000_000n }))).toBe('ETH-USDT')
    expect(symbols(btc({ has: 50_000_000n }), eth({ has: 1_000_000_001n }))).toBe('ETH-USDT')
    expect(symbols(eth({ has: 999_999_999n }), btc({ has: 50_000_000n }))).toBe('BTC-USDT')
    // What an order holds is not sold.
    expect(symbols(btc({ has: 50_000_000n, free: 0n }), eth({ has: 1_000_000_000n }))).toBe('ETH-USDT')
    // What is too small for an order, or has no pair, is passed over.
    expect(symbols(eth({ has: 900_000_000n }, { priceSteps: 1_000_000 }), btc({ has: 50_000_000n }))).toBe('ETH-USDT')
    const dust = eth({ has: 100n }, { priceSteps: 600_000_000_000 })
    expect(symbols(dust, btc({ has: 50_000_000n }))).toBe('BTC-USDT')
    expect(step([eth({ has: 1_000_000_000n }), btc({ has: 5_000_000n }), debt], BTC_PAIR).sale?.symbol).toBe('BTC-USDT')
  })
})

describe('buying a coin that is owed', () => {
  /** 0.1 BTC past due: with 1 %, 6,060 USDT. Ten times that in ETH keeps the wallet safe, held by orders. */
  const HELD = eth({ has: 100_000_000_000n, free: 0n })
  const owed = btc(overdue(10_000_000n))
  const bought = (dollars: bigint, pair: Partial<SalePair> = {}, debt: MarginLine = owed) =>
    step([HELD, debt, usdt({ has: dollars })], { ...BTC_PAIR, ...pair }, ETH_PAIR)

  test('spends what the debt and its fee cost, at most at the upper edge of the band', () => {
    const sale = { symbol: 'BTC-USDT', side: 'buy', lots: 0, budget: 6_060_000_000n, ticks: 660_000 }
    expect(bought(10_000_000_000n)).toEqual({ repayments: [], sale, state: 'selling' })
    expect(bought(6_060_000_000n).sale).toEqual(sale)
    // With a taker fee of 0.2 %: 6,060 / 0.998 are 6,072.1442885…
    expect(bought(10_000_000_000n, { takerFee: rate(200_000n) }).sale?.budget).toBe(6_072_144_289n)
    expect(bought(10_000_000_000n, { tickSteps: 5 }).sale?.ticks).toBe(132_000)
  })

  test('spends all dollars when they are not enough and nothing else can be sold', () => {
    expect(bought(6_059_999_999n).sale).toMatchObject({ side: 'buy', budget: 6_059_999_999n })
  })

  test('spends at least twice the smallest worth, and the smallest quantity at the upper edge', () => {
    const little = btc(overdue(1_000n))
    expect(bought(10_000_000_000n, {}, little).sale?.budget).toBe(20_000_000n)
    // 1,000 lots at 0.66.
    expect(bought(10_000_000_000n, { quantityMin: lots(1_000) }, little).sale?.budget).toBe(660_000_000n)
    // Equal to it.
    expect(bought(20_000_000n, {}, little).sale?.budget).toBe(20_000_000n)
    expect(bought(19_999_999n, {}, little)).toEqual({ repayments: [], sale: null, state: 'short' })
  })

  test('spends at most the largest quantity at the upper edge', () => {
    // 100 lots at 0.66.
    expect(bought(10_000_000_000n, { quantityMax: lots(100) }).sale?.budget).toBe(66_000_000n)
  })

  test('is done before anything is sold, where the dollars suffice', () => {
    const free = eth({ has: 100_000_000_000n })
    for (const dollars of [10_000_000_000n, 6_060_000_000n])
      expect(step([free, owed, usdt({ has: dollars })]).sale).toMatchObject({ side: 'buy', budget: 6_060_000_000n })
    // 15 pay the 0.606 of a small debt and are too few for the least order: the smallest order of ETH, 10 over 0.027, brings more.
    const little = btc(overdue(1_000n))
    expect(step([free, little, usdt({ has: 15_000_000n })]).sale).toMatchObject({ side: 'sell', lots: 371 })
  })

  test('sells something for the dollars that are missing', () => {
    const free = eth({ has: 100_000_000_000n })
    const lines = (dollars: bigint, code = 'USDT') => [free, owed, { ...usdt({ has: dollars }), code }]
    // 6,000 USDT are missing to 6,060: 200,000 lots of 0.03.
    expect(step(lines(60_000_000n)).sale).toEqual({
      ...{ symbol: 'ETH-USDT', side: 'sell', lots: 200_000, budget: null, ticks: 27_000 },
    })
    // Another asset without a symbol is no dollars: all 6,060 are missing.
    expect(step(lines(60_000_000n, 'OLD')).sale?.lots).toBe(202_000)
    // The taker fee of the purchase is needed too: 6,060 / 0.8 are 7,575, less 60: 7,515 over 0.03 are 250,500.
    expect(step(lines(60_000_000n), { ...BTC_PAIR, takerFee: rate(20_000_000n) }, ETH_PAIR).sale?.lots).toBe(250_500)
  })

  test('sells for it even without dollars, or without a pair to buy it by', () => {
    const free = eth({ has: 100_000_000_000n })
    expect(step([free, owed]).sale).toMatchObject({ side: 'sell', lots: 202_000 })
    expect(step([free, owed, usdt({ has: 60_000_000n })], ETH_PAIR).sale).toMatchObject({ lots: 200_000 })
    expect(step([HELD, owed], BTC_PAIR).state).toBe('short')
    expect(step([HELD, owed, usdt({ has: 10_000_000_000n })], ETH_PAIR).state).toBe('short')
  })

  test('goes on to the next debt when nothing can be done for the first', () => {
    // 15 dollars are less than the least that BTC are bought for, 20, and enough for ETH.
    const both = eth({ has: 100_000_000_000n, free: 0n, ...overdue(100_000_000n) })
    const cheap = { ...ETH_PAIR, notionalMin: amount(5_000_000n) }
    expect(step([both, owed, usdt({ has: 15_000_000n })], BTC_PAIR, cheap)).toEqual({
      repayments: [],
      sale: { symbol: 'ETH-USDT', side: 'buy', lots: 0, budget: 15_000_000n, ticks: 33_000 },
      state: 'selling',
    })
    const old = eth({ ...overdue(400_000_000n) }, { assetId: 9, code: 'OLD', symbol: 'OLD-USDT' })
    // 12,000 of an asset without a pair come first, by BTC; the dollars that BTC brings are for it.
    expect(step([RICH, old, usdt(overdue(1_000_000n))], BTC_PAIR).sale).toMatchObject({ side: 'sell', lots: 20_200 })
  })
})
