// What an Account room needs besides money: remembered outcomes, sessions, timers, the number of its last event.

import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { AgentLimits, AgentSpent, RequestState } from '#domain/agent'
import type { KeyKind, KeyScope } from '#domain/api-key'
import type { NewOrder } from '#domain/new-order'
import type { Refusal } from '#domain/outcome'
import { amountColumn, instantColumn, watchColumns } from '../columns'

/** The outcome of each command by the caller's id, kept for a day. */
export const command = sqliteTable(
  'command',
  {
    id: text('id').primaryKey(),
    at: instantColumn('at').notNull(),
    /** The command's content, to detect a reused id with other content. */
    content: text('content').notNull(),
    /** JSON of the outcome, or null while a Market decides. */
    outcome: text('outcome'),
    /** JSON of the command's wait state, from which the outcome is computed once the Market has answered. */
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
  /** Location of the login by the edge network: ISO country and city, empty when unknown. */
  country: text('country').notNull().default(''),
  city: text('city').notNull().default(''),
})

/** Timers over the room's single alarm, by kind, and by subject where a kind doesn't concern the whole account. */
export const timer = sqliteTable(
  'timer',
  {
    kind: text('kind').notNull(),
    ref: text('ref').notNull().default(''),
    dueAt: instantColumn('due_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.ref] })],
)

/** Counters that must not run backwards: "event", "turn", "noticed"; and "restored", the time of the last restore from a backup. */
export const counter = sqliteTable('counter', {
  name: text('name').primaryKey(),
  value: integer('value').notNull(),
})

/** The newest events of the account's channel, from which a program resumes; written while the account has an API key. */
export const channelEvent = sqliteTable('channel_event', {
  seq: integer('seq').primaryKey(),
  /** JSON of an `AccountEvent`. */
  event: text('event').notNull(),
})

/** Write-ahead log: each turn's changes of the logged tables as JSON, until a checkpoint. */
export const turnLog = sqliteTable('turn_log', {
  id: integer('id').primaryKey(),
  changes: text('changes').notNull(),
  /** JSON of `balance` rows by column name: a trigger writes them to that table at once, under its CHECK. */
  balances: text('balances').notNull().default('[]'),
})

/** One row: the Market that may hold forwarded turns of this account that aren't saved here, or null. */
export const lease = sqliteTable('lease', {
  id: integer('id').primaryKey(),
  holder: text('holder'),
  /** Number of recoveries of forwarded turns by this room. */
  epoch: integer('epoch').notNull(),
})

/** One row: the account's freezes by the desk, with the newest known revision. */
export const freeze = sqliteTable('freeze', {
  id: integer('id').primaryKey(),
  revision: integer('revision').notNull(),
  isTradingFrozen: integer('is_trading_frozen', { mode: 'boolean' }).notNull(),
  isWithdrawalFrozen: integer('is_withdrawal_frozen', { mode: 'boolean' }).notNull(),
})

/** Registrations of the account with the Watch of a symbol, by feature: newest revision, and the revision confirmed by the Watch. */
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

/** A receipt that the directory hasn't stored yet. */
export const pendingReceipt = sqliteTable('receipt_owed', {
  /** SHA-256 of the body. */
  id: text('id').primaryKey(),
  body: text('body').notNull(),
  at: instantColumn('at').notNull(),
  /** What the insurance fund took by it, by currency (server/domain/insurance.ts). */
  insurance: text('insurance').notNull().default('0'),
})

/** Keys by which programs act for the user. No secret is stored: an HMAC key's is made from its id. */
export const apiKey = sqliteTable('api_key', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  kind: text('kind').$type<KeyKind>().notNull(),
  /** Public Ed25519 key, as hex; empty for HMAC. */
  publicKey: text('public_key').notNull(),
  scopes: text('scopes', { mode: 'json' }).$type<readonly KeyScope[]>().notNull(),
  /** Address ranges that requests may come from; none: any. */
  addresses: text('addresses', { mode: 'json' }).$type<readonly string[]>().notNull(),
  createdAt: instantColumn('created_at').notNull(),
  expiresAt: instantColumn('expires_at').notNull(),
  /** Exact to a minute. */
  lastUsedAt: instantColumn('last_used_at'),
  lastAddress: text('last_address').notNull().default(''),
  /** Of an agent's tokens that can be renewed: 0 for its code, then drawn at random. */
  generation: integer('generation').notNull().default(0),
  /** The generation before, until tokens of the newest are used. */
  previous: integer('previous'),
  renewedAt: instantColumn('renewed_at'),
  /** Of an agent that trades. */
  limits: text('limits', { mode: 'json' }).$type<AgentLimits>(),
  spent: text('spent', { mode: 'json' }).$type<AgentSpent>(),
})

/** What a key did on a day of UTC, for thirty days. */
export const keyDay = sqliteTable(
  'key_day',
  {
    keyId: text('key_id').notNull(),
    /** Its beginning. */
    day: instantColumn('day').notNull(),
    requests: integer('requests').notNull(),
    /** Commands that trade; each order of a batch counts. */
    orders: integer('orders').notNull(),
    refusals: integer('refusals').notNull(),
  },
  (table) => [primaryKey({ columns: [table.keyId, table.day] })],
)

/** Commands of agents: the newest few hundred orders, and as many other commands. */
export const agentAct = sqliteTable('agent_act', {
  id: integer('id').primaryKey(),
  at: instantColumn('at').notNull(),
  /** As the agent called itself. */
  name: text('name').notNull(),
  command: text('command').notNull(),
  /** Counted for its limits, in USDT. */
  value: amountColumn('value').notNull(),
  /** Null while it is under way, or when the room stopped meanwhile. */
  outcome: text('outcome', { mode: 'json' }).$type<Refusal | 'ok'>(),
})

/** Orders of agents that need the owner's approval: the newest few hundred. */
export const agentRequest = sqliteTable('agent_request', {
  id: integer('id').primaryKey(),
  keyId: text('key_id').notNull(),
  /** As the agent called itself. */
  name: text('name').notNull(),
  at: instantColumn('at').notNull(),
  expiresAt: instantColumn('expires_at').notNull(),
  /** Placed as it stands here, once it is approved. */
  order: text('order', { mode: 'json' }).$type<NewOrder>().notNull(),
  /** Counts for the agent's limits, in USDT. */
  value: amountColumn('value').notNull(),
  state: text('state').$type<RequestState>().notNull(),
  /** When the owner answered, or removed the permission. */
  endedAt: instantColumn('ended_at'),
  /** Null until it is approved. */
  orderNo: integer('order_no'),
})

/** What the fills of an agent moved on one pair on its newest day of UTC, after fees. */
export const agentTrade = sqliteTable(
  'agent_trade',
  {
    keyId: text('key_id').notNull(),
    symbol: text('symbol').notNull(),
    day: instantColumn('day').notNull(),
    base: amountColumn('base').notNull(),
    quote: amountColumn('quote').notNull(),
  },
  (table) => [primaryKey({ columns: [table.keyId, table.symbol] })],
)
