// Receipts of conversions: both prices, what was given and received, and what an altered receipt is told.

import { describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { CONVERT, type ConvertReceipt, convertReceipt } from '#domain/funds/convert-receipt'
import { amount } from '#domain/money/amount'
import { HASHING } from '../kit/hashing'

const AT = 1_800_000_000_000
const tick = (symbol: string, price: string, at = AT) => ({
  ...{ symbol, seq: 1, at, price, source: 'test', previousHash: 'a'.repeat(64), hash: 'b'.repeat(64) },
})
const [BTC, ETH, USDT] = [
  { code: 'BTC', scale: 8 },
  { code: 'ETH', scale: 8 },
  { code: 'USDT', scale: 6 },
]

/** 0.5 BTC at 60,000 is 30,000 USDT; at 2,500 that is 12 ETH. 0.1 % of 0.5 BTC is 0.0005. */
const COINS: ConvertReceipt = {
  ...{
    rule: 'convert-1',
    at: AT,
    ticks: [tick('BTC-USDT', '60000.0'), tick('ETH-USDT', '2500.00')],
    from: BTC,
    to: ETH,
  },
  ...{ given: '50000000', fee: '50000', received: '1200000000', acceptedAt: AT - 500 },
}
/** 0.00000001 BTC is 0.0006 USDT; the fee is rounded up to a unit. */
const SOLD: ConvertReceipt = {
  ...{ ...COINS, ticks: [tick('BTC-USDT', '60000.0')], to: USDT, given: '1', fee: '1', received: '600' },
  acceptedAt: null,
}
/** 100 USDT at 60,000 are 0.00166666|6… BTC. */
const BOUGHT: ConvertReceipt = { ...SOLD, from: USDT, to: BTC, given: '100000000', fee: '100000', received: '166666' }

const told = (receipt: ConvertReceipt) => CONVERT.check(receipt, HASHING)

describe('a receipt', () => {
  test('says what was given and received', () => {
    const made = convertReceipt({
      ...{ at: AT, acceptedAt: AT - 500, ticks: COINS.ticks, from: BTC, to: ETH },
      ...{ given: amount(50_000_000n), fee: amount(50_000n), received: amount(1_200_000_000n) },
    })
    expect(made).toEqual(COINS)
  })

  test('is right between coins, into USDT and out of it', () => {
    expect([COINS, SOLD, BOUGHT].map(told)).toEqual([[], [], []])
  })

  test('has the first ticks from its acceptance on, where it was accepted before', () => {
    expect(CONVERT.firstFrom?.(COINS)).toEqual([AT - 500, AT - 500])
    expect(CONVERT.firstFrom?.(SOLD)).toEqual([])
  })

  const OTHER_TICKS = ['its ticks are not those of the two assets']
  const [bitcoin = tick('', ''), ether = tick('', '')] = COINS.ticks
  test.each([
    [COINS, { received: '1200000001' }, ['what was received is 1200000001 and should be 1200000000']],
    [COINS, { fee: '49999' }, ['the fee is 49999 and should be 50000']],
    [SOLD, { fee: '0' }, ['the fee is 0 and should be 1']],
    [BOUGHT, { received: '166667' }, ['what was received is 166667 and should be 166666']],
    [COINS, { ticks: [ether, bitcoin] }, OTHER_TICKS],
    [COINS, { ticks: [bitcoin] }, OTHER_TICKS],
    [SOLD, { ticks: [] }, OTHER_TICKS],
    [SOLD, { ticks: [tick('USDT-USDT', '1'), bitcoin] }, OTHER_TICKS],
    [COINS, { ticks: [tick('BTC-USDT', '0'), ether] }, ['a price is none']],
    [COINS, { ticks: [bitcoin, tick('ETH-USDT', '0')] }, ['a price is none']],
    [COINS, { ticks: [bitcoin, tick('ETH-USDT', 'x')] }, ['a price is none']],
  ])('of %j with %j is told %j', (receipt, differs, problems) => {
    expect(told({ ...receipt, ...differs })).toEqual(problems)
  })

  test('has prices of the minute up to it, and none from before its request', () => {
    const OLD = ['a price is not of the minute before']
    const at = (instant: number, acceptedAt: number | null) =>
      told({ ...SOLD, ticks: [tick('BTC-USDT', '60000.0', instant)], acceptedAt })
    expect([at(AT - 60_000, null), at(AT - 60_001, null), at(AT, null), at(AT + 1, null)]).toEqual([[], OLD, [], OLD])
    expect([at(AT - 1, AT - 1), at(AT - 1, AT)]).toEqual([[], ['a price is from before the request']])
  })

  test('has these fields and no other', () => {
    const isRead = (receipt: unknown) => v.safeParse(CONVERT.shape, receipt).success
    expect([COINS, SOLD, BOUGHT].map(isRead)).toEqual([true, true, true])
    for (const wrong of [
      ...[{ rule: 'convert-2' }, { more: 1 }, { ticks: [bitcoin, ether, ether] }, { acceptedAt: 'now' }],
      ...[{ from: {} }, { from: { ...BTC, name: '' } }, { to: { code: 'ETH' } }, { to: { scale: 8 } }],
    ])
      expect([wrong, isRead({ ...COINS, ...wrong })]).toEqual([wrong, false])
    for (const field of ['at', 'ticks', 'from', 'to', 'given', 'fee', 'received', 'acceptedAt'] as const) {
      const { [field]: _, ...rest } = COINS
      expect([field, isRead(rest)]).toEqual([field, false])
    }
  })
})
