// The daily tree of liabilities: its run, its leaves in the order of their hashes, roots of whole blocks, and each asset's root. Leaves and
// blocks are deleted after some days; the roots stay.

import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { amountColumn, instantColumn } from '../columns'

/** copying: counted accounts become leaves. sealing: leaves become roots. dropped: a count changed, or a step failed; another run begins. */
const LIABILITY_PHASES = ['copying', 'sealing', 'done', 'dropped'] as const

export const liabilityRun = sqliteTable(
  'liability_run',
  {
    no: integer('no').primaryKey({ autoIncrement: true }),
    /** UTC day: "2026-11-28". */
    day: text('day').notNull(),
    phase: text('phase', { enum: LIABILITY_PHASES }).notNull(),
    /** Incremented by each step, against double writes. */
    step: integer('step').notNull(),
    /** Revision of `count_total` whose counts are copied; read by the first step. */
    revision: integer('revision').notNull(),
    /** Key of salts and parts, in hex. */
    secret: text('secret').notNull(),
    /** Last account copied. */
    userId: integer('user_id').notNull(),
    /** Asset in progress, and its last leaf inside a block. */
    assetId: integer('asset_id').notNull(),
    lastHash: text('last_hash').notNull(),
    /** JSON of [asset, equity, debt] of the leaves of accounts. */
    totals: text('totals').notNull(),
    /** Users, counted users, and time of the oldest count, when copying ended. */
    users: integer('users').notNull(),
    counted: integer('counted').notNull(),
    oldestAt: instantColumn('oldest_at'),
    startedAt: instantColumn('started_at').notNull(),
    endedAt: instantColumn('ended_at'),
    root: text('root'),
  },
  (table) => [
    uniqueIndex('liability_run_by_day')
      .on(table.day)
      .where(sql`${table.phase} <> 'dropped'`),
    index('liability_run_by_phase').on(table.phase, table.no),
  ],
)

export const liabilityLeaf = sqliteTable(
  'liability_leaf',
  {
    runNo: integer('run_no').notNull(),
    assetId: integer('asset_id').notNull(),
    hash: text('hash').notNull(),
    /** Number of an account, or the name of a public holder. */
    holder: text('holder').notNull(),
    part: integer('part').notNull(),
    equity: amountColumn('equity').notNull(),
    debt: amountColumn('debt').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.runNo, table.assetId, table.hash] }),
    uniqueIndex('liability_leaf_by_holder').on(table.runNo, table.holder, table.assetId, table.part),
  ],
)

export const liabilityBlock = sqliteTable(
  'liability_block',
  {
    runNo: integer('run_no').notNull(),
    assetId: integer('asset_id').notNull(),
    /** Hash of its first leaf: blocks are in this order too. */
    firstHash: text('first_hash').notNull(),
    hash: text('hash').notNull(),
    equity: amountColumn('equity').notNull(),
    debt: amountColumn('debt').notNull(),
    size: integer('size').notNull(),
  },
  (table) => [primaryKey({ columns: [table.runNo, table.assetId, table.firstHash] })],
)

/** Asset of a run; kept for ever. */
export const liabilityAsset = sqliteTable(
  'liability_asset',
  {
    runNo: integer('run_no').notNull(),
    assetId: integer('asset_id').notNull(),
    code: text('code').notNull(),
    scale: integer('scale').notNull(),
    /** Leaves, sums over all of them, and root; zero and empty until the asset is sealed. */
    size: integer('size').notNull(),
    equity: amountColumn('equity').notNull(),
    debt: amountColumn('debt').notNull(),
    hash: text('hash').notNull(),
    /** Accounts alone. */
    usersEquity: amountColumn('users_equity').notNull(),
    usersDebt: amountColumn('users_debt').notNull(),
    /** Signed; negative: more was paid than taken. */
    insurance: amountColumn('insurance').notNull(),
    inviters: amountColumn('inviters').notNull(),
    /** As the site says: deposits less withdrawals, and play money. */
    reserve: amountColumn('reserve').notNull(),
    demo: amountColumn('demo').notNull(),
  },
  (table) => [primaryKey({ columns: [table.runNo, table.assetId] })],
)
