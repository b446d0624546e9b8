// Countries in which a product may be opened. Closing, cancelling and settling are always allowed.

import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flagColumn } from '../columns'

export const productGate = sqliteTable(
  'product_gate',
  {
    product: text('product').notNull(),
    /** ISO 3166 alpha-2; "*" for countries without a row, "ZZ" for an unknown country. */
    country: text('country').notNull(),
    isOpen: flagColumn('is_open').notNull(),
  },
  (table) => [primaryKey({ columns: [table.product, table.country] })],
)
