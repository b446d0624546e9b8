// Corporate actions that one Market has carried out in its book and in the house's ledger: each once.

import { integer, sqliteTable } from 'drizzle-orm/sqlite-core'
import { instantColumn } from '../columns'

export const stockActionTaken = sqliteTable('stock_action_taken', {
  id: integer('id').primaryKey(),
  at: instantColumn('at').notNull(),
})
