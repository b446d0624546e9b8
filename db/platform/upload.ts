// Uploaded pictures and their owners.

import { and, eq, inArray } from 'drizzle-orm'
import { openDirectory } from './directory'
import { user } from './identity-schema'
import { upload } from './upload-schema'

export type UploadRow = typeof upload.$inferSelect

export async function insertUpload(db: D1Database, row: UploadRow): Promise<void> {
  await openDirectory(db).insert(upload).values(row).onConflictDoNothing()
}

export async function findUpload(db: D1Database, id: string): Promise<UploadRow | null> {
  const [row] = await openDirectory(db).select().from(upload).where(eq(upload.id, id)).limit(1)
  return row ?? null
}

/** Returns the previous avatar; null for a missing user. */
export async function setHeadPortrait(db: D1Database, userId: number, reference: string): Promise<string | null> {
  const directory = openDirectory(db)
  const [[before]] = await directory.batch([
    directory.select({ headPortrait: user.headPortrait }).from(user).where(eq(user.id, userId)),
    directory.update(user).set({ headPortrait: reference }).where(eq(user.id, userId)),
  ])
  return before?.headPortrait ?? null
}

export async function deleteUpload(db: D1Database, owned: { id: string; userId: number }): Promise<void> {
  await openDirectory(db)
    .delete(upload)
    .where(and(eq(upload.id, owned.id), eq(upload.userId, owned.userId)))
}

export async function setUploadsPublic(db: D1Database, ids: readonly string[], isPublic: boolean): Promise<void> {
  await openDirectory(db)
    .update(upload)
    .set({ isPublic })
    .where(inArray(upload.id, [...ids]))
}
