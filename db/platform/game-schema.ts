// Limits of the game. Chance and return are rules in code, not in a table.

import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { amountColumn, flagColumn } from '../columns'

export const gameTerm = sqliteTable('game_term', {
  /** Code of the stake's asset. */
  asset: text('asset').primaryKey(),
  stakeMin: amountColumn('stake_min').notNull(),
  stakeMax: amountColumn('stake_max').notNull(),
  /** Largest profit of one round. */
  gainMax: amountColumn('gain_max').notNull(),
  isOpen: flagColumn('is_open').notNull().default(true),
})
