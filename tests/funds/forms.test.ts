// Typed withdrawals and conversions: the confirmation shows what the service executes, and an input that the service would refuse opens
// none.

import { describe, expect, test } from 'vitest'
import { amount } from '#domain/money/amount'
import { readConversion } from '../../app/forms/conversion'
import { mostToWithdraw, readWithdrawal } from '../../app/forms/withdrawal'

const USDT = { code: 'USDT', scale: 6 }
const BTC = { code: 'BTC', scale: 8 }
const usdt = (whole: number) => amount(BigInt(whole) * 1_000_000n)

describe('a withdrawal', () => {
  const facts = {
    language: 'en',
    asset: USDT,
    kind: 'address',
    terms: { fee: usdt(1), min: usdt(10) },
    available: usdt(10_000),
    room: usdt(3_000),
    cap: { used: '0', all: '0.05' },
  } as const
  const codeOf = (text: string, part = {}) => readWithdrawal({ ...facts, ...part }, text).refusal?.code ?? null

  test('of 100 brings 99', () => {
    expect(readWithdrawal(facts, '100')).toEqual({
      ...{ amount: usdt(100), fee: usdt(1), arrival: usdt(99), refusal: null },
    })
  })

  test('to a card brings whole cents, and its fee says the rest', () => {
    expect(readWithdrawal({ ...facts, kind: 'card' }, '100.004')).toMatchObject({
      ...{ amount: amount(100_004_000n), fee: amount(1_004_000n), arrival: usdt(99) },
    })
  })

  test.each([
    ['', 'amount_not_positive'],
    ['five', 'amount_malformed'],
    ['5', 'withdrawal_below_min'],
    ['10,001', 'insufficient_available'],
    ['3,000.000001', 'withdrawal_above_cap'],
    ['3,000', null],
  ])('of %o is refused as %s before anything is looked over', (text, code) => {
    expect(codeOf(text)).toBe(code)
  })

  test('without a price nothing is said of the cap: the service counts', () => {
    expect(codeOf('9,000', { room: null })).toBeNull()
  })

  test('"Max" stays below the cap, with room for prices to move; of BTC, in which it is counted, it takes all', () => {
    expect(mostToWithdraw(facts)).toBe(usdt(2_970))
    expect(mostToWithdraw({ ...facts, available: usdt(20) })).toBe(usdt(20))
    expect(mostToWithdraw({ ...facts, asset: BTC })).toBe(facts.room)
    expect(codeOf('2,970')).toBeNull()
  })
})

describe('a conversion', () => {
  const prices = { from: amount(100_000_000n), to: amount(6_000_000_000_000n) }
  const facts = { language: 'en', from: USDT, to: BTC, available: usdt(1_000), prices } as const
  const read = (text: string, part = {}) => readConversion({ ...facts, ...part }, text)

  test('of 600 USDT at 60,000 gives 0.01 BTC, with the fee on top', () => {
    expect(read('600')).toEqual({ given: usdt(600), fee: 600_000n, received: 1_000_000n, refusal: null })
  })

  test.each([
    ['', 'amount_not_positive'],
    ['0.5', 'convert_below_min'],
    ['250,000', 'convert_above_max'],
    // Ten are missing for the fee.
    ['1,000', 'insufficient_available'],
    ['999', null],
  ])('of %o is refused as %s before anything is looked over', (text, code) => {
    expect(read(text).refusal?.code ?? null).toBe(code)
  })

  test('without a quote there is nothing to look over', () => {
    expect(read('600', { prices: null }).refusal?.code).toBe('price_unavailable')
  })
})
