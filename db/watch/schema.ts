// What the Watch of a symbol knows: where each account wants to be woken and what it has at stake, by feature; and up to which round of
// prices all of them were looked at.

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
