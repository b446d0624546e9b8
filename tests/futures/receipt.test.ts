// Receipts of contracts: each condition is met exactly, and missed by one step or one unit.

import { describe, expect, test } from 'vitest'
import { HASHING } from '../kit/hashing'
import { OPENING, OPENING_RULE, type OpeningReceipt } from '#domain/futures/opening-receipt'
import { type FuturesReceipt, type ReceiptPosition, FUTURES_RULE, checkFuturesReceipt } from '#domain/futures/receipt'
import { firstTicksOf } from '#domain/receipt'

const AT = 1_800_000_000_000
const tick = (symbol: string, price: string, at = AT) => ({
  ...{ symbol, seq: 1, at, price, source: 'test', previousHash: '', hash: '' },
})
const btc = (price: string) => tick('BTC-USDT', price)

/** 100 lots of 0.001 BTC opened at 60,012.0: a step of 0.1 USDT on all of them is 0.01 USDT, 10,000 units. Half a spread is 0.02 %. */
const LONG: ReceiptPosition = {
  ...{ no: 1, symbol: 'BTC-USDT', direction: 'long', mode: 'isolated', kind: 'market', lots: 100, entrySteps: null },
  ...{ openSteps: 600_120, margin: '600120000', maintenanceRate: '500000', takeProfit: null, stopLoss: null },
  ...{ priceDecimals: 1, stepValue: '100', spread: '40000' },
}
const SHORT: ReceiptPosition = { ...LONG, direction: 'short', openSteps: 599_880 }

/** Closed by its user at 60,600: half a spread is 12.12, rounded up to 12.2, so at 60,587.8; 575.8 more than 60,012 on 0.1 BTC. */
const CLOSED: FuturesReceipt = {
  ...{
    rule: FUTURES_RULE,
    cause: 'user',
    at: AT,
    acceptedAt: AT - 400,
    ticks: [btc('60600.0')],
    position: LONG,
    lots: 100,
  },
  ...{ available: null, others: [], price: 605_878, result: '57580000' },
}
const NOT_DUE = (cause: string) => [`the price did not reach what "${cause}" waits for`]

describe('a position closed by its user', () => {
  test('closes at the index price less half a spread, and wins what its lots moved', () => {
    expect(checkFuturesReceipt(CLOSED)).toEqual([])
    // Half of the lots: half of the result.
    expect(checkFuturesReceipt({ ...CLOSED, lots: 50, result: '28790000' })).toEqual([])
    // A short buys back at 60,612.2: 624.2 above 59,988, lost on 0.1 BTC.
    expect(checkFuturesReceipt({ ...CLOSED, position: SHORT, price: 606_122, result: '-62420000' })).toEqual([])
    expect(checkFuturesReceipt({ ...CLOSED, cause: 'cover', acceptedAt: null })).toEqual([])
  })

  test.each([
    [{ at: AT - 1 }, ['the tick is not of the time that the receipt says', 'a tick is later than the receipt says']],
    [{ at: AT + 1 }, ['the tick is not of the time that the receipt says']],
    [{ acceptedAt: AT + 1 }, ['its tick is from before the request']],
    [{ acceptedAt: null }, ['only a close by the user has a time of its request']],
    [{ cause: 'cover' }, ['only a close by the user has a time of its request']],
    [{ price: 605_879 }, ['the price is 605879 and should be 605878']],
    [{ result: '57580001' }, ['the result is 57580001 and should be 57580000']],
    [{ lots: 99 }, ['the result is 57580000 and should be 57004200']],
    [{ ticks: [] }, ['there is no tick of BTC-USDT']],
    [{ ticks: [tick('ETH-USDT', '60600.0')] }, ['there is no tick of BTC-USDT']],
    [{ ticks: [btc('none')] }, ['there is no tick of BTC-USDT']],
    [{ ticks: [tick('ETH-USDT', '3000.00'), btc('60600.0')] }, ['the first tick is of another symbol']],
    [{ ticks: [btc('60600.0'), tick('ETH-USDT', '1.0', AT + 1)] }, ['a tick is later than the receipt says']],
  ] as const)('and the receipt altered by %j', (differs, problems) => {
    expect(checkFuturesReceipt({ ...CLOSED, ...differs })).toEqual(problems)
  })

  test('counts the first tick from its request on, and at that very instant', () => {
    expect(firstTicksOf(CLOSED)).toEqual([AT - 400])
    expect(checkFuturesReceipt({ ...CLOSED, acceptedAt: AT })).toEqual([])
    expect(firstTicksOf({ ...CLOSED, cause: 'cover', acceptedAt: null })).toEqual([])
  })

  test('may have a tick of another symbol that is older', () => {
    expect(checkFuturesReceipt({ ...CLOSED, ticks: [btc('60600.0'), tick('ETH-USDT', '1.0', AT - 1)] })).toEqual([])
  })
})

const NOT_REACHED = ['the price did not reach what the order waits for']

describe('an order that opened', () => {
  /** 100 lots: 10,000 units a step of the price. A tenth of that is the margin, 0.05 % the fee. */
  const opening = (
    kind: 'market' | 'limit' | 'stop',
    direction: 'long' | 'short',
    entrySteps: number | null,
    opened: number,
  ): Omit<OpeningReceipt, 'ticks'> => ({
    ...{
      rule: OPENING_RULE,
      at: AT,
      price: opened,
      margin: String(opened * 1_000),
      fee: String(opened * 5),
      salt: 'ab',
    },
    order: {
      ...{ no: 1, symbol: 'BTC-USDT', direction, kind, lots: 100, leverage: 10, entrySteps, worstSteps: null },
      ...{ priceDecimals: 1, stepValue: '100', spread: '40000', feeRate: '50000', acceptedAt: AT },
    },
  })

  // At 60,000 half a spread is 12.0 exactly; at 60,000.1 it is 12.00002, rounded up to 12.1; at 59,999.9 it is 11.99998, so 12.0.
  test.each([
    ['market', 'long', null, '60000.0', 600_120, []],
    ['market', 'short', null, '60000.0', 599_880, []],
    ['limit', 'long', 600_120, '60000.0', 600_120, []],
    ['limit', 'long', 600_120, '60000.1', 600_122, NOT_REACHED],
    ['limit', 'short', 599_880, '60000.0', 599_880, []],
    ['limit', 'short', 599_880, '59999.9', 599_879, NOT_REACHED],
    ['stop', 'long', 600_000, '60000.0', 600_120, []],
    ['stop', 'long', 600_000, '59999.9', 600_119, NOT_REACHED],
    ['stop', 'short', 600_000, '60000.0', 599_880, []],
    ['stop', 'short', 600_000, '60000.1', 599_880, NOT_REACHED],
  ] as const)('as a %s, %s at %s, by the price %s: at %i', (kind, direction, entrySteps, price, opened, problems) => {
    const receipt = { ...opening(kind, direction, entrySteps, opened), ticks: [btc(price)] }
    expect(OPENING.check(receipt, HASHING)).toEqual(problems)
  })

  test.each([
    [{ margin: '600120001' }, 'the margin is 600120001 and should be 600120000'],
    [{ fee: '3000601' }, 'the fee is 3000601 and should be 3000600'],
    [{ price: 600_121 }, 'the price is 600121 and should be 600120'],
  ])('altered by %j', (differs, problem) => {
    const receipt = { ...opening('market', 'long', null, 600_120), ticks: [btc('60000.0')], ...differs }
    expect(OPENING.check(receipt, HASHING)).toEqual([problem])
  })
})

describe('stops', () => {
  // Closing prices at 60,600: 60,587.8 and 60,612.2; 0.1 above it half a spread is still 12.2, and 0.1 below it too.
  test.each([
    ['take_profit', 'long', 606_000, 606_000, true],
    ['take_profit', 'long', 606_001, 606_000, false],
    ['take_profit', 'short', 606_000, 606_000, true],
    ['take_profit', 'short', 605_999, 606_000, false],
    ['stop_loss', 'long', 606_000, 606_000, true],
    ['stop_loss', 'long', 605_999, 606_000, false],
    ['stop_loss', 'short', 606_000, 606_000, true],
    ['stop_loss', 'short', 606_001, 606_000, false],
    ['take_profit', 'long', null, 606_000, false],
    ['stop_loss', 'short', null, 606_000, false],
  ] as const)('%s of a %s at %s, by a price of %i: %s', (cause, direction, edge, _steps, isDue) => {
    const position = {
      ...(direction === 'long' ? LONG : SHORT),
      [cause === 'stop_loss' ? 'stopLoss' : 'takeProfit']: edge,
    }
    const closed = direction === 'long' ? {} : { price: 606_122, result: '-62420000' }
    expect(checkFuturesReceipt({ ...CLOSED, ...closed, cause, acceptedAt: null, position })).toEqual(
      isDue ? [] : NOT_DUE(cause),
    )
  })
})

describe('a liquidation of an isolated position', () => {
  // Maintenance is 0.5 % of 6,001.20: 30.006. At 59,722.8 half a spread is 11.94456, so 12.0, and it closes at 59,710.8: 301.2 lower, 30.12 lost.
  const liquidated = (margin: string, price: string, closed: number, result: string) =>
    checkFuturesReceipt({
      ...{ ...CLOSED, cause: 'liquidation', acceptedAt: null, ticks: [btc(price)] },
      ...{ position: { ...LONG, margin }, price: closed, result },
    })

  test('is due when what is left equals the maintenance, and not one step above', () => {
    // 60.126 less 30.12 are 30.006.
    expect(liquidated('60126000', '59722.8', 597_108, '-30120000')).toEqual([])
    expect(liquidated('60126001', '59722.8', 597_108, '-30120000')).toEqual(NOT_DUE('liquidation'))
    expect(liquidated('60126000', '59722.9', 597_109, '-30110000')).toEqual(NOT_DUE('liquidation'))
  })
})

describe('a liquidation of a cross position', () => {
  /** 100 lots of 0.01 ETH at 3,000.00, without a spread: 15 USDT of maintenance; at 2,990.00 it lost 10. */
  const ETH: ReceiptPosition = {
    ...LONG,
    ...{
      no: 2,
      symbol: 'ETH-USDT',
      mode: 'cross',
      openSteps: 300_000,
      margin: '20000000',
      priceDecimals: 2,
      spread: '0',
    },
  }
  /** With 60 USDT of margin beside the 20: at these prices both are worth 80 less 30.12 less 10, 39.88; maintenance is 45.006. */
  const CROSS: FuturesReceipt = {
    ...{ ...CLOSED, cause: 'liquidation', acceptedAt: null, ticks: [btc('59722.8'), tick('ETH-USDT', '2990.00')] },
    ...{ position: { ...LONG, mode: 'cross', margin: '60000000' }, price: 597_108, result: '-30120000' },
    ...{ available: '5126000', others: [ETH] },
  }

  test('is due when balance, margins and results together equal all maintenance', () => {
    expect(checkFuturesReceipt(CROSS)).toEqual([])
    expect(checkFuturesReceipt({ ...CROSS, available: '5126001' })).toEqual(NOT_DUE('liquidation'))
    const less = { ...ETH, margin: '25126000' }
    expect(checkFuturesReceipt({ ...CROSS, available: null, others: [less] })).toEqual([])
    const more = { ...ETH, margin: '25126001' }
    expect(checkFuturesReceipt({ ...CROSS, available: null, others: [more] })).toEqual(NOT_DUE('liquidation'))
  })

  test('is of the largest maintenance, or of one as large', () => {
    // 3,000 at 1.0002 % are 30.006, at 1.0003 % are 30.009.
    const asLarge = { ...ETH, maintenanceRate: '1000200' }
    expect(checkFuturesReceipt({ ...CROSS, others: [asLarge] })).toEqual([])
    const larger = { ...ETH, maintenanceRate: '1000300' }
    expect(checkFuturesReceipt({ ...CROSS, others: [larger] })).toEqual(NOT_DUE('liquidation'))
    expect(checkFuturesReceipt({ ...CROSS, others: [ETH, larger] })).toEqual(NOT_DUE('liquidation'))
  })

  test('shows the price of every position that it counts: without one it would be as if that were worth nothing', () => {
    expect(checkFuturesReceipt({ ...CROSS, ticks: [btc('59722.8')] })).toEqual(['there is no tick of ETH-USDT'])
    expect(checkFuturesReceipt({ ...CROSS, ticks: [tick('ETH-USDT', '2990.00')] })).toEqual([
      'there is no tick of BTC-USDT',
    ])
  })
})
