// The bounds of the game. Chance and return are rules, and stand in no table.

import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { amountColumn, flagColumn } from '../columns'

export const gameTerm = sqliteTable('game_term', {
  /** Code of the asset that is staked. */
  asset: text('asset').primaryKey(),
  stakeMin: amountColumn('stake_min').notNull(),
  stakeMax: amountColumn('stake_max').notNull(),
  /** Largest profit of one round. */
  gainMax: amountColumn('gain_max').notNull(),
  isOpen: flagColumn('is_open').notNull().default(true),
})
