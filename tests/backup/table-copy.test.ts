// Tables copied out in parts and in again, with the values that rooms store.

import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { type CopySql, copyIn, copyOut, emptyTables, takeTriggers } from '#party/lib/table-copy'

/** The raw SQL of a room, over Node's SQLite. */
function sqlOf(database: DatabaseSync): CopySql {
  return {
    exec: (text, ...values) => {
      const statement = database.prepare(text)
      statement.setReturnArrays(true)
      const columnNames = statement.columns().map(({ name }) => name)
      const bound = values.map((value) => (value instanceof ArrayBuffer ? new Uint8Array(value) : value))
      const rows = columnNames.length > 0 ? statement.all(...bound) : (statement.run(...bound), [])
      // A room's SQLite answers bytes as an ArrayBuffer.
      const answer = (rows as unknown as (string | number | null | Uint8Array)[][]).map((row) =>
        row.map((value) => (value instanceof Uint8Array ? new Uint8Array(value).buffer : value)),
      )
      return { columnNames, raw: () => answer }
    },
  }
}

const TABLES = `
  CREATE TABLE migration (idx INTEGER PRIMARY KEY);
  INSERT INTO migration VALUES (0);
  CREATE TABLE entry (id INTEGER PRIMARY KEY AUTOINCREMENT, amount TEXT NOT NULL, note TEXT, rate REAL);
  CREATE TABLE session (id TEXT PRIMARY KEY);
  CREATE TABLE subtree (size INTEGER PRIMARY KEY, hash BLOB NOT NULL);
  CREATE TABLE stream (peer INTEGER, seq INTEGER, PRIMARY KEY (peer, seq));
  CREATE TABLE _cf_kv (key TEXT PRIMARY KEY);
  CREATE TRIGGER entry_kept BEFORE DELETE ON entry BEGIN SELECT raise(ABORT, 'never; deleted'); END;
`

function open(rows: string): { readonly database: DatabaseSync; readonly sql: CopySql } {
  const database = new DatabaseSync(':memory:')
  database.exec(TABLES + rows)
  return { database, sql: sqlOf(database) }
}

test('everything but sessions is copied, in parts of a row at most where rows are long, and replaces what was there', () => {
  const long = 'x'.repeat(500_000)
  const from = open(`
    INSERT INTO entry (id, amount, note, rate) VALUES (-3, '1', 'ドル, "a"', 1.5), (7, '123456789012345678901234567890', NULL, 2), (9007199254740991, '-1', '${long}', 0);
    INSERT INTO stream VALUES (-5, 2), (4, 1);
    INSERT INTO session VALUES ('one');
    INSERT INTO subtree VALUES (256, x'00ff10');
  `)
  const into = open(`INSERT INTO entry (amount) VALUES ('9'); INSERT INTO stream VALUES (1, 1);`)
  const triggers = takeTriggers(into.sql)
  emptyTables(into.sql)
  let parts = 0
  for (let cursor = null, isOver = false; !isOver; parts += 1) {
    const { text, next }: ReturnType<typeof copyOut> = copyOut(from.sql, new Set(['session']), cursor)
    // Its first answer was lost.
    for (let again = 0; again < 2; again += 1) copyIn(into.sql, text, () => undefined)
    cursor = next as never
    isOver = next === null
  }
  for (const trigger of triggers) into.sql.exec(trigger)

  expect(parts).toBe(2)
  for (const table of ['entry', 'stream', 'subtree', 'migration'])
    expect(into.database.prepare(`SELECT * FROM ${table} ORDER BY rowid`).all()).toEqual(
      from.database.prepare(`SELECT * FROM ${table} ORDER BY rowid`).all(),
    )
  expect(into.database.prepare('SELECT * FROM session').all()).toEqual([])
  expect(() => into.database.exec('DELETE FROM entry')).toThrow('never; deleted')
})
