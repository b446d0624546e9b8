// Numbered rows of a feature: unfinished rows in memory, all rows saved with the turn. It stores state only; rules are elsewhere.

import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { RowHistory } from './slice'
import type { Store } from './store'
import { type KeyOf, type NumberedIn, type RowOf, type Table, tableOf } from './table'
import type { TurnLog } from './turn-log'

export interface CachedRowsOptions<Schema extends SQLiteTable, Row> {
  readonly schema: Schema
  /** The numbering column, which is the key. */
  readonly number: NumberedIn<Schema>
  /** SQL after FROM that selects the rows to keep in memory, ordered by number. */
  readonly cached: string
  /** The same condition for a row. */
  readonly isCached: (row: Row) => boolean
}

/** `Row` is the schema's row, optionally with immutable columns marked read-only. */
export abstract class CachedRows<Schema extends SQLiteTable, Row extends RowOf<Schema>> {
  readonly #store: Store
  readonly #options: CachedRowsOptions<Schema, Row>
  readonly #table: Table<Schema>
  readonly #cached = new Map<number, Row>()
  readonly #changed = new Map<number, Row>()
  /** Finished since the last checkpoint, possibly missing from the table. */
  readonly #uncheckpointed = new Map<number, Row>()
  #numberLast: number

  constructor(store: Store, options: CachedRowsOptions<Schema, Row>) {
    this.#store = store
    this.#options = options
    this.#table = tableOf(options.schema)
    this.#numberLast = this.#table.last(store, options.number)
    for (const row of this.#table.rows(store, options.cached) as Row[]) this.#cached.set(this.#numberOf(row), row)
  }

  /** A new unique row number. */
  nextNumber(): number {
    this.#numberLast += 1
    return this.#numberLast
  }

  /** Marks a row as new or changed, so it is saved and published. */
  touch(row: Row): void {
    const number = this.#numberOf(row)
    this.#numberLast = Math.max(this.#numberLast, number)
    this.#changed.set(number, row)
    if (this.#options.isCached(row)) this.#cached.set(number, row)
    else {
      this.#cached.delete(number)
      this.#uncheckpointed.set(number, row)
    }
  }

  find(number: number): Row | undefined {
    const known = this.#cached.get(number) ?? this.#uncheckpointed.get(number)
    if (known || number > this.#numberLast) return known
    const key = { [this.#options.number]: number } as KeyOf<Schema>
    return this.#table.first(this.#store, `WHERE ${this.#table.whereKey}`, ...this.#table.keyValues(key)) as
      | Row
      | undefined
  }

  /** Rows in memory, ordered by number. */
  live(): Row[] {
    return [...this.#cached.values()]
  }

  /** For a feature whose rows in memory are exactly those that may still change. */
  get history(): RowHistory {
    return { last: this.#numberLast, changing: [...this.#cached.keys()] }
  }

  get liveCount(): number {
    return this.#cached.size
  }

  /** Rows in memory, and rows possibly missing from the table. */
  protected recent(): Row[] {
    return [...this.#cached.values(), ...this.#uncheckpointed.values()]
  }

  /** Rows changed in this turn. */
  changed(): readonly Row[] {
    return [...this.#changed.values()]
  }

  save(log: TurnLog): void {
    for (const row of this.#changed.values()) log.put(this.#options.schema, row)
    this.#changed.clear()
  }

  /** The table contains every saved row: finished rows leave memory. */
  checkpointed(): void {
    this.#uncheckpointed.clear()
    for (const [number, row] of this.#changed) if (!this.#options.isCached(row)) this.#uncheckpointed.set(number, row)
  }

  #numberOf(row: Row): number {
    // The option's type guarantees a numeric column.
    return row[this.#options.number]
  }
}
