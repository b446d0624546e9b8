// Receipts of what a price, a draw or an allocation decided. Each is named by the SHA-256 of its text, so that nobody can change one.

import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instantColumn } from '../columns'

export const receipt = sqliteTable('receipt', {
  id: text('id').primaryKey(),
  body: text('body').notNull(),
  at: instantColumn('at').notNull(),
})
