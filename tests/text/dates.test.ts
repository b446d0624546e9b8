// Instants as people of each language read them.

import { describe, expect, test } from 'vitest'
import { LANGUAGES, type Language } from '#domain/language'
import {
  clockWords,
  dateWords,
  instantWords,
  isoInstant,
  plannedWords,
  sinceWords,
  zoneWords,
} from '../../app/text/dates'
import { dayStart, offsetAt, parseZone, parseZoneOffset, writeZone, zoneOf } from '../../app/visitor/zone'
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
    expect(plannedWords(AT, { offset: 540, language: 'en' })).toBe('22 Nov 2026 08:05 UTC+9')
    expect(dateWords(AT, { offset: -210, language: 'jp' })).toBe('2026/11/21')
    expect(clockWords(AT, -210)).toBe('19:35:09')
  })

  test('a zone names itself; a cookie that no zone has is UTC', () => {
    expect([0, 540, -210].map(zoneWords)).toEqual(['UTC', 'UTC+9', 'UTC\u22123:30'])
    expect(['540', '-210', '9999', 'x', undefined].map(parseZoneOffset)).toEqual([540, -210, 0, 0, 0])
  })
})

/** Minutes east of UTC, as a browser of that zone answers. */
const browserOf = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  return (at: number): number => {
    const words = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)/.exec(words) ?? []
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  }
}

describe('a zone that changes its clocks', () => {
  const JULY = Date.UTC(2027, 6, 5, 12)
  const zone = (name: string, now = JULY) => zoneOf(browserOf(name), now)

  test.each([
    'Europe/Paris',
    'America/New_York',
    'Pacific/Chatham',
    'Australia/Lord_Howe',
    'America/St_Johns',
    'Africa/Casablanca',
  ])('of %s each instant is written with its own offset, in the browser and by the server alike', (name) => {
    const offsetOf = browserOf(name)
    const own = zone(name)
    const told = parseZone(writeZone(own))
    expect(told).toEqual(own)
    for (let at = Date.UTC(2020, 0); at < JULY + 365 * DAY; at += 31 * HOUR)
      expect([name, new Date(at).toISOString(), offsetAt(told, at)]).toEqual([
        name,
        new Date(at).toISOString(),
        offsetOf(at),
      ])
  })

  test('a bill of a November evening has its November day, seen in July', () => {
    const paris = zone('Europe/Paris')
    const bill = Date.UTC(2026, 10, 21, 22, 30)
    expect(instantWords(bill, { offset: paris, language: 'fra' })).toBe('21/11/2026 23:30:00')
    expect(isoInstant(bill, paris)).toBe('2026-11-21T23:30:00+01:00')
    expect(isoInstant(JULY, paris)).toBe('2027-07-05T14:00:00+02:00')
    expect(zoneWords(paris)).toBe('UTC+2')
  })

  test('its days begin at its own midnight, the days of 23 and 25 hours among them', () => {
    const paris = zone('Europe/Paris')
    const length = (year: number, month: number, day: number) =>
      (dayStart(Date.UTC(year, month, day + 1), paris) - dayStart(Date.UTC(year, month, day), paris)) / HOUR
    expect(isoInstant(dayStart(Date.UTC(2026, 10, 21), paris), paris)).toBe('2026-11-21T00:00:00+01:00')
    expect([length(2027, 2, 28), length(2026, 9, 25), length(2027, 6, 1)]).toEqual([23, 25, 24])
  })

  test('one that never changes is a number, and a cookie that is none says as much as it can', () => {
    expect(zone('Asia/Tokyo')).toBe(540)
    expect(parseZone('540')).toBe(540)
    for (const broken of ['60_x', '60_60', '60_60.0_', `60${'_60.0'.repeat(50)}`, '60_60.999999999999'])
      expect(parseZone(broken)).toBe(60)
    expect([undefined, '', 'x_60.0', '9999_60.0'].map((text) => offsetAt(parseZone(text), AT))).toEqual([0, 0, 60, 60])
  })
})

/** Text on a page for a time this long ago. */
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
