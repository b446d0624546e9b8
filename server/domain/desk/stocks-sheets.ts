// Desk tables of stocks: share pairs with their exchange, halts, and corporate actions. One person may halt, two lift a halt; cancelling an
// action before its start takes one.

import { type Outcome, done, refuse } from '../outcome'
import { ACTION_KINDS } from '../stocks/actions'
import { EXCHANGES, sessionStart } from '../stocks/calendar'
import { SECTORS } from '../stocks/sector'
import { parseDay } from '../time'
import { type Sheet, type StoredRow, sort } from './sheet-cell'

export const STOCKS_SHEETS = {
  stocks: {
    title: 'sheet_stocks',
    table: 'stock',
    from: 'stock',
    place: 'catalogue',
    keys: ['symbol'],
    mayAdd: true,
    guard: { cells: ['exchange'], switchesOff: ['is_halted'], onAdd: true },
    cells: [
      { name: 'symbol', is: { kind: 'text', lengthMax: 25 }, isFixed: true },
      { name: 'exchange', is: { kind: 'choice', choices: EXCHANGES }, isFixed: true },
      { name: 'sector', is: { kind: 'choice', choices: SECTORS } },
      { name: 'is_halted', is: { kind: 'flag' } },
      sort,
    ],
  },
  'stock-actions': {
    title: 'sheet_stock_actions',
    table: 'stock_action',
    from: 'stock_action',
    place: 'catalogue',
    keys: ['id'],
    head: 'symbol',
    mayAdd: true,
    guard: { onAdd: true },
    check: checkAction,
    cells: [
      { name: 'id', is: { kind: 'integer', min: 1, max: 1_000_000 }, isFixed: true },
      { name: 'symbol', is: { kind: 'text', lengthMax: 25 }, isFixed: true },
      { name: 'kind', is: { kind: 'choice', choices: ACTION_KINDS }, isFixed: true },
      { name: 'day', is: { kind: 'text', lengthMax: 10, pattern: /^20\d\d-\d\d-\d\d$/ }, isFixed: true },
      { name: 'new_shares', is: { kind: 'integer', min: 0, max: 1_000 }, isFixed: true },
      { name: 'old_shares', is: { kind: 'integer', min: 0, max: 1_000 }, isFixed: true },
      {
        name: 'paid_per_share',
        is: { kind: 'decimal', scale: 6, stored: 'text', min: '0', max: '1000000' },
        isFixed: true,
      },
      {
        name: 'new_code',
        is: { kind: 'text', lengthMax: 12, pattern: /^(?:[A-Z0-9]{1,12})?$/, isOptional: true },
        isFixed: true,
        isDetail: true,
      },
      { name: 'new_name', is: { kind: 'text', lengthMax: 60, isOptional: true }, isFixed: true, isDetail: true },
      { name: 'is_called_off', is: { kind: 'flag' } },
    ],
  },
} as const satisfies Readonly<Record<string, Sheet>>

/** Each kind has exactly its own fields, on a day when its exchange trades. */
function checkAction(row: StoredRow): Outcome<null, 'row_contradicts'> {
  const count = (cell: string): number => {
    const value = row[cell]
    return typeof value === 'number' ? value : 0
  }
  const text = (cell: string): string => String(row[cell] ?? '')
  const [news, olds] = [count('new_shares'), count('old_shares')]
  const day = parseDay(text('day'))
  const isTraded = day !== undefined && EXCHANGES.every((exchange) => sessionStart(exchange, day) !== null)
  const isPaid = BigInt(row['paid_per_share'] ?? 0) > 0n
  const says = {
    split: news > 0 && olds > 0 && news !== olds,
    dividend: isPaid,
    rename: text('new_code') !== '' && text('new_name') !== '',
    delisting: true,
  }
  const others = {
    split: news > 0 || olds > 0,
    dividend: isPaid,
    rename: text('new_code') !== '' || text('new_name') !== '',
    delisting: false,
  }
  const isWhole = ACTION_KINDS.every((each) => (each === row['kind'] ? says[each] : !others[each]))
  return isTraded && isWhole ? done(null) : refuse('row_contradicts')
}
