// Pool of one quiz event: bets in order of arrival, and their payouts.

import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { amountColumn, instantColumn } from '../columns'

export const poolBet = sqliteTable(
  'pool_bet',
  {
    /** In order of arrival. */
    seq: integer('seq').primaryKey(),
    account: integer('account').notNull(),
    betNo: integer('bet_no').notNull(),
    key: text('key').notNull(),
    option: integer('option').notNull(),
    stake: amountColumn('stake').notNull(),
    at: instantColumn('at').notNull(),
    /** Null until settled. */
    paid: text('paid'),
    fee: text('fee'),
    /** Its account has stored the payout. */
    isDelivered: integer('is_delivered', { mode: 'boolean' }).notNull().default(false),
  },
  (table) => [index('pool_bet_by_account').on(table.account, table.betNo)],
)

/** One row: the bets that were committed to, as the event closed. */
export const poolCommitment = sqliteTable('pool_commitment', {
  id: integer('id').primaryKey(),
  receiptId: text('receipt_id').notNull(),
  /** Text of the receipt, as hashed. */
  body: text('body').notNull(),
  at: instantColumn('at').notNull(),
})

/** One row: the settled answer. */
export const poolAnswer = sqliteTable('pool_answer', {
  id: integer('id').primaryKey(),
  answer: integer('answer').notNull(),
  receiptId: text('receipt_id').notNull(),
  /** Text of the receipt, as hashed. */
  body: text('body').notNull(),
  at: instantColumn('at').notNull(),
})
