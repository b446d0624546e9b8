// Receipts of decisions by a price, a draw or an allocation. Each is named by the SHA-256 of its text, so a change is detectable.

import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instantColumn } from '../columns'

export const receipt = sqliteTable(
  'receipt',
  {
    /** In order of arrival: summing continues after the last number. */
    no: integer('no').primaryKey({ autoIncrement: true }),
    id: text('id').notNull().unique(),
    /** The rule that its body names. */
    rule: text('rule').notNull(),
    body: text('body').notNull(),
    at: instantColumn('at').notNull(),
    /** What the insurance fund took by it, by currency (server/domain/insurance.ts). */
    insurance: text('insurance').notNull().default('0'),
  },
  (table) => [
    index('receipt_by_rule').on(table.rule, table.no),
    index('receipt_of_insurance')
      .on(table.no)
      .where(sql`${table.insurance} <> '0'`),
  ],
)

/** Which receipt shows a trade with the house: that of the first number at or below the trade's own. */
export const tradeReceipt = sqliteTable(
  'trade_receipt',
  {
    symbol: text('symbol').notNull(),
    firstTradeNo: integer('first_trade_no').notNull(),
    lastTradeNo: integer('last_trade_no').notNull(),
    receiptId: text('receipt_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.symbol, table.firstTradeNo] })],
)
