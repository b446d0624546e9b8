// One row a turn instead of one a change: what a turn puts into the logged tables and takes out of them is written as a single row of
// `turn_log`, and the tables follow later in one go, each row once however often it changed. A log that is found as the room wakes is
// carried out first, so to everyone who reads after `settle` the tables are as if every turn had written them.

import { assert } from '#domain/assert'
import type { SqlValue, Store } from './store'

/** Columns in the order in which rows are given, the key first. New columns are appended at the end, never put in between. */
export interface LoggedTable {
  readonly columns: readonly string[]
  readonly keyCount: number
}

/** [table, how, ...values]: a whole row when put, its key when removed. */
type Change = readonly [table: string, how: 'put' | 'remove', ...values: (string | number | null)[]]

/** D1 and rooms in production take at most this many bound values in one statement. */
const VALUES_PER_STATEMENT_MAX = 100

export class TurnLog {
  readonly #store: Store
  readonly #tables: Readonly<Record<string, LoggedTable>>
  /** Changes of this turn, and all since the tables were last written; by table and key, the last one counts. */
  readonly #turn = new Map<string, Change>()
  readonly #owed = new Map<string, Change>()
  /** Rows that the tables have never seen: removing one again leaves nothing to do. */
  readonly #born = new Set<string>()
  #idLast = 0
  #turns = 0

  constructor(store: Store, tables: Readonly<Record<string, LoggedTable>>) {
    this.#store = store
    this.#tables = tables
    const logged = store.rows<{ id: number; changes: string }>('SELECT id, changes FROM turn_log ORDER BY id')
    if (logged.length === 0) return
    // Only `write` fills this table, from changes.
    for (const { changes } of logged)
      for (const change of JSON.parse(changes) as Change[]) this.#owed.set(this.#keyOf(change), change)
    this.#turns = logged.length
    store.runInTransaction(() => this.settle())
  }

  /** How many turns the tables are behind. */
  get turns(): number {
    return this.#turns
  }

  /** A row that was never there. */
  add(table: string, ...values: (string | number | null)[]): void {
    this.#born.add(this.#note([table, 'put', ...values]))
  }

  /** A row as it is now, whether it was there or not. */
  put(table: string, ...values: (string | number | null)[]): void {
    this.#note([table, 'put', ...values])
  }

  remove(table: string, ...key: (string | number)[]): void {
    const noted = this.#note([table, 'remove', ...key])
    if (this.#born.delete(noted)) this.#owed.delete(noted)
  }

  /**
   * Writes what the turn changed as one row: one statement, so it is whole or not at all. `besides` names further columns of the
   * room's own `turn_log`, for what a trigger carries on at once.
   */
  write(besides: Readonly<Record<string, string>> = {}): void {
    if (this.#turn.size === 0) return
    const names = ['id', 'changes', ...Object.keys(besides)]
    const statement = `INSERT INTO turn_log (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`
    this.#idLast += 1
    this.#turns += 1
    this.#store.run(statement, this.#idLast, JSON.stringify([...this.#turn.values()]), ...Object.values(besides))
    this.#turn.clear()
  }

  /** Brings the tables up to date and empties the log, inside a transaction. */
  settle(): void {
    if (this.#turns === 0) return
    const puts = new Map<string, Change[]>()
    for (const change of this.#owed.values()) {
      const [table, how, ...values] = change
      if (how === 'remove') this.#store.run(this.#removeStatement(table), ...values)
      else if (puts.get(table)?.push(change) === undefined) puts.set(table, [change])
    }
    for (const [table, changes] of puts) this.#putAll(table, changes)
    this.#store.run('DELETE FROM turn_log')
    this.#owed.clear()
    this.#born.clear()
    this.#turns = 0
    this.#idLast = 0
  }

  #note(change: Change): string {
    const key = this.#keyOf(change)
    this.#turn.set(key, change)
    this.#owed.set(key, change)
    return key
  }

  #keyOf([table, , ...values]: Change): string {
    const { keyCount } = this.#table(table)
    return `${table}|${keyCount === 1 ? values[0] : values.slice(0, keyCount).join('|')}`
  }

  #table(name: string): LoggedTable {
    const table = this.#tables[name]
    assert(table !== undefined, `${name} is a logged table`)
    return table
  }

  /** Several rows a statement: a statement costs more than a row. Rows of an older log may have fewer columns. */
  #putAll(table: string, changes: readonly Change[]): void {
    let from = 0
    while (from < changes.length) {
      const width = (changes[from]?.length ?? 0) - 2
      const rowsMax = Math.max(1, Math.floor(VALUES_PER_STATEMENT_MAX / width))
      let to = from + 1
      while (to < changes.length && to - from < rowsMax && changes[to]?.length === width + 2) to += 1
      const values: SqlValue[] = changes.slice(from, to).flatMap(([, , ...row]) => row)
      this.#store.run(this.#putStatement(table, width, to - from), ...values)
      from = to
    }
  }

  readonly #statements = new Map<string, string>()

  #putStatement(name: string, width: number, rows: number): string {
    const id = `${name}|${width}|${rows}`
    const known = this.#statements.get(id)
    if (known !== undefined) return known
    const { columns, keyCount } = this.#table(name)
    const named = columns.slice(0, width)
    const row = `(${named.map(() => '?').join(', ')})`
    const updates = named.slice(keyCount).map((column) => `${column} = excluded.${column}`)
    const text = `INSERT INTO ${name} (${named.join(', ')}) VALUES ${Array.from({ length: rows }, () => row).join(', ')}
      ON CONFLICT (${named.slice(0, keyCount).join(', ')}) DO UPDATE SET ${updates.join(', ')}`
    this.#statements.set(id, text)
    return text
  }

  #removeStatement(name: string): string {
    const { columns, keyCount } = this.#table(name)
    return `DELETE FROM ${name} WHERE ${columns
      .slice(0, keyCount)
      .map((column) => `${column} = ?`)
      .join(' AND ')}`
  }
}
