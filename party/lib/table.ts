// Typed access to one table of a room's store, made from its Drizzle schema once as the code is loaded: columns by the names that the
// schema gives them, values in the domain's brands. Statements are raw SQL underneath, because Drizzle's own query builder costs the hot
// path two fifths more processor time. What follows FROM is the caller's SQL; the lists of columns never are.

import { getTableColumns } from 'drizzle-orm'
import { assert } from '#domain/assert'
import { type SQLiteColumn, type SQLiteTable, getTableConfig } from 'drizzle-orm/sqlite-core'
import type { SqlValue, Store } from './store'

/** A complete row, as read and as logged. */
export type RowOf<Schema extends SQLiteTable> = Schema['$inferSelect']
/** A row to insert: columns with a default or nullable columns may be omitted. */
export type NewRowOf<Schema extends SQLiteTable> = Schema['$inferInsert']
/** The values of the key's columns. Where the key has several, that none is missing is asserted. */
export type KeyOf<Schema extends SQLiteTable> = [SingleKey<Schema>] extends [never]
  ? Partial<RowOf<Schema>>
  : Pick<RowOf<Schema>, SingleKey<Schema>>

type SingleKey<Schema extends SQLiteTable> = {
  [
    Name in keyof Schema['_']['columns'] & keyof RowOf<Schema>
  ]: Schema['_']['columns'][Name]['_']['isPrimaryKey'] extends true ? Name : never
}[keyof Schema['_']['columns'] & keyof RowOf<Schema>]

type Stored = string | number | null

/** Rows of 8 to 32 columns, the most that `json_array` takes, are read as JSON text: each value handed over costs time. They hold no blobs. */
const isReadAsJson = ({ length }: readonly Column[]) => length >= 8 && length <= 32
/** D1 and rooms in production take at most this many bound values in one statement. */
const VALUES_PER_STATEMENT_MAX = 100

/** A column: its names in rows and SQL, and its codec where the stored value differs. */
export interface Column {
  readonly property: string
  readonly name: string
  readonly encode: ((value: unknown) => Stored) | null
  readonly decode: ((stored: unknown) => unknown) | null
}

/** Some columns of a table, read together. */
export class Selection<Row extends object> {
  readonly name: string
  readonly #select: string
  readonly #selectJson: string | null
  readonly #columns: readonly Column[]

  constructor(table: string, columns: readonly Column[]) {
    this.name = table
    const list = columns.map(({ name }) => quoted(name)).join(', ')
    this.#select = `SELECT ${list} FROM ${table}`
    this.#selectJson = isReadAsJson(columns) ? `SELECT json_array(${list}) FROM ${table}` : null
    this.#columns = columns
  }

  rows(store: Store, rest = '', ...values: SqlValue[]): Row[] {
    if (!store.has(this.name)) return []
    if (this.#selectJson === null)
      return store.values(`${this.#select} ${rest}`, ...values).map((stored) => this.#decode(stored))
    const texts = store.values(`${this.#selectJson} ${rest}`, ...values)
    // SQLite made them: each text is one row in the order of the columns.
    return texts.length === 0
      ? []
      : (JSON.parse(`[${texts.join(',')}]`) as SqlValue[][]).map((stored) => this.#decode(stored))
  }

  first(store: Store, rest = '', ...values: SqlValue[]): Row | undefined {
    if (!store.has(this.name)) return undefined
    const stored = store.firstValues(`${this.#select} ${rest}`, ...values)
    return stored && this.#decode(stored)
  }

  /** Stored values have the order of the selected columns. */
  #decode(stored: readonly SqlValue[]): Row {
    const row: Record<string, unknown> = {}
    let index = 0
    for (const { property, decode } of this.#columns) {
      const value = stored[index++]
      row[property] = value === null || decode === null ? value : decode(value)
    }
    return row as Row
  }
}

export class Table<Schema extends SQLiteTable> extends Selection<RowOf<Schema>> {
  /** In schema order. */
  readonly columns: readonly Column[]
  readonly #byProperty: ReadonlyMap<string, Column>
  readonly #keyColumns: readonly Column[]
  /** Indexes of the key columns. */
  readonly keyIndexes: readonly number[]
  readonly #statements = new Map<string, string>()

  constructor(schema: Schema) {
    const { name, primaryKeys } = getTableConfig(schema)
    // Every column of a SQLite table is a SQLite column.
    const described = Object.entries(getTableColumns(schema)) as [string, SQLiteColumn][]
    const columns = described.map(([property, column]) => columnOf(property, column))
    super(name, columns)
    this.columns = columns
    this.#byProperty = new Map(columns.map((column) => [column.property, column]))
    const composite = new Set(primaryKeys.flatMap((key) => key.columns.map((column) => column.name)))
    this.#keyColumns = columns.filter(({ name: of }, index) => composite.has(of) || described[index]?.[1].primary)
    assert(this.#keyColumns.length > 0, `${name} has a primary key`)
    this.keyIndexes = this.#keyColumns.map((column) => columns.indexOf(column))
  }

  /** Some columns only. Made once, beside the code that reads them. */
  pick<Names extends readonly (string & keyof RowOf<Schema>)[]>(...names: Names) {
    return new Selection<Pick<RowOf<Schema>, Names[number]>>(
      this.name,
      names.map((name) => this.#column(name)),
    )
  }

  insert(store: Store, row: NewRowOf<Schema>): void {
    this.#insert(store, row, '')
  }

  /** Inserts or replaces a row. Omitted columns take their defaults. */
  put(store: Store, row: NewRowOf<Schema>): void {
    this.#insert(store, row, ' OR REPLACE')
  }

  /** Inserts a row unless it exists. */
  ensure(store: Store, row: NewRowOf<Schema>): void {
    this.#insert(store, row, ' OR IGNORE')
  }

  update(store: Store, key: KeyOf<Schema>, changes: Partial<RowOf<Schema>>): void {
    if (!store.has(this.name)) return
    const columns = this.#given(changes)
    const sets = columns.map(({ name }) => `${quoted(name)} = ?`).join(', ')
    store.run(
      `UPDATE ${this.name} SET ${sets} WHERE ${this.whereKey}`,
      ...encodeAll(columns, changes),
      ...this.keyValues(key),
    )
  }

  remove(store: Store, key: KeyOf<Schema>): void {
    this.removeStored(store, this.keyValues(key))
  }

  /** Same for an encoded key. */
  removeStored(store: Store, key: readonly Stored[]): void {
    this.removeAll(store, `WHERE ${this.whereKey}`, ...key)
  }

  /** Removes all rows that `rest` selects. */
  removeAll(store: Store, rest = '', ...values: SqlValue[]): void {
    if (store.has(this.name)) store.run(`DELETE FROM ${this.name} ${rest}`, ...values)
  }

  count(store: Store, rest = '', ...values: SqlValue[]): number {
    if (!store.has(this.name)) return 0
    return store.first<{ count: number }>(`SELECT count(*) AS count FROM ${this.name} ${rest}`, ...values)?.count ?? 0
  }

  /** The highest value of a numbered column, 0 in an empty table. */
  last(store: Store, property: NumberedIn<Schema>): number {
    if (!store.has(this.name)) return 0
    const { name } = this.#column(property)
    return store.first<{ last: number | null }>(`SELECT max(${quoted(name)}) AS last FROM ${this.name}`)?.last ?? 0
  }

  /** A condition that binds the key's columns, in the order of `keyValues`. */
  get whereKey(): string {
    return this.#keyColumns.map(({ name }) => `${quoted(name)} = ?`).join(' AND ')
  }

  keyValues(key: KeyOf<Schema>): Stored[] {
    const values = encodeAll(this.#keyColumns, key)
    assert(!values.includes(null), `a key of ${this.name} names all of its columns`)
    return values
  }

  /** All stored values of a row, in schema order. */
  valuesOf(row: RowOf<Schema>): Stored[] {
    return encodeAll(this.columns, row)
  }

  /** Inserts or replaces rows, several per statement, because a statement costs more than a row. */
  putAll(store: Store, rows: readonly RowOf<Schema>[]): void {
    this.putStored(
      store,
      rows.map((row) => this.valuesOf(row)),
    )
  }

  /** Same for encoded rows, which may come from an older schema and lack its last columns. */
  putStored(store: Store, rows: readonly (readonly Stored[])[]): void {
    if (rows.length > 0) store.make(this.name)
    let from = 0
    while (from < rows.length) {
      const width = rows[from]?.length ?? 0
      const rowsMax = Math.max(1, Math.floor(VALUES_PER_STATEMENT_MAX / width))
      let to = from + 1
      while (to < rows.length && to - from < rowsMax && rows[to]?.length === width) to += 1
      store.run(this.#putStatement(width, to - from), ...rows.slice(from, to).flat())
      from = to
    }
  }

  #putStatement(width: number, rows: number): string {
    const id = `${width}|${rows}`
    const made = this.#statements.get(id)
    if (made !== undefined) return made
    const columns = this.columns.slice(0, width)
    const row = `(${columns.map(() => '?').join(', ')})`
    const updates = columns.flatMap((column) =>
      this.#keyColumns.includes(column) ? [] : [`${quoted(column.name)} = excluded.${quoted(column.name)}`],
    )
    const names = columns.map(({ name }) => quoted(name)).join(', ')
    const keys = this.#keyColumns.map(({ name }) => quoted(name)).join(', ')
    const statement = `INSERT INTO ${this.name} (${names}) VALUES ${Array.from({ length: rows }, () => row).join(', ')}
      ON CONFLICT (${keys}) DO ${updates.length === 0 ? 'NOTHING' : `UPDATE SET ${updates.join(', ')}`}`
    this.#statements.set(id, statement)
    return statement
  }

  /** Stored values of a whole row, by the names of SQL. */
  named(values: readonly Stored[]): Record<string, Stored> {
    return Object.fromEntries(this.columns.map(({ name }, index) => [name, values[index] ?? null]))
  }

  #insert(store: Store, row: NewRowOf<Schema>, how: string): void {
    const columns = this.#given(row)
    const id = how + columns.map(({ name }) => name).join()
    let statement = this.#statements.get(id)
    if (statement === undefined) {
      const names = columns.map(({ name }) => quoted(name)).join(', ')
      statement = `INSERT${how} INTO ${this.name} (${names}) VALUES (${columns.map(() => '?').join(', ')})`
      this.#statements.set(id, statement)
    }
    store.make(this.name)
    store.run(statement, ...encodeAll(columns, row))
  }

  /** Columns with a value in `row`; unknown properties are ignored. */
  #given(row: object): Column[] {
    const values = row as Readonly<Record<string, unknown>>
    return this.columns.filter(({ property }) => values[property] !== undefined)
  }

  #column(property: string): Column {
    const column = this.#byProperty.get(property)
    assert(column !== undefined, `${property} is a column of ${this.name}`)
    return column
  }
}

/** A table with its read operations only. */
export type ReadOnlyTable<Schema extends SQLiteTable> = Pick<
  Table<Schema>,
  'name' | 'rows' | 'first' | 'count' | 'pick'
>

export type NumberedIn<Schema extends SQLiteTable> = {
  [Name in string & keyof RowOf<Schema>]: RowOf<Schema>[Name] extends number ? Name : never
}[string & keyof RowOf<Schema>]

const known = new Map<SQLiteTable, unknown>()

/** The table of a schema, cached: the same object at each call. */
export function tableOf<Schema extends SQLiteTable>(schema: Schema): Table<Schema> {
  // Only this function fills the map, keyed by the table's own schema.
  const made = known.get(schema) as Table<Schema> | undefined
  if (made) return made
  const table = new Table(schema)
  known.set(schema, table)
  return table
}

function encodeAll(columns: readonly Column[], row: object): Stored[] {
  const given = row as Readonly<Record<string, unknown>>
  const values = new Array<Stored>(columns.length)
  for (let index = 0; index < columns.length; index += 1) {
    const column = columns[index] as Column
    const value = given[column.property] ?? null
    // A column without a codec stores its value unchanged: the schema types guarantee text or number.
    values[index] = value === null || column.encode === null ? (value as Stored) : column.encode(value)
  }
  return values
}

/** Column names like "before" and "after" are SQL keywords. */
const quoted = (name: string): string => `"${name}"`

/** Column types whose values are stored unchanged. */
const PLAIN: ReadonlySet<string> = new Set(['SQLiteText', 'SQLiteInteger'])

function columnOf(property: string, column: SQLiteColumn): Column {
  const isPlain = PLAIN.has(column.columnType)
  return {
    property,
    name: column.name,
    encode: isPlain ? null : (value) => column.mapToDriverValue(value) as Stored,
    decode: isPlain ? null : (stored) => column.mapFromDriverValue(stored),
  }
}
