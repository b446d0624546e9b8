// Where products are closed on the first day. The desk may say otherwise; docs/decisions/orders.md names the sources.

import { insertMissing } from './statement'

const ROWS: readonly (readonly [product: string, country: string, isOpen: boolean])[] = [
  ['futures', '*', true],
  ['futures', 'ZZ', true],
  // Derivatives of crypto assets may not be sold to retail clients.
  ['futures', 'GB', false],
  // Leveraged retail commodity transactions belong on a registered exchange.
  ['futures', 'US', false],
]

export const gateStatements = (): string[] =>
  insertMissing(
    'product_gate',
    ROWS.map(([product, country, is_open]) => ({ product, country, is_open })),
  )
