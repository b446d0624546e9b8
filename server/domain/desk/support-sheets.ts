// Desk tables of support: prepared replies by language, and the desk's hours.

import { LANGUAGES } from '../language'
import { type Outcome, done, refuse } from '../outcome'
import { LINE_LENGTH_MAX } from '../support/thread'
import type { Sheet, StoredRow } from './sheet-cell'

const MINUTES_PER_DAY = 1_440

export const SUPPORT_SHEETS = {
  'support-replies': {
    title: 'sheet_support_replies',
    table: 'support_reply',
    from: 'support_reply',
    place: 'content',
    keys: ['name', 'language'],
    head: 'name',
    mayAdd: true,
    guard: { onAdd: true, words: ['content'] },
    cells: [
      { name: 'name', is: { kind: 'text', lengthMax: 40, pattern: /^[a-z][a-z0-9-]{1,39}$/ }, isFixed: true },
      { name: 'language', is: { kind: 'choice', choices: LANGUAGES }, isFixed: true },
      { name: 'content', is: { kind: 'text', lengthMax: LINE_LENGTH_MAX } },
    ],
  },
  'support-hours': {
    title: 'sheet_support_hours',
    table: 'support_hours',
    from: 'support_hours',
    place: 'content',
    keys: ['weekday'],
    mayAdd: true,
    guard: {},
    check: checkHours,
    cells: [
      { name: 'weekday', is: { kind: 'integer', min: 1, max: 7 }, isFixed: true },
      { name: 'opens_at', is: { kind: 'integer', min: 0, max: MINUTES_PER_DAY } },
      { name: 'closes_at', is: { kind: 'integer', min: 0, max: MINUTES_PER_DAY } },
    ],
  },
} as const satisfies Readonly<Record<string, Sheet>>

/** A day with equal times is closed. */
function checkHours(row: StoredRow): Outcome<null, 'row_contradicts'> {
  return BigInt(row['opens_at'] ?? 0) <= BigInt(row['closes_at'] ?? 0) ? done(null) : refuse('row_contradicts')
}
