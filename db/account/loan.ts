// Loans of one user with charged hours and events, and the state of the margin wallet.

import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Delisted, Skipped } from '#domain/loan/liquidation'
import type { LoanEventKind, LoanState, StoredLoanTerms } from '#domain/loan/terms'
import { amountColumn, flagColumn, instantColumn, isUnsignedAmount } from '../columns'

export const loan = sqliteTable(
  'loan',
  {
    /** The directory's request number: each loan is credited once. */
    loanId: integer('loan_id').primaryKey(),
    assetId: integer('asset_id').notNull(),
    amount: amountColumn('amount').notNull(),
    terms: text('terms', { mode: 'json' }).$type<StoredLoanTerms>().notNull(),
    state: text('state').$type<Extract<LoanState, 'running' | 'repaid' | 'seized'>>().notNull(),
    openedAt: instantColumn('opened_at').notNull(),
    dueAt: instantColumn('due_at').notNull(),
    /** What is owed now. */
    principal: amountColumn('principal').notNull(),
    interest: amountColumn('interest').notNull(),
    late: amountColumn('late').notNull(),
    /** Less than a unit of interest, as integer text. */
    carry: text('carry').notNull(),
    hoursCharged: integer('hours_charged').notNull(),
    /** Since it began. */
    charged: amountColumn('charged').notNull(),
    repaid: amountColumn('repaid').notNull(),
    endedAt: instantColumn('ended_at'),
    /** Incremented with each published change; and the last revision that the directory has confirmed. */
    revision: integer('revision').notNull(),
    told: integer('told').notNull(),
  },
  (table) => [
    index('loan_live')
      .on(table.loanId)
      .where(sql`${table.state} = 'running' OR ${table.told} < ${table.revision}`),
    check('loan_amount', isUnsignedAmount(table.amount)),
    check('loan_principal', isUnsignedAmount(table.principal)),
    check('loan_state', sql`${table.state} IN ('running', 'repaid', 'seized')`),
  ],
)

/** The hour's number is part of the key, so each hour is charged once. */
export const loanHour = sqliteTable(
  'loan_hour',
  {
    loanId: integer('loan_id').notNull(),
    hour: integer('hour').notNull(),
    amount: amountColumn('amount').notNull(),
    isLate: flagColumn('is_late').notNull(),
    /** What the rate was applied to. */
    base: amountColumn('base').notNull(),
    /** Receipt of the day's interest, on its last hour. */
    receiptId: text('receipt_id'),
  },
  (table) => [primaryKey({ columns: [table.loanId, table.hour] })],
)

export const loanEvent = sqliteTable(
  'loan_event',
  {
    id: integer('id').primaryKey(),
    loanId: integer('loan_id').notNull(),
    kind: text('kind').$type<LoanEventKind>().notNull(),
    amount: amountColumn('amount').notNull(),
    receiptId: text('receipt_id'),
    at: instantColumn('at').notNull(),
  },
  (table) => [index('loan_event_by_loan').on(table.loanId, table.id)],
)

/** One row. */
export const loanMargin = sqliteTable('loan_margin', {
  id: integer('id').primaryKey(),
  /** The last call that the risk rate came to, in hundredths of a percent; 0: none. */
  called: integer('called').notNull(),
  /** Start and cause of the running liquidation, and its order in flight. */
  sellingSince: instantColumn('selling_since'),
  cause: text('cause').$type<'risk' | 'overdue'>(),
  orderNo: integer('order_no'),
  /** Time of the next tick to process while nothing can be sold. */
  retryAt: instantColumn('retry_at').notNull(),
  /** Since when the risk can't be computed, because an asset has no price. */
  silentSince: instantColumn('silent_since'),
  /** Since when the desk has been asked to handle a blocked sale or missing prices. */
  stuckAt: instantColumn('stuck_at'),
  /** Delisted assets in the wallet: since when, and the last price. By asset number. */
  delisted: text('delisted', { mode: 'json' }).$type<Readonly<Record<string, Delisted>>>().notNull(),
  /** Pairs skipped by the liquidation for a while. */
  skipped: text('skipped', { mode: 'json' }).$type<Readonly<Record<string, Skipped>>>().notNull(),
  /** Last processed round, and its prices in ticks by symbol. */
  actedAt: instantColumn('acted_at').notNull(),
  /** When the wallet or its debts last changed. */
  changedAt: instantColumn('changed_at').notNull(),
  marks: text('marks', { mode: 'json' }).$type<Readonly<Record<string, number>>>().notNull(),
  /** Symbols whose Watch may wake this account. */
  watched: text('watched', { mode: 'json' }).$type<readonly string[]>().notNull(),
})
