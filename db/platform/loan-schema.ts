// Loans in the directory: offered terms, requests, and the state of running loans. No money: an Account credits by a request's number, and
// reports the loan's state.

import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { LOAN_STATES } from '#domain/loan/terms'
import { amountColumn, flagColumn, instantColumn, rateColumn } from '../columns'

export const loanTerm = sqliteTable(
  'loan_term',
  {
    id: integer('id').primaryKey(),
    assetId: integer('asset_id').notNull(),
    days: integer('days').notNull(),
    dailyRate: rateColumn('daily_rate').notNull(),
    lateRate: rateColumn('late_rate').notNull(),
    /** Worth in USDT, eight decimals. */
    worthMin: amountColumn('worth_min').notNull(),
    worthMax: amountColumn('worth_max').notNull(),
    isOpen: flagColumn('is_open').notNull(),
    sort: integer('sort').notNull(),
  },
  (table) => [uniqueIndex('loan_term_of').on(table.assetId, table.days)],
)

export const loanRequest = sqliteTable(
  'loan_request',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: integer('user_id').notNull(),
    commandId: text('command_id').notNull(),
    assetId: integer('asset_id').notNull(),
    amount: amountColumn('amount').notNull(),
    /** Margin asset that the borrower intends to deposit. */
    marginAssetId: integer('margin_asset_id').notNull(),
    /** Terms of the request. */
    termId: integer('term_id').notNull(),
    termVersion: text('term_version').notNull(),
    days: integer('days').notNull(),
    dailyRate: rateColumn('daily_rate').notNull(),
    lateRate: rateColumn('late_rate').notNull(),
    /** References of uploads, a comma list. */
    pictures: text('pictures').notNull().default(''),
    state: text('state', { enum: LOAN_STATES }).notNull(),
    reason: text('reason').notNull().default(''),
    createdAt: instantColumn('created_at').notNull(),
    decidedAt: instantColumn('decided_at'),
    /** Reported by its Account since the credit. */
    openedAt: instantColumn('opened_at'),
    dueAt: instantColumn('due_at'),
    endedAt: instantColumn('ended_at'),
    owed: amountColumn('owed'),
    /** The last call of the margin wallet, in hundredths of a percent. */
    called: integer('called').notNull().default(0),
    revision: integer('revision').notNull().default(0),
  },
  (table) => [
    uniqueIndex('loan_request_by_command').on(table.userId, table.commandId),
    index('loan_request_by_user').on(table.userId, table.id),
    index('loan_request_by_state').on(table.state, table.dueAt),
    check(
      'loan_request_state',
      sql`${table.state} in ('review', 'cancelled', 'refused', 'lapsed', 'running', 'repaid', 'seized')`,
    ),
  ],
)
