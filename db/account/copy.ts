// Copy trading of one user, on both sides: own trades reported to the trader's room, and followed traders with every copy made or missed.

import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { CopyState, FollowingEnd, FollowingState } from '#domain/copy/life'
import type { FollowKind } from '#domain/copy/terms'
import type { Direction } from '#domain/futures/terms'
import { amountColumn, flagColumn, instantColumn, rateColumn } from '../columns'

/** One row for a present or former trader. */
export const copyTrader = sqliteTable('copy_trader', {
  /** The account's own. */
  userId: integer('user_id').primaryKey(),
  isOpen: flagColumn('is_open').notNull(),
  /** Trades opened earlier are never copied. */
  openedAt: instantColumn('opened_at').notNull(),
  /** Shares of followers' profit that came in. */
  earned: amountColumn('earned').notNull(),
})

/** Open trades as last reported to the trader's room. */
export const copyTold = sqliteTable('copy_told', {
  positionNo: integer('position_no').primaryKey(),
  lots: integer('lots').notNull(),
  takeProfit: integer('take_profit'),
  stopLoss: integer('stop_loss'),
  takeProfitLots: integer('take_profit_lots'),
  stopLossLots: integer('stop_loss_lots'),
})

export const copyFollowing = sqliteTable(
  'copy_following',
  {
    traderId: integer('trader_id').primaryKey(),
    nickname: text('nickname').notNull(),
    kind: text('kind').$type<FollowKind>().notNull(),
    /** Hundredths. */
    number: integer('number').notNull(),
    marginMax: amountColumn('margin_max'),
    orderMax: amountColumn('order_max'),
    lossMax: amountColumn('loss_max'),
    /** As the trader set it when the follower agreed. */
    share: rateColumn('share').notNull(),
    country: text('country').notNull(),
    isVerified: flagColumn('is_verified').notNull(),
    state: text('state').$type<FollowingState>().notNull(),
    end: text('end').$type<FollowingEnd>(),
    startedAt: instantColumn('started_at').notNull(),
    endedAt: instantColumn('ended_at'),
    /** Profit of all copies less losses and costs; and its value when this following began. */
    net: amountColumn('net').notNull(),
    netAtStart: amountColumn('net_at_start').notNull(),
    /** Highest shared `net`; share due but unpaid; share paid. */
    highWater: amountColumn('high_water').notNull(),
    shareOwed: amountColumn('share_owed').notNull(),
    sharePaid: amountColumn('share_paid').notNull(),
  },
  (table) => [
    check('copy_following_state', sql`${table.state} IN ('active', 'ended')`),
    check('copy_following_number', sql`${table.number} > 0`),
  ],
)

export const copyOrder = sqliteTable(
  'copy_order',
  {
    copyNo: integer('copy_no').primaryKey(),
    traderId: integer('trader_id').notNull(),
    traderPositionNo: integer('trader_position_no').notNull(),
    symbol: text('symbol').notNull(),
    assetId: integer('asset_id').notNull(),
    direction: text('direction').$type<Direction>().notNull(),
    leverage: integer('leverage').notNull(),
    /** Hundredths, and the price and time at which the trader opened. */
    traderLots: integer('trader_lots').notNull(),
    traderSteps: integer('trader_steps').notNull(),
    traderAt: instantColumn('trader_at').notNull(),
    priceDecimals: integer('price_decimals').notNull(),
    toldAt: instantColumn('told_at').notNull(),
    /** The copy's futures position; null when none was opened. */
    positionNo: integer('position_no'),
    state: text('state').$type<CopyState>().notNull(),
    /** Since when its owner may close it. */
    selfHeldAt: instantColumn('self_held_at'),
    /** Time of the last count of its open lots: the first tick after the take-over. */
    markedAt: instantColumn('marked_at'),
    /** Why it was missed: a refusal's code and facts. */
    reason: text('reason'),
    facts: text('facts', { mode: 'json' }).$type<Readonly<Record<string, string>>>(),
    /** Fees and overnight charges that are counted in `net`; `net` counts until it is marked. */
    costs: amountColumn('costs').notNull(),
    net: amountColumn('net').notNull(),
    endedAt: instantColumn('ended_at'),
  },
  (table) => [
    uniqueIndex('copy_order_of_trade').on(table.traderId, table.traderPositionNo),
    index('copy_order_by_position').on(table.positionNo),
    index('copy_order_live')
      .on(table.copyNo)
      .where(sql`${table.state} = 'live'`),
    check('copy_order_state', sql`${table.state} IN ('live', 'closed', 'missed')`),
  ],
)
