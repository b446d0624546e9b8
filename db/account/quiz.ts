// Quiz bets of one user: one row from bet to payout.

import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { QuizBetState } from '#domain/quiz/rules'
import { amountColumn, instantColumn, isUnsignedAmount } from '../columns'

export const quizBet = sqliteTable(
  'quiz_bet',
  {
    betNo: integer('bet_no').primaryKey(),
    eventId: integer('event_id').notNull(),
    option: integer('option').notNull(),
    assetId: integer('asset_id').notNull(),
    stake: amountColumn('stake').notNull(),
    key: text('key').notNull(),
    state: text('state').$type<QuizBetState>().notNull(),
    /** Reason why the pool refused it. */
    cause: text('cause').$type<'quiz_closed' | 'quiz_not_started' | 'quiz_full' | 'quiz_event_not_found'>(),
    at: instantColumn('at').notNull(),
    paid: text('paid'),
    receiptId: text('receipt_id'),
    endedAt: instantColumn('ended_at'),
  },
  (table) => [
    index('quiz_bet_live')
      .on(table.betNo)
      .where(sql`${table.state} IN ('sent', 'in')`),
    index('quiz_bet_by_event').on(table.eventId, table.betNo),
    check('quiz_bet_stake', isUnsignedAmount(table.stake)),
  ],
)
