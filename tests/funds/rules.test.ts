// Formulas of withdrawals and conversions, and the format of bank cards.

import { describe, expect, test } from 'vitest'
import { cardKindOf, isCardFieldOptional, maskedCard, readCard } from '#domain/funds/card'
import { convertFee, convertSize, convertedAmount, hasDrifted, mostToConvert } from '#domain/funds/convert'
import { newAddressDelayMs, readWithdrawalAmount, unitsWorth, valueInBtc } from '#domain/funds/withdrawal'
import { amount } from '#domain/money/amount'

const BTC = { code: 'BTC', scale: 8 }
const ETH = { code: 'ETH', scale: 18 }
const USDT = { code: 'USDT', scale: 6 }
const usdt = (price: number) => amount(BigInt(price) * 100_000_000n)

describe('a value in BTC', () => {
  const prices = new Map([
    ['BTC', usdt(60_000)],
    ['ETH', usdt(3_000)],
    ['USDT', usdt(1)],
  ])
  test.each([
    [BTC, 12_345n, 12_345n],
    [ETH, 10n ** 18n, 5_000_000n],
    [USDT, 60_000_000_000n, 100_000_000n],
    // A fraction of a satoshi rounds up, because it counts towards a limit.
    [USDT, 1n, 1n],
    [USDT, 0n, 0n],
  ])('%o of %s units is %s satoshi', (asset, units, satoshi) => {
    expect(valueInBtc(asset, amount(units), prices)).toBe(satoshi)
  })

  test.each([
    [BTC, 12_345n],
    [ETH, 12_345n],
    [USDT, 1n],
    [USDT, 0n],
  ])('the most of %o within %s satoshi is worth no more, and one unit more is too much', (asset, satoshi) => {
    const odd = new Map([...prices, ['ETH', amount(293_117_345_678n)]])
    const most = unitsWorth(asset, amount(satoshi), odd) ?? amount(0n)
    const worth = (units: bigint) => valueInBtc(asset, amount(units), odd) ?? 0n
    expect(worth(most) <= satoshi && worth(most + 1n) > satoshi).toBe(true)
  })

  test('is unknown while a price is', () => {
    expect(unitsWorth(ETH, amount(1n), new Map([['BTC', usdt(60_000)]]))).toBeNull()
    expect(valueInBtc(ETH, amount(1n), new Map([['BTC', usdt(60_000)]]))).toBeNull()
    expect(valueInBtc(ETH, amount(1n), new Map([['ETH', usdt(3_000)]]))).toBeNull()
  })
})

describe('the amount of a withdrawal', () => {
  const terms = { fee: amount(1_000_000n), min: amount(10_000_000n) }
  test.each([
    ['10', null],
    ['9.999999', 'withdrawal_below_min'],
    ['0', 'amount_not_positive'],
    ['-5', 'amount_malformed'],
    ['10.0000001', 'amount_too_precise'],
  ])('%s is refused as %s', (text, code) => {
    const read = readWithdrawalAmount(USDT, terms, text)
    expect(read.ok ? null : read.refusal.code).toBe(code)
  })

  test('is never below its fee, whatever the minimum says', () => {
    const read = readWithdrawalAmount(USDT, { fee: amount(5_000_000n), min: amount(0n) }, '5')
    expect(read.ok ? null : read.refusal.code).toBe('withdrawal_below_min')
  })
})

test('A new address waits a day, in a demo a minute', () => {
  expect([newAddressDelayMs(false), newAddressDelayMs(true)]).toEqual([86_400_000, 60_000])
})

describe('a conversion', () => {
  const prices = { from: usdt(1), to: usdt(60_000) }
  test('gives what the prices say, the fraction is the house’s', () => {
    expect(convertedAmount(USDT, BTC, amount(600_000_000n), prices)).toBe(1_000_000n)
    expect(convertedAmount(USDT, BTC, amount(599n), prices)).toBe(0n)
    expect(convertedAmount(ETH, USDT, amount(10n ** 18n), { from: usdt(3_000), to: usdt(1) })).toBe(3_000_000_000n)
  })

  test('there and back never makes anybody richer', () => {
    for (const given of [1n, 7n, 999n, 123_456_789n]) {
      const there = convertedAmount(USDT, BTC, amount(given), prices)
      const back = convertedAmount(BTC, USDT, there, { from: prices.to, to: prices.from })
      expect(back <= given).toBe(true)
    }
  })

  test('costs a thousandth, rounded up', () => {
    expect([convertFee(amount(1_000n)), convertFee(amount(1_001n)), convertFee(amount(1n))]).toEqual([1n, 2n, 1n])
  })

  test('the most is what leaves room for the fee: with one unit more it does not fit', () => {
    const costOf = (given: bigint) => given + convertFee(amount(given))
    for (const available of [0n, 1n, 2n, 999n, 1_001n, 100_000n, 123_456_789_012n, 10n ** 24n + 7n]) {
      const most = mostToConvert(amount(available))
      expect(costOf(most) <= available && costOf(most + 1n) > available, `of ${available}`).toBe(true)
    }
  })

  test('has bounds in USDT', () => {
    expect(convertSize(USDT, amount(999_999n), prices)).toBe('too_small')
    expect(convertSize(USDT, amount(1_000_000n), prices)).toBe('fine')
    expect(convertSize(USDT, amount(200_000_000_000n), prices)).toBe('fine')
    expect(convertSize(USDT, amount(200_000_000_001n), prices)).toBe('too_large')
  })

  test('a quote that the market has left behind by more than the fee is not taken up; one that is worse for its user is', () => {
    const live = { from: usdt(1), to: usdt(60_000) }
    expect(hasDrifted(live, live)).toBe(false)
    expect(hasDrifted({ from: usdt(1), to: amount((usdt(60_000) * 9_991n) / 10_000n) }, live)).toBe(false)
    expect(hasDrifted({ from: usdt(1), to: amount((usdt(60_000) * 9_989n) / 10_000n) }, live)).toBe(true)
    expect(hasDrifted({ from: usdt(1), to: usdt(70_000) }, live)).toBe(false)
  })
})

describe('a bank card', () => {
  const home = { bank_account: '1234 5678 90', real_name: 'Alice Example', bank_name: 'First Bank' }
  test('is kept without the spaces of its number', () => {
    expect(readCard('domestic', home)).toMatchObject({ ok: true, value: { bank_account: '1234567890' } })
  })

  test.each([
    ['bank_account', '', 'card_field_missing'],
    ['bank_account', '12', 'card_field_malformed'],
    ['real_name', ' ', 'card_field_missing'],
    ['bank_name', 'x'.repeat(121), 'card_field_malformed'],
    ['phone', 'call me', 'card_field_malformed'],
    // Displayed as "Alice" to the payer, but a different name.
    ['real_name', '\u202eecilA', 'card_field_malformed'],
    ['real_name', 'Ali\u200bce', 'card_field_malformed'],
    ['bank_name', 'First\u2028Bank', 'card_field_malformed'],
    ['real_name', 'Ali\u200dce', 'card_field_malformed'],
    ['real_name', 'Alice\u3164', 'card_field_malformed'],
    ['real_name', '\u061cAlice', 'card_field_malformed'],
  ])('with %s "%s" is refused as %s', (field, value, code) => {
    expect(readCard('domestic', { ...home, [field]: value })).toMatchObject({ refusal: { code, facts: { field } } })
  })

  test.each(['María José Ñ', 'สมชาย ใจดี', 'می\u200cخواهم', 'क्\u200dष', '山田・太郎'])(
    'takes the name %s as it is written',
    (name) => expect(readCard('domestic', { ...home, real_name: name }).ok).toBe(true),
  )

  test('abroad needs everything but the ABA number, whose digits must check', () => {
    const abroad = {
      bank_account: 'DE89 3704 0044 0532 0130 00',
      real_name: 'Alice Example',
      bank_name: 'Bank',
      bank_branch: 'Main',
      swift: 'cobadeff',
      city: 'Berlin',
      phone: '+49 30 123456',
      holder_address: 'Some street 1',
    }
    expect(readCard('international', abroad)).toMatchObject({ ok: true, value: { swift: 'COBADEFF' } })
    expect(readCard('international', { ...abroad, aba: '021000021' }).ok).toBe(true)
    expect(readCard('international', { ...abroad, aba: '021000022' }).ok).toBe(false)
    expect(readCard('international', { ...abroad, city: '' })).toMatchObject({
      refusal: { code: 'card_field_missing' },
    })
  })
})

describe('a card’s own details', () => {
  const home = { bank_account: '1234567890', real_name: 'Alice Example', bank_name: 'First Bank' }
  const abroad = { ...home, bank_branch: 'Main', swift: 'COBADEFF', city: 'Berlin', phone: '+4930123456', holder_address: 'Some street 1' } // prettier-ignore

  test('of a domestic card are kept as some clients ask for them, and left out where they are empty', () => {
    const notes = { alipay_account: ' a@example.com ', wechat_nickname: 'Ali', wechat_account: ' ' }
    const echoes = { iban: 'DE89 3704 0044 0532 0130 00', bank_address: '' }
    expect(readCard('domestic', { ...home, ...notes, ...echoes })).toEqual({
      ok: true,
      value: { ...home, alipay_account: 'a@example.com', wechat_nickname: 'Ali', iban: 'DE89370400440532013000' },
    })
    expect(readCard('domestic', home)).toEqual({ ok: true, value: home })
  })

  test('that are notes are dropped when they are too long or have hidden signs', () => {
    const noteOf = (note: string) => {
      const read = readCard('domestic', { ...home, wechat_account: note })
      return read.ok ? read.value.wechat_account : read.refusal.code
    }
    expect([noteOf('n'.repeat(120)), noteOf('n'.repeat(121)), noteOf('a\u200bb')]).toEqual([
      'n'.repeat(120),
      undefined,
      undefined,
    ])
  })

  test('of a card abroad are its own alone, and a branch is needed there', () => {
    expect(readCard('international', { ...abroad, iban: 'DE89370400440532013000', wechat_account: 'a' })).toEqual({
      ok: true,
      value: abroad,
    })
    expect(readCard('international', { ...abroad, bank_branch: '' })).toMatchObject({
      refusal: { code: 'card_field_missing', facts: { field: 'bank_branch' } },
    })
    expect([isCardFieldOptional('domestic', 'bank_branch'), isCardFieldOptional('international', 'aba')]).toEqual([true, true]) // prettier-ignore
  })

  test('of 120 characters are the longest', () => {
    expect(readCard('domestic', { ...home, bank_name: 'x'.repeat(120) }).ok).toBe(true)
  })

  // Weights 3, 7, 1: 3x0+7x2+1x1+3x0+7x0+1x0+3x0+7x2+1x1 = 30. Of 111000025 it is 3+7+1+14+5 = 30; of 111000024 it is 29.
  test.each([
    ['021000021', true],
    ['111000025', true],
    ['111000024', false],
  ])('with the ABA number %s: %s', (aba, isOne) => expect(readCard('international', { ...abroad, aba }).ok).toBe(isOne))

  test('are called a card where it is domestic, and its number is shown by its end', () => {
    expect([cardKindOf('card'), cardKindOf('international')]).toEqual(['domestic', 'international'])
    expect(maskedCard('6222020200112233')).toBe('**** 2233')
  })
})

describe('an IBAN', () => {
  const card = (bank_account: string) =>
    readCard('domestic', { bank_account, real_name: 'Alice Example', bank_name: 'First Bank' })

  // Examples of the registry.
  test.each([
    'GB82 WEST 1234 5698 7654 32',
    'FR14 2004 1010 0505 0001 3M02 606',
    'NO93 8601 1117 947',
    'MT84 MALT 0110 0001 2345 MTLC AST0 01S',
  ])('%s is taken', (iban) => expect(card(iban).ok).toBe(true))

  test.each(['GB82 WEST 1234 5698 7654 33', 'GB28 WEST 1234 5698 7654 32', 'FR14 2004 1010 0505 0001 3M02 660'])(
    '%s is mistyped',
    (iban) =>
      expect(card(iban)).toMatchObject({ refusal: { code: 'card_field_malformed', facts: { field: 'bank_account' } } }),
  )

  test('is checked beside a domestic account too, and other account numbers are not taken for one', () => {
    const echo = { bank_account: '1234567890', real_name: 'Alice Example', bank_name: 'First Bank' }
    expect(readCard('domestic', { ...echo, iban: 'DE89 3704 0044 0532 0130 01' })).toMatchObject({
      refusal: { code: 'card_field_malformed', facts: { field: 'iban' } },
    })
    for (const number of ['6222021234564242', '1234567890', 'AB12345678']) expect(card(number).ok).toBe(true)
    // Fifteen signs are like an IBAN, fourteen are not; nor is one whose letters come later, or with one digit behind them.
    expect(card('AB1234567890123').ok).toBe(false)
    for (const number of ['AB123456789012', '1AB1234567890123', 'AB1C234567890123']) expect(card(number).ok).toBe(true)
    expect(readCard('domestic', { ...echo, bank_name: 'GB82WEST12345698765433' }).ok).toBe(true)
  })
})
