// Desk tables of options: terms and durations, both edited by two people. Running orders keep their terms.

import { type Outcome, done, refuse } from '../outcome'
import { type CellKind, type Sheet, type StoredRow, rate, sort } from './sheet-cell'

const FROM = (table: string) =>
  `${table} join (select symbol as of_pair, quote_asset_id from pair) on of_pair = symbol
      join (select id as quote_id, scale as quote_scale from asset) on quote_id = quote_asset_id`
const inQuote: CellKind = { kind: 'decimal', scale: 'quote_scale', stored: 'text', min: '0', max: '1000000000' }

export const OPTIONS_SHEETS = {
  'option-terms': {
    title: 'sheet_option_terms',
    table: 'option_term',
    from: FROM('option_term'),
    place: 'catalogue',
    keys: ['symbol'],
    mayAdd: false,
    guard: { cells: ['fee', 'user_max', 'exposure_max'], switches: ['is_open'] },
    cells: [
      { name: 'symbol', is: { kind: 'text', lengthMax: 25 }, isFixed: true },
      { name: 'fee', is: rate('0', '0.2') },
      { name: 'user_max', is: inQuote },
      { name: 'exposure_max', is: inQuote },
      { name: 'is_open', is: { kind: 'flag' } },
      sort,
    ],
  },
  'option-durations': {
    title: 'sheet_option_durations',
    table: 'option_duration',
    from: FROM('option_duration'),
    place: 'catalogue',
    keys: ['symbol', 'seconds'],
    mayAdd: false,
    guard: { cells: ['ratio', 'stake_min', 'stake_max'] },
    check: checkDuration,
    cells: [
      { name: 'symbol', is: { kind: 'text', lengthMax: 25 }, isFixed: true },
      { name: 'seconds', is: { kind: 'integer', min: 5, max: 86_400 }, isFixed: true },
      { name: 'ratio', is: rate('0.01', '1') },
      { name: 'stake_min', is: inQuote },
      { name: 'stake_max', is: inQuote },
    ],
  },
} as const satisfies Readonly<Record<string, Sheet>>

function checkDuration(row: StoredRow): Outcome<null, 'row_contradicts'> {
  const isOrdered = BigInt(row['stake_min'] ?? 0) <= BigInt(row['stake_max'] ?? 0)
  return isOrdered ? done(null) : refuse('row_contradicts')
}
