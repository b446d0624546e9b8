// Fiat purchases: offered routes and orders. No balances: an Account credits by an order's number.

import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { BUY_PROBLEMS, type Disputes, PAYMENT_EVENTS, PAYMENT_PROBLEMS } from '#domain/buy/payment'
import { LINE_PROBLEMS, LINE_STATES } from '#domain/buy/statement'
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
    /** Empty: no account to pay into, so the route isn't offered. */
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
    /** Id within the quote's token: a quote opens one order. */
    quoteId: text('quote_id').notNull(),
    /** Reference text of the bank transfer. */
    reference: text('reference').notNull().unique(),
    country: text('country', { enum: BUY_COUNTRIES }).notNull(),
    currency: text('currency').notNull(),
    kind: text('route', { enum: BUY_ROUTES }).notNull(),
    /** Rates of the order: currency units per USD, and the fee as a part of the purchase. */
    rate: rateColumn('rate').notNull(),
    feeRate: rateColumn('fee_rate').notNull(),
    pay: integer('pay').notNull(),
    /** What came of a provider's payment and did not go back, in the currency's smallest unit; null while only the order is known. */
    arrived: integer('arrived'),
    assetId: integer('asset_id').notNull(),
    /** Of the ordered amount; after the credit, of the arrived amount. */
    fee: amountColumn('fee').notNull(),
    receives: amountColumn('receives').notNull(),
    /** JSON of the bank account to pay into; unused where a provider takes the money. */
    bank: text('bank').notNull(),
    /** JSON of who pays, sealed. */
    payer: text('payer').notNull(),
    voucher: text('voucher').notNull().default(''),
    voucherDigest: text('voucher_digest'),
    state: text('state', { enum: BUY_STATES }).notNull(),
    reason: text('reason').notNull().default(''),
    /** The provider's checkout, once created. */
    checkoutId: text('checkout_id').notNull().default(''),
    checkoutUrl: text('checkout_url').notNull().default(''),
    /** Provider payment of this order; at most one. */
    paymentId: integer('payment_id'),
    /** Reason of the review, where the buyer didn't report the payment. */
    problem: text('problem', { enum: BUY_PROBLEMS }),
    /** Pending notification of the buyer about the expiry. */
    isNoticePending: flagColumn('is_tell_owed').notNull().default(false),
    createdAt: instantColumn('created_at').notNull(),
    /** Deadline for the voucher. */
    payUntil: instantColumn('pay_until').notNull(),
    paidAt: instantColumn('paid_at'),
    /** When it was submitted to the desk. */
    reviewedAt: instantColumn('reviewed_at'),
    settledAt: instantColumn('settled_at'),
  },
  (table) => [
    uniqueIndex('buy_order_by_command').on(table.userId, table.commandId),
    uniqueIndex('buy_order_by_quote').on(table.userId, table.quoteId),
    index('buy_order_by_user').on(table.userId, table.id),
    index('buy_order_waiting')
      .on(table.payUntil)
      .where(sql`state = 'to_pay'`),
    index('buy_order_unopened')
      .on(table.id)
      .where(sql`state = 'review' and reviewed_at is null`),
    index('buy_order_uncredited')
      .on(table.id)
      .where(sql`state = 'paid'`),
    index('buy_order_by_state').on(table.state, table.id),
    uniqueIndex('buy_order_of_payment')
      .on(table.paymentId)
      .where(sql`payment_id is not null`),
    index('buy_order_untold')
      .on(table.id)
      .where(sql`is_tell_owed = 1`),
    /** A voucher belongs to one order, unless that was refused. */
    uniqueIndex('buy_order_of_voucher')
      .on(table.voucherDigest)
      .where(sql`state in ('review', 'paid', 'done')`),
    check(
      'buy_order_state',
      sql`${table.state} in ('to_pay', 'review', 'paid', 'done', 'expired', 'cancelled', 'refused', 'refunded')`,
    ),
  ],
)

/** Messages of payment providers by their ids; each is applied once. */
export const buyEvent = sqliteTable(
  'buy_event',
  {
    kind: text('kind', { enum: ['card', 'ramp'] }).notNull(),
    eventId: text('event_id').notNull(),
    type: text('type', { enum: PAYMENT_EVENTS }).notNull(),
    /** JSON of a PaymentEvent, sealed: it names who paid. */
    content: text('content').notNull(),
    receivedAt: instantColumn('received_at').notNull(),
    appliedAt: instantColumn('applied_at'),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.eventId] }),
    index('buy_event_unapplied')
      .on(table.receivedAt)
      .where(sql`applied_at is null`),
  ],
)

/** Payments that providers have taken, each by the provider's number. */
export const buyPayment = sqliteTable(
  'buy_payment',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    kind: text('kind', { enum: ['card', 'ramp'] }).notNull(),
    providerId: text('provider_id').notNull(),
    reference: text('reference').notNull(),
    orderId: integer('order_id'),
    currency: text('currency').notNull(),
    /** In the currency's smallest unit. */
    amount: integer('amount').notNull(),
    refunded: integer('refunded').notNull(),
    disputes: text('disputes', { mode: 'json' }).$type<Disputes>().notNull().default({}),
    /** Reversed amount at the last decision or credit: the order covers the rest. */
    settledGone: integer('settled_gone').notNull().default(0),
    /** Payer's name, sealed; empty when the provider omits it. */
    payer: text('payer').notNull().default(''),
    /** Null while only a refund was reported. */
    paidAt: instantColumn('paid_at'),
    problem: text('problem', { enum: PAYMENT_PROBLEMS }),
    /** When the desk settled the case. */
    settledAt: instantColumn('settled_at'),
  },
  (table) => [uniqueIndex('buy_payment_by_provider').on(table.kind, table.providerId)],
)

/** Lines of bank statements, each once for all time. */
export const buyLine = sqliteTable(
  'buy_line',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** SHA-256 of the line's identity. */
    digest: text('digest').notNull().unique(),
    /** "2026-11-25". */
    day: text('day').notNull(),
    currency: text('currency').notNull(),
    /** In the currency's smallest unit. */
    amount: integer('amount').notNull(),
    payer: text('payer').notNull(),
    text: text('text').notNull(),
    state: text('state', { enum: LINE_STATES }).notNull(),
    problem: text('problem', { enum: LINE_PROBLEMS }),
    orderId: integer('order_id'),
    /** Reason for settling the line without an order, by the requester. */
    note: text('note').notNull().default(''),
    importedBy: integer('imported_by').notNull(),
    importedAt: instantColumn('imported_at').notNull(),
    settledAt: instantColumn('settled_at'),
  },
  (table) => [
    /** One line pays one order. */
    uniqueIndex('buy_line_of_order')
      .on(table.orderId)
      .where(sql`state = 'matched'`),
    index('buy_line_by_state').on(table.state, table.id),
  ],
)
