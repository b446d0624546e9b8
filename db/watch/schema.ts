// Tables of a symbol's Watch: each account's wake-up band and exposure by feature, and the last round that all bands were checked against.

import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instantColumn, watchColumns } from '../columns'

export const registration = sqliteTable(
  'registration',
  {
    feature: text('feature').notNull(),
    account: integer('account').notNull(),
    revision: integer('revision').notNull(),
    ...watchColumns,
  },
  (table) => [primaryKey({ columns: [table.feature, table.account] })],
)

/** One row. */
export const progress = sqliteTable('progress', {
  id: integer('id').primaryKey(),
  checkedAt: instantColumn('checked_at').notNull(),
})
