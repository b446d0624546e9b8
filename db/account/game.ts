// The game of one user: committed seeds of the house, and rounds played with them.

import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { amountColumn, instantColumn, isUnsignedAmount } from '../columns'

export const gameSeed = sqliteTable('game_seed', {
  seedNo: integer('seed_no').primaryKey(),
  /** Secret until revealed. */
  seed: text('seed').notNull(),
  commitment: text('commitment').notNull(),
  committedAt: instantColumn('committed_at').notNull(),
  revealedAt: instantColumn('revealed_at'),
  /** Null for a seed without rounds. */
  receiptId: text('receipt_id'),
})

export const gameRound = sqliteTable(
  'game_round',
  {
    roundNo: integer('round_no').primaryKey(),
    seedNo: integer('seed_no').notNull(),
    nonce: integer('nonce').notNull(),
    clientSeed: text('client_seed').notNull(),
    assetId: integer('asset_id').notNull(),
    asset: text('asset').notNull(),
    under: integer('under').notNull(),
    roll: integer('roll').notNull(),
    stake: amountColumn('stake').notNull(),
    paid: amountColumn('paid').notNull(),
    at: instantColumn('at').notNull(),
  },
  (table) => [
    index('game_round_by_seed').on(table.seedNo, table.nonce),
    check('game_round_stake', isUnsignedAmount(table.stake)),
    check('game_round_paid', isUnsignedAmount(table.paid)),
    check('game_round_roll', sql`${table.roll} BETWEEN 0 AND 9999`),
  ],
)
