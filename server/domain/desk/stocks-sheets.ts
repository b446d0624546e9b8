// What may be edited of stocks: which pairs are shares, of which exchange, and whether one is halted. To halt takes one person.

import { EXCHANGES } from '../stocks/calendar'
import { type Sheet, sort } from './sheet-cell'

export const STOCKS_SHEETS = {
  stocks: {
    title: 'sheet_stocks',
    table: 'stock',
    from: 'stock',
    place: 'catalogue',
    keys: ['symbol'],
    mayAdd: true,
    guard: { cells: ['exchange'], onAdd: true },
    cells: [
      { name: 'symbol', is: { kind: 'text', lengthMax: 25 }, isFixed: true },
      { name: 'exchange', is: { kind: 'choice', choices: EXCHANGES }, isFixed: true },
      { name: 'is_halted', is: { kind: 'flag' } },
      sort,
    ],
  },
} as const satisfies Readonly<Record<string, Sheet>>
