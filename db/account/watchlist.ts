// The assets a user watches.

import { integer, sqliteTable } from 'drizzle-orm/sqlite-core'

export const watch = sqliteTable('watch', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  assetId: integer('asset_id').notNull().unique(),
})
