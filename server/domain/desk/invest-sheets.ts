// Desk tables of investments: ladder rungs, edited by two people, and whether an existing series is on sale. A series keeps its terms;
// prices, fixings and outcomes can't be entered.

import { INVEST_KINDS } from '../invest/series'
import { type Outcome, done, refuse } from '../outcome'
import { type Sheet, type StoredRow, rate, sort } from './sheet-cell'

export const INVEST_SHEETS = {
  'invest-rungs': {
    title: 'sheet_invest_rungs',
    table: 'invest_rung',
    from: 'invest_rung',
    place: 'catalogue',
    keys: ['id'],
    mayAdd: true,
    guard: {
      cells: ['distance', 'round_to', 'apr', 'shares', 'user_shares'],
      switches: ['is_open'],
      onAdd: true,
    },
    check: checkRung,
    cells: [
      { name: 'id', is: { kind: 'integer', min: 1, max: 1_000_000 }, isFixed: true },
      { name: 'symbol', is: { kind: 'choice', choices: ['BTC-USDT', 'ETH-USDT'] }, isFixed: true },
      { name: 'call_or_put', is: { kind: 'choice', choices: INVEST_KINDS }, isFixed: true },
      { name: 'distance', is: rate('0', '0.5') },
      { name: 'round_to', is: { kind: 'integer', min: 1, max: 100_000 } },
      { name: 'every_days', is: { kind: 'integer', min: 1, max: 365 }, isFixed: true },
      { name: 'apr', is: rate('0.0001', '5') },
      { name: 'shares', is: { kind: 'integer', min: 0, max: 1_000_000_000 } },
      { name: 'user_shares', is: { kind: 'integer', min: 1, max: 1_000_000_000 } },
      { name: 'is_open', is: { kind: 'flag' } },
      sort,
    ],
  },
  'invest-series': {
    title: 'sheet_invest_series',
    table: 'invest_series',
    from: 'invest_series',
    place: 'catalogue',
    keys: ['id'],
    head: 'name',
    mayAdd: false,
    guard: { switches: ['is_open'] },
    cells: [
      { name: 'id', is: { kind: 'integer', min: 1, max: 1_000_000_000 }, isFixed: true },
      { name: 'name', is: { kind: 'text', lengthMax: 60 }, isFixed: true },
      { name: 'apr', is: rate('0.0001', '5'), isFixed: true },
      { name: 'shares', is: { kind: 'integer', min: 0, max: 1_000_000_000 }, isFixed: true },
      { name: 'matures_at', is: { kind: 'instant' }, isFixed: true },
      { name: 'is_open', is: { kind: 'flag' } },
    ],
  },
} as const satisfies Readonly<Record<string, Sheet>>

/** The user's maximum is at most the supply. */
function checkRung(row: StoredRow): Outcome<null, 'row_contradicts'> {
  const whole = (cell: string): bigint => BigInt(row[cell] ?? 0)
  const isWithin = whole('user_shares') <= whole('shares') || whole('shares') === 0n
  return isWithin ? done(null) : refuse('row_contradicts')
}
