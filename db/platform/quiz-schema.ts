// Quiz events: question and closing time, answer with evidence, and objections. An event's question and terms are immutable. Answers are
// entered by two people, with evidence.

import { sql } from 'drizzle-orm'
import { check, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { amountColumn, flagColumn, instantColumn, rateColumn } from '../columns'

export const quizEvent = sqliteTable(
  'quiz_event',
  {
    id: integer('id').primaryKey(),
    /** Code of the stake's asset. */
    asset: text('asset').notNull(),
    optionCount: integer('option_count').notNull(),
    /** Part of the stakes on wrong options. */
    fee: rateColumn('fee').notNull(),
    stakeMin: amountColumn('stake_min').notNull(),
    stakeMax: amountColumn('stake_max').notNull(),
    opensAt: instantColumn('opens_at').notNull(),
    closesAt: instantColumn('closes_at').notNull(),
    isPublished: flagColumn('is_published').notNull().default(false),
    sort: integer('sort').notNull(),
    /** Receipt committing to the bets, and its time: answers are accepted afterwards. */
    betsReceiptId: text('bets_receipt_id'),
    betsCommittedAt: instantColumn('bets_committed_at'),
  },
  (table) => [
    check('quiz_event_options', sql`${table.optionCount} BETWEEN 2 AND 6`),
    check('quiz_event_times', sql`${table.closesAt} > ${table.opensAt}`),
  ],
)

export const quizText = sqliteTable(
  'quiz_text',
  {
    eventId: integer('event_id')
      .notNull()
      .references(() => quizEvent.id),
    language: text('language').notNull(),
    question: text('question').notNull(),
    /** Public source of the answer. */
    source: text('source').notNull(),
    option1: text('option_1').notNull(),
    option2: text('option_2').notNull(),
    option3: text('option_3').notNull().default(''),
    option4: text('option_4').notNull().default(''),
    option5: text('option_5').notNull().default(''),
    option6: text('option_6').notNull().default(''),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.language] })],
)

export const quizAnswer = sqliteTable(
  'quiz_answer',
  {
    eventId: integer('event_id')
      .primaryKey()
      .references(() => quizEvent.id),
    /** Option number from 1; 0 cancels the event. */
    answer: integer('answer').notNull(),
    evidence: text('evidence').notNull(),
    /** Objections are open from here; a trigger sets it anew when the answer changes. */
    decidedAt: instantColumn('decided_at')
      .notNull()
      .default(sql`(unixepoch() * 1000)`),
    /** When every account had stored its settlement. */
    settledAt: instantColumn('settled_at'),
  },
  (table) => [check('quiz_answer_option', sql`${table.answer} BETWEEN 0 AND 6`)],
)

export const quizObjection = sqliteTable(
  'quiz_objection',
  {
    eventId: integer('event_id')
      .notNull()
      .references(() => quizEvent.id),
    userId: integer('user_id').notNull(),
    reason: text('reason').notNull(),
    at: instantColumn('at').notNull(),
    /** Incremented when a changed answer gets another objection. */
    round: integer('round').notNull().default(1),
    state: text('state').$type<'open' | 'refused' | 'upheld'>().notNull().default('open'),
    /** What the desk answered. */
    reply: text('reply').notNull().default(''),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.userId] })],
)
