// One sale: bids in order of arrival, its state, and undelivered news for accounts.

import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { SaleState } from '#domain/nft/artwork'
import { amountColumn, instantColumn } from '../columns'

export const lotBid = sqliteTable(
  'lot_bid',
  {
    seq: integer('seq').primaryKey(),
    account: integer('account').notNull(),
    actNo: integer('act_no').notNull(),
    price: amountColumn('price').notNull(),
    at: instantColumn('at').notNull(),
  },
  (table) => [index('lot_bid_by_account').on(table.account, table.actNo)],
)

/** One row, from the first bid or purchase on. */
export const lotStanding = sqliteTable('lot_standing', {
  id: integer('id').primaryKey(),
  state: text('state').$type<SaleState>().notNull(),
  endsAt: instantColumn('ends_at').notNull(),
  /** Winner or buyer, with act and price. */
  winner: integer('winner'),
  actNo: integer('act_no'),
  price: amountColumn('price'),
  payBy: instantColumn('pay_by'),
  /** State change that the directory must still confirm: the work may have been taken down. */
  pending: text('pending').$type<'won' | 'sold' | 'forfeited' | 'unsold' | 'called_off'>(),
  decidedAt: instantColumn('decided_at'),
  /** Last bid shown by the directory, and last bid whose outbid users were notified. */
  shownSeq: integer('shown_seq').notNull().default(0),
  toldSeq: integer('told_seq').notNull().default(0),
})

/** What accounts are owed: a system request as JSON. */
export const pendingRequest = sqliteTable('lot_owed', {
  no: integer('no').primaryKey(),
  account: integer('account').notNull(),
  request: text('request').notNull(),
})
