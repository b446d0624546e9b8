// Which pictures there are and whose they are.

import { and, eq } from 'drizzle-orm'
import { openDirectory } from './directory'
import { user } from './identity-schema'
import { upload } from './upload-schema'

export type UploadRow = typeof upload.$inferSelect

export async function insertUpload(db: D1Database, row: UploadRow): Promise<void> {
  await openDirectory(db).insert(upload).values(row)
}

export async function findUpload(db: D1Database, id: string): Promise<UploadRow | null> {
  const [row] = await openDirectory(db).select().from(upload).where(eq(upload.id, id)).limit(1)
  return row ?? null
}

/**
 * Makes a picture of the user's own the avatar, for everybody to see. Answers the avatar before it, or null when the picture is not
 * the user's. Both rows change together.
 */
export async function showAsAvatar(
  db: D1Database,
  { userId, id, reference }: { readonly userId: number; readonly id: string; readonly reference: string },
): Promise<string | null> {
  const directory = openDirectory(db)
  const [[before], [shown]] = await directory.batch([
    directory.select({ headPortrait: user.headPortrait }).from(user).where(eq(user.id, userId)),
    directory
      .update(upload)
      .set({ isPublic: true })
      .where(and(eq(upload.id, id), eq(upload.userId, userId)))
      .returning({ id: upload.id }),
  ])
  if (!before || !shown) return null
  await directory.update(user).set({ headPortrait: reference }).where(eq(user.id, userId))
  return before.headPortrait
}

export async function deleteUpload(db: D1Database, owned: { id: string; userId: number }): Promise<void> {
  await openDirectory(db)
    .delete(upload)
    .where(and(eq(upload.id, owned.id), eq(upload.userId, owned.userId)))
}
