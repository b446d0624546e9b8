// Amount input while typing: grouping and caret position, without guesses.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LANGUAGES, type Language } from '#domain/language'
import { plainDecimal } from '../../app/forms/decimal-field'
import { retypeAmount, shareOf, stepFrom, typedAmount } from '../../app/text/typed-amount'

const NARROW = '\u202f'

/** Types key by key at the end of the field. */
function typeKeys(keys: string, language: Language): string {
  return [...keys].reduce((before, key) => {
    const text = before + key
    return retypeAmount({ before, text, caret: text.length }, language).text
  }, '')
}

describe('digits group themselves', () => {
  test.each<[keys: string, language: Language, shown: string]>([
    ['1234567', 'en', '1,234,567'],
    ['1234567.125', 'jp', '1,234,567.125'],
    ['0.0001', 'en', '0.0001'],
    ['.5', 'en', '.5'],
    ['007', 'en', '007'],
    ['1234567,125', 'fra', `1${NARROW}234${NARROW}567,125`],
    ['1234.5', 'fra', `1${NARROW}234,5`],
    ['1234,5', 'spa', '1234,5'],
    ['12345,5', 'spa', `12${NARROW}345,5`],
    ['１２３４．５', 'jp', '1,234.5'],
    ['1,234.5', 'en', '1,234.5'],
  ])('%s in %s shows %s', (keys, language, shown) => expect(typeKeys(keys, language)).toBe(shown))

  test('a comma that an English hand wrote stays where it is, for the server to refuse', () => {
    expect(typeKeys('1,5', 'en')).toBe('1,5')
    expect(plainDecimal(typeKeys('1,5', 'en'), 'en')).toBe('1,5')
  })

  test.each(['abc', '1.2.3', '-5', '1e5', '12x'])('%s is no number and stays as typed', (text) => {
    expect(retypeAmount({ before: '', text, caret: text.length }, 'en')).toEqual({ text, caret: text.length })
  })

  test('what groups itself is read as the number that was meant, in every language', () => {
    const amounts = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.stringMatching(/^\d{0,8}$/))
    fc.assert(
      fc.property(amounts, fc.constantFrom(...LANGUAGES), ([whole, fraction], language) => {
        const plain = fraction === '' ? String(whole) : `${whole}.${fraction}`
        expect(plainDecimal(typedAmount(plain, language), language)).toBe(plain)
        const sign = language === 'fra' || language === 'spa' ? ',' : '.'
        expect(plainDecimal(typeKeys(plain.replace('.', sign), language), language)).toBe(plain)
      }),
    )
  })
})

describe('the caret stays with the hand', () => {
  test('a digit in the middle moves it by one digit, not by one sign', () => {
    // "1,2|34" and then a 9.
    expect(retypeAmount({ before: '1,234', text: '1,2934', caret: 4 }, 'en')).toEqual({ text: '12,934', caret: 4 })
  })

  test('a deleted digit takes the comma with it', () => {
    expect(retypeAmount({ before: '1,234', text: '1,23', caret: 4 }, 'en')).toEqual({ text: '123', caret: 3 })
  })

  test('a deleted comma comes back', () => {
    expect(retypeAmount({ before: '1,234', text: '1234', caret: 1 }, 'en')).toEqual({ text: '1,234', caret: 1 })
  })
})

describe('shares and steps', () => {
  test.each([
    ['1234567.891', 25, 6, '308641.97275'],
    ['0.00000003', 50, 8, '0.00000001'],
    ['100', 100, 0, '100'],
    ['3', 50, 0, '1'],
  ])('of %s, %i percent at %i decimals is %s', (max, percent, scale, share) => {
    expect(shareOf(max, percent, scale)).toBe(share)
  })

  test('a step stays exact and within its limits', () => {
    expect(stepFrom('0.1', 1, { step: '0.2' })).toBe('0.3')
    expect(stepFrom('1', -1, { step: '1', min: '1' })).toBe('1')
    expect(stepFrom('19.5', 1, { step: '1', max: '20' })).toBe('20')
    expect(stepFrom('', 1, { step: '5' })).toBe('5')
  })
})
