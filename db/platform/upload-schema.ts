// Uploaded pictures and artwork media with their owners. The files are R2 objects of the same id.

import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flagColumn, instantColumn } from '../columns'

export const upload = sqliteTable(
  'upload',
  {
    /** 128 random bits in base64url. */
    id: text('id').primaryKey(),
    /** 0 for a guest, whose files belong to a conversation. */
    userId: integer('user_id').notNull(),
    /** Public: an avatar, or the medium of a listed work. Otherwise visible to owner and staff only. */
    isPublic: flagColumn('is_public').notNull(),
    /** As its content says: "image/png", "audio/mpeg" … */
    contentType: text('content_type').notNull(),
    byteCount: integer('byte_count').notNull(),
    /** SHA-256 of the bytes in hex: a repeated upload has another id but the same digest. Empty for old uploads. */
    digest: text('digest').notNull().default(''),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    index('upload_by_user').on(table.userId, table.createdAt),
    index('upload_by_digest').on(table.digest, table.userId),
  ],
)
