// Fiat purchases where a bound is met exactly: who pays, a statement's cells, and what arrived at the numbers of its order.

import { describe, expect, test } from 'vitest'
import {
  type Disputes,
  type JudgedOrder,
  type JudgedPayment,
  creditFor,
  goneOf,
  judgePayment,
} from '#domain/buy/payment'
import { isSameName, knownPayer, payerName, readPayer } from '#domain/buy/payer'
import { STATEMENT_LINES_MAX, judgeLine, readStatement } from '#domain/buy/statement'
import { buyReference, findReference, formatMinor, rateNow, readMinor, readPay, shownBuyState } from '#domain/buy/terms'
import { type Rate, parseRate, rate } from '#domain/money/rate'

const USDT = { code: 'USDT', scale: 6 }
const rateOf = (text: string): Rate => {
  const parsed = parseRate(text)
  if (!parsed.ok) throw new Error(text)
  return parsed.value
}

describe('a payer', () => {
  const brazilian = { full_name: 'Ana Souza', email: 'ana@example.com', phone: '551191234567', tax_id: '52998224725' }
  const indian = { first_name: 'Asha', last_name: 'Rao', email: 'a@example.com', phone: '987654', tax_id: 'ABCPE1234F' }
  const inBrazil = (differs: Partial<typeof brazilian>) => readPayer('BR', { ...brazilian, ...differs })
  const inIndia = (differs: Partial<typeof indian>) => readPayer('IN', { ...indian, ...differs })

  test('without a field that is asked for is refused by that field', () => {
    const { tax_id: _, ...without } = brazilian
    expect(readPayer('BR', without)).toMatchObject({
      refusal: { code: 'buy_field_missing', facts: { field: 'tax_id' } },
    })
  })

  // Weights 10 to 2 over nine digits, then 11 to 2 over ten; the digit is ten times the sum modulo 11, and 10 counts as 0.
  test.each([
    [
      '52998224725',
      true,
      '50+18+72+63+48+10+8+12+14 = 295, 2950 mod 11 = 2; 55+20+81+72+56+12+10+16+21+4 = 347, 3470 mod 11 = 5',
    ],
    [
      '11144477735',
      true,
      'begins with equal digits: 10+9+8+28+24+20+28+21+14 = 162, 1620 mod 11 = 3; 204, 2040 mod 11 = 5',
    ],
    ['00000001244', true, 'ends with equal digits: 3+4 = 7, 70 mod 11 = 4; 4+6+8 = 18, 180 mod 11 = 4'],
    ['10000000108', true, 'a rest of 10 counts as 0: 10+2 = 12, 120 mod 11 = 10; 11+3+0 = 14, 140 mod 11 = 8'],
    ['52998224733', false, 'the first digit is not 2; the second is right over it: 347-4+6 = 349, 3490 mod 11 = 3'],
    ['52998224726', false, 'the second digit is not 5'],
    ['529982247250', false, 'twelve digits'],
    ['5299822472', false, 'ten digits'],
    ['00000000000', false, 'equal digits, though 0 and 0 are right'],
  ])('has the CPF %s: %s (%s)', (cpf, isOne) => {
    const read = inBrazil({ tax_id: cpf })
    if (isOne) expect(read).toMatchObject({ ok: true, value: { tax_id: cpf } })
    else expect(read).toMatchObject({ refusal: { code: 'buy_cpf_malformed', facts: { field: 'tax_id' } } })
  })

  test('has a PAN of ten signs and no more, in whichever way it is spaced', () => {
    expect(inIndia({ tax_id: 'abcpe 1234 f' })).toMatchObject({ value: { tax_id: 'ABCPE1234F' } })
    for (const wrong of ['XABCPE1234F', 'ABCPE1234FX', 'ABCPE1234'])
      expect(inIndia({ tax_id: wrong })).toMatchObject({
        refusal: { code: 'buy_pan_malformed', facts: { field: 'tax_id' } },
      })
  })

  test('has a telephone of 6 to 15 digits in at most 100 characters', () => {
    const spaced = (length: number) => `1${' '.repeat(length - 6)}23456`
    for (const phone of ['123456', '+123456789012345', spaced(100)])
      expect(inIndia({ phone })).toMatchObject({ ok: true, value: { phone: phone.replaceAll(' ', '') } })
    for (const phone of ['12345', '1234567890123456', 'a123456', '123456a', spaced(101), '123\u200b456'])
      expect(inIndia({ phone })).toMatchObject({ refusal: { code: 'buy_phone_malformed', facts: { field: 'phone' } } })
  })

  test('has a name of at most 100 characters, with one space between its words', () => {
    expect(inBrazil({ full_name: ' Ana \t Souza ' })).toMatchObject({ refusal: { code: 'buy_name_malformed' } })
    expect(inBrazil({ full_name: ' Ana   Souza ' })).toMatchObject({ value: { full_name: 'Ana Souza' } })
    expect(inBrazil({ full_name: 'a'.repeat(100) }).ok).toBe(true)
    expect(inBrazil({ full_name: 'a'.repeat(101) })).toMatchObject({ refusal: { code: 'buy_name_malformed' } })
  })

  test('is known by words alone, and is named by the words that there are', () => {
    expect(knownPayer({ name: ' ANA SOUZA ', email: '', phone: '' })).toMatchObject({
      ...{ full_name: 'ANA SOUZA', first_name: 'ANA', last_name: 'SOUZA' },
    })
    expect(payerName({ first_name: 'Sukarno', last_name: '' })).toBe('Sukarno')
  })

  test.each([
    ['Ana Souza.', 'Ana Souza', true],
    ['Straße', 'STRASSE', true],
    ['Ann Lee', 'Annlee', false],
    ['Lee, Ann', 'Ann Lee', true],
  ])('called "%s" is "%s": %s', (one, other, expected) => {
    expect(isSameName(one, other)).toBe(expected)
  })
})

describe('a statement', () => {
  const HEAD = 'date,amount,currency,payer,reference'
  const read = (lines: string, head = HEAD) => readStatement(`${head}\n${lines}`)
  const WRONG = { refusal: { code: 'statement_line', facts: { line: '2' } } }

  test('has spaces around its names and cells', () => {
    const [line] = valueOf(read(' 2026-11-25 , 1.5 , usd , Ann , rent ', ' Date , AMOUNT,currency , payer,reference '))
    expect(line).toMatchObject({ day: '2026-11-25', amount: 150, currency: 'USD', payer: 'Ann', text: 'rent' })
  })

  test('has up to 400 lines', () => {
    const lines = (count: number) => read('2026-11-25,1,USD,Ann,x\n'.repeat(count))
    expect(valueOf(lines(STATEMENT_LINES_MAX))).toHaveLength(400)
    expect(lines(401)).toMatchObject({ refusal: { code: 'statement_long', facts: { max: '400' } } })
  })

  test('knows a line by the bank’s number, or by all that it says and its place among equal ones', () => {
    const equal = '2026-11-25,1,USD,Ann,x'
    const content = '["2026-11-25","USD",100,"Ann","x"]'
    expect(valueOf(read(`${equal}\n${equal}`)).map(({ identity }) => identity)).toEqual([`${content} 1`, `${content} 2`]) // prettier-ignore
    expect(valueOf(read(`${equal},7`, `${HEAD},id`))[0]?.identity).toBe('USD 7')
  })

  test('takes a payer of 140 characters and a text of 280', () => {
    const of = (payer: number, text: number) => read(`2026-11-25,1,USD,${'p'.repeat(payer)},${'t'.repeat(text)}`)
    expect(of(140, 280).ok).toBe(true)
    expect(of(141, 280)).toMatchObject(WRONG)
    expect(of(140, 281)).toMatchObject(WRONG)
  })

  test.each([
    ['a currency of four letters', '2026-11-25,1,AUSD,Ann,x'],
    ['a code of a coin', '2026-11-25,1,USDT,Ann,x'],
    ['a first cell that is empty', ',1,USD,Ann,x'],
    ['one cell alone', 'total'],
    ['a mark of a file’s start inside', '2026-11-25,1,USD,A\ufeffnn,x'],
    ['a sign in its text that nobody sees', '2026-11-25,1,USD,Ann,x\u200by'],
  ])('with %s is refused', (_, line) => expect(read(line)).toMatchObject(WRONG))

  test('whose line is for an order that was refused or sent back pays nothing', () => {
    const line = { currency: 'JPY', amount: 1_000, text: 'CMABCDEFGHJK' }
    const order = { kind: 'bank', currency: 'JPY', pay: 1_000, hasLine: false } as const
    expect(judgeLine(line, { ...order, state: 'refused' })).toBe('not_waiting')
    expect(judgeLine(line, { ...order, state: 'refunded' })).toBe('not_waiting')
    expect(judgeLine({ ...line, amount: 100_000 }, { ...order, state: 'to_pay' })).toBe('amount')
  })
})

describe('what arrived', () => {
  test('is what was paid, less refunds and lost disputes, and never less than nothing', () => {
    const gone = (refunded: number, disputes: Disputes) => goneOf({ amount: 10_000, refunded, disputes })
    expect(gone(0, {})).toBe(0)
    expect(gone(4_000, { du_1: { out: 3_000 } })).toBe(7_000)
    // 3,000 out and 1,000 back: 2,000 are gone.
    expect(gone(4_000, { du_1: { out: 3_000, back: 1_000 } })).toBe(6_000)
    // A message that money came back may be before the one that it went: nothing is gone, and no other loss is made up.
    expect(gone(4_000, { du_1: { back: 3_000 } })).toBe(4_000)
    expect(gone(0, { du_1: { out: 2_000 }, du_2: { out: 1_000, back: 1_000 } })).toBe(2_000)
    expect(gone(6_000, { du_1: { out: 6_000 } })).toBe(10_000)
  })

  const brazilian = { currency: 'BRL', pay: 1_000, rate: rateOf('5.35'), feeRate: rateOf('0.005') }
  const of = (amount: number, gone = 0, currency = 'BRL') => creditFor(brazilian, { currency, amount, gone }, USDT)

  test('is credited at the rate of its order, in the currency’s smallest unit', () => {
    // 1000 / 5.35 = 186.915887|8…; a half per cent of it is 0.934579|4…, rounded up; 186.915887 - 0.934580 = 185.981307.
    expect(of(100_000)).toEqual({ ok: true, value: { arrived: 100_000, fee: 934_580n, receives: 185_981_307n } })
    // 500.50 / 5.35 = 93.551401|8…; 0.467757|0…, rounded up; 93.551401 - 0.467758 = 93.083643.
    expect(of(100_000, 49_950)).toEqual({ ok: true, value: { arrived: 50_050, fee: 467_758n, receives: 93_083_643n } })
  })

  test('is credited up to the order’s amount, and one unit more is not', () => {
    expect(of(100_001)).toMatchObject({ refusal: { code: 'buy_not_creditable' } })
    expect(of(100_001, 1).ok).toBe(true)
    expect(of(100_000, 0, 'USD')).toMatchObject({ refusal: { code: 'buy_not_creditable' } })
  })

  test('is nothing where all of it went back, and is not creditable where the fee takes all', () => {
    expect(of(100_000, 100_000)).toEqual({ ok: true, value: { arrived: 0, fee: 0n, receives: 0n } })
    // 0.01 dong at 26,300 a dollar is less than a millionth: nothing is bought.
    const dong = { currency: 'THB', pay: 1_000, rate: rateOf('26300'), feeRate: rateOf('0.005') }
    expect(creditFor(dong, { currency: 'THB', amount: 1, gone: 0 }, USDT)).toMatchObject({
      refusal: { code: 'buy_not_creditable' },
    })
    // 0.03 / 26,300 = 0.000001|14…; the fee is rounded up to all of it.
    expect(creditFor(dong, { currency: 'THB', amount: 3, gone: 0 }, USDT).ok).toBe(false)
    // 0.06 / 26,300 = 0.000002|28…: a fee of one, and one is left.
    expect(creditFor(dong, { currency: 'THB', amount: 6, gone: 0 }, USDT)).toMatchObject({ value: { fee: 1n, receives: 1n } }) // prettier-ignore
  })
})

describe('an order’s own payment', () => {
  const order: JudgedOrder = { kind: 'card', state: 'paid', currency: 'USD', pay: 100, paymentId: 1 }
  const payment: JudgedPayment = { id: 1, kind: 'card', currency: 'USD', amount: 10_000, gone: 0, settledGone: 0, isPaid: true, payer: 'Ann Lee' } // prettier-ignore

  test.each([
    ['of which some went before its credit', { state: 'paid' }, { gone: 1 }, { act: 'aside', problem: 'taken_back' }],
    ['that is whole in review', { state: 'review' }, {}, { act: 'nothing' }],
    ['of which some went in review', { state: 'review' }, { gone: 1 }, { act: 'review', problem: 'partly_refunded' }],
    ['of which some went after a refusal', { state: 'refused' }, { gone: 9_999 }, { act: 'nothing' }],
    ['that all went and is settled', { state: 'refunded' }, { gone: 10_000, settledGone: 10_000 }, { act: 'nothing' }],
    ['of which more went after that', { state: 'expired' }, { gone: 10_000, settledGone: 1 }, { act: 'nothing' }],
    ['beside another one', { state: 'refused', paymentId: 2 }, {}, { act: 'aside', problem: 'extra' }],
  ] as const)('%s', (_, differs, other, verdict) => {
    expect(judgePayment({ ...order, ...differs }, { ...payment, ...other }, 'Ann Lee')).toEqual(verdict)
  })
})

describe('a purchase', () => {
  const NOW = Date.parse('2026-11-25T12:00:00Z')
  const route = { currency: 'BRL', rateHoursMax: 24, rateCheckedAt: NOW }
  const fiat = { code: 'BRL', rate: rateOf('5.35'), referenceDay: null }

  test('has a rate of this instant, and none where the rate is nothing', () => {
    expect(rateNow(route, fiat, NOW)).toEqual({ ok: true, value: { rate: fiat.rate, asOf: NOW } })
    expect(rateNow(route, { ...fiat, rate: rate(0n) }, NOW)).toEqual({
      ok: false,
      refusal: { code: 'buy_rate_old', facts: { currency: 'BRL', hours: '24' } },
    })
  })

  test('of a sum out of bounds is refused with the bound', () => {
    const refusalOf = (text: string) => {
      const read = readPay({ currency: 'BRL', min: 200, max: 5_000 }, text)
      return read.ok ? read.value : read.refusal
    }
    expect(refusalOf('199')).toEqual({ code: 'buy_below_min', facts: { currency: 'BRL', min: '200' } })
    expect(refusalOf('5001')).toEqual({ code: 'buy_above_max', facts: { currency: 'BRL', max: '5000' } })
    expect(refusalOf('500.01')).toEqual({ code: 'buy_not_whole', facts: { currency: 'BRL' } })
  })

  test('that ran out by itself has expired', () => {
    expect(shownBuyState({ state: 'expired', settledAt: null, payUntil: 5_000 })).toBe('expired')
  })

  test('has a reference of ten letters, each a byte of chance modulo 32', () => {
    // Of 32 letters: 0 and 32 are the first, 31 and 255 the last.
    expect(buyReference(new Uint8Array([0, 32, 31, 255]))).toMatch(/^CM(.)\1(.)\2$/)
    expect(findReference('CM23')).toBeNull()
    expect(findReference('for CM2345678923 thanks')).toBe('CM2345678923')
  })

  test.each([
    ['JPY', '500', 500, '500'],
    ['JPY', '500.0', 500, '500'],
    ['USD', ' 100.5 ', 10_050, '100.50'],
    ['USD', '0.05', 5, '0.05'],
    ['USD', '1.23000', 123, '1.23'],
    ['USD', '1.2300001', null, ''],
    ['KWD', '5.1', 5_100, '5.100'],
    ['USD', '100x', null, ''],
    ['USD', 'x100', null, ''],
    ['USD', '', null, ''],
    ['USD', '.5', null, ''],
    ['USD', '5.', null, ''],
  ])('in %s of "%s" is %s of the smallest unit, and reads "%s"', (currency, text, minor, written) => {
    expect(readMinor(currency, text)).toBe(minor)
    if (minor !== null) expect(formatMinor(currency, minor)).toBe(written)
  })
})

function valueOf<Value>(outcome: { readonly ok: true; readonly value: Value } | { readonly ok: false }): Value {
  if (!outcome.ok) throw new Error('refused')
  return outcome.value
}
