// Orders with fiat that were credited, as the account itself remembers them: this decides, the directory's row follows.

import { check, integer, sqliteTable } from 'drizzle-orm/sqlite-core'
import { amountColumn, instantColumn, isUnsignedAmount } from '../columns'

export const buyCredit = sqliteTable(
  'buy_credit',
  {
    /** The directory's number of the order: it is credited once for all time. */
    orderId: integer('order_id').primaryKey(),
    assetId: integer('asset_id').notNull(),
    amount: amountColumn('amount').notNull(),
    fee: amountColumn('fee').notNull(),
    at: instantColumn('at').notNull(),
    /** When it was last brought to another amount, because its payment was; 0 then means that it is never credited. */
    reversedAt: instantColumn('reversed_at'),
    /** What of it was to be taken back and was not there. */
    owed: amountColumn('owed').notNull(),
    /** Its payment is gone, and people have not decided yet what follows. */
    questionedAt: instantColumn('questioned_at'),
  },
  (table) => [
    check('buy_credit_amount', isUnsignedAmount(table.amount)),
    check('buy_credit_fee', isUnsignedAmount(table.fee)),
    check('buy_credit_owed', isUnsignedAmount(table.owed)),
  ],
)
