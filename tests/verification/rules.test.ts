// Rules of identity verification: levels, caps to the last satoshi, and what a document's number must look like.

import { describe, expect, test } from 'vitest'
import { type IdType, isMainlandId, maskNumber, parseIdentityDocument } from '#domain/identity-document'
import { amount } from '#domain/money/amount'
import {
  capsOf,
  checkFiatOrderCap,
  checkFiatQuoteCap,
  checkDailyWithdrawalLimit,
  levelPassed,
} from '#domain/verification'

const BTC = 100_000_000n
const USDT = 1_000_000n

describe('levels', () => {
  test.each([
    [0, 0, 0],
    [1, 0, 0],
    [2, 0, 1],
    [2, 1, 1],
    [2, 2, 2],
    // Level 2 without level 1 counts as level 0.
    [0, 2, 0],
  ])('review %i and advanced %i is level %i', (reviewStatus, advancedReviewStatus, level) => {
    expect(levelPassed({ reviewStatus, advancedReviewStatus })).toBe(level)
  })

  test('caps are those of the specification', () => {
    expect(capsOf(0)).toEqual({ withdrawalBtc: BTC / 20n, fiatOrderUsdt: 0n })
    expect(capsOf(1)).toEqual({ withdrawalBtc: 200n * BTC, fiatOrderUsdt: 2_000n * USDT })
    expect(capsOf(2)).toEqual({ withdrawalBtc: 500n * BTC, fiatOrderUsdt: 1_000_000n * USDT })
  })
})

describe('withdrawals in 24 hours', () => {
  test.each([
    [0, 0n, BTC / 20n, 'ok'],
    [0, 1n, BTC / 20n, 'identity_check_needed'],
    [0, 0n, 600n * BTC, 'identity_check_needed'],
    [1, 0n, 200n * BTC, 'ok'],
    [1, 0n, 200n * BTC + 1n, 'identity_check_needed'],
    [1, 199n * BTC, BTC, 'ok'],
    [1, 199n * BTC, BTC + 1n, 'identity_check_needed'],
    // What no level allows is no matter of identity.
    [1, 0n, 500n * BTC + 1n, 'withdrawal_above_cap'],
    [2, 0n, 500n * BTC, 'ok'],
    [2, 499n * BTC, BTC + 1n, 'withdrawal_above_cap'],
  ] as const)('level %i, used %i, asked %i: %s', (level, used, asked, said) => {
    const outcome = checkDailyWithdrawalLimit(level, { usedBtc: amount(used), askedBtc: amount(asked) })
    expect(outcome.ok ? 'ok' : outcome.refusal.code).toBe(said)
  })

  test('says which limit refuses, and how much of it is used', () => {
    const outcome = checkDailyWithdrawalLimit(2, { usedBtc: amount(499n * BTC), askedBtc: amount(2n * BTC) })
    expect(outcome).toMatchObject({ refusal: { code: 'withdrawal_above_cap', facts: { cap: '500', used: '499' } } })
  })
})

describe('one order with fiat', () => {
  test.each([
    [0, 6, 0n, 'ok'],
    [0, 6, 1n, 'identity_check_needed'],
    // At level 0 the identity check comes before any cap.
    [0, 6, 1_000_001n * USDT, 'identity_check_needed'],
    [1, 6, 2_000n * USDT, 'ok'],
    [1, 6, 2_000n * USDT + 1n, 'identity_check_needed'],
    [1, 6, 1_000_000n * USDT + 1n, 'fiat_order_above_cap'],
    [2, 6, 1_000_000n * USDT, 'ok'],
    [2, 6, 1_000_000n * USDT + 1n, 'fiat_order_above_cap'],
    // A coin with other decimals.
    [1, 2, 200_000n, 'ok'],
    [1, 2, 200_001n, 'identity_check_needed'],
    [1, 8, 200_000_000_001n, 'identity_check_needed'],
  ] as const)('level %i, decimals %i, asked %i: %s', (level, scale, asked, said) => {
    const outcome = checkFiatOrderCap(level, { scale, amount: amount(asked) })
    expect(outcome.ok ? 'ok' : outcome.refusal.code).toBe(said)
  })

  test('is refused at its quote above the cap of a level, with the level that raises it', () => {
    const check = (level: 0 | 1 | 2, asked: bigint) => checkFiatQuoteCap(level, { scale: 6, amount: amount(asked) })
    // At level 0 quotes are allowed.
    expect(check(0, 5_000n * USDT)).toMatchObject({ ok: true })
    expect(check(1, 2_000n * USDT)).toMatchObject({ ok: true })
    const facts = { level: '1', cap: '2000', higher: '2' }
    expect(check(1, 2_000n * USDT + 1n)).toMatchObject({ refusal: { code: 'fiat_order_above_level', facts } })
    expect(check(2, 1_000_000n * USDT + 1n)).toMatchObject({ refusal: { code: 'fiat_order_above_cap' } })
  })
})

describe('an identity card of mainland China', () => {
  test.each(['11010519491231002X', '440524188001010014', '110101200002290018'])('%s is one', (number) => {
    expect(isMainlandId(number)).toBe(true)
  })

  test.each([
    ['a wrong check sign', '110105194912310021'],
    ['the thirtieth of February', '11010120000230001X'],
    ['the 29th of February in a common year', '110101200102290015'],
    ['a thirteenth month', '110101200013010018'],
    ['seventeen digits', '11010519491231002'],
    ['nineteen digits', '110105194912310022X'],
    ['a region that begins with 0', '010105194912310026'],
    ['nothing', ''],
  ])('%s is none', (_, number) => {
    expect(isMainlandId(number)).toBe(false)
  })
})

describe('a document', () => {
  const parse = (idType: IdType, country: string, number: string, name = 'Li Lei') => {
    const parsed = parseIdentityDocument({ idType, country, name, number })
    return parsed.ok ? parsed.value.number : parsed.refusal.code
  }

  test.each([
    ['id_card', 'CN', '11010519491231002x', '11010519491231002X'],
    ['id_card', 'CN', '１１０１０５１９４９１２３１００２Ｘ', '11010519491231002X'],
    ['driver_licence', 'CN', '110105 19491231 002X', '11010519491231002X'],
    ['id_card', 'CN', '123456789', 'id_number_malformed'],
    ['passport', 'CN', 'E12345678', 'E12345678'],
    ['passport', 'JP', 'tk1234567', 'TK1234567'],
    ['passport', 'JP', 'ABCDEFG', 'id_number_malformed'],
    ['passport', 'JP', 'TK12345678901', 'id_number_malformed'],
    ['id_card', 'FR', '12-AB 34567', '12AB34567'],
    ['driver_licence', 'US', 'D123-4567', 'D1234567'],
    ['driver_licence', 'US', 'ABCDEFGH', 'id_number_malformed'],
    ['id_card', 'ES', '<script>', 'id_number_malformed'],
    ['passport', '', 'TK1234567', 'country_malformed'],
    ['passport', 'JPN', 'TK1234567', 'country_malformed'],
  ] as const)('%s of %s with %s: %s', (idType, country, number, said) => {
    expect(parse(idType, country, number)).toBe(said)
  })

  test.each(['山田 太郎', 'Léa d’Arc', 'José María Ruiz-Ortiz', '阿卜杜拉·买买提', 'Jr. Smith Jr.'])(
    '%s is a name',
    (name) => {
      expect(parse('passport', 'JP', 'TK1234567', name)).toBe('TK1234567')
    },
  )

  test.each(['', 'A', 'R2D2', 'a@b.c', '<b>Bob</b>', 'x'.repeat(61), '🙂🙂', '\u3164\u3164', 'Bob\u115f'])(
    '%j is none',
    (name) => {
      expect(parse('passport', 'JP', 'TK1234567', name)).toBe('real_name_malformed')
    },
  )
})

test('its owner sees enough of a number to know it again, and nobody all of it', () => {
  expect(maskNumber('11010519491231002X')).toBe('110***********002X')
  expect(maskNumber('TK1234567')).toBe('T******67')
  expect(maskNumber('12345')).not.toContain('12345')
})
