// Rules of fiat purchases: amounts, age of rates, and payers.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mostPayable } from '#domain/buy/limit'
import { isSameName, knownPayer, payerFieldsOf, payerName, readPayer } from '#domain/buy/payer'
import {
  type BuyRoute,
  BUY_COUNTRIES,
  buyReference,
  figuresOf,
  rateNow,
  readPay,
  shownBuyState,
} from '#domain/buy/terms'
import { SHEETS, checkRow } from '#domain/desk/sheet'
import { formatAmount } from '#domain/money/amount'
import { type Rate, parseRate, rate } from '#domain/money/rate'

const USDT = { code: 'USDT', scale: 6 }
const rateOf = (text: string): Rate => {
  const parsed = parseRate(text)
  if (!parsed.ok) throw new Error(text)
  return parsed.value
}

describe('the one limit of a purchase', () => {
  const route = { min: 100, max: 1_000_000, fee: rateOf('0.005') }
  const most = (level: 0 | 1 | 2, perDollar: string, differs: Partial<typeof route> = {}) =>
    mostPayable(level, { ...route, ...differs }, { rate: rateOf(perDollar), asset: USDT })

  test('is the method’s, or the last whole unit within the level’s 2,000 USDT', () => {
    expect([most(0, '5.35'), most(2, '5.35'), most(1, '1000')]).toEqual([1_000_000, 1_000_000, 1_000_000])
    expect(most(1, '5.35')).toBe(10_700)
    expect(most(1, '5.3501')).toBe(10_700)
    expect(most(1, '5.3499')).toBe(10_699)
    expect(most(1, '1', { max: 2_000 })).toBe(2_000)
    expect(most(1, '1', { min: 2_000 })).toBe(2_000)
  })

  test('is none where the smallest purchase is above the level', () => expect(most(1, '1', { min: 2_001 })).toBeNull())
})

describe('a quote', () => {
  test.each([
    ['USD', 2_000, '1', '0', ['2000.000000', '0.000000', '2000.000000']],
    ['BRL', 1_000, '5.35', '0.005', ['186.915887', '0.934580', '185.981307']],
    ['VND', 1_000_000, '26300', '0.005', ['38.022813', '0.190115', '37.832698']],
  ])('of %s %i at %s with a fee of %s', (_currency, pay, perDollar, fee, expected) => {
    const figures = figuresOf(pay, { rate: rateOf(perDollar), fee: rateOf(fee) }, USDT)
    expect([figures.bought, figures.fee, figures.receives].map((value) => formatAmount(USDT, value))).toEqual(expected)
  })

  test('never gives more than was paid, and loses less than a unit by rounding', () => {
    const whole = fc.integer({ min: 1, max: 1_000_000_000 })
    const rates = fc.bigInt({ min: 1n, max: 10n ** 13n })
    fc.assert(
      fc.property(whole, rates, fc.bigInt({ min: 0n, max: 20_000_000n }), (pay, perDollar, fee) => {
        const figures = figuresOf(pay, { rate: rate(perDollar), fee: rate(fee) }, USDT)
        const worth = BigInt(pay) * 10n ** 14n
        expect(figures.bought * perDollar <= worth).toBe(true)
        expect((figures.bought + 1n) * perDollar > worth).toBe(true)
        expect(figures.fee + figures.receives).toBe(figures.bought)
        expect(figures.fee * 10n ** 8n >= figures.bought * fee).toBe(true)
      }),
    )
  })

  test.each([
    ['500', 500],
    ['500.00', 500],
    [' 500 ', 500],
    ['500.5', 'buy_not_whole'],
    ['-500', 'buy_not_whole'],
    ['5e2', 'buy_not_whole'],
    ['', 'buy_not_whole'],
    ['199', 'buy_below_min'],
    ['200', 200],
    ['5000', 5_000],
    ['5001', 'buy_above_max'],
  ])('takes "%s" as %s', (text, expected) => {
    const read = readPay({ currency: 'BRL', min: 200, max: 5_000 }, text)
    expect(read.ok ? read.value : read.refusal.code).toBe(expected)
  })
})

describe('the rate', () => {
  const HOUR = 3_600_000
  const now = Date.parse('2026-11-25T12:00:00Z')
  const route: Pick<BuyRoute, 'currency' | 'rateHoursMax' | 'rateCheckedAt'> = {
    currency: 'BRL',
    rateHoursMax: 24,
    rateCheckedAt: now - 24 * HOUR,
  }
  const own = { code: 'BRL', rate: rateOf('5.35'), referenceDay: null }
  const said = (result: ReturnType<typeof rateNow>) => (result.ok ? result.value.asOf : result.refusal.code)

  test('that the desk keeps is as old as its last check, and closes the route when it is older than the limit', () => {
    expect(said(rateNow(route, own, now))).toBe(now - 24 * HOUR)
    expect(said(rateNow(route, own, now + 1))).toBe('buy_rate_old')
  })
  test('of the reference feed is of the afternoon of its day, whatever the desk checked', () => {
    const fed = { ...own, referenceDay: '2026-11-24' }
    expect(said(rateNow({ ...route, rateCheckedAt: 0 }, fed, now))).toBe(Date.parse('2026-11-24T15:00:00Z'))
    expect(said(rateNow({ ...route, rateHoursMax: 20 }, fed, now))).toBe('buy_rate_old')
  })
  test('of a dollar is one, and does not age; a currency that is not known has none', () => {
    // The demo's rate has a check time at the end of the century: no future instant is shown.
    expect(said(rateNow({ ...route, rateCheckedAt: Date.UTC(2100, 0, 1) }, own, now))).toBeNull()
    const dollar = rateNow({ ...route, currency: 'USD', rateCheckedAt: 0 }, { ...own, rate: rateOf('1.2') }, now)
    expect(dollar).toMatchObject({ ok: true, value: { rate: rateOf('1'), asOf: null } })
    expect(said(rateNow(route, undefined, now))).toBe('buy_rate_old')
  })
})

describe('who pays', () => {
  const brazilian = { full_name: 'Ana Maria Souza', email: 'Ana@example.com', phone: '+55 (11) 91234-5678', tax_id: '529.982.247-25' } // prettier-ignore

  test('is asked by country, and kept as it is meant', () => {
    expect(readPayer('BR', { ...brazilian, first_name: 'not asked for' })).toEqual({
      ok: true,
      value: { full_name: 'Ana Maria Souza', email: 'ana@example.com', phone: '+5511912345678', tax_id: '52998224725' },
    })
    for (const country of BUY_COUNTRIES) expect(payerFieldsOf(country).length).toBeGreaterThan(2)
  })

  test.each([
    [{ tax_id: '' }, 'buy_field_missing', 'tax_id'],
    [{ full_name: '  ' }, 'buy_field_missing', 'full_name'],
    [{ tax_id: '529.982.247-26' }, 'buy_cpf_malformed', 'tax_id'],
    [{ tax_id: '11111111111' }, 'buy_cpf_malformed', 'tax_id'],
    [{ tax_id: '5299822472' }, 'buy_cpf_malformed', 'tax_id'],
    [{ full_name: 'Ana <b>' }, 'buy_name_malformed', 'full_name'],
    [{ full_name: 'Ana\u200bSouza' }, 'buy_name_malformed', 'full_name'],
    [{ email: 'ana' }, 'buy_email_malformed', 'email'],
    [{ phone: '12' }, 'buy_phone_malformed', 'phone'],
  ])('is refused by the first field that is wrong: %j', (differs, code, field) => {
    expect(readPayer('BR', { ...brazilian, ...differs })).toMatchObject({ refusal: { code, facts: { field } } })
  })

  test('in India is named by a PAN as well', () => {
    const indian = { first_name: 'Asha', last_name: 'Rao', email: 'a@example.com', phone: '9876543210' }
    expect(readPayer('IN', { ...indian, tax_id: 'abcpe1234f' })).toMatchObject({ ok: true, value: { tax_id: 'ABCPE1234F' } }) // prettier-ignore
    expect(readPayer('IN', { ...indian, tax_id: 'ABCPE12345' })).toMatchObject({ refusal: { code: 'buy_pan_malformed' } }) // prettier-ignore
  })

  test.each([
    ['Ana Souza', 'SOUZA, Ana', true],
    ['José Núñez', 'NUNEZ JOSE', true],
    ['山田太郎', '山田太郎', true],
    ['Ana Maria Souza', 'Ana Souza', false],
    ['Ana Souza', 'Bruna Souza', false],
    ['', '', false],
  ])('"%s" and "%s" are one: %s', (one, other, expected) => {
    expect(isSameName(one, other)).toBe(expected)
  })

  test('is filled in as the verified identity has it, and the two parts are the same name', () => {
    const known = knownPayer({ name: 'ANA  MARIA SOUZA', email: 'a@example.com', phone: '' })
    expect(known).toMatchObject({ full_name: 'ANA MARIA SOUZA', first_name: 'ANA MARIA', last_name: 'SOUZA' })
    expect(knownPayer({ name: 'Sukarno', email: '', phone: '' })).toMatchObject({
      first_name: 'Sukarno',
      last_name: '',
    })
  })

  test('has a full name, or one made of two', () => {
    expect(payerName({ first_name: 'Ann', last_name: 'Lee' })).toBe('Ann Lee')
    expect(payerName({ full_name: 'Ana Souza' })).toBe('Ana Souza')
  })
})

test('a reference is of letters that nobody mistakes', () => {
  expect(buyReference(new Uint8Array([0, 31, 32, 255, 7, 8, 9, 10, 11, 12]))).toMatch(/^CM[2-9A-HJ-NP-Z]{10}$/)
})

test('a route that is open has an account, and its bounds are a range', () => {
  const row = { pay_min: 1, pay_max: 2, is_offered: 1, route: 'bank', currency: 'USD', pay_hours: 48, bank_account: '1', bank_holder: 'CM' } // prettier-ignore
  expect(checkRow('buy-routes', row).ok).toBe(true)
  expect(checkRow('buy-routes', { ...row, pay_min: 3 }).ok).toBe(false)
  expect(checkRow('buy-routes', { ...row, bank_account: '' }).ok).toBe(false)
  expect(checkRow('buy-routes', { ...row, bank_account: '', is_offered: 0 }).ok).toBe(true)
  // Card routes need no bank account; a checkout is open for one day at most and has a limited number of digits.
  const card = { ...row, route: 'card', bank_account: '', pay_hours: 23, pay_max: 999_999 }
  expect(checkRow('buy-routes', card).ok).toBe(true)
  expect(checkRow('buy-routes', { ...card, pay_hours: 24 }).ok).toBe(false)
  expect(checkRow('buy-routes', { ...card, pay_max: 1_000_000 }).ok).toBe(false)
  expect(SHEETS['buy-routes'].guard.onAdd).toBe(true)
})

test('an order whose payment page was closed with time left has not expired', () => {
  const order = { state: 'expired', settledAt: 5_000, payUntil: 5_001 } as const
  expect(shownBuyState(order)).toBe('unpaid')
  expect(shownBuyState({ ...order, settledAt: 5_001 })).toBe('expired')
  expect(shownBuyState({ ...order, state: 'cancelled' })).toBe('cancelled')
})
