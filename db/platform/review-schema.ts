// The desk's queue: one review per subject and round, its notes, and who decided what. The subject itself is its feature's own row.

import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { REVIEW_KINDS, REVIEW_STATES, VERDICTS } from '#domain/desk/review'
import { instantColumn } from '../columns'

export const review = sqliteTable(
  'review',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Not checked by the table: each new kind would have to build it again, with all that hangs on it. */
    kind: text('kind', { enum: REVIEW_KINDS }).notNull(),
    /** The feature's own name of what is reviewed. */
    subjectId: text('subject_id').notNull(),
    /** 1, and one more each time the same subject is taken back to review. */
    round: integer('round').notNull().default(1),
    /** 0 where no user is concerned. */
    userId: integer('user_id').notNull(),
    state: text('state', { enum: REVIEW_STATES }).notNull().default('open'),
    openedAt: instantColumn('opened_at').notNull(),
    /** Staff id; null when nobody has it. */
    claimedBy: integer('claimed_by'),
    claimedAt: instantColumn('claimed_at'),
    /** Of the final decision. */
    decidedAt: instantColumn('decided_at'),
    reason: text('reason').notNull().default(''),
    /** When the feature had done what was decided; null before. */
    settledAt: instantColumn('settled_at'),
    /** The refusal with which the feature answered a decision that it could not carry out; null when it could. */
    settleRefusal: text('settle_refusal'),
  },
  (table) => [
    uniqueIndex('review_of_subject').on(table.kind, table.subjectId, table.round),
    index('review_by_queue').on(table.kind, table.state, table.id),
    index('review_by_user').on(table.userId, table.id),
    index('review_to_settle')
      .on(table.decidedAt)
      .where(sql`state in ('approved', 'rejected') and settled_at is null`),
    check('review_state', sql`${table.state} in ('open', 'claimed', 'seconding', 'approved', 'rejected', 'cancelled')`),
  ],
)

export const reviewNote = sqliteTable(
  'review_note',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    reviewId: integer('review_id')
      .notNull()
      .references(() => review.id),
    staffId: integer('staff_id').notNull(),
    at: instantColumn('at').notNull(),
    text: text('text').notNull(),
    commandId: text('command_id').notNull().unique(),
  },
  (table) => [index('review_note_by_review').on(table.reviewId, table.id)],
)

/** One per person and review: the same person cannot be both of two. */
export const reviewDecision = sqliteTable(
  'review_decision',
  {
    reviewId: integer('review_id')
      .notNull()
      .references(() => review.id),
    staffId: integer('staff_id').notNull(),
    verdict: text('verdict', { enum: VERDICTS }).notNull(),
    reason: text('reason').notNull(),
    at: instantColumn('at').notNull(),
    commandId: text('command_id').notNull().unique(),
  },
  (table) => [
    primaryKey({ columns: [table.reviewId, table.staffId] }),
    check('review_decision_verdict', sql`${table.verdict} in ('approve', 'reject')`),
  ],
)
