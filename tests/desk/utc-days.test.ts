// Days and times in the desk's URLs and forms: UTC, and valid dates only.

import { describe, expect, test } from 'vitest'
import { type Cell, readCell } from '#domain/desk/sheet-cell'
import { minuteText, parseDay, parseMinute } from '#domain/time'
import { auditFilter, auditFilterNames } from '../../app/admin/audit.server'
import { readSwitches } from '../../app/admin/coupon-form.server'
import { entryFilter } from '../../app/admin/list-filter.server'

/** Read without a second look, the first would be the 2nd of March, and the last two the day after. */
const NO_DAYS = ['2026-02-30', '2025-02-29', '2026-04-31', '2026-13-01', '2026-00-10', '2026-11-00']
const NO_TIMES = ['2026-02-30T10:00', '2026-11-31T00:00', '2026-11-21T24:00', '2026-11-21T09:60', '2026-11-21', '']
const of = (fields: Record<string, string>) => new URLSearchParams(fields)

describe.each(NO_DAYS)('%s', (day) => {
  test('is no day, and narrows neither the log nor a ledger', () => {
    expect(parseDay(day)).toBeUndefined()
    const nothing = { from: undefined, until: undefined }
    expect(auditFilter(of({ from: day, until: day }))).toMatchObject(nothing)
    expect(entryFilter(of({ from: day, until: day }))).toMatchObject(nothing)
  })
})

test('A leap day is one, and the log says which days it was narrowed to', () => {
  const filter = auditFilter(of({ from: '2028-02-29', until: '2028-03-01' }))
  expect(filter).toMatchObject({ from: Date.UTC(2028, 1, 29), until: Date.UTC(2028, 2, 2) })
  expect(auditFilterNames(filter)).toMatchObject({ from: '2028-02-29', until: '2028-03-01' })
})

describe.each(NO_TIMES)('"%s"', (time) => {
  test('is no time of a coupon, nor of a cell', () => {
    expect(parseMinute(time)).toBeUndefined()
    const form = new FormData()
    form.set('stock', '5')
    form.set('claimUntil', time)
    expect(readSwitches(new Request('https://cm.test/admin'), form)).toMatchObject({
      refusal: { facts: { field: 'claimUntil' } },
    })
    const cell: Cell = { name: 'published_at', is: { kind: 'instant' } }
    expect(readCell(cell, time, {})).toMatchObject({ refusal: { code: 'cell_malformed' } })
  })
})

test('A time is read as it was written', () => {
  expect(parseMinute('2026-11-21T09:30')).toBe(Date.UTC(2026, 10, 21, 9, 30))
  expect(minuteText(Date.UTC(2026, 10, 21, 9, 30))).toBe('2026-11-21T09:30')
})
