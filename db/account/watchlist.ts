// The assets a user watches, in the order that the user gave them.

import { integer, sqliteTable } from 'drizzle-orm/sqlite-core'

export const watch = sqliteTable('watch', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  assetId: integer('asset_id').notNull().unique(),
  /** Rising along the list. Rows from before there was an order share the first place, and follow by their ids. */
  position: integer('position').notNull().default(0),
})
