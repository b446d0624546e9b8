// Tables of the Log room: hashed leaves, roots of whole subtrees, checkpoint signatures, proofs of ticks. Hashed parts of a leaf are written
// from its row (server/domain/log/leaf.ts), so no leaf hash is stored.

import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { TickProof } from '#domain/log/leaf'
import { bytesColumn, instantColumn } from '../columns'

export const leaf = sqliteTable(
  'leaf',
  {
    /** From 0. */
    no: integer('no').primaryKey(),
    source: text('source').notNull(),
    /** Rises within its source. */
    number: integer('number').notNull(),
    body: text('body').notNull(),
  },
  (table) => [index('leaf_by_source').on(table.source, table.number)],
)

/** Roots of whole subtrees of 256, 65,536, … leaves. */
export const subtree = sqliteTable(
  'subtree',
  {
    /** Leaves below it. */
    size: integer('size').notNull(),
    /** The first of them. */
    first: integer('first').notNull(),
    hash: bytesColumn('hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.size, table.first] })],
)

/** Newest entry that was read of each source: where it has another text, the source went back. `restored` has the instant of the last restore. */
export const source = sqliteTable('source', {
  name: text('name').primaryKey(),
  upTo: integer('up_to').notNull(),
  newest: text('newest').notNull(),
})

/** Its text is computed from the leaves. */
export const checkpoint = sqliteTable('checkpoint', {
  size: integer('size').primaryKey(),
  at: instantColumn('at').notNull(),
  signature: bytesColumn('signature').notNull(),
})

/** Receipts in the log, by their names. */
export const loggedReceipt = sqliteTable(
  'logged_receipt',
  {
    id: text('id').primaryKey(),
    leaf: integer('leaf').notNull(),
    /** Place of each of its ticks, null where no logged round holds it; null until they were looked up. */
    ticks: text('ticks', { mode: 'json' }).$type<
      readonly (readonly [round: number, leaf: number, symbol: string] | null)[]
    >(),
  },
  (table) => [
    index('logged_receipt_without_ticks')
      .on(table.leaf)
      .where(sql`${table.ticks} IS NULL`),
  ],
)

/** A round that holds ticks of receipts, with its place in the log. Quotes drops rounds after two days, and numbers them anew after it went back. */
export const provenRound = sqliteTable(
  'proven_round',
  {
    no: integer('no').notNull(),
    at: instantColumn('at').notNull(),
    lateSymbol: text('late_symbol'),
    /** Hex hashes of its ticks, joined; and of the path to the root that the leaf names. */
    hashes: text('hashes').notNull(),
    leaf: integer('leaf').notNull(),
    path: text('path').notNull(),
  },
  (table) => [primaryKey({ columns: [table.no, table.leaf] }), index('proven_round_by_time').on(table.at)],
)

export const provenTick = sqliteTable(
  'proven_tick',
  {
    round: integer('round').notNull(),
    leaf: integer('leaf').notNull(),
    symbol: text('symbol').notNull(),
    /** The symbol's tick before; null for its first. */
    before: text('before', { mode: 'json' }).$type<TickProof['before']>(),
    beforeRound: integer('before_round'),
    beforeLeaf: integer('before_leaf'),
  },
  (table) => [primaryKey({ columns: [table.round, table.leaf, table.symbol] })],
)
