// Orders with fiat that were credited, as the account itself remembers them: this decides, the directory's row follows.

import { check, integer, sqliteTable } from 'drizzle-orm/sqlite-core'
import { amountColumn, instantColumn, isUnsignedAmount } from '../columns'

export const buyCredit = sqliteTable(
  'buy_credit',
  {
    /** The directory's order number: each order is credited once. */
    orderId: integer('order_id').primaryKey(),
    assetId: integer('asset_id').notNull(),
    amount: amountColumn('amount').notNull(),
    fee: amountColumn('fee').notNull(),
    at: instantColumn('at').notNull(),
    /** Time of the last change after a reversed or repeated payment; an amount of 0 then bars any credit. */
    reversedAt: instantColumn('reversed_at'),
    /** Part of a reversed credit that the user no longer held. */
    owed: amountColumn('owed').notNull(),
    /** Start of the review after a payment reversal; null without an open review. */
    questionedAt: instantColumn('questioned_at'),
  },
  (table) => [
    check('buy_credit_amount', isUnsignedAmount(table.amount)),
    check('buy_credit_fee', isUnsignedAmount(table.fee)),
    check('buy_credit_owed', isUnsignedAmount(table.owed)),
  ],
)
