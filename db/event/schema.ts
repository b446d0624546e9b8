// The pool of one event of the quiz: the bets in the order in which they came, and what was paid.

import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { amountColumn, instantColumn } from '../columns'

export const poolBet = sqliteTable(
  'pool_bet',
  {
    /** In the order of arrival. */
    seq: integer('seq').primaryKey(),
    account: integer('account').notNull(),
    betNo: integer('bet_no').notNull(),
    key: text('key').notNull(),
    option: integer('option').notNull(),
    stake: amountColumn('stake').notNull(),
    at: instantColumn('at').notNull(),
    /** Null until the answer is carried out. */
    paid: text('paid'),
    fee: text('fee'),
    /** Its account has it in its books. */
    isDelivered: integer('is_delivered', { mode: 'boolean' }).notNull().default(false),
  },
  (table) => [index('pool_bet_by_account').on(table.account, table.betNo)],
)

/** One row: what is being paid. */
export const poolAnswer = sqliteTable('pool_answer', {
  id: integer('id').primaryKey(),
  answer: integer('answer').notNull(),
  receiptId: text('receipt_id').notNull(),
  /** The receipt, as it was hashed. */
  body: text('body').notNull(),
  at: instantColumn('at').notNull(),
})
