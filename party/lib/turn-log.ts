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
  readonly inTurnRow?: Readonly<Record<string, SQLiteTable>>
  /** One of the tables: its row "turn" holds the number of the last turn, which never runs backwards. */
  readonly counter: SQLiteTable & { readonly $inferSelect: { readonly name: string; readonly value: number } }
}

/** [table, how, ...values]: a whole row in the order of its schema when put, its key when removed. */
type Change = readonly [table: string, how: Slot['how'], ...values: Stored[]]
type Stored = string | number | null
type Key = string | number

const TURN_COUNTER = 'turn'

/** One changed row with its last change; it stays until the row's table has it. */
interface Slot {
  readonly table: LoggedTable
  readonly key: Key
  how: 'put' | 'remove'
  values: readonly Stored[]
  /** Number of the turn that added the row, which its table has never contained; null for other rows. */
  addedBy: number | null
  isOfTurn: boolean
  isUncommitted: boolean
}

interface LoggedTable {
  readonly table: Table<SQLiteTable>
  /** The `turn_log` column that carries its rows; null for a table that follows at a checkpoint. */
  readonly inTurnRow: string | null
  /** Changes that the table doesn't have. */
  readonly slots: Map<Key, Slot>
}

export class TurnLog {
  readonly #store: Store
  readonly #counter: LoggedTables['counter']
  readonly #tables = new Map<string, LoggedTable>()
  readonly #bySchema = new Map<SQLiteTable, LoggedTable>()
  /** Changed in this turn, and in earlier turns since the last commit. */
  #turn: Slot[] = []
  #uncommitted: Slot[] = []
  #number: number
  #numberCommitted: number
  #rows = 0
  #changesOwed = 0

  constructor(store: Store, { tables, inTurnRow = {}, counter }: LoggedTables) {
    this.#store = store
    this.#counter = counter
    const know = (schema: SQLiteTable, column: string | null) => {
      const logged: LoggedTable = { table: tableOf(schema), inTurnRow: column, slots: new Map() }
      this.#tables.set(logged.table.name, logged)
      this.#bySchema.set(schema, logged)
    }
    for (const schema of tables) know(schema, null)
    for (const [column, schema] of Object.entries(inTurnRow)) know(schema, column)
    this.#number = this.#numberCommitted = 0
    const logged = store.rows<{ changes: string }>('SELECT changes FROM turn_log ORDER BY id')
    // Only `commit` fills this table, from changes.
    for (const { changes } of logged) for (const change of JSON.parse(changes) as Change[]) this.#noteChange(change)
    this.#collect()
    this.#forgetCommitted()
    this.#rows = logged.length
    if (logged.length > 0) store.runInTransaction(() => this.checkpoint())
    this.#number = tableOf(counter).first(store, 'WHERE name = ?', TURN_COUNTER)?.value ?? 0
    this.#numberCommitted = this.#number
  }

  /** How many rows of the log the tables are behind. */
  get rows(): number {
    return this.#rows
  }

  /** How many rows of tables the next checkpoint writes. */
  get changesOwed(): number {
    return this.#changesOwed
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
    const logged = this.#tableOf(schema)
    const values = logged.table.valuesOf(row)
    const key = keyOf(logged, values)
    // A row with a pending removal is still in its table: a second removal must be written.
    const isNew = !logged.slots.has(key)
    const slot = this.#note(logged, key, 'put', values)
    if (isNew) slot.addedBy = this.#number + 1
  }

  /** Inserts or replaces a row. */
  put<Schema extends SQLiteTable>(schema: Schema, row: RowOf<Schema>): void {
    const logged = this.#tableOf(schema)
    const values = logged.table.valuesOf(row)
    this.#note(logged, keyOf(logged, values), 'put', values)
  }

  remove<Schema extends SQLiteTable>(schema: Schema, key: KeyOf<Schema>): void {
    const logged = this.#tableOf(schema)
    assert(logged.inTurnRow === null, 'rows that are written with their turn stay')
    const values = logged.table.keyValues(key)
    const slot = this.#note(logged, joined(values), 'remove', values)
    if (slot.addedBy !== null) this.#forget(slot)
  }

  /** Saves all unsaved changes as one row by one statement, so the commit is atomic. */
  commit(): void {
    if (this.#turn.length === 0 && this.turnsForwarded === 0) return
    this.#number += 1
    this.put(this.#counter, { name: TURN_COUNTER, value: this.#number })
    this.#collect()
    const brought = new Map<string, unknown[]>()
    const changes: Change[] = []
    for (const slot of this.#uncommitted) {
      const { table, inTurnRow } = slot.table
      if (inTurnRow === null) {
        if (!isGoneSince(slot, this.#numberCommitted)) changes.push(changeOf(slot))
        continue
      }
      const rows = brought.get(inTurnRow) ?? []
      rows.push(table.named(slot.values))
      brought.set(inTurnRow, rows)
    }
    const names = ['changes', ...brought.keys()]
    const statement = `INSERT INTO turn_log (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`
    this.#store.run(statement, JSON.stringify(changes), ...Array.from(brought.values(), (rows) => JSON.stringify(rows)))
    this.#rows += 1
    this.#forgetCommitted()
    this.#numberCommitted = this.#number
  }

  /** Ends the turn without a commit. Returns its line, `number TAB changes`, which must be durable elsewhere before the turn is published. */
  forward(): string {
    const changes = this.#turn.filter((slot) => !isGoneSince(slot, this.#number)).map(changeOf)
    this.#number += 1
    this.#collect()
    return `${this.#number}\t${JSON.stringify(changes)}`
  }

  /** Makes forwarded turns again that are not committed here, oldest first; the next `commit` saves them. */
  replay(lines: readonly string[]): void {
    for (const line of lines) {
      const number = parseInt(line, 10)
      if (number <= this.#number) continue
      assert(number === this.#number + 1, 'forwarded turns are replayed without a gap')
      // Only `forward` makes lines, from changes.
      for (const change of JSON.parse(line.slice(line.indexOf('\t') + 1)) as Change[]) this.#noteChange(change)
      this.#collect()
      this.#number = number
    }
  }

  /** Applies the log to the tables and empties it, inside a transaction. */
  checkpoint(): void {
    if (this.#rows === 0) return
    for (const { table, inTurnRow, slots } of this.#tables.values()) {
      if (inTurnRow !== null || slots.size === 0) continue
      const rows: (readonly Stored[])[] = []
      for (const { how, values } of slots.values()) {
        if (how === 'remove') table.removeStored(this.#store, values)
        else rows.push(values)
      }
      table.putStored(this.#store, rows)
      slots.clear()
    }
    this.#store.run('DELETE FROM turn_log')
    this.#changesOwed = 0
    this.#rows = 0
  }

  #note(table: LoggedTable, key: Key, how: Slot['how'], values: readonly Stored[]): Slot {
    let slot = table.slots.get(key)
    if (slot === undefined) {
      slot = { table, key, how, values, addedBy: null, isOfTurn: false, isUncommitted: false }
      table.slots.set(key, slot)
      if (table.inTurnRow === null) this.#changesOwed += 1
    }
    slot.how = how
    slot.values = values
    if (!slot.isOfTurn) this.#turn.push(slot)
    slot.isOfTurn = true
    return slot
  }

  #noteChange([name, how, ...values]: Change): void {
    const table = this.#tables.get(name)
    assert(table !== undefined, `${name} is a logged table`)
    this.#note(table, how === 'put' ? keyOf(table, values) : joined(values), how, values)
  }

  /** The row is not in its table and will not be written. */
  #forget({ table, key }: Slot): void {
    if (table.slots.delete(key)) this.#changesOwed -= 1
  }

  /** Moves the turn's changes into the next commit. */
  #collect(): void {
    for (const slot of this.#turn) {
      slot.isOfTurn = false
      if (!slot.isUncommitted) this.#uncommitted.push(slot)
      slot.isUncommitted = true
    }
    this.#turn = []
  }

  #forgetCommitted(): void {
    for (const slot of this.#uncommitted) {
      slot.isUncommitted = false
      if (slot.table.inTurnRow !== null) slot.table.slots.delete(slot.key)
    }
    this.#uncommitted = []
  }

  #tableOf(schema: SQLiteTable): LoggedTable {
    const table = this.#bySchema.get(schema)
    assert(table !== undefined, `${tableOf(schema).name} is a logged table`)
    return table
  }
}

/** True for a row that was added and removed after that turn: nothing is left to write. */
const isGoneSince = ({ how, addedBy }: Slot, turn: number): boolean =>
  how === 'remove' && addedBy !== null && addedBy > turn

const changeOf = ({ table, how, values }: Slot): Change => [table.table.name, how, ...values]

/** Keys of one column are distinguished by value only. */
const joined = (values: readonly Stored[]): Key => (values.length === 1 ? (values[0] as Key) : values.join('|'))

function keyOf({ table: { keyIndexes } }: LoggedTable, values: readonly Stored[]): Key {
  const [first = 0] = keyIndexes
  // A key column is never null.
  return keyIndexes.length === 1 ? (values[first] as Key) : joined(keyIndexes.map((index) => values[index] ?? null))
}
