// Backup and restore of the directory: it is locked by triggers, which end by themselves; its tables leave in parts, or are replaced.

import type { CopyCursor, CopyPart } from '#domain/copy-part'
import { RESTORE_TABLES, beginRun, insistOn } from './restore-run'

/** Characters of a part, and rows of one query. */
const PART_LENGTH = 400_000
const ROWS_PER_BATCH = 500

/** Neither copied nor replaced: the tools' own, and what a restore keeps until it ends. */
const LEFT = ['d1_migrations', ...RESTORE_TABLES]
/** Short-lived rows (sessions, codes, messages), dropped by a restore: all users are logged out, and no message is sent twice. */
const MOMENTARY = [
  'staff_session',
  'verification_code',
  'passkey_challenge',
  'outbox_message',
  'notice_owed',
  'alarm_event',
  'alarm_ringing',
  'alarm_hook',
]
/** Written while the rest is locked: attempts are counted at any time. */
const NEVER_LOCKED = ['attempt_counter']

interface TableRow {
  readonly name: string
  readonly sql: string
}

const OWN_TABLES = `SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '[_]*' AND name NOT GLOB 'sqlite_*'
  AND name NOT IN (${LEFT.map((name) => `'${name}'`).join(', ')}) ORDER BY name`

/** Referenced tables first. */
async function tablesOf(db: D1Database): Promise<string[]> {
  const { results } = await db.prepare(OWN_TABLES).all<TableRow>()
  const sorted: string[] = []
  const visit = (name: string): void => {
    const row = results.find((each) => each.name === name)
    if (!row || sorted.includes(name)) return
    for (const [, parent = ''] of row.sql.matchAll(/REFERENCES [`"]?(\w+)/g)) if (parent !== name) visit(parent)
    sorted.push(name)
  }
  for (const { name } of results) visit(name)
  return sorted
}

const runAll = async (db: D1Database, statements: readonly string[]): Promise<void> => {
  if (statements.length > 0) await db.batch(statements.map((statement) => db.prepare(statement)))
}

const lockName = (table: string, event: string): string => `locked_${event.toLowerCase()}_${table}`
const EVENTS = ['INSERT', 'UPDATE', 'DELETE'] as const

/** Refuses every write until the instant; `reason` is in the failure. A lock of before gives way without a gap. */
export async function lockDirectory(db: D1Database, until: number, reason: string): Promise<void> {
  const before = (await locksOf(db)).map(({ name }) => dropTrigger(name))
  const tables = (await tablesOf(db)).filter((name) => !NEVER_LOCKED.includes(name))
  const locks = tables.flatMap((table) =>
    EVENTS.map(
      (event) =>
        `CREATE TRIGGER "${lockName(table, event)}" BEFORE ${event} ON "${table}" WHEN unixepoch() * 1000 < ${until} BEGIN SELECT raise(ABORT, '${reason}'); END`,
    ),
  )
  await runAll(db, [...before, ...locks])
}

interface Lock {
  readonly name: string
  readonly until: number
  readonly is_locked: number
}

async function locksOf(db: D1Database): Promise<readonly Lock[]> {
  const found = `SELECT name, until, until > unixepoch() * 1000 AS is_locked FROM (
    SELECT name, CAST(substr(sql, instr(sql, '() * 1000 < ') + 12, 13) AS INTEGER) AS until
    FROM sqlite_master WHERE type = 'trigger' AND name GLOB 'locked_*')`
  return (await db.prepare(found).all<Lock>()).results
}

const dropTrigger = (name: string): string => `DROP TRIGGER IF EXISTS "${name}"`

/** Returns true if the lock until that instant was active; a lock of another backup stays. */
export async function unlockDirectory(db: D1Database, until: number): Promise<boolean> {
  const own = (await locksOf(db)).filter((lock) => lock.until === until)
  await runAll(
    db,
    own.map(({ name }) => dropTrigger(name)),
  )
  return own.length > 0 && own.every((row) => row.is_locked === 1)
}

/** Definitions of the tables, compared before a restore. */
export async function directoryVersion(db: D1Database): Promise<string> {
  const { results } = await db.prepare(OWN_TABLES).all<TableRow>()
  return results.map(({ sql }) => sql).join('\n')
}

export async function copyDirectoryOut(db: D1Database, from: CopyCursor | null): Promise<CopyPart> {
  const lines: string[] = []
  let length = 0
  const tables = (await tablesOf(db)).filter((name) => !MOMENTARY.includes(name))
  for (const table of tables.slice(from ? tables.indexOf(from.table) : 0)) {
    let after: number | null = from?.table === table ? from.row : Number.MIN_SAFE_INTEGER
    while (after !== null) {
      const page: { readonly rows: readonly unknown[][]; readonly columns: readonly string[] } = await readRows(
        db,
        table,
        after,
      )
      if (page.rows.length > 0) lines.push(JSON.stringify({ table, columns: page.columns }))
      for (const row of page.rows) {
        const line = JSON.stringify(row.slice(1))
        lines.push(line)
        length += line.length
        if (length > PART_LENGTH) return { text: lines.join('\n'), next: { table, row: Number(row[0]) } }
      }
      after = page.rows.length === ROWS_PER_BATCH ? Number(page.rows.at(-1)?.[0]) : null
    }
  }
  lines.push(...(await sequenceLines(db)))
  return { text: lines.join('\n'), next: null }
}

async function readRows(db: D1Database, table: string, after: number) {
  const query = `SELECT rowid AS copied_row, * FROM "${table}" WHERE rowid > ? ORDER BY rowid LIMIT ${ROWS_PER_BATCH}`
  const [columns = [], ...rows] = await db.prepare(query).bind(after).raw<unknown[]>({ columnNames: true })
  return { rows, columns: columns.slice(1).map(String) }
}

/** Issued numbers are never reused. */
async function sequenceLines(db: D1Database): Promise<string[]> {
  const { results } = await db
    .prepare('SELECT name, seq FROM sqlite_sequence')
    .all<{ readonly name: string; readonly seq: number }>()
  const rows = results.filter(({ name }) => !LEFT.includes(name))
  return [
    JSON.stringify({ table: 'sqlite_sequence', columns: ['name', 'seq'] }),
    ...rows.map(({ name, seq }) => JSON.stringify([name, seq])),
  ]
}

/** False when somebody has registered or worked here. */
export async function isDirectoryEmpty(db: D1Database): Promise<boolean> {
  const used =
    'SELECT EXISTS (SELECT 1 FROM user) OR EXISTS (SELECT 1 FROM staff) OR EXISTS (SELECT 1 FROM audit_entry) AS is_used'
  return (await db.prepare(used).first<number>('is_used')) === 0
}

/** Sets the triggers aside and empties every table. Can be repeated: the newest number is the restore under way. */
export async function beginDirectoryRestore(db: D1Database, restore: number): Promise<void> {
  const locks = (await locksOf(db)).map(({ name }) => dropTrigger(name))
  await runAll(db, locks)
  const { results } = await db
    .prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
    .all<{ readonly name: string; readonly sql: string }>()
  const tables = await tablesOf(db)
  await db.batch([
    db.prepare('CREATE TABLE IF NOT EXISTS restore_trigger (name TEXT PRIMARY KEY, sql TEXT NOT NULL)'),
    ...beginRun(db, restore),
    ...results.map(({ name, sql }) =>
      db.prepare('INSERT OR REPLACE INTO restore_trigger VALUES (?, ?)').bind(name, sql),
    ),
    ...results.map(({ name }) => db.prepare(`DROP TRIGGER "${name}"`)),
    ...tables.toReversed().map((table) => db.prepare(`DELETE FROM "${table}"`)),
  ])
}

/** True from the beginning of a restore until the restored site opens. */
export async function isDirectoryRestoring(db: D1Database): Promise<boolean> {
  const found = "SELECT count(*) AS n FROM sqlite_master WHERE type = 'table' AND name = 'restore_trigger'"
  return (await db.prepare(found).first<number>('n')) === 1
}

/** Can be repeated. Rows that the running site writes by itself meanwhile, such as counters, give way to those of the backup. */
export async function copyDirectoryIn(db: D1Database, restore: number, text: string): Promise<void> {
  const inserts = insertsOf(db, text)
  if (inserts.length > 0) await db.batch([insistOn(db, restore), ...inserts])
}

function insertsOf(db: D1Database, text: string): D1PreparedStatement[] {
  const inserts: D1PreparedStatement[] = []
  let [table, columns, rows]: [string, readonly string[], string[]] = ['', [], []]
  const flush = () => {
    if (rows.length > 0) inserts.push(insertOf(db, { table, columns, rows }))
    rows = []
  }
  for (const line of text.split('\n')) {
    if (line.startsWith('[')) rows.push(line)
    else if (line !== '') {
      flush()
      // Written by copyDirectoryOut.
      const head = JSON.parse(line) as { readonly table: string; readonly columns: readonly string[] }
      ;[table, columns] = [head.table, head.columns]
      if (table === 'sqlite_sequence') inserts.push(db.prepare('DELETE FROM sqlite_sequence'))
    }
  }
  flush()
  return inserts
}

/** One statement and one value for many rows. */
function insertOf(
  db: D1Database,
  {
    table,
    columns,
    rows,
  }: { readonly table: string; readonly columns: readonly string[]; readonly rows: readonly string[] },
): D1PreparedStatement {
  const names = columns.map((name) => `"${name}"`).join(', ')
  const values = columns.map((_, index) => `json_extract(value, '$[${index}]')`).join(', ')
  return db
    .prepare(`INSERT OR REPLACE INTO "${table}" (${names}) SELECT ${values} FROM json_each(?)`)
    .bind(`[${rows.join(',')}]`)
}

/** Triggers are made again, and what belongs to the moment is gone. The restore is under way until the rooms are awake. Can be repeated. */
export async function endDirectoryRestore(db: D1Database, restore: number): Promise<void> {
  const { results } = await db.prepare('SELECT sql FROM restore_trigger').all<{ readonly sql: string }>()
  await db.batch([
    insistOn(db, restore),
    ...MOMENTARY.map((table) => db.prepare(`DELETE FROM "${table}"`)),
    ...results.map(({ sql }) => db.prepare(sql)),
    db.prepare('DELETE FROM restore_trigger'),
  ])
}

/** Ends the restore. */
export async function openRestoredDirectory(db: D1Database, restore: number): Promise<void> {
  await db.batch([insistOn(db, restore), ...RESTORE_TABLES.map((table) => db.prepare(`DROP TABLE IF EXISTS ${table}`))])
}

/** Names of rooms by the directory, ascending, after the last one known. */
export async function listRoomNames(
  db: D1Database,
  { query, after, limit }: { readonly query: RoomQuery; readonly after: string; readonly limit: number },
): Promise<string[]> {
  const { results } = await db
    .prepare(`SELECT name FROM (${ROOM_QUERIES[query]}) WHERE name > ? ORDER BY name LIMIT ?`)
    .bind(after, limit)
    .all<{ readonly name: string }>()
  return results.map(({ name }) => name)
}

export type RoomQuery = keyof typeof ROOM_QUERIES
const ROOM_QUERIES = {
  users: 'SELECT CAST(id AS TEXT) AS name FROM user',
  pairs: 'SELECT symbol AS name FROM pair',
  traders: 'SELECT CAST(user_id AS TEXT) AS name FROM trader',
  events: 'SELECT CAST(id AS TEXT) AS name FROM quiz_event',
  lots: 'SELECT CAST(id AS TEXT) AS name FROM nft_lot',
  threads: 'SELECT id AS name FROM support_thread',
} as const
