// Where products are closed on the first day. The desk may say otherwise; docs/decisions/orders.md names the sources.

import type { GatedProduct } from '#domain/gate'
import { insertMissing } from './statement'

/** Retail clients can't be offered binary options: EEA, and countries with their own ban. */
const NO_BINARY_OPTIONS = [
  ...[
    'AT',
    'BE',
    'BG',
    'HR',
    'CY',
    'CZ',
    'DK',
    'EE',
    'FI',
    'FR',
    'DE',
    'GR',
    'HU',
    'IS',
    'IE',
    'IT',
    'LV',
    'LI',
    'LT',
    'LU',
  ],
  ...['MT', 'NL', 'NO', 'PL', 'PT', 'RO', 'SK', 'SI', 'ES', 'SE'],
  ...['GB', 'AU', 'CA', 'IL', 'US'],
]

const ROWS: readonly (readonly [product: GatedProduct, country: string, isOpen: boolean])[] = [
  ['futures', '*', true],
  ['futures', 'ZZ', true],
  // Derivatives of crypto assets may not be sold to retail clients.
  ['futures', 'GB', false],
  // Leveraged retail commodity transactions belong on a registered exchange.
  ['futures', 'US', false],
  // Copy trading uses futures, so it is closed where futures are.
  ['copy', '*', true],
  ['copy', 'ZZ', true],
  ['copy', 'GB', false],
  ['copy', 'US', false],
  ['options', '*', true],
  ['options', 'ZZ', true],
  ['mining', '*', true],
  ['mining', 'ZZ', true],
  ['stocks', '*', true],
  ['stocks', 'ZZ', true],
  // Selling shares there requires registration as a broker.
  ['stocks', 'US', false],
  ['ieo', '*', true],
  ['ieo', 'ZZ', true],
  ['buy', '*', true],
  ['buy', 'ZZ', true],
  // Sales of tokens to retail clients need a registration there.
  ['ieo', 'US', false],
  ['ieo', 'CN', false],
  ['loan', '*', true],
  ['loan', 'ZZ', true],
  // Who lends there needs a licence of each state.
  ['loan', 'US', false],
  ['invest', '*', true],
  ['invest', 'ZZ', true],
  ...NO_BINARY_OPTIONS.map((country) => ['options', country, false] as const),
]

export const gateStatements = (): string[] =>
  insertMissing(
    'product_gate',
    ROWS.map(([product, country, is_open]) => ({ product, country, is_open })),
  )
