// Desk table of the countries where each product may be opened.

import { GATED_PRODUCTS } from '../gate'
import type { Sheet } from './sheet-cell'

export const GATE_SHEETS = {
  gates: {
    title: 'sheet_gates',
    table: 'product_gate',
    from: 'product_gate',
    place: 'catalogue',
    keys: ['product', 'country'],
    mayAdd: true,
    guard: { switches: ['is_open'], onAdd: true },
    cells: [
      {
        name: 'product',
        is: { kind: 'choice', choices: GATED_PRODUCTS },
        isFixed: true,
      },
      { name: 'country', is: { kind: 'text', lengthMax: 2, pattern: /^(?:[A-Z]{2}|\*)$/ }, isFixed: true },
      { name: 'is_open', is: { kind: 'flag' } },
    ],
  },
} as const satisfies Readonly<Record<string, Sheet>>
