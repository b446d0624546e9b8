// Migrates a room's SQLite to the newest schema when the room wakes: synchronous, so no request runs in between. Migrations are generated,
// and from 1.0 on appended and never edited; a room with a different history refuses to start.
//
// A room may make most of its tables on demand, at the first write: a user who never takes a loan has no table of loans.

import { assert } from '#domain/assert'
import { hashText } from '#domain/text-hash'
import type { Store } from './store'

/** What drizzle-kit writes into `migrations.js` of a room's store. */
export interface Migrations {
  readonly journal: { readonly entries: readonly { readonly idx: number; readonly tag: string }[] }
  /** "m0000" -> SQL text. */
  readonly migrations: Readonly<Record<string, string>>
}

interface AppliedRow {
  readonly idx: number
  readonly tag: string
  readonly hash: number
}

interface Migration extends AppliedRow {
  readonly statements: readonly Statement[]
}

interface Statement {
  readonly text: string
  /** Table that it makes or changes; null if it names several or none. */
  readonly table: string | null
}

/** Applies new migrations, each in full or not at all. Returns their count. */
export function migrate(store: Store, migrations: Migrations): number {
  return apply(store, readMigrations(migrations), () => true)
}

/** Migrates the tables that exist and those of `atOnce`. The returned store makes each other table at its first write. */
export function migrateOnDemand(store: Store, migrations: Migrations, atOnce: ReadonlySet<string>): Store {
  const read = readMigrations(migrations)
  let made = tablesOf(store)
  const isNew = apply(store, read, ({ table }) => table === null || atOnce.has(table) || made.has(table)) > 0
  if (isNew) made = tablesOf(store)
  return {
    ...store,
    has: (table) => made.has(table),
    make: (table) => {
      if (made.has(table)) return
      for (const { statements } of read)
        for (const { text } of statements.filter((each) => each.table === table)) store.run(text)
      made.add(table)
    },
    runInTransaction: (work) => {
      try {
        return store.runInTransaction(work)
      } catch (failure) {
        // Tables that the transaction made are gone.
        made = tablesOf(store)
        throw failure
      }
    },
  }
}

function apply(store: Store, migrations: readonly Migration[], isWanted: (statement: Statement) => boolean): number {
  store.run(
    'CREATE TABLE IF NOT EXISTS migration (idx INTEGER PRIMARY KEY, tag TEXT NOT NULL, hash INTEGER NOT NULL) STRICT',
  )
  const applied = store.rows<AppliedRow>('SELECT idx, tag, hash FROM migration ORDER BY idx')
  assert(applied.length <= migrations.length, 'a room is never older code than its store')
  applied.forEach(({ tag, hash }, position) =>
    assert(
      tag === migrations[position]?.tag && hash === migrations[position].hash,
      `migration ${tag} is as it was applied`,
    ),
  )
  for (const { idx, tag, hash, statements } of migrations.slice(applied.length))
    store.runInTransaction(() => {
      for (const statement of statements) if (isWanted(statement)) store.run(statement.text)
      store.run('INSERT INTO migration (idx, tag, hash) VALUES (?, ?, ?)', idx, tag, hash)
    })
  return migrations.length - applied.length
}

const tablesOf = (store: Store): Set<string> =>
  new Set(store.rows<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'").map(({ name }) => name))

const known = new WeakMap<Migrations, readonly Migration[]>()

/** Read once an isolate: every room of a kind has the same. */
function readMigrations(migrations: Migrations): readonly Migration[] {
  const read = known.get(migrations) ?? migrations.journal.entries.map((entry) => readMigration(entry, migrations))
  known.set(migrations, read)
  return read
}

function readMigration({ idx, tag }: Migrations['journal']['entries'][number], { migrations }: Migrations): Migration {
  const text = migrations[`m${String(idx).padStart(4, '0')}`]
  assert(text !== undefined, `migration ${tag} has its text`)
  const statements = text.split('--> statement-breakpoint').filter((statement) => statement.trim() !== '')
  return {
    idx,
    tag,
    hash: hashText(text),
    statements: statements.map((each) => ({ text: each, table: tableIn(each) })),
  }
}

/** The forms that drizzle-kit and `handwritten.sql` use. */
const TABLE_IN =
  /(?:CREATE TABLE|ALTER TABLE|CREATE (?:UNIQUE )?INDEX `?\w+`? ON|CREATE TRIGGER \w+ (?:BEFORE|AFTER) (?:INSERT|UPDATE|DELETE) ON) `?(\w+)/

const tableIn = (statement: string): string | null => TABLE_IN.exec(statement)?.[1] ?? null
