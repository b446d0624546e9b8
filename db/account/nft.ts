// A user's acts at NFT sales: bids, purchases and payments; margins; proceeds and royalties.

import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { amountColumn, instantColumn } from '../columns'

export const nftAct = sqliteTable(
  'nft_act',
  {
    actNo: integer('act_no').primaryKey(),
    lotId: integer('lot_id').notNull(),
    kind: text('kind').$type<'bid' | 'buy' | 'pay'>().notNull(),
    assetId: integer('asset_id').notNull(),
    /** Null for a bid above the current highest until its room has answered. */
    price: text('price'),
    steps: integer('steps').notNull(),
    /** Held under its own reference, in addition to a margin. */
    held: amountColumn('held').notNull(),
    work: text('work').notNull(),
    state: text('state').$type<'sent' | 'in' | 'refused'>().notNull(),
    /** Why the room refused it: a refusal as JSON. */
    cause: text('cause'),
    at: instantColumn('at').notNull(),
    /** The work that was bought or paid. */
    workId: integer('work_id'),
  },
  (table) => [
    index('nft_act_sent')
      .on(table.actNo)
      .where(sql`${table.state} = 'sent'`),
    index('nft_act_by_lot').on(table.lotId, table.actNo),
  ],
)

/** The user's margin in an auction, one per auction. */
export const nftStake = sqliteTable(
  'nft_stake',
  {
    lotId: integer('lot_id').primaryKey(),
    assetId: integer('asset_id').notNull(),
    margin: amountColumn('margin').notNull(),
    state: text('state').$type<'asked' | 'bidding' | 'won' | 'paid' | 'returned' | 'forfeited'>().notNull(),
    /** Of the winning bid. */
    price: amountColumn('price'),
    payBy: instantColumn('pay_by'),
    at: instantColumn('at').notNull(),
  },
  (table) => [
    index('nft_stake_live')
      .on(table.lotId)
      .where(sql`${table.state} IN ('asked', 'bidding', 'won')`),
  ],
)

/** Proceeds, once per reference ("sold:12"). */
export const nftCredit = sqliteTable('nft_credit', {
  ref: text('ref').primaryKey(),
  lotId: integer('lot_id').notNull(),
  assetId: integer('asset_id').notNull(),
  amount: amountColumn('amount').notNull(),
  at: instantColumn('at').notNull(),
  workId: integer('work_id'),
})
