// Desk tables of loans: rates and limits by asset and term, edited by two people. Running loans keep their terms. One person may close a
// term to new loans; opening it again takes two.

import { LOAN_DAYS_MAX, LOAN_DAYS_MIN } from '../loan/terms'
import { type Outcome, done, refuse } from '../outcome'
import { type CellKind, type Sheet, type StoredRow, rate, sort } from './sheet-cell'

const inUsdt: CellKind = { kind: 'decimal', scale: 8, stored: 'text', min: '1', max: '10000000' }

export const LOAN_SHEETS = {
  'loan-terms': {
    title: 'sheet_loan_terms',
    table: 'loan_term',
    from: 'loan_term',
    place: 'catalogue',
    keys: ['id'],
    mayAdd: true,
    guard: { cells: ['daily_rate', 'late_rate', 'worth_min', 'worth_max'], switches: ['is_open'], onAdd: true },
    check: checkTerm,
    cells: [
      { name: 'id', is: { kind: 'integer', min: 1, max: 1_000_000 }, isFixed: true },
      { name: 'asset_id', is: { kind: 'choice', choices: ['1', '2', '3', '4'] }, isFixed: true },
      { name: 'days', is: { kind: 'integer', min: LOAN_DAYS_MIN, max: LOAN_DAYS_MAX }, isFixed: true },
      { name: 'daily_rate', is: rate('0', '0.01') },
      { name: 'late_rate', is: rate('0', '0.01') },
      { name: 'worth_min', is: inUsdt },
      { name: 'worth_max', is: inUsdt },
      { name: 'is_open', is: { kind: 'flag' } },
      sort,
    ],
  },
} as const satisfies Readonly<Record<string, Sheet>>

/** The minimum is at most the maximum. */
function checkTerm(row: StoredRow): Outcome<null, 'row_contradicts'> {
  return BigInt(row['worth_min'] ?? 0) <= BigInt(row['worth_max'] ?? 0) ? done(null) : refuse('row_contradicts')
}
