// Numbers as people of each language read them: digits, signs, percents, shortened numbers, money.

import { describe, expect, test } from 'vitest'
import type { Fiat } from '#domain/catalogue'
import { LANGUAGES, type Language } from '#domain/language'
import { amount } from '#domain/money/amount'
import { rate } from '#domain/money/rate'
import { parseUsdt, totalOfCents } from '#domain/money/valuation'
import { plainDecimal } from '../../app/forms/decimal-field'
import { compareDecimals, cutDecimals, directionOf } from '../../app/text/decimal-text'
import { centsUp, usdtValueText, valueText } from '../../app/text/money'
import { withColonIn } from '../../app/text/colon'
import { numbersIn } from '../../app/text/numbers'
import { typedAmount } from '../../app/text/typed-amount'
import { BTC_USDT } from '../market/btc-usdt'

const POINT = ['jp', 'en', 'zh', 'hk', 'kor', 'th'] as const
const NARROW = '\u202f'
const MINUS = '\u2212'

describe.each(POINT)('%s', (language) => {
  const numbers = numbersIn(language)
  test.each([
    ['1234567.125', '1,234,567.125'],
    ['-1000', `${MINUS}1,000`],
    ['+999.5', '+999.5'],
    ['0.00001234', '0.00001234'],
    ['0', '0'],
  ])('%s is written %s', (text, written) => expect(numbers.decimal(text)).toBe(written))
})

test.each([
  ['1234.569', '+1,234.56'],
  ['0.009', '0.00'],
  ['-0.001', `${MINUS}0.01`],
  ['-1.23', `${MINUS}1.23`],
  ['-1.230000', `${MINUS}1.23`],
  ['-1.230001', `${MINUS}1.24`],
  ['-9.999', `${MINUS}10.00`],
  ['-5', `${MINUS}5.00`],
  ['0', '0.00'],
])('a result of %s is shown as %s: rounded down, so nobody reads more than there is', (plain, written) =>
  expect(numbersIn('en').result(plain)).toBe(written),
)

test.each([
  ['jp', '期限：'],
  ['zh', '期限：'],
  ['en', '期限: '],
  ['fra', '期限\u00a0: '],
] as const)('%s sets its own colon behind a label', (language, written) =>
  expect(withColonIn(language, '期限')).toBe(written),
)

test('French sets thousands apart by narrow spaces that do not break, and has a decimal comma', () => {
  const numbers = numbersIn('fra')
  expect(numbers.decimal('1234.5')).toBe(`1${NARROW}234,5`)
  expect(numbers.decimal('-1234567')).toBe(`${MINUS}1${NARROW}234${NARROW}567`)
  expect(numbers.percent('12.5')).toBe(`12,5${NARROW}%`)
  expect(numbers.compact('2549999')).toBe(`2,5${NARROW}M`)
})

test('Spanish does the same, but leaves four digits together', () => {
  const numbers = numbersIn('spa')
  expect(numbers.decimal('1234.5')).toBe('1234,5')
  expect(numbers.decimal('12345.5')).toBe(`12${NARROW}345,5`)
  expect(numbers.change('-1.25')).toBe(`${MINUS}1,25${NARROW}%`)
})

describe.each(LANGUAGES)('%s', (language) => {
  const numbers = numbersIn(language)
  const texts = [
    '0',
    '0.5',
    '1',
    '12.25',
    '999',
    '1000',
    '1234',
    '1234.5',
    '12345',
    '12345.678',
    '1000000',
    '98765432.1',
  ]

  test.each(texts)('%s can be typed as it is shown', (text) => {
    expect(plainDecimal(numbers.decimal(text), language)).toBe(text)
    expect(plainDecimal(numbers.field(text), language)).toBe(text)
  })

  test.each(texts)('%s groups in a field as it does on a page', (text) => {
    expect(typedAmount(text, language)).toBe(numbers.decimal(text))
  })

  test('something that is no number stays as it is', () => {
    expect(['—', '', 'n/a', '1e5'].map((text) => numbers.decimal(text))).toEqual(['—', '', 'n/a', '1e5'])
  })
})

describe('signs', () => {
  test.each([
    ['1.25', '+1.25%'],
    ['+1.25', '+1.25%'],
    ['-0.01', `${MINUS}0.01%`],
    ['0.00', '0.00%'],
    ['+0.00', '0.00%'],
    ['-0.00', '0.00%'],
  ])('a change of %s is %s', (text, words) => expect(numbersIn('jp').change(text)).toBe(words))

  test('a change points up, down or nowhere', () => {
    expect(['+1.25', '-0.01', '0.00', '+0.00', '5'].map(directionOf)).toEqual(['up', 'down', 'flat', 'flat', 'up'])
  })
})

describe('shortened numbers', () => {
  test.each([
    ['1000', '1,000'],
    ['1000.01', '1.0K'],
    ['1550', '1.5K'],
    ['999999', '999.9K'],
    ['1000000', '1.0M'],
    ['1000000.5', '1.0M'],
    ['2549999', '2.5M'],
    ['1234567890', '1,234.5M'],
    ['0.123456', '0.1234'],
    ['999.99999', '999.9999'],
  ])('%s is shortened to %s', (text, words) => expect(numbersIn('jp').compact(text)).toBe(words))
})

describe('decimal text', () => {
  test('cutting decimals never rounds up what somebody owns', () => {
    expect(cutDecimals('0.999999', 2)).toBe('0.99')
    expect(cutDecimals('1.500', 8)).toBe('1.5')
    expect(cutDecimals('1.0', 8, 2)).toBe('1.00')
    // Rounded to zero, the value loses its sign.
    expect(['-0.001', '-0', '-0.000'].map((text) => cutDecimals(text, 2, 2))).toEqual(['0.00', '0.00', '0.00'])
    expect(cutDecimals('-0.019', 2)).toBe('-0.01')
  })

  test('decimal texts compare by value, not by letters', () => {
    expect(compareDecimals('9', '10')).toBe(-1)
    expect(compareDecimals('0.10', '0.1')).toBe(0)
    expect(compareDecimals('60000.1', '60000.09')).toBe(1)
  })
})

describe('money', () => {
  const yen: Fiat = { code: 'JPY', rate: rate(15_300_000_000n), scale: 0, referenceDay: null }
  const won: Fiat = { code: 'KRW', rate: rate(146_500_000_000n), scale: 0, referenceDay: null }
  const euro: Fiat = { code: 'EUR', rate: rate(86_000_000n), scale: 2, referenceDay: null }
  const franc: Fiat = { code: 'CHF', rate: rate(81_000_000n), scale: 2, referenceDay: null }

  test('a balance is told to its last unit and no further', () => {
    const { amount: words } = numbersIn('jp')
    expect(words({ scale: 8 }, amount(100_999_000n))).toBe('1.00999')
    expect(words({ scale: 18 }, amount(1n))).toBe('0.000000000000000001')
    expect(words({ scale: 6 }, amount(99_396_079_000n))).toBe('99,396.079')
  })

  test('where one decides, USDT is cut to the cent and a coin stays whole', () => {
    const { brief } = numbersIn('jp')
    expect(brief({ code: 'USDT', scale: 6 }, amount(60_644_349_999n))).toBe('60,644.34')
    expect(brief({ code: 'USDT', scale: 6 }, amount(100_000_000_000n))).toBe('100,000')
    expect(brief({ code: 'BTC', scale: 8 }, amount(100_999_000n))).toBe('1.00999')
    expect(brief({ code: 'ETH', scale: 18 }, amount(1_234_567_899_999_999_999n))).toBe('1.23456789')
  })

  test('a total is the sum of its rows as they are written, in USDT and in a fiat', () => {
    const { fiat } = numbersIn('jp')
    const rows = ['0.00999999', '196290.56999999', '0.00700000']
    const dollar: Fiat = { code: 'USD', rate: rate(100_000_000n), scale: 2, referenceDay: null }
    expect(rows.map((row) => fiat(dollar, row))).toEqual(['$0.00', '$196,290.56', '$0.00'])
    expect(fiat(dollar, ...rows)).toBe('$196,290.56')
    expect(fiat(yen, '1.99', '1.99', '1.99')).toBe('¥912')
    expect(totalOfCents(rows.map((row) => parseUsdt(row) ?? amount(0n)))).toBe(amount(19_629_056_000_000n))
  })

  test('1,000.5 USDT are 153,076 yen at 153: a value is rounded down', () => {
    expect(numbersIn('jp').fiat(yen, '1000.50000000')).toBe('¥153,076')
    expect(numbersIn('jp').fiat(yen, '1000.51999999')).toBe('¥153,079')
    expect(numbersIn('fra').fiat(yen, '1000.50000000')).toBe(`153${NARROW}076\u00a0¥`)
  })

  test('yen and won have no decimals, euros and francs have two', () => {
    expect(numbersIn('kor').fiat(won, '1.23456789')).toBe('₩1,808')
    expect(numbersIn('fra').fiat(euro, '1000.5')).toBe('860,43\u00a0€')
    expect(numbersIn('en').fiat(franc, '10')).toBe('CHF\u00a08.10')
    expect(numbersIn('jp').fiat(franc, '10')).toBe('CHF\u00a08.10')
    expect(numbersIn('fra').fiat(franc, '10')).toBe('8,10\u00a0CHF')
  })

  test('the sign of a yuan is not the sign of a yen in Chinese', () => {
    const yuan: Fiat = { code: 'CNY', rate: rate(711_000_000n), scale: 2, referenceDay: null }
    const signed = (language: Language) => [yen, yuan].map((fiat) => numbersIn(language).fiat(fiat, '100'))
    expect(signed('zh')).toEqual(['JP¥15,300', '¥711.00'])
    expect(signed('jp')).toEqual(['¥15,300', 'CN¥711.00'])
  })

  test('a price far below one yen is still told; a balance of as much is none', () => {
    expect(numbersIn('jp').fiatPrice(yen, '0.00012')).toBe('¥0.0184')
    expect(numbersIn('jp').fiatPrice(yen, '61234.5')).toBe('¥9,368,878')
    expect(numbersIn('jp').fiat(yen, '0.00012')).toBe('¥0')
  })

  test('a coin below 100 yen is told to the hundredth of a yen, from 100 yen on to the yen', () => {
    const { fiatPrice } = numbersIn('jp')
    expect(fiatPrice(yen, '0.12072')).toBe('¥18.47')
    expect(fiatPrice(yen, '0.0066')).toBe('¥1.01')
    expect(fiatPrice(yen, '0.6533')).toBe('¥99.95')
    expect(fiatPrice(yen, '0.6536')).toBe('¥100')
    expect(numbersIn('en').fiatPrice(franc, '20')).toBe('CHF\u00a016.20')
    expect(numbersIn('jp').fiat(yen, '0.12072')).toBe('¥18')
  })

  test('a value is the amount at its price, to the nearest 1e-8 of a USDT', () => {
    expect(usdtValueText({ scale: 8 }, amount(1_000_000n), '61234.5')).toBe('612.34500000')
    expect(usdtValueText({ scale: 18 }, amount(1n), '3000')).toBe('0.00000000')
    expect(usdtValueText({ scale: 8 }, amount(1_000_000n), undefined)).toBe('0.00000000')
  })

  test('the average price of a fill has the decimals of the pair', () => {
    const filled = { lotsFilled: 1_000, quoteFilled: '600000000' }
    expect(numbersIn('en').averagePrice(BTC_USDT, filled)).toBe('60,000.0')
    expect(numbersIn('fra').averagePrice(BTC_USDT, filled)).toBe(`60${NARROW}000,0`)
    expect(numbersIn('en').averagePrice(BTC_USDT, { lotsFilled: 0, quoteFilled: '0' })).toBeNull()
  })

  test('prices and quantities have the decimals of their pair', () => {
    expect(numbersIn('spa').price(BTC_USDT, 612_345)).toBe(`61${NARROW}234,5`)
    expect(numbersIn('spa').quantity(BTC_USDT, 1_000)).toBe('0,01000')
  })

  test('a fee of a tenth of a percent reads so', () => {
    expect(numbersIn('jp').rate(rate(100_000n))).toBe('0.1%')
    expect(numbersIn('fra').rate(rate(100_000n))).toBe(`0,1${NARROW}%`)
  })
})

test('what is missing is said in cents that suffice', () => {
  expect(valueText(centsUp(amount(4_333_613_400_001n)))).toBe('43336.14000000')
  expect(valueText(centsUp(amount(4_333_613_000_000n)))).toBe('43336.13000000')
  expect(valueText(centsUp(amount(0n)))).toBe('0.00000000')
})
