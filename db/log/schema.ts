// Tables of the Log room: leaves as they are hashed, roots of whole subtrees, signatures of checkpoints. What is hashed of a leaf is written
// from its row (server/domain/log/leaf.ts), so no leaf hash is stored.

import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
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

/** Number of the newest leaf of each source. */
export const source = sqliteTable('source', {
  name: text('name').primaryKey(),
  upTo: integer('up_to').notNull(),
})

/** Its text is computed from the leaves. */
export const checkpoint = sqliteTable('checkpoint', {
  size: integer('size').primaryKey(),
  at: instantColumn('at').notNull(),
  signature: bytesColumn('signature').notNull(),
})

/** Receipts in the log, by their names. */
export const loggedReceipt = sqliteTable('logged_receipt', {
  id: text('id').primaryKey(),
  leaf: integer('leaf').notNull(),
  /** JSON: where its ticks stand in logged rounds; null until that was looked up. */
  ticks: text('ticks'),
})
