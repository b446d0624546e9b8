// Corporate actions that one account has taken: each once.

import { integer, sqliteTable } from 'drizzle-orm/sqlite-core'
import { instantColumn } from '../columns'

export const stockActionTaken = sqliteTable('stock_action_taken', {
  id: integer('id').primaryKey(),
  at: instantColumn('at').notNull(),
})
