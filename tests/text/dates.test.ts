// Instants as people of each language read them.

import { describe, expect, test } from 'vitest'
import { LANGUAGES, type Language } from '#domain/language'
import { clockWords, dateWords, instantWords, parseZoneOffset, sinceWords, zoneWords } from '../../app/text/dates'
import { pageI18n } from '../../app/text/i18n.server'

const AT = Date.UTC(2026, 10, 21, 23, 5, 9)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe('instants', () => {
  test.each([
    ['jp', '2026/11/21 23:05:09'],
    ['zh', '2026/11/21 23:05:09'],
    ['hk', '2026/11/21 23:05:09'],
    ['kor', '2026.11.21 23:05:09'],
    ['th', '21/11/2026 23:05:09'],
    ['fra', '21/11/2026 23:05:09'],
    ['spa', '21/11/2026 23:05:09'],
    ['en', '21 Nov 2026 23:05:09'],
  ] as const)('in %s: %s', (language, words) => expect(instantWords(AT, { offset: 0, language })).toBe(words))

  test('an instant reads the same wherever it is drawn, given an offset', () => {
    expect(instantWords(AT, { offset: 540, language: 'jp' })).toBe('2026/11/22 08:05:09')
    expect(dateWords(AT, { offset: -210, language: 'jp' })).toBe('2026/11/21')
    expect(clockWords(AT, -210)).toBe('19:35:09')
  })

  test('a zone names itself; a cookie that no zone has is UTC', () => {
    expect([0, 540, -210].map(zoneWords)).toEqual(['UTC', 'UTC+9', 'UTC\u22123:30'])
    expect(['540', '-210', '9999', 'x', undefined].map(parseZoneOffset)).toEqual([540, -210, 0, 0, 0])
  })
})

/** What a page says of something that long ago. */
function ago(passedMs: number, language: Language): string | null {
  const since = sinceWords(AT - passedMs, AT)
  const words = pageI18n(language)
  return since && words.t(since.key, { ns: 'ui', ...since })
}

describe('how long ago', () => {
  test.each([
    [-HOUR, 'just now'],
    [0, 'just now'],
    [5 * MINUTE - 1, 'just now'],
    [5 * MINUTE, '5 minutes ago'],
    [HOUR - 1, '59 minutes ago'],
    [HOUR, '1 hour ago'],
    [2 * HOUR, '2 hours ago'],
    [DAY - 1, '23 hours ago'],
    [DAY, '1 day ago'],
    [30 * DAY, '30 days ago'],
    [31 * DAY - 1, '30 days ago'],
    [31 * DAY, null],
  ])('%d ms ago is %s', (passedMs, words) => expect(ago(passedMs, 'en')).toBe(words))

  test('every language has its forms of one and of many', () => {
    expect(['jp', 'fra', 'spa', 'kor'].map((code) => ago(DAY, LANGUAGES.find((l) => l === code) ?? 'en'))).toEqual([
      '1日前',
      'il y a 1 jour',
      'hace 1 día',
      '1일 전',
    ])
    expect(ago(6 * HOUR, 'fra')).toBe('il y a 6 heures')
    expect(ago(6 * HOUR, 'zh')).toBe('6 小时前')
  })
})
