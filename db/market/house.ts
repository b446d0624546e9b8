// The house's own double-entry ledger in one Market: trades of its quotes. Entries are never edited. Balances are a cache of the entries
// and may be negative: the house is its own counterparty of last resort.

import { sql } from 'drizzle-orm'
import { check, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { amountColumn, instantColumn } from '../columns'

/** The amount is signed canonical integer text, which JSON can hold. */
export type HouseLine = readonly [account: string, assetId: number, amount: string]

export const houseEntry = sqliteTable(
  'house_entry',
  {
    id: integer('id').primaryKey(),
    at: instantColumn('at').notNull(),
    reason: text('reason').notNull(),
    /** The trades that it books: "trade:17-19"; or the action: "stock:3". */
    ref: text('ref').notNull(),
    /** Sums to zero per asset. One row an entry, because a row costs more than its text. */
    lines: text('lines', { mode: 'json' }).$type<readonly HouseLine[]>().notNull(),
  },
  (table) => [check('house_entry_reason', sql`${table.reason} IN ('house_fill', 'stock_split')`)],
)

export const houseBalance = sqliteTable(
  'house_balance',
  {
    /** "@house", "@market:PAIR", or "@stocks": where shares of a split come from. */
    account: text('account').notNull(),
    assetId: integer('asset_id').notNull(),
    amount: amountColumn('amount').notNull(),
  },
  (table) => [primaryKey({ columns: [table.account, table.assetId] })],
)
