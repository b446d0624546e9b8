// One row a turn instead of one a change: what a turn puts into the logged tables and takes out of them is written as a single row of
// `turn_log`, and the tables follow later in one go, each row once however often it changed. A log that is found as the room wakes is
// carried out first, so to everyone who reads after `settle` the tables are as if every turn had written them.
//
// A turn may also be `carried`: not written here at all, but given as a line to somebody who keeps it with a write of his own, until the
// next `write` here saves it with all the others. A room that dies in between gets its lines back and takes them in with `takeBack`.

import { assert } from '#domain/assert'
import type { SqlValue, Store } from './store'

/** Columns in the order in which rows are given, the key first. New columns are appended at the end, never put in between. */
export interface LoggedTable {
  readonly columns: readonly string[]
  readonly keyCount: number
  /** Its rows are brought in this column of `turn_log`, as JSON of values[], and a trigger writes them at once; they are only ever put. */
  readonly column?: string
}

/** [table, how, ...values]: a whole row when put, its key when removed. */
type Change = readonly [table: string, how: 'put' | 'remove', ...values: (string | number | null)[]]

/** D1 and rooms in production take at most this many bound values in one statement. */
const VALUES_PER_STATEMENT_MAX = 100

/** The row of the logged table `counter` that holds the number of the last turn, which never runs backwards. */
const TURN_COUNTER = 'turn'

export class TurnLog {
  readonly #store: Store
  readonly #tables: Readonly<Record<string, LoggedTable>>
  /** Changes of this turn, all since the last write, and all since the tables were last written; by table and key, the last one counts. */
  readonly #turn = new Map<string, Change>()
  readonly #unsaved = new Map<string, Change>()
  readonly #owed = new Map<string, Change>()
  /** Rows that the tables have never seen: removing one again leaves nothing to do. */
  readonly #born = new Set<string>()
  #number: number
  #numberSaved: number
  #rows = 0

  constructor(store: Store, tables: Readonly<Record<string, LoggedTable>>) {
    this.#store = store
    this.#tables = tables
    const logged = store.rows<{ changes: string }>('SELECT changes FROM turn_log ORDER BY id')
    // Only `write` fills this table, from changes.
    for (const { changes } of logged)
      for (const change of JSON.parse(changes) as Change[]) this.#owed.set(this.#keyOf(change), change)
    this.#rows = logged.length
    if (logged.length > 0) store.runInTransaction(() => this.settle())
    this.#number = store.first<{ value: number }>('SELECT value FROM counter WHERE name = ?', TURN_COUNTER)?.value ?? 0
    this.#numberSaved = this.#number
  }

  /** How many rows the tables are behind. */
  get rows(): number {
    return this.#rows
  }

  /** How many turns are carried and not saved here. */
  get turnsAhead(): number {
    return this.#number - this.#numberSaved
  }

  /** Number of the last turn. */
  get number(): number {
    return this.#number
  }

  /** Number of the last turn that is saved here. */
  get numberSaved(): number {
    return this.#numberSaved
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

  /** Saves all that is not saved yet as one row: one statement, so it is whole or not at all. */
  write(): void {
    if (this.#unsaved.size === 0 && this.turnsAhead === 0) return
    this.#number += 1
    this.#note(['counter', 'put', TURN_COUNTER, this.#number])
    const brought = new Map<string, unknown[][]>()
    const changes: Change[] = []
    for (const change of this.#unsaved.values()) {
      const [table, , ...values] = change
      const { column } = this.#table(table)
      if (column === undefined) changes.push(change)
      else if (brought.get(column)?.push(values) === undefined) brought.set(column, [values])
    }
    const names = ['changes', ...brought.keys()]
    const statement = `INSERT INTO turn_log (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`
    this.#store.run(statement, JSON.stringify(changes), ...Array.from(brought.values(), (rows) => JSON.stringify(rows)))
    this.#rows += 1
    this.#turn.clear()
    this.#unsaved.clear()
    this.#numberSaved = this.#number
  }

  /** Ends the turn without a write. Answers its line, `number TAB changes`: whoever keeps it must do so before anybody hears of the turn. */
  carry(): string {
    this.#number += 1
    const line = `${this.#number}\t${JSON.stringify([...this.#turn.values()])}`
    this.#turn.clear()
    return line
  }

  /** Carries out lines of turns that are not saved here, oldest first; the next `write` saves them. */
  takeBack(lines: readonly string[]): void {
    for (const line of lines) {
      const number = parseInt(line, 10)
      if (number <= this.#number) continue
      assert(number === this.#number + 1, 'carried turns come back without a gap')
      // Only `carry` makes lines, from changes.
      for (const change of JSON.parse(line.slice(line.indexOf('\t') + 1)) as Change[]) this.#note(change)
      this.#number = number
    }
  }

  /** Brings the tables up to date and empties the log, inside a transaction. */
  settle(): void {
    if (this.#rows === 0) return
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
    this.#rows = 0
  }

  #note(change: Change): string {
    const key = this.#keyOf(change)
    this.#turn.set(key, change)
    this.#unsaved.set(key, change)
    if (this.#table(change[0]).column === undefined) this.#owed.set(key, change)
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
