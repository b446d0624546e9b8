// Receipts of payments for tokens: what was held at the price of the paid coin, and the part of it for what was allotted.

import { describe, expect, test } from 'vitest'
import { IEO_PAYMENT, IEO_PAYMENT_RULE, type IeoPaymentReceipt, paymentReceipt } from '#domain/ieo/payment-receipt'
import { amount } from '#domain/money/amount'
import { malformedIn } from '#domain/published-forms'
import { HASHING } from '../kit/hashing'

const AT = 1_800_000_000_000
const HASH = '0'.repeat(64)
const tick = (price: string, symbol = 'BTC-USDT', at = AT) => ({
  ...{ symbol, seq: 1, at, price, source: 'test', previousHash: HASH, hash: HASH },
})
const APPLIED = { at: AT, acceptedAt: AT, project: 2, token: 'NEW', quantity: 1_000, allotted: 250, cost: '500000' }

/** 1,000 tokens at half a dollar are 500 dollars, at 60,000 0.00833333 BTC and a third; a quarter of 833,334 units is 208,333.5. */
const BY_BTC = paymentReceipt({
  ...{ ...APPLIED, pay: { code: 'BTC', scale: 8 }, tick: tick('60000.0') },
  ...{ held: amount(833_334n), paid: amount(208_334n) },
})
const BY_USDT = paymentReceipt({
  ...{ ...APPLIED, pay: { code: 'USDT', scale: 6 }, tick: null },
  ...{ held: amount(500_000_000n), paid: amount(125_000_000n) },
})
const problems = (differs: Partial<IeoPaymentReceipt>, of = BY_BTC) => IEO_PAYMENT.check({ ...of, ...differs }, HASHING)

describe('a payment', () => {
  test('is written with the tick of its coin, and in dollars without one', () => {
    expect(BY_BTC).toEqual({
      ...{ ...APPLIED, rule: 'ieo-payment-1', pay: { code: 'BTC', scale: 8 }, ticks: [tick('60000.0')] },
      ...{ held: '833334', paid: '208334' },
    })
    expect(BY_USDT).toMatchObject({ rule: IEO_PAYMENT_RULE, ticks: [], held: '500000000', paid: '125000000' })
    expect([BY_BTC, BY_USDT].map((each) => malformedIn(IEO_PAYMENT.shape, each))).toEqual([[], []])
    expect([problems({}), problems({}, BY_USDT)]).toEqual([[], []])
    expect([problems({ ticks: [tick('60000')] }), problems({ ticks: [tick('60000.00')] })]).toEqual([[], []])
    // At 60,000.09 500 dollars are 833,332.08 units, and a quarter of 833,333 is 208,333.25.
    expect(problems({ ticks: [tick('60000.09')], held: '833333', paid: '208334' })).toEqual([])
  })

  test('has one tick of the paid coin, with a price', () => {
    const said = ['its tick is not that of the paid asset']
    for (const ticks of [
      ...[[], [tick('60000.0'), tick('60000.0')], [tick('60000.0', 'ETH-USDT')]],
      ...[[tick('0.0')], [tick('none')]],
    ])
      expect(problems({ ticks })).toEqual(said)
    expect(problems({ ticks: [tick('1.0', 'USDT-USDT')] }, BY_USDT)).toEqual(said)
  })

  test('is for at least one token, and for those applied for at most', () => {
    const said = ['tokens are allotted, at most those applied for']
    expect([problems({ allotted: 0 }), problems({ allotted: 1_001 })]).toEqual([said, said])
    expect(problems({ allotted: 1_000, paid: '833334' })).toEqual([])
    // A thousandth of 833,334 units, rounded up.
    expect(problems({ allotted: 1, paid: '834' })).toEqual([])
  })

  test('was priced before it was accepted, and accepted before it was paid', () => {
    const said = ['its times are in no order']
    expect(problems({ ticks: [tick('60000.0', 'BTC-USDT', AT + 1)] })).toEqual(said)
    expect(problems({ acceptedAt: AT + 1 })).toEqual(said)
    expect(problems({ at: AT + 1 })).toEqual([])
  })

  test('is what the tokens cost', () => {
    expect(problems({ held: '833333' })).toEqual(['what was held is 833333 and should be 833334'])
    expect(problems({ paid: '208333' })).toEqual(['what was paid is 208333 and should be 208334'])
  })
})
