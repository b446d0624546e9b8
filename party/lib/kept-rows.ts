// Numbered rows of a feature: those to which something is still to happen in memory, all of them saved with the turn. It keeps facts; what
// they become is decided elsewhere.

import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Store } from './store'
import { type KeyOf, type NumberedIn, type RowOf, type Table, tableOf } from './table'
import type { TurnLog } from './turn-log'

export interface KeptRowsOptions<Schema extends SQLiteTable, Row> {
  readonly schema: Schema
  /** The column that numbers them, which is the key. */
  readonly number: NumberedIn<Schema>
  /** SQL after FROM for those that are kept in memory, in the order of their numbers. */
  readonly kept: string
  /** The same of a row. */
  readonly isKept: (row: Row) => boolean
}

/** `Row` is the row of the schema, which may say besides what of it never changes. */
export abstract class KeptRows<Schema extends SQLiteTable, Row extends RowOf<Schema>> {
  readonly #store: Store
  readonly #options: KeptRowsOptions<Schema, Row>
  readonly #table: Table<Schema>
  readonly #kept = new Map<number, Row>()
  readonly #changed = new Map<number, Row>()
  /** Over since the last checkpoint: the table may not know them yet. */
  readonly #uncheckpointed = new Map<number, Row>()
  #numberLast: number

  constructor(store: Store, options: KeptRowsOptions<Schema, Row>) {
    this.#store = store
    this.#options = options
    this.#table = tableOf(options.schema)
    this.#numberLast = this.#table.last(store, options.number)
    for (const row of this.#table.rows(store, options.kept) as Row[]) this.#kept.set(this.#numberOf(row), row)
  }

  /** A number for a new row; each call has another. */
  nextNumber(): number {
    this.#numberLast += 1
    return this.#numberLast
  }

  /** Says that a row is new or was changed, so that it is saved and told. */
  touch(row: Row): void {
    const number = this.#numberOf(row)
    this.#numberLast = Math.max(this.#numberLast, number)
    this.#changed.set(number, row)
    if (this.#options.isKept(row)) this.#kept.set(number, row)
    else {
      this.#kept.delete(number)
      this.#uncheckpointed.set(number, row)
    }
  }

  find(number: number): Row | undefined {
    const known = this.#kept.get(number) ?? this.#uncheckpointed.get(number)
    if (known || number > this.#numberLast) return known
    const key = { [this.#options.number]: number } as KeyOf<Schema>
    return this.#table.first(this.#store, `WHERE ${this.#table.whereKey}`, ...this.#table.keyValues(key)) as
      | Row
      | undefined
  }

  /** Those in memory, in the order of their numbers. */
  live(): Row[] {
    return [...this.#kept.values()]
  }

  get liveCount(): number {
    return this.#kept.size
  }

  /** Those in memory, and those that the table may not know yet. */
  protected recent(): Row[] {
    return [...this.#kept.values(), ...this.#uncheckpointed.values()]
  }

  /** What this turn has changed. */
  changed(): readonly Row[] {
    return [...this.#changed.values()]
  }

  save(log: TurnLog): void {
    for (const row of this.#changed.values()) log.put(this.#options.schema, row)
    this.#changed.clear()
  }

  /** The table holds everything that was saved: what is over leaves memory. */
  checkpointed(): void {
    this.#uncheckpointed.clear()
    for (const [number, row] of this.#changed) if (!this.#options.isKept(row)) this.#uncheckpointed.set(number, row)
  }

  #numberOf(row: Row): number {
    // The type of the option says that this column is a number.
    return row[this.#options.number]
  }
}
