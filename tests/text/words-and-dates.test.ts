// Dates and words as people read them.

import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '#domain/language'
import { clockWords, dateWords, instantWords, parseZoneOffset, zoneWords } from '../../app/text/dates'
import { createWords, sayWords } from '../../app/text/say'
import { findWordsFile, wordsOf, wordsPath } from '../../app/text/words.server'

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
    const words = createWords('ja', wordsOf('jp'))
    expect(sayWords(words, { feature: 'spot', key: 'place_buy', facts: { asset: 'BTC' } })).toBe('BTC を買う')
  })
})
