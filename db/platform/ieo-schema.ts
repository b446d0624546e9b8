// Token sales: terms and texts, written by the desk, and results, written by the allocation rule only. Terms of applications are fixed once
// a row exists; a test checks that no column of the terms could decide an outcome.

import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { IEO_MODES } from '#domain/ieo/terms'
import type { Tick } from '#domain/quotes/chain'
import { amountColumn, flagColumn, instantColumn } from '../columns'
import { asset } from './catalogue-schema'

export const ieoProject = sqliteTable(
  'ieo_project',
  {
    id: integer('id').primaryKey(),
    assetId: integer('asset_id')
      .notNull()
      .references(() => asset.id),
    mode: text('mode', { enum: IEO_MODES }).notNull(),
    /** USDT price of one token. */
    cost: amountColumn('cost').notNull(),
    /** Whole tokens, all three. */
    supply: integer('supply').notNull(),
    minQuantity: integer('min_quantity').notNull(),
    userMax: integer('applicant_max').notNull(),
    /** Comma list of accepted payment assets. */
    pays: text('pays').notNull(),
    startsAt: instantColumn('starts_at').notNull(),
    endsAt: instantColumn('ends_at').notNull(),
    listingAt: instantColumn('listing_at').notNull(),
    lockDays: integer('lock_days').notNull(),
    /** A path of ours. */
    picture: text('picture').notNull().default(''),
    website: text('website').notNull().default(''),
    whitePaper: text('white_paper').notNull().default(''),
    /** Closed for new applications; those that were made go their way. */
    isOpen: flagColumn('is_open').notNull().default(true),
    isShown: flagColumn('is_shown').notNull().default(true),
    sort: integer('sort').notNull().default(0),
  },
  (table) => [
    index('ieo_project_by_start').on(table.startsAt),
    check('ieo_project_times', sql`${table.startsAt} < ${table.endsAt} AND ${table.endsAt} <= ${table.listingAt}`),
    check('ieo_project_quantities', sql`${table.minQuantity} BETWEEN 1 AND ${table.userMax} AND ${table.supply} >= 1`),
    check('ieo_project_lock_days', sql`${table.lockDays} >= 1`),
  ],
)

export const ieoText = sqliteTable(
  'ieo_text',
  {
    projectId: integer('project_id')
      .notNull()
      .references(() => ieoProject.id, { onDelete: 'cascade' }),
    language: text('language').notNull(),
    title: text('title').notNull(),
    summary: text('summary').notNull(),
    content: text('content').notNull(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.language] })],
)

const IEO_PHASES = ['committing', 'waiting', 'sharing', 'rounding', 'listing', 'telling', 'done'] as const

/** Trees of a sale: over its applications, and over its allotments. */
export const IEO_TREES = ['claims', 'list'] as const

/** Allocation of an ended sale, and its progress. Once the row exists, applications are refused. */
export const ieoRun = sqliteTable('ieo_run', {
  projectId: integer('project_id')
    .primaryKey()
    .references(() => ieoProject.id),
  phase: text('phase', { enum: IEO_PHASES }).notNull(),
  /** Last application of the previous slice, or number of the next block. */
  cursor: integer('cursor').notNull(),
  claims: integer('claims').notNull(),
  total: integer('total').notNull(),
  /** Of the tree over the applications, in hex; and when it was committed to, when the log first had it, and when the sharing began. */
  claimsRoot: text('claims_root'),
  committedAt: instantColumn('committed_at'),
  loggedAt: instantColumn('logged_at'),
  sharedAt: instantColumn('shared_at'),
  /** JSON of the newest tick before the sharing. */
  tick: text('tick', { mode: 'json' }).$type<Tick>(),
  /** Applications of the current pass so far, and whole tokens given to their applicants. */
  shared: integer('shared').notNull(),
  dealt: integer('dealt').notNull(),
  lastRemainder: integer('last_remainder'),
  lastFirst: integer('last_first'),
  /** Of the tree over the whole list, in hex. */
  root: text('root'),
  startedAt: instantColumn('started_at').notNull(),
  listedAt: instantColumn('listed_at'),
})

/** Each application with its applicant's share; the allotment follows from it and the last remainder that was rounded up. */
export const ieoShare = sqliteTable(
  'ieo_share',
  {
    claim: integer('claim_no').primaryKey(),
    projectId: integer('project_id').notNull(),
    userId: integer('user_id').notNull(),
    /** Index in the list, from 0. */
    position: integer('position').notNull(),
    applied: integer('applied').notNull(),
    /** Of the same applicant: first application, quantity before this one, and total. */
    first: integer('first_claim').notNull(),
    before: integer('applied_before').notNull(),
    inAll: integer('applied_in_all').notNull(),
    whole: integer('whole').notNull(),
    remainder: integer('remainder').notNull(),
    isTold: flagColumn('is_told').notNull().default(false),
  },
  (table) => [
    uniqueIndex('ieo_share_by_position').on(table.projectId, table.position),
    index('ieo_share_by_remainder')
      .on(table.projectId, sql`${table.remainder} DESC`, table.claim)
      .where(sql`${table.before} = 0`),
    index('ieo_share_untold')
      .on(table.projectId, table.userId, table.claim)
      .where(sql`${table.isTold} = 0`),
  ],
)

/** Roots of a tree's blocks, in hex: a path through the whole tree needs the leaves of one block only. */
export const ieoBlock = sqliteTable(
  'ieo_block',
  {
    projectId: integer('project_id').notNull(),
    tree: text('tree', { enum: IEO_TREES }).notNull(),
    no: integer('no').notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.tree, table.no] })],
)
