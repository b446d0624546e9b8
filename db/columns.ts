// The codecs of columns, between stored values and the domain's brands. Every store uses these; none adds its own.
// Money and rates are canonical integer text (SQLite rounds integers above 2^53); instants are milliseconds.

import { sql } from 'drizzle-orm'
import { type AnySQLiteColumn, customType, integer, text } from 'drizzle-orm/sqlite-core'
import { type Amount, decodeAmount, encodeAmount } from '#domain/money/amount'
import { type Lots, type Ticks, lots, ticks } from '#domain/money/price'
import { type Rate, rate } from '#domain/money/rate'

/** An Amount as canonical integer text. Never compared or added in SQL. */
export const amountColumn = customType<{ data: Amount; driverData: string }>({
  dataType: () => 'text',
  toDriver: encodeAmount,
  fromDriver: decodeAmount,
})

/** A Rate (scale 1e-8) as canonical integer text. */
export const rateColumn = customType<{ data: Rate; driverData: string }>({
  dataType: () => 'text',
  toDriver: (value) => value.toString(),
  fromDriver: (text) => rate(decodeAmount(text)),
})

/** A price on a pair's grid: a safe integer, so that SQL may sort by it. */
export const ticksColumn = customType<{ data: Ticks; driverData: number }>({
  dataType: () => 'integer',
  toDriver: (value) => value,
  fromDriver: ticks,
})

/** A quantity on a pair's grid: a safe integer. */
export const lotsColumn = customType<{ data: Lots; driverData: number }>({
  dataType: () => 'integer',
  toDriver: (value) => value,
  fromDriver: lots,
})

/** A domain value as JSON, encoded and decoded by its own functions. */
export const jsonColumn = <Value, Stored>(
  name: string,
  codec: { readonly store: (value: Value) => Stored; readonly read: (stored: Stored) => Value },
) =>
  customType<{ data: Value; driverData: string }>({
    dataType: () => 'text',
    toDriver: (value) => JSON.stringify(codec.store(value)),
    // Only `store` writes this column.
    fromDriver: (text) => codec.read(JSON.parse(text) as Stored),
  })(name)

/** Milliseconds since 1970 UTC, as a plain number. */
export const instantColumn = (name: string) => integer(name)

/** Bytes as a blob. */
export const bytesColumn = customType<{ data: Uint8Array; driverData: ArrayBuffer }>({
  dataType: () => 'blob',
  toDriver: (bytes) => new Uint8Array(bytes).buffer,
  fromDriver: (stored) => new Uint8Array(stored),
})

/** Boolean as 1 and 0. */
export const flagColumn = (name: string) => integer(name, { mode: 'boolean' })

/** CHECK body: an integer from 0 below 2^53, so that it is read back as it was written. */
export const isSafeInteger = (column: AnySQLiteColumn) =>
  sql`typeof(${column}) = 'integer' AND ${column} BETWEEN 0 AND 9007199254740991`

/** CHECK body: canonical integer text that is not negative: "0", or digits without a leading zero. */
export const isUnsignedAmount = (column: AnySQLiteColumn) =>
  sql`typeof(${column}) = 'text' AND (${column} = '0' OR (${column} GLOB '[1-9]*' AND ${column} NOT GLOB '*[^0-9]*'))`

/** Shared by the passkeys of users and of staff. */
export const passkeyColumns = {
  /** The credential's id in base64url, as the authenticator made it. */
  id: text('id').primaryKey(),
  /** COSE key in base64url. */
  publicKey: text('public_key').notNull(),
  /** The authenticator's signature counter; 0 without a counter. */
  counter: integer('counter').notNull(),
  /** Comma list of "internal", "usb", …: a hint for the browser. */
  transports: text('transports').notNull(),
  name: text('name').notNull(),
  isBackedUp: flagColumn('is_backed_up').notNull(),
  createdAt: instantColumn('created_at').notNull(),
  lastUsedAt: instantColumn('last_used_at'),
}

/** Columns of a Watch registration (party/protocol/watch.ts), for the account's and the Watch's tables. */
export const watchColumns = {
  low: integer('low'),
  high: integer('high'),
  next: instantColumn('next'),
  after: instantColumn('after').notNull(),
  long: amountColumn('long').notNull(),
  short: amountColumn('short').notNull(),
  house: amountColumn('house').notNull(),
  fees: amountColumn('fees').notNull(),
  insurance: amountColumn('insurance').notNull(),
}
