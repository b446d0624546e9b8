// Which pictures and media of artworks were sent in, and whose they are. They themselves are objects of R2, named by the same id.

import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flagColumn, instantColumn } from '../columns'

export const upload = sqliteTable(
  'upload',
  {
    /** 128 random bits in base64url. */
    id: text('id').primaryKey(),
    /** 0 for a guest, whose files belong to a conversation. */
    userId: integer('user_id').notNull(),
    /** Everybody may see it: an avatar, or the medium of a listed work. Else its owner and staff alone. */
    isPublic: flagColumn('is_public').notNull(),
    /** As its content says: "image/png", "audio/mpeg" … */
    contentType: text('content_type').notNull(),
    byteCount: integer('byte_count').notNull(),
    /** SHA-256 of its bytes in hex: the same picture again has another id. Empty for those from before. */
    digest: text('digest').notNull().default(''),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    index('upload_by_user').on(table.userId, table.createdAt),
    index('upload_by_digest').on(table.digest, table.userId),
  ],
)
