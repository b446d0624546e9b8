// Buying with fiat: the routes that are offered, and the orders. Balances are never here: an Account credits by the number of an order.

import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { BUY_COUNTRIES, BUY_ROUTES, BUY_STATES } from '#domain/buy/terms'
import { amountColumn, flagColumn, instantColumn, rateColumn } from '../columns'

export const buyRoute = sqliteTable(
  'buy_route',
  {
    id: integer('id').primaryKey(),
    country: text('country', { enum: BUY_COUNTRIES }).notNull(),
    currency: text('currency').notNull(),
    kind: text('route', { enum: BUY_ROUTES }).notNull(),
    fee: rateColumn('fee').notNull(),
    /** Whole units of the currency. */
    payMin: integer('pay_min').notNull(),
    payMax: integer('pay_max').notNull(),
    payHours: integer('pay_hours').notNull(),
    rateHoursMax: integer('rate_hours_max').notNull(),
    /** Of a rate that the desk keeps itself. */
    rateCheckedAt: instantColumn('rate_checked_at').notNull(),
    bankName: text('bank_name').notNull(),
    bankHolder: text('bank_holder').notNull(),
    /** Empty: there is nothing to pay into, and the route is not offered. */
    bankAccount: text('bank_account').notNull(),
    bankCode: text('bank_code').notNull(),
    isOpen: flagColumn('is_offered').notNull(),
    sort: integer('sort').notNull(),
  },
  (table) => [uniqueIndex('buy_route_of').on(table.country, table.currency, table.kind)],
)

export const buyOrder = sqliteTable(
  'buy_order',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: integer('user_id').notNull(),
    commandId: text('command_id').notNull(),
    /** What the transfer must say. */
    reference: text('reference').notNull().unique(),
    country: text('country', { enum: BUY_COUNTRIES }).notNull(),
    currency: text('currency').notNull(),
    kind: text('route', { enum: BUY_ROUTES }).notNull(),
    /** The numbers that it was made under: units of the currency for one USD, and part of what is bought. */
    rate: rateColumn('rate').notNull(),
    feeRate: rateColumn('fee_rate').notNull(),
    pay: integer('pay').notNull(),
    assetId: integer('asset_id').notNull(),
    fee: amountColumn('fee').notNull(),
    receives: amountColumn('receives').notNull(),
    /** JSON of the account that it is paid into. */
    bank: text('bank').notNull(),
    /** JSON of who pays, sealed. */
    payer: text('payer').notNull(),
    voucher: text('voucher').notNull().default(''),
    voucherDigest: text('voucher_digest'),
    state: text('state', { enum: BUY_STATES }).notNull(),
    reason: text('reason').notNull().default(''),
    /** The buyer has still to be told that its time was over. */
    isTellOwed: flagColumn('is_tell_owed').notNull().default(false),
    createdAt: instantColumn('created_at').notNull(),
    /** Until when the voucher has to be there. */
    payUntil: instantColumn('pay_until').notNull(),
    paidAt: instantColumn('paid_at'),
    /** When it was put before the desk. */
    reviewedAt: instantColumn('reviewed_at'),
    settledAt: instantColumn('settled_at'),
  },
  (table) => [
    uniqueIndex('buy_order_by_command').on(table.userId, table.commandId),
    index('buy_order_by_user').on(table.userId, table.id),
    index('buy_order_waiting')
      .on(table.payUntil)
      .where(sql`state = 'to_pay'`),
    index('buy_order_unopened')
      .on(table.id)
      .where(sql`state = 'review' and reviewed_at is null`),
    index('buy_order_untold')
      .on(table.id)
      .where(sql`is_tell_owed = 1`),
    /** One voucher is one order, until it was refused. */
    uniqueIndex('buy_order_of_voucher')
      .on(table.voucherDigest)
      .where(sql`state in ('review', 'done')`),
    check('buy_order_state', sql`${table.state} in ('to_pay', 'review', 'done', 'expired', 'refused', 'refunded')`),
  ],
)
