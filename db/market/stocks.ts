// Corporate actions already applied to one Market's book and to the house's ledger.

import { integer, sqliteTable } from 'drizzle-orm/sqlite-core'
import { instantColumn } from '../columns'

export const stockActionTaken = sqliteTable('stock_action_taken', {
  id: integer('id').primaryKey(),
  at: instantColumn('at').notNull(),
})
