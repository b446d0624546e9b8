// Investments of one user: one row from purchase to payout.

import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { StoredSeries } from '#domain/invest/series'
import type { InvestState, PaidSide } from '#domain/invest/settlement'
import { amountColumn, instantColumn, isUnsignedAmount } from '../columns'

export const investOrder = sqliteTable(
  'invest_order',
  {
    orderNo: integer('order_no').primaryKey(),
    seriesId: integer('series_id').notNull(),
    series: text('series', { mode: 'json' }).$type<StoredSeries>().notNull(),
    shares: integer('shares').notNull(),
    /** Invested asset: the coin for a call, dollars for a put. */
    assetId: integer('asset_id').notNull(),
    amount: amountColumn('amount').notNull(),
    state: text('state').$type<InvestState>().notNull(),
    cause: text('cause').$type<'sold_out' | 'above_user_max'>(),
    /** Shares still available when the order was cancelled. */
    left: integer('shares_left'),
    acceptedAt: instantColumn('accepted_at').notNull(),
    maturesAt: instantColumn('matures_at').notNull(),
    fixingSteps: integer('fixing_steps'),
    side: text('side').$type<PaidSide>(),
    paidAssetId: integer('paid_asset_id'),
    paid: text('paid'),
    receiptId: text('receipt_id'),
    endedAt: instantColumn('ended_at'),
  },
  (table) => [
    index('invest_order_live')
      .on(table.orderNo)
      .where(sql`${table.state} IN ('pending', 'purchased')`),
    check('invest_order_amount', isUnsignedAmount(table.amount)),
    check('invest_order_state', sql`${table.state} IN ('pending', 'purchased', 'success', 'fail', 'called_off')`),
  ],
)
