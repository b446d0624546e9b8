// Whose Accounts have messages of their own to be sent by mail, SMS or push. The messages themselves stay in the Account.

import { integer, sqliteTable } from 'drizzle-orm/sqlite-core'
import { instantColumn } from '../columns'

export const noticeOwed = sqliteTable('notice_owed', {
  userId: integer('user_id').primaryKey(),
  /** When the Account said so last. */
  at: instantColumn('at').notNull(),
})
