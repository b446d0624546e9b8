// The desk's queue: one review per subject and round, with notes and decisions. The subject is its feature's own row; its displayed data is
// copied here when the review opens.

import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { REVIEW_STATES, type ReviewSummary, VERDICTS } from '#domain/desk/review'
import { instantColumn } from '../columns'

export const review = sqliteTable(
  'review',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Name of a kind of server/services/desk/review-kinds.ts. No check: with one, each new kind would rebuild the table. */
    kind: text('kind').notNull(),
    /** Subject id in its feature. */
    subjectId: text('subject_id').notNull(),
    /** Starts at 1; incremented each time the subject is reviewed again. */
    round: integer('round').notNull().default(1),
    /** 0 without a user. */
    userId: integer('user_id').notNull(),
    /** The user's e-mail address or mobile number; empty where no user is concerned. */
    userName: text('user_name').notNull().default(''),
    /** Null, like the amount, for a review that moves no money. */
    assetId: integer('asset_id'),
    /** In the asset's smallest unit. A display copy, never used for payments. */
    amount: text('amount'),
    /** The remaining summary, as JSON. */
    summary: text('summary', { mode: 'json' }).$type<Omit<ReviewSummary, 'money'>>().notNull(),
    state: text('state', { enum: REVIEW_STATES }).notNull().default('open'),
    openedAt: instantColumn('opened_at').notNull(),
    /** Staff id; null while unclaimed. */
    claimedBy: integer('claimed_by'),
    claimedAt: instantColumn('claimed_at'),
    /** Of the final decision. */
    decidedAt: instantColumn('decided_at'),
    reason: text('reason').notNull().default(''),
    /** When the feature had executed the decision; null before. */
    resolvedAt: instantColumn('resolved_at'),
    /** Refusal of the feature when it couldn't execute the decision; otherwise null. */
    resolveRefusal: text('resolve_refusal'),
  },
  (table) => [
    uniqueIndex('review_of_subject').on(table.kind, table.subjectId, table.round),
    index('review_by_queue').on(table.kind, table.state, table.id),
    index('review_by_user').on(table.userId, table.id),
    index('review_to_resolve')
      .on(table.decidedAt)
      .where(sql`state in ('approved', 'rejected') and resolved_at is null`),
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

/** One per person and review: one person can't give both approvals. */
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
