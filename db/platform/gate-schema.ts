// In which countries a product may be opened. Closing, cancelling and settling ask nobody.

import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flagColumn } from '../columns'

export const productGate = sqliteTable(
  'product_gate',
  {
    product: text('product').notNull(),
    /** ISO 3166 alpha-2; "*" for every country without a row, "ZZ" where nobody knows. */
    country: text('country').notNull(),
    isOpen: flagColumn('is_open').notNull(),
  },
  (table) => [primaryKey({ columns: [table.product, table.country] })],
)
