// The double-entry ledger of one user: entries, the bills that people read, balances as a cache, and holds.
// Entries and bills are never edited (triggers of the second migration); no balance of the user can be negative.

import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { BillReason } from '#domain/bill-reason'
import type { Wallet } from '#domain/catalogue'
import { amountColumn, instantColumn, isUnsignedAmount } from '../columns'

/** The amount is signed canonical integer text, which JSON can hold. */
export type StoredLine = readonly [account: string, assetId: number, amount: string]

export const entry = sqliteTable(
  'entry',
  {
    id: integer('id').primaryKey(),
    at: instantColumn('at').notNull(),
    reason: text('reason').$type<BillReason>().notNull(),
    /** Subject of the entry: "spot:17", "transfer:<command>", "demo:welcome". */
    ref: text('ref').notNull(),
    /** Sums to zero per asset. One row an entry, because a row costs more than its text. */
    lines: text('lines', { mode: 'json' }).$type<readonly StoredLine[]>().notNull(),
  },
  (table) => [
    uniqueIndex('entry_grant')
      .on(table.ref)
      .where(sql`${table.reason} = 'demo_grant'`),
    uniqueIndex('entry_correction')
      .on(table.ref)
      .where(sql`${table.reason} = 'correction'`),
  ],
)

export const balance = sqliteTable(
  'balance',
  {
    wallet: text('wallet').$type<Wallet>().notNull(),
    assetId: integer('asset_id').notNull(),
    available: amountColumn('available').notNull(),
    held: amountColumn('held').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.wallet, table.assetId] }),
    check('balance_available', isUnsignedAmount(table.available)),
    check('balance_held', isUnsignedAmount(table.held)),
  ],
)

export const hold = sqliteTable(
  'hold',
  {
    ref: text('ref').primaryKey(),
    wallet: text('wallet').$type<Wallet>().notNull(),
    assetId: integer('asset_id').notNull(),
    /** Amount neither captured nor released yet. */
    amount: amountColumn('amount').notNull(),
  },
  (table) => [check('hold_amount', isUnsignedAmount(table.amount))],
)

export const bill = sqliteTable(
  'bill',
  {
    id: integer('id').primaryKey(),
    entryId: integer('entry_id').notNull(),
    at: instantColumn('at').notNull(),
    wallet: text('wallet').$type<Wallet>().notNull(),
    assetId: integer('asset_id').notNull(),
    reason: text('reason').$type<BillReason>().notNull(),
    ref: text('ref').notNull(),
    value: amountColumn('value').notNull(),
    before: amountColumn('before').notNull(),
    after: amountColumn('after').notNull(),
    /** Receipt that proves the amount. */
    receiptId: text('receipt_id'),
  },
  (table) => [
    index('bill_by_asset').on(table.wallet, table.assetId, table.id),
    check('bill_before', isUnsignedAmount(table.before)),
    check('bill_after', isUnsignedAmount(table.after)),
  ],
)
