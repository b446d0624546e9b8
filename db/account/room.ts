// What an Account room needs besides money: remembered outcomes, sessions, timers, the number of its last event.

import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instantColumn, watchColumns } from '../columns'

/** The outcome of each command by the caller's id, kept for a day. */
export const command = sqliteTable(
  'command',
  {
    id: text('id').primaryKey(),
    at: instantColumn('at').notNull(),
    /** The command itself, so that the same id with other content is told apart. */
    content: text('content').notNull(),
    /** JSON of the outcome, or null while a Market is asked. */
    outcome: text('outcome'),
    /** JSON of what the outcome waits for, from which it is made when the answer comes. */
    waiting: text('waiting'),
  },
  (table) => [
    index('command_by_time').on(table.at),
    index('command_waiting')
      .on(table.id)
      .where(sql`${table.outcome} IS NULL`),
  ],
)

export const session = sqliteTable('session', {
  id: text('id').primaryKey(),
  openedAt: instantColumn('opened_at').notNull(),
  expiresAt: instantColumn('expires_at').notNull(),
  device: text('device').notNull(),
  /** Where the edge saw it opened: ISO country and city, empty when nobody said. */
  country: text('country').notNull().default(''),
  city: text('city').notNull().default(''),
})

/** Timers over the room's single alarm: of a kind, and about something where a kind is not about the whole account. */
export const timer = sqliteTable(
  'timer',
  {
    kind: text('kind').notNull(),
    ref: text('ref').notNull().default(''),
    dueAt: instantColumn('due_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.ref] })],
)

/** Counters that must not run backwards: "event", "turn", "noticed". */
export const counter = sqliteTable('counter', {
  name: text('name').primaryKey(),
  value: integer('value').notNull(),
})

/** The write-ahead log: what each turn changed in the tables that follow it, as JSON, until a checkpoint. */
export const turnLog = sqliteTable('turn_log', {
  id: integer('id').primaryKey(),
  changes: text('changes').notNull(),
  /** JSON of rows of `balance` by the names of its columns: a trigger writes them there at once, under its CHECK. */
  balances: text('balances').notNull().default('[]'),
})

/** One row: the Market to which turns of this account may have been forwarded that are not saved here, or null. */
export const lease = sqliteTable('lease', {
  id: integer('id').primaryKey(),
  holder: text('holder'),
  /** How often the room has recovered what it forwarded. */
  epoch: integer('epoch').notNull(),
})

/** One row: what the desk has forbidden this account, by the newest revision that it was told of. */
export const freeze = sqliteTable('freeze', {
  id: integer('id').primaryKey(),
  revision: integer('revision').notNull(),
  isTradingFrozen: integer('is_trading_frozen', { mode: 'boolean' }).notNull(),
  isWithdrawalFrozen: integer('is_withdrawal_frozen', { mode: 'boolean' }).notNull(),
})

/** What an account has told the Watch of a symbol, by feature: the newest revision, and the one that is known to have arrived. */
export const watchRegistration = sqliteTable(
  'watch_registration',
  {
    feature: text('feature').notNull(),
    symbol: text('symbol').notNull(),
    revision: integer('revision').notNull(),
    told: integer('told').notNull(),
    ...watchColumns,
  },
  (table) => [primaryKey({ columns: [table.feature, table.symbol] })],
)

/** A receipt that the directory does not have yet. */
export const receiptOwed = sqliteTable('receipt_owed', {
  /** SHA-256 of the body. */
  id: text('id').primaryKey(),
  body: text('body').notNull(),
  at: instantColumn('at').notNull(),
  /** What the insurance fund took by it, by currency (server/domain/insurance.ts). */
  insurance: text('insurance').notNull().default('0'),
})
