// Typed numbers in each language: parsed by the domain's grammar, else passed unchanged for the server to refuse.

import { describe, expect, test } from 'vitest'
import { LANGUAGES, type Language } from '#domain/language'
import { parseAmount } from '#domain/money/amount'
import { plainDecimal } from '../../app/forms/decimal-field'

const BTC = { code: 'BTC', scale: 8 }
/** The amount that the exchange parses; "refused" for invalid text. */
const taken = (text: string, language: Language): string => {
  const plain = plainDecimal(text, language)
  return parseAmount(BTC, plain).ok ? plain : 'refused'
}

const COMMA_GROUPS = ['jp', 'en', 'zh', 'hk', 'kor', 'th'] as const
const COMMA_DECIMAL = ['fra', 'spa'] as const

describe.each(LANGUAGES)('in every language, here %s', (language) => {
  test.each([
    ['1.5', '1.5'],
    ['1.234', '1.234'],
    ['0.010', '0.010'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['007', '7'],
    ['000', '0'],
    [' 12 ', '12'],
    ['６００００．５', '60000.5'],
    ['1.2.3', 'refused'],
    ['1,2,3', 'refused'],
    ['1,23,456', 'refused'],
    ['1,,5', 'refused'],
    ['0,123,456', 'refused'],
    ['1.5,5', 'refused'],
    ['1 5', 'refused'],
    ['1²', 'refused'],
    ['1_000', 'refused'],
    ['-1', 'refused'],
    ['．', 'refused'],
    ['', 'refused'],
  ])('"%s" is %s', (text, expected) => expect(taken(text, language)).toBe(expected))
})

describe.each(COMMA_GROUPS)('%s groups by comma', (language) => {
  test.each([
    ['1,234', '1234'],
    ['1,234.5', '1234.5'],
    ['1,234,567', '1234567'],
    ['６０，０００．５', '60000.5'],
    ['0,01', 'refused'],
    ['1,5', 'refused'],
    ['0,123', 'refused'],
    ['1,2345', 'refused'],
    ['1234,567', 'refused'],
    ['1.234,5', 'refused'],
    ['1 234,5', 'refused'],
  ])('"%s" is %s', (text, expected) => expect(taken(text, language)).toBe(expected))
})

describe.each(COMMA_DECIMAL)('%s writes a decimal comma', (language) => {
  test.each([
    ['0,01', '0.01'],
    ['1,5', '1.5'],
    ['1,234', '1.234'],
    [',5', '0.5'],
    ['5,', '5'],
    ['１，５', '1.5'],
    ['1 234,5', '1234.5'],
    ['1\u00a0234\u202f567,5', '1234567.5'],
    ['1 234', '1234'],
    ['1,234.5', 'refused'],
    ['1,234,567', 'refused'],
    ['1 23,5', 'refused'],
    ['0 123', 'refused'],
  ])('"%s" is %s', (text, expected) => expect(taken(text, language)).toBe(expected))
})

test('only Spanish groups by points, and only before a comma', () => {
  expect(taken('1.234,5', 'spa')).toBe('1234.5')
  expect(taken('1.234.567,5', 'spa')).toBe('1234567.5')
  expect(taken('1.234.567', 'spa')).toBe('refused')
  expect(taken('1.234,5', 'fra')).toBe('refused')
})

test('what is refused is sent as it was typed', () => {
  expect(plainDecimal(' 0,01 ', 'en')).toBe('0,01')
})
