// The directory with its real tables: locked, copied out in parts, and restored into another one.

import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  beginDirectoryRestore,
  copyDirectoryIn,
  copyDirectoryOut,
  directoryVersion,
  endDirectoryRestore,
  isDirectoryEmpty,
  isDirectoryRestoring,
  openRestoredDirectory,
  lockDirectory,
  unlockDirectory,
} from '#db/platform/backup'
import { isRestore, noteRestoredRooms } from '#db/platform/restore-run'
import { seedStatements } from '#db/platform/seed/index'

const BASELINE = readFileSync(join(import.meta.dirname, '../../db/platform/migrations/0000_baseline.sql'), 'utf8')

type Bound = (string | number | null)[]

/** As much of D1 as is asked of it, over Node's SQLite. */
function d1(database: DatabaseSync): D1Database {
  const prepare = (text: string, values: Bound = []): object => ({
    bind: (...bound: Bound) => prepare(text, bound),
    run: () => Promise.resolve(database.prepare(text).run(...values)),
    all: () => Promise.resolve({ results: database.prepare(text).all(...values) }),
    first: (column: string) => Promise.resolve(database.prepare(text).get(...values)?.[column] ?? null),
    raw: () => {
      const statement = database.prepare(text)
      statement.setReturnArrays(true)
      return Promise.resolve([statement.columns().map(({ name }) => name), ...statement.all(...values)])
    },
    now: () => database.prepare(text).run(...values),
  })
  const batch = (statements: readonly { now(): unknown }[]) => {
    database.exec('BEGIN')
    try {
      for (const statement of statements) statement.now()
      database.exec('COMMIT')
    } catch (failure) {
      database.exec('ROLLBACK')
      throw failure
    }
    return Promise.resolve([])
  }
  return { prepare, batch } as unknown as D1Database
}

function open(): { readonly database: DatabaseSync; readonly db: D1Database } {
  const database = new DatabaseSync(':memory:')
  for (const statement of BASELINE.split('--> statement-breakpoint')) database.exec(statement)
  for (const statement of seedStatements()) database.exec(statement)
  return { database, db: d1(database) }
}

const tablesOf = (database: DatabaseSync) =>
  database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'sqlite_sequence' ORDER BY name")
    .all()
    .map(({ name }) => String(name))
const triggersOf = (database: DatabaseSync) =>
  database.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name").all()
const rowsOf = (database: DatabaseSync, table: string) => database.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all()

const PEOPLE = `
  INSERT INTO count_total (id, revision, sums, heard) VALUES (2, 5, '[]', '["ドル"]');
  INSERT INTO attempt_counter (key, count, expires_at)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200) SELECT printf('%01000d', i), i, 1 FROM n;
  UPDATE sqlite_sequence SET seq = 12345 WHERE name = 'user';
  INSERT INTO outbox_message (channel, target, subject, body, created_at) VALUES ('mail', 'a', 'b', 'c', 1);
`

test('a copy in parts restores every row, number and trigger, and no message', async () => {
  const [from, into] = [open(), open()]
  from.database.exec(PEOPLE)
  const texts: string[] = []
  for (let cursor = null, isOver = false; !isOver;) {
    const { text, next }: Awaited<ReturnType<typeof copyDirectoryOut>> = await copyDirectoryOut(from.db, cursor)
    texts.push(text)
    cursor = next as never
    isOver = next === null
  }
  expect(texts.length).toBeGreaterThan(1)
  const triggers = triggersOf(into.database)
  expect(await directoryVersion(into.db)).toBe(await directoryVersion(from.db))
  // As if the first try had been broken off.
  await beginDirectoryRestore(into.db, 1)
  await copyDirectoryIn(into.db, 1, texts[0] ?? '')
  expect(await isDirectoryRestoring(into.db)).toBe(true)
  expect(await directoryVersion(into.db)).toBe(await directoryVersion(from.db))
  await beginDirectoryRestore(into.db, 2)
  // The first one, which did not hear of it, writes nothing more.
  const rows = () => ['pair', 'restore_room'].map((table) => rowsOf(into.database, table))
  const late = [
    () => copyDirectoryIn(into.db, 1, texts[0] ?? ''),
    () => noteRestoredRooms(into.db, 1, [{ kind: 'Account', name: '1' }]),
    () => endDirectoryRestore(into.db, 1),
    () => openRestoredDirectory(into.db, 1),
  ]
  for (const write of late) await expect(write()).rejects.toThrow('NOT NULL')
  expect([await isRestore(into.db, 1), await isRestore(into.db, 2), rows()]).toEqual([false, true, [[], []]])
  for (const text of texts) await copyDirectoryIn(into.db, 2, text)
  // An answer may be lost.
  for (let again = 0; again < 2; again += 1) await endDirectoryRestore(into.db, 2)
  expect(await isDirectoryRestoring(into.db)).toBe(true)
  await openRestoredDirectory(into.db, 2)

  expect(await isDirectoryRestoring(into.db)).toBe(false)
  expect(triggersOf(into.database)).toEqual(triggers)
  expect(tablesOf(into.database)).toEqual(tablesOf(from.database))
  for (const table of tablesOf(from.database).filter((name) => name !== 'outbox_message'))
    expect({ table, rows: rowsOf(into.database, table) }).toEqual({ table, rows: rowsOf(from.database, table) })
  expect(rowsOf(into.database, 'outbox_message')).toEqual([])
  const sequence = "SELECT seq FROM sqlite_sequence WHERE name = 'user'"
  expect(into.database.prepare(sequence).get()).toEqual({ seq: 12_345 })
  expect(into.database.prepare('PRAGMA foreign_key_check').all()).toEqual([])
})

test('a lock refuses writes until its end, but attempts are counted; it is told whether it was in force', async () => {
  const { database, db } = open()
  const triggers = triggersOf(database)
  const until = Date.now() + 60_000
  const first = until - 1
  await lockDirectory(db, first, 'it is closed')
  // Another backup begins: the first one's end opens nothing, and it hears that it is of no one moment.
  await lockDirectory(db, until, 'it is closed')
  expect(await unlockDirectory(db, first)).toBe(false)
  expect(() => database.exec("UPDATE pair SET symbol = symbol || 'x'")).toThrow('it is closed')
  expect(() => database.exec('DELETE FROM menu_item')).toThrow('it is closed')
  expect(() => database.exec(PEOPLE)).toThrow('it is closed')
  database.exec('DELETE FROM attempt_counter')
  expect(await unlockDirectory(db, until)).toBe(true)
  expect(triggersOf(database)).toEqual(triggers)
  const past = Date.now() - 1_000
  await lockDirectory(db, past, 'it is closed')
  database.exec('DELETE FROM menu_item')
  expect(await unlockDirectory(db, past)).toBe(false)
  expect(await unlockDirectory(db, past)).toBe(false)
})

test('a directory in which somebody works is not empty', async () => {
  const { database, db } = open()
  expect(await isDirectoryEmpty(db)).toBe(true)
  database.exec(
    "INSERT INTO staff (email, name, role, state, created_at) SELECT 'a@example.com', 'A', 'admin', 'invited', 1",
  )
  expect(await isDirectoryEmpty(db)).toBe(false)
})
