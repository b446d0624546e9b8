// The restore under way: its number, by which calls of an earlier one are refused, and the rooms that it or an earlier one has filled.

export const RESTORE_TABLES = ['restore_trigger', 'restore_room', 'restore_run']

interface FilledRoom {
  readonly kind: string
  readonly name: string
}

/** The newest number is the restore under way; which rooms were filled before stays known. */
export const beginRun = (db: D1Database, restore: number): D1PreparedStatement[] => [
  db.prepare(
    'CREATE TABLE IF NOT EXISTS restore_room (kind TEXT, name TEXT, restore INTEGER NOT NULL, PRIMARY KEY (kind, name))',
  ),
  db.prepare('CREATE TABLE IF NOT EXISTS restore_run (restore INTEGER NOT NULL)'),
  db.prepare('DELETE FROM restore_run'),
  db.prepare('INSERT INTO restore_run VALUES (?)').bind(restore),
]

/** Whether that restore is under way: none that began later, and not ended. */
export async function isRestore(db: D1Database, restore: number): Promise<boolean> {
  const found = "SELECT count(*) AS n FROM sqlite_master WHERE type = 'table' AND name = 'restore_run'"
  if ((await db.prepare(found).first<number>('n')) !== 1) return false
  return (await db.prepare('SELECT restore FROM restore_run').first<number>('restore')) === restore
}

/** Fails the batch that it stands in, when another restore began between the question and the work. */
export const insistOn = (db: D1Database, restore: number): D1PreparedStatement =>
  db
    .prepare('INSERT INTO restore_run SELECT NULL WHERE NOT EXISTS (SELECT 1 FROM restore_run WHERE restore = ?)')
    .bind(restore)

/** Notes rooms before they are filled: those that only an earlier restore filled are emptied at the end. */
export async function noteRestoredRooms(db: D1Database, restore: number, rooms: readonly FilledRoom[]): Promise<void> {
  const note = `INSERT OR REPLACE INTO restore_room
    SELECT json_extract(value, '$.kind'), json_extract(value, '$.name'), ? FROM json_each(?)`
  await db.batch([insistOn(db, restore), db.prepare(note).bind(restore, JSON.stringify(rooms))])
}

/** Rooms that only an earlier restore filled. */
export async function listForeignRooms(db: D1Database, restore: number, limit: number): Promise<FilledRoom[]> {
  const found = 'SELECT kind, name FROM restore_room WHERE restore <> ? LIMIT ?'
  return (await db.prepare(found).bind(restore, limit).all<FilledRoom>()).results
}

export async function forgetForeignRoom(db: D1Database, { kind, name }: FilledRoom): Promise<void> {
  await db.prepare('DELETE FROM restore_room WHERE kind = ? AND name = ?').bind(kind, name).run()
}
