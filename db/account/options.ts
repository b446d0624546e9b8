// Options of one user: one row from order to settlement.

import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { RejectCause, OptionOutcome, OptionState } from '#domain/options/settlement'
import type { OptionDirection, StoredOptionTerms } from '#domain/options/terms'
import type { Tick } from '#domain/quotes/chain'
import { amountColumn, instantColumn, isUnsignedAmount } from '../columns'

export const optionOrder = sqliteTable(
  'option_order',
  {
    orderNo: integer('order_no').primaryKey(),
    symbol: text('symbol').notNull(),
    assetId: integer('asset_id').notNull(),
    direction: text('direction').$type<OptionDirection>().notNull(),
    seconds: integer('seconds').notNull(),
    stake: amountColumn('stake').notNull(),
    fee: amountColumn('fee').notNull(),
    terms: text('terms', { mode: 'json' }).$type<StoredOptionTerms>().notNull(),
    state: text('state').$type<OptionState>().notNull(),
    outcome: text('outcome').$type<OptionOutcome>(),
    cause: text('cause').$type<RejectCause>(),
    acceptedAt: instantColumn('accepted_at').notNull(),
    /** Whole, with its place in the chain: the receipt shows it. */
    entryTick: text('entry_tick', { mode: 'json' }).$type<Tick>(),
    entrySteps: integer('entry_steps'),
    dueAt: instantColumn('due_at'),
    exitAt: instantColumn('exit_at'),
    exitSteps: integer('exit_steps'),
    paid: text('paid'),
    receiptId: text('receipt_id'),
    endedAt: instantColumn('ended_at'),
  },
  (table) => [
    index('option_order_live')
      .on(table.orderNo)
      .where(sql`${table.state} IN ('pending', 'open')`),
    index('option_order_by_symbol').on(table.symbol, table.orderNo),
    index('option_order_settled')
      .on(table.endedAt)
      .where(sql`${table.state} = 'settled'`),
    check('option_order_stake', isUnsignedAmount(table.stake)),
    check('option_order_state', sql`${table.state} IN ('pending', 'open', 'settled', 'void', 'called_off')`),
  ],
)
