// Write-ahead log of turns: a turn's changes to the logged tables are written as one row of `turn_log`; the tables follow at a checkpoint,
// each row once however often it changed. A log found when the room wakes is checkpointed first, so readers after a checkpoint see the
// tables as if every turn had written them directly.
//
// A turn may also be forwarded: instead of being committed here, it is passed as a line to another room that commits it, until the next
// `commit` here saves it with all others. After a crash in between, the room receives its lines back and replays them.

import { assert } from '#domain/assert'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Store } from './store'
import { type KeyOf, type RowOf, type Table, tableOf } from './table'

export interface LoggedTables {
  /** Follow the log at each checkpoint. A new column goes to the end of its schema: an older log names values by their place. */
  readonly tables: readonly SQLiteTable[]
  /**
   * By column of `turn_log`: rows of these tables are part of the turn's row, and a trigger writes them at once. They are only inserted or
   * replaced.
   */
  readonly atOnce?: Readonly<Record<string, SQLiteTable>>
  /** One of the tables: its row "turn" holds the number of the last turn, which never runs backwards. */
  readonly counter: SQLiteTable & { readonly $inferSelect: { readonly name: string; readonly value: number } }
}

/** [table, how, ...values]: a whole row in the order of its schema when put, its key when removed. */
type Change = readonly [table: string, how: 'put' | 'remove', ...values: (string | number | null)[]]

const TURN_COUNTER = 'turn'

export class TurnLog {
  readonly #store: Store
  readonly #counter: LoggedTables['counter']
  readonly #tables = new Map<string, Table<SQLiteTable>>()
  /** By table: the `turn_log` column that carries its rows. */
  readonly #atOnce = new Map<string, string>()
  /** Changes of this turn, of earlier turns since the last commit, and since the last checkpoint; by table and key, the last one wins. */
  #turn = new Map<string, Change>()
  readonly #uncommitted = new Map<string, Change>()
  readonly #owed = new Map<string, Change>()
  /** Rows that the tables have never contained: removing one needs no statement. */
  readonly #born = new Set<string>()
  #number: number
  #numberCommitted: number
  #rows = 0

  constructor(store: Store, { tables, atOnce = {}, counter }: LoggedTables) {
    this.#store = store
    this.#counter = counter
    for (const schema of tables) this.#tables.set(tableOf(schema).name, tableOf(schema))
    for (const [column, schema] of Object.entries(atOnce)) {
      this.#tables.set(tableOf(schema).name, tableOf(schema))
      this.#atOnce.set(tableOf(schema).name, column)
    }
    const logged = store.rows<{ changes: string }>('SELECT changes FROM turn_log ORDER BY id')
    // Only `commit` fills this table, from changes.
    for (const { changes } of logged)
      for (const change of JSON.parse(changes) as Change[]) this.#owed.set(this.#idOf(change), change)
    this.#rows = logged.length
    if (logged.length > 0) store.runInTransaction(() => this.checkpoint())
    this.#number = tableOf(counter).first(store, 'WHERE name = ?', TURN_COUNTER)?.value ?? 0
    this.#numberCommitted = this.#number
  }

  /** How many rows the tables are behind. */
  get rows(): number {
    return this.#rows
  }

  /** How many turns are forwarded and not committed here. */
  get turnsForwarded(): number {
    return this.#number - this.#numberCommitted
  }

  /** Number of the last turn. */
  get number(): number {
    return this.#number
  }

  /** Number of the last turn that is committed here. */
  get numberCommitted(): number {
    return this.#numberCommitted
  }

  /** Adds a row that doesn't exist yet. */
  add<Schema extends SQLiteTable>(schema: Schema, row: RowOf<Schema>): void {
    const table = tableOf(schema)
    const change: Change = [table.name, 'put', ...table.valuesOf(row)]
    const id = this.#idOf(change)
    // A row with a pending removal is still in its table: a second removal must be written.
    if (!this.#owed.has(id)) this.#born.add(id)
    this.#note(id, change)
  }

  /** Inserts or replaces a row. */
  put<Schema extends SQLiteTable>(schema: Schema, row: RowOf<Schema>): void {
    const table = tableOf(schema)
    const change: Change = [table.name, 'put', ...table.valuesOf(row)]
    this.#note(this.#idOf(change), change)
  }

  remove<Schema extends SQLiteTable>(schema: Schema, key: KeyOf<Schema>): void {
    const table = tableOf(schema)
    const change: Change = [table.name, 'remove', ...table.keyValues(key)]
    const id = this.#idOf(change)
    this.#note(id, change)
    if (this.#born.delete(id)) this.#owed.delete(id)
  }

  /** Saves all unsaved changes as one row by one statement, so the commit is atomic. */
  commit(): void {
    if (this.#turn.size === 0 && this.turnsForwarded === 0) return
    this.#number += 1
    this.put(this.#counter, { name: TURN_COUNTER, value: this.#number })
    this.#collect()
    const brought = new Map<string, unknown[]>()
    const changes: Change[] = []
    for (const change of this.#uncommitted.values()) {
      const [table, , ...values] = change
      const column = this.#atOnce.get(table)
      const row = column === undefined ? null : this.#table(table).named(values)
      if (column === undefined) changes.push(change)
      else if (brought.get(column)?.push(row) === undefined) brought.set(column, [row])
    }
    const names = ['changes', ...brought.keys()]
    const statement = `INSERT INTO turn_log (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`
    this.#store.run(statement, JSON.stringify(changes), ...Array.from(brought.values(), (rows) => JSON.stringify(rows)))
    this.#rows += 1
    this.#uncommitted.clear()
    this.#numberCommitted = this.#number
  }

  /** Ends the turn without a commit. Returns its line, `number TAB changes`, which must be durable elsewhere before the turn is published. */
  forward(): string {
    this.#number += 1
    const line = `${this.#number}\t${JSON.stringify([...this.#turn.values()])}`
    this.#collect()
    return line
  }

  /** Makes forwarded turns again that are not committed here, oldest first; the next `commit` saves them. */
  replay(lines: readonly string[]): void {
    for (const line of lines) {
      const number = parseInt(line, 10)
      if (number <= this.#number) continue
      assert(number === this.#number + 1, 'forwarded turns are replayed without a gap')
      // Only `forward` makes lines, from changes.
      for (const change of JSON.parse(line.slice(line.indexOf('\t') + 1)) as Change[])
        this.#note(this.#idOf(change), change)
      this.#collect()
      this.#number = number
    }
  }

  /** Applies the log to the tables and empties it, inside a transaction. */
  checkpoint(): void {
    if (this.#rows === 0) return
    const puts = new Map<string, (string | number | null)[][]>()
    for (const change of this.#owed.values()) {
      const [name, how, ...values] = change
      if (how === 'remove') this.#table(name).removeStored(this.#store, values)
      else if (puts.get(name)?.push(values) === undefined) puts.set(name, [values])
    }
    for (const [name, rows] of puts) this.#table(name).putStored(this.#store, rows)
    this.#store.run('DELETE FROM turn_log')
    this.#owed.clear()
    this.#born.clear()
    this.#rows = 0
  }

  #note(id: string, change: Change): void {
    this.#turn.set(id, change)
    if (!this.#atOnce.has(change[0])) this.#owed.set(id, change)
  }

  /** Moves the turn's changes into the next commit. */
  #collect(): void {
    for (const [id, change] of this.#turn) this.#uncommitted.set(id, change)
    this.#turn = new Map()
  }

  #idOf([name, how, ...values]: Change): string {
    const { keyIndexes } = this.#table(name)
    const key = how === 'remove' ? values : keyIndexes.map((index) => values[index])
    return `${name}|${key.join('|')}`
  }

  #table(name: string): Table<SQLiteTable> {
    const table = this.#tables.get(name)
    assert(table !== undefined, `${name} is a logged table`)
    return table
  }
}
