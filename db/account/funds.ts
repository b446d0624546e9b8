// Withdrawals, deposit credits and conversions in the account's own records, which decide. The directory's rows serve queries across users.

import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { amountColumn, flagColumn, instantColumn, isUnsignedAmount } from '../columns'

export const withdrawal = sqliteTable(
  'withdrawal',
  {
    /** The directory's withdrawal number. */
    id: integer('id').primaryKey(),
    assetId: integer('asset_id').notNull(),
    /** What leaves the wallet, fee included. */
    amount: amountColumn('amount').notNull(),
    fee: amountColumn('fee').notNull(),
    /** Value at the request, in satoshi: counts towards the daily limit. */
    btcValue: amountColumn('btc_value').notNull(),
    /** Void: the number must never be used. */
    state: text('state').$type<'held' | 'approved' | 'captured' | 'released' | 'cancelled' | 'void'>().notNull(),
    at: instantColumn('at').notNull(),
    settledAt: instantColumn('settled_at'),
  },
  (table) => [
    index('withdrawal_by_time').on(table.at),
    check('withdrawal_amount', isUnsignedAmount(table.amount)),
    check('withdrawal_fee', isUnsignedAmount(table.fee)),
    check('withdrawal_btc_value', isUnsignedAmount(table.btcValue)),
    check('withdrawal_state', sql`${table.state} IN ('held', 'approved', 'captured', 'released', 'cancelled', 'void')`),
  ],
)

/** Transactions of approved withdrawals that were posted. */
export const payout = sqliteTable(
  'payout',
  {
    withdrawalId: integer('withdrawal_id').notNull(),
    txId: text('tx_id').notNull(),
    paid: amountColumn('paid').notNull(),
    /** It paid the withdrawal; otherwise its money was lost by the house. */
    isPayment: flagColumn('is_payment').notNull(),
    at: instantColumn('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.withdrawalId, table.txId] }),
    check('payout_paid', isUnsignedAmount(table.paid)),
  ],
)

export const depositCredit = sqliteTable(
  'deposit_credit',
  {
    /** The directory's deposit number: each deposit is credited once. */
    id: integer('id').primaryKey(),
    assetId: integer('asset_id').notNull(),
    amount: amountColumn('amount').notNull(),
    /** Recalled during a review; kept or returned afterwards. */
    state: text('state').$type<'credited' | 'recalled' | 'kept' | 'returned'>().notNull(),
    /** Amount still available when the deposit was recalled. */
    recalled: amountColumn('recalled').notNull(),
    at: instantColumn('at').notNull(),
  },
  (table) => [
    check('deposit_credit_amount', isUnsignedAmount(table.amount)),
    check('deposit_credit_recalled', isUnsignedAmount(table.recalled)),
    check('deposit_credit_state', sql`${table.state} IN ('credited', 'recalled', 'kept', 'returned')`),
  ],
)

export const conversion = sqliteTable(
  'conversion',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    commandId: text('command_id').notNull(),
    fromAssetId: integer('from_asset_id').notNull(),
    toAssetId: integer('to_asset_id').notNull(),
    given: amountColumn('given').notNull(),
    fee: amountColumn('fee').notNull(),
    received: amountColumn('received').notNull(),
    receiptId: text('receipt_id').notNull(),
    /** Value of the sold amount in USDT at VALUE_SCALE: counts towards the account's daily limit. */
    value: amountColumn('value')
      .notNull()
      .default(sql`'0'`),
    at: instantColumn('at').notNull(),
  },
  (table) => [index('conversion_by_at').on(table.at), index('conversion_by_command').on(table.commandId)],
)
