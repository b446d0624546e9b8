// Numbers, dates and words as people read them.

import { describe, expect, test } from 'vitest'
import type { Fiat } from '#domain/catalogue'
import { LANGUAGES } from '#domain/language'
import { amount } from '#domain/money/amount'
import { rate } from '#domain/money/rate'
import { clockWords, dateWords, instantWords, parseZoneOffset, zoneWords } from '../../app/text/dates'
import { amountWords, averagePriceWords, fiatWords, percentWords } from '../../app/text/money'
import { compact, compareDecimals, cutDecimals, directionOf, groupDigits } from '../../app/text/numbers'
import { createWords } from '../../app/text/words'
import { findWordsFile, wordsOf, wordsPath } from '../../app/text/words.server'
import { BTC_USDT } from '../market/btc-usdt'

describe('numbers', () => {
  test.each([
    ['1234567.125', '1,234,567.125'],
    ['-1000', '-1,000'],
    ['+999.5', '+999.5'],
    ['0.00001234', '0.00001234'],
  ])('%s is grouped as %s', (text, words) => expect(groupDigits(text)).toBe(words))

  test.each([
    ['1000', '1000'],
    ['1000.01', '1.0K'],
    ['1550', '1.5K'],
    ['1000000', '1000.0K'],
    ['1000000.5', '1.0M'],
    ['2549999', '2.5M'],
    ['0.123456', '0.1234'],
    ['999.99999', '999.9999'],
  ])('%s is shortened to %s', (text, words) => expect(compact(text)).toBe(words))

  test('cutting decimals never rounds up what somebody owns', () => {
    expect(cutDecimals('0.999999', 2)).toBe('0.99')
    expect(cutDecimals('1.500', 8)).toBe('1.5')
    expect(cutDecimals('1.0', 8, 2)).toBe('1.00')
  })

  test('a change points up, down or nowhere', () => {
    expect(['+1.25', '-0.01', '0.00', '+0.00', '5'].map(directionOf)).toEqual(['up', 'down', 'flat', 'flat', 'up'])
  })

  test('decimal texts compare by value, not by letters', () => {
    expect(compareDecimals('9', '10')).toBe(-1)
    expect(compareDecimals('0.10', '0.1')).toBe(0)
    expect(compareDecimals('60000.1', '60000.09')).toBe(1)
  })
})

describe('money', () => {
  const yen: Fiat = { code: 'JPY', rate: rate(15_300_000_000n), scale: 0 }

  test('a balance is told to its last unit and no further', () => {
    expect(amountWords({ scale: 8 }, amount(100_999_000n))).toBe('1.00999')
    expect(amountWords({ scale: 18 }, amount(1n))).toBe('0.000000000000000001')
    expect(amountWords({ scale: 6 }, amount(99_396_079_000n))).toBe('99,396.079')
  })

  test('1,000.5 USDT are 153,076 yen at 153: a tie goes to the even yen', () => {
    expect(fiatWords(yen, '1000.50000000')).toBe('¥153,076')
    expect(fiatWords({ code: 'CHF', rate: rate(81_000_000n), scale: 2 }, '10')).toBe('8.10 CHF')
  })

  test('the average price of a fill has the decimals of the pair', () => {
    expect(averagePriceWords(BTC_USDT, { lotsFilled: 1_000, quoteFilled: '600000000' })).toBe('60,000.0')
    expect(averagePriceWords(BTC_USDT, { lotsFilled: 0, quoteFilled: '0' })).toBeNull()
  })

  test('a fee of a tenth of a percent reads so', () => expect(percentWords(rate(100_000n))).toBe('0.1%'))
})

describe('dates', () => {
  const at = Date.UTC(2026, 10, 21, 23, 5, 9)

  test('an instant reads the same wherever it is drawn, given an offset', () => {
    expect(instantWords(at, 0)).toBe('2026-11-21 23:05:09')
    expect(instantWords(at, 540)).toBe('2026-11-22 08:05:09')
    expect(dateWords(at, -210)).toBe('2026-11-21')
    expect(clockWords(at, -210)).toBe('19:35:09')
  })

  test('a zone names itself; a cookie that no zone has is UTC', () => {
    expect([0, 540, -210].map(zoneWords)).toEqual(['UTC', 'UTC+9', 'UTC-3:30'])
    expect(['540', '-210', '9999', 'x', undefined].map(parseZoneOffset)).toEqual([540, -210, 0, 0, 0])
  })
})

describe('words', () => {
  const features = Object.keys(wordsOf('en'))

  test.each(LANGUAGES)('%s has the same keys as English, and none of them empty', (language) => {
    for (const feature of features) {
      expect(Object.keys(wordsOf(language)[feature] ?? {}).sort(), feature).toEqual(
        Object.keys(wordsOf('en')[feature] ?? {}).sort(),
      )
      expect(Object.entries(wordsOf(language)[feature] ?? {}).filter(([, text]) => text.trim() === '')).toEqual([])
    }
  })

  test.each(LANGUAGES)('%s keeps every placeholder of English', (language) => {
    const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort()
    for (const feature of features) {
      for (const [key, text] of Object.entries(wordsOf('en')[feature] ?? {})) {
        expect(placeholders(wordsOf(language)[feature]?.[key] ?? ''), `${feature}.${key}`).toEqual(placeholders(text))
      }
    }
  })

  test('words of messages stay on the server', () => expect(features).not.toContain('mail'))

  test('a language has one path, which answers its words; an older path answers nothing', () => {
    expect(findWordsFile(wordsPath('jp'))).toBe(JSON.stringify(wordsOf('jp')))
    expect(new Set(LANGUAGES.map(wordsPath)).size).toBe(LANGUAGES.length)
    expect(findWordsFile('/words/jp.old.json')).toBeUndefined()
  })

  test('a page says its words with facts filled in', () => {
    const i18n = createWords('ja', wordsOf('jp'))
    expect(i18n.t('place_buy', { ns: 'spot', asset: 'BTC' })).toBe('BTC を買う')
  })
})
