// Money that comes from outside or goes there, as the account itself remembers it: what was withdrawn, what was credited,
// what was converted. Who else must know reads the directory's own rows; these decide.

import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { amountColumn, instantColumn, isUnsignedAmount } from '../columns'

export const withdrawal = sqliteTable(
  'withdrawal',
  {
    /** The directory's number of it. */
    id: integer('id').primaryKey(),
    assetId: integer('asset_id').notNull(),
    /** What leaves the wallet, fee included. */
    amount: amountColumn('amount').notNull(),
    fee: amountColumn('fee').notNull(),
    /** What it was worth when it was asked for, in satoshi: the daily cap counts it. */
    btcValue: amountColumn('btc_value').notNull(),
    /** Void is a number that must never be used any more. */
    state: text('state').$type<'held' | 'captured' | 'released' | 'cancelled' | 'void'>().notNull(),
    at: instantColumn('at').notNull(),
    settledAt: instantColumn('settled_at'),
  },
  (table) => [
    index('withdrawal_by_time').on(table.at),
    check('withdrawal_amount', isUnsignedAmount(table.amount)),
    check('withdrawal_fee', isUnsignedAmount(table.fee)),
    check('withdrawal_btc_value', isUnsignedAmount(table.btcValue)),
    check('withdrawal_state', sql`${table.state} IN ('held', 'captured', 'released', 'cancelled', 'void')`),
  ],
)

export const depositCredit = sqliteTable(
  'deposit_credit',
  {
    /** The directory's number of the deposit: it is credited once for all time. */
    id: integer('id').primaryKey(),
    assetId: integer('asset_id').notNull(),
    amount: amountColumn('amount').notNull(),
    /** Recalled while somebody looks at it again; kept or returned after that. */
    state: text('state').$type<'credited' | 'recalled' | 'kept' | 'returned'>().notNull(),
    /** How much of it was still there to be set aside when it was recalled. */
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
    /** JSON of both prices in USDT with the numbers of their ticks: what it was settled on. */
    basis: text('basis').notNull(),
    /** Worth of what was given, in USDT at VALUE_SCALE: counted against what one account may convert in a day. */
    value: amountColumn('value')
      .notNull()
      .default(sql`'0'`),
    at: instantColumn('at').notNull(),
  },
  (table) => [index('conversion_by_at').on(table.at), index('conversion_by_command').on(table.commandId)],
)
