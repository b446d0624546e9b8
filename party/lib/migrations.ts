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
  /** The table that it makes or changes; null for an unknown statement. */
  readonly table: string | null
}

/** Applies new migrations, each in full or not at all. Returns their count. */
export function migrate(store: Store, migrations: Migrations): number {
  return apply(store, readMigrations(migrations), () => true)
}

/** Migrates the tables that exist, and makes those of `atWake`. The returned store makes each other table at its first write. */
export function migrateOnDemand(store: Store, migrations: Migrations, atWake: ReadonlySet<string>): Store {
  const read = readMigrations(migrations)
  for (const { tag, statements } of read)
    for (const { text, table } of statements) assert(table !== null, `migration ${tag}: no table in ${text}`)
  let made = tablesOf(store)
  apply(store, read, ({ table }) => table !== null && made.has(table))
  const onDemand: Store = {
    ...store,
    has: (table) => made.has(table),
    make: (table) => {
      if (made.has(table)) return
      for (const { statements } of read)
        for (const statement of statements) if (statement.table === table) store.run(statement.text)
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
  if ([...atWake].some((table) => !made.has(table)))
    onDemand.runInTransaction(() => {
      for (const table of atWake) onDemand.make(table)
    })
  return onDemand
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

const cache = new WeakMap<Migrations, readonly Migration[]>()

/** Read once an isolate: every room of a kind has the same. */
function readMigrations(migrations: Migrations): readonly Migration[] {
  const read = cache.get(migrations) ?? migrations.journal.entries.map((entry) => readMigration(entry, migrations))
  cache.set(migrations, read)
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

/** Beginnings of statements, up to the one table that each concerns. */
const BEGINNINGS = [
  /^CREATE TABLE(?: IF NOT EXISTS)? /,
  /^CREATE (?:UNIQUE )?INDEX(?: IF NOT EXISTS)? \S+ ON /,
  /^CREATE TRIGGER(?: IF NOT EXISTS)? \S+ (?:BEFORE|AFTER) (?:INSERT|DELETE|UPDATE(?: OF [\w, ]+)?) ON /,
  /^(?:ALTER|DROP) TABLE(?: IF EXISTS)? /,
  /^(?:INSERT(?: OR \w+)? INTO|UPDATE(?: OR \w+)?|DELETE FROM) /,
]

/** A table that drizzle-kit rebuilds has the prefix `__new_` meanwhile. */
function tableIn(statement: string): string | null {
  const text = statement
    .replaceAll(/^\s*--.*$/gm, '')
    .replaceAll(/[`"]/g, '')
    .trim()
  for (const beginning of BEGINNINGS) {
    const found = beginning.exec(text)
    if (found) return /^(?:__new_)?(\w+)/.exec(text.slice(found[0].length))?.[1] ?? null
  }
  return null
}
