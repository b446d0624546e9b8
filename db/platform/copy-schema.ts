// Terms of copy trading, and traders with their applications. A trader's figures come from the trader's room; the directory lists them. No
// column here is a price or can set one, which a test checks.

import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { TraderState } from '#domain/copy/life'
import { amountColumn, flagColumn, instantColumn, rateColumn } from '../columns'

/** One row. */
export const copyTerm = sqliteTable(
  'copy_term',
  {
    id: integer('id').primaryKey(),
    /** Hundredths: of the trader's lots, and lots of a copy. */
    multipleMax: integer('copy_multiple_max').notNull(),
    lotsMax: integer('lots_max').notNull(),
    tradersMax: integer('traders_max').notNull(),
    shareMax: rateColumn('share_max').notNull(),
    slippageMax: rateColumn('slippage_max').notNull(),
    isOpen: flagColumn('is_open').notNull().default(true),
  },
  (table) => [check('copy_term_one', sql`${table.id} = 1`)],
)

export const trader = sqliteTable(
  'trader',
  {
    userId: integer('user_id').primaryKey(),
    /** Newest application, which the desk reviews. */
    applicationId: text('application_id').notNull(),
    nickname: text('nickname').notNull(),
    words: text('words').notNull(),
    /** Of new profit; who follows already keeps the share that was agreed to. */
    share: rateColumn('share').notNull(),
    state: text('state').$type<TraderState>().notNull(),
    /** Reason of a rejection or closing by the desk. */
    reason: text('reason').notNull().default(''),
    appliedAt: instantColumn('applied_at').notNull(),
    decidedAt: instantColumn('decided_at'),
    closedAt: instantColumn('closed_at'),
    /** Pending notification of the trader's account about the end. */
    isClosePending: flagColumn('is_close_owed').notNull().default(false),
    /** Last figures from the trader's room, with their revision. Amounts in USDT; rates in units of 1e-8. */
    revision: integer('revision').notNull().default(0),
    followers: integer('followers').notNull().default(0),
    ended: integer('ended').notNull().default(0),
    profit: amountColumn('profit')
      .notNull()
      .default(sql`'0'`),
    returnRate: text('return_rate').notNull().default('0'),
    accuracy: text('accuracy').notNull().default('0'),
    drawdown: amountColumn('drawdown')
      .notNull()
      .default(sql`'0'`),
    copies: integer('copies').notNull().default(0),
    copiesWon: integer('copies_won').notNull().default(0),
    copiesNet: amountColumn('copies_net')
      .notNull()
      .default(sql`'0'`),
    /** Total profit over time, some points of it, in USDT's smallest unit. */
    curve: text('curve', { mode: 'json' }).$type<readonly string[]>().notNull().default([]),
  },
  (table) => [
    uniqueIndex('trader_by_application').on(table.applicationId),
    uniqueIndex('trader_by_nickname').on(sql`lower(${table.nickname})`),
    index('trader_by_state').on(table.state, table.followers),
    index('trader_close_owed')
      .on(table.userId)
      .where(sql`${table.isClosePending} = 1`),
    check('trader_state', sql`${table.state} in ('review', 'rejected', 'active', 'closed')`),
  ],
)
