// Desk table of copy trading: its terms, edited by two people. A following keeps its agreed share.

import { type CellKind, type Sheet, rate } from './sheet-cell'

/** Kept as hundredths. */
const twoDecimals = (min: string, max: string): CellKind => ({ kind: 'decimal', scale: 2, stored: 'integer', min, max })

export const COPY_SHEETS = {
  'copy-terms': {
    title: 'sheet_copy_terms',
    table: 'copy_term',
    from: 'copy_term',
    place: 'catalogue',
    keys: ['id'],
    mayAdd: false,
    guard: {
      cells: ['copy_multiple_max', 'lots_max', 'traders_max', 'share_max', 'slippage_max'],
      switches: ['is_open'],
    },
    cells: [
      { name: 'id', is: { kind: 'integer', min: 1, max: 1 }, isFixed: true },
      { name: 'copy_multiple_max', is: twoDecimals('0.01', '100') },
      { name: 'lots_max', is: twoDecimals('1', '100000') },
      { name: 'traders_max', is: { kind: 'integer', min: 1, max: 100 } },
      { name: 'share_max', is: rate('0', '0.5') },
      { name: 'slippage_max', is: rate('0.0001', '0.1') },
      { name: 'is_open', is: { kind: 'flag' } },
    ],
  },
} as const satisfies Readonly<Record<string, Sheet>>
