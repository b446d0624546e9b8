// The synchronous SQL port of a room: the only way in which room code reaches its SQLite.
// Nothing here waits. A transaction is a plain function; a promise is refused by the compiler and again at run time,
// because the runtime would accept an async callback, commit at its first await and not roll back what follows.

import { assert } from '#domain/assert'

/** Values that can be bound. Never a bigint: the runtime refuses it, and integers above 2^53 come back rounded. Money is stored as text. */
export type SqlValue = string | number | null | ArrayBuffer

/** Makes an async function a compile error with a message that can be read. */
export type Synchronous<Result> = [Result] extends [never]
  ? unknown
  : Result extends PromiseLike<unknown>
    ? 'a transaction cannot wait: make its work synchronous'
    : unknown

export interface Store {
  /** False before the first write to a table that is made on demand: reading it gives no rows. */
  has(table: string): boolean
  /** Makes a table that is made on demand, before its first row is written. */
  make(table: string): void
  /** All rows of a query. The caller declares `Row` to match the statement. */
  rows<Row extends object>(statement: string, ...values: SqlValue[]): Row[]
  /** Every row of a query as values in the order of its columns: half the processor time of rows with names. */
  values(statement: string, ...values: SqlValue[]): SqlValue[][]
  /** The first row of a query, or undefined. */
  first<Row extends object>(statement: string, ...values: SqlValue[]): Row | undefined
  firstValues(statement: string, ...values: SqlValue[]): SqlValue[] | undefined
  /** Runs a statement without results. */
  run(statement: string, ...values: SqlValue[]): void
  /** Runs `work` in a transaction: an exception rolls back and propagates. */
  runInTransaction<Result>(work: (() => Result) & Synchronous<Result>): Result
}

/** The part of a Durable Object's storage that a store needs. */
export type StorePort = Pick<DurableObjectStorage, 'sql' | 'transactionSync'>

/** `mayWrite` throws while the room must not write. */
export function openStore(storage: StorePort, mayWrite: () => void = () => undefined): Store {
  const { sql } = storage
  return {
    has: () => true,
    make: () => undefined,
    // The casts state the one promise of this port: a statement selects the columns that its caller names.
    rows: <Row extends object>(statement: string, ...values: SqlValue[]) =>
      sql.exec(statement, ...values).toArray() as unknown as Row[],
    values: (statement, ...values) => [...sql.exec(statement, ...values).raw()],
    first: <Row extends object>(statement: string, ...values: SqlValue[]) => {
      const next = sql.exec(statement, ...values).next()
      return next.done ? undefined : (next.value as unknown as Row)
    },
    firstValues: (statement, ...values) => {
      const next = sql
        .exec(statement, ...values)
        .raw()
        .next()
      return next.done ? undefined : next.value
    },
    run: (statement, ...values) => {
      mayWrite()
      sql.exec(statement, ...values)
    },
    runInTransaction: <Result>(work: (() => Result) & Synchronous<Result>) =>
      storage.transactionSync(() => {
        mayWrite()
        const result = work()
        assert(!isPromiseLike(result), 'a transaction answered a promise: its work must be synchronous')
        return result
      }),
  }
}

const isPromiseLike = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
