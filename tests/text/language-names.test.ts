// Mapping of client language tags to our languages. Names of object prototype members are no languages.

import { describe, expect, test } from 'vitest'
import { parseAcceptLanguage, parseWireLanguage } from '#domain/language'

const NOT_LANGUAGES = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'de', '', '-', 'x'.repeat(500)]

describe('a language of the wire', () => {
  test.each([
    ['jp', 'jp'],
    ['JA', 'jp'],
    ['ko-KR', 'kor'],
    ['zh-TW', 'hk'],
    ['zh_CN', 'zh'],
  ])('%s is %s', (code, language) => expect(parseWireLanguage(code)).toBe(language))

  test.each([...NOT_LANGUAGES, null, undefined])('%s is English', (code) => expect(parseWireLanguage(code)).toBe('en'))
})

describe('what a browser accepts', () => {
  test('is the first that we speak', () => {
    expect(parseAcceptLanguage('de-DE,de;q=0.9,fr-CH;q=0.8,en;q=0.7')).toBe('fra')
    expect(parseAcceptLanguage(null)).toBe('en')
  })

  test.each(NOT_LANGUAGES)('%s is passed over', (tag) => expect(parseAcceptLanguage(`${tag},th;q=0.5`)).toBe('th'))
})
