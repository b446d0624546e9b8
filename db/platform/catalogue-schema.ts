// The catalogue: assets, networks, pairs, fiats. Scales and ids never change once money is stored under them. No column here is a price or
// can set one, which a test checks.

import { sql } from 'drizzle-orm'
import { check, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { amountColumn, flagColumn, lotsColumn, rateColumn } from '../columns'

export const asset = sqliteTable(
  'asset',
  {
    /** Wire id: BTC 1, ETH 2, USDT 3. */
    id: integer('id').primaryKey(),
    code: text('code').notNull().unique(),
    name: text('name').notNull(),
    logo: text('logo').notNull(),
    scale: integer('scale').notNull(),
    /** Comma list of the wallets that may hold it: "legal,change". */
    wallets: text('wallets').notNull(),
    isListed: flagColumn('is_listed').notNull().default(true),
    sort: integer('sort').notNull(),
  },
  (table) => [check('asset_scale', sql`${table.scale} between 0 and 20`)],
)

export const assetNetwork = sqliteTable(
  'asset_network',
  {
    assetId: integer('asset_id')
      .notNull()
      .references(() => asset.id),
    name: text('name').notNull(),
    confirmationsMin: integer('confirmations_min').notNull(),
    depositMin: amountColumn('deposit_min')
      .notNull()
      .default(sql`'0'`),
    withdrawalFee: amountColumn('withdrawal_fee')
      .notNull()
      .default(sql`'0'`),
    withdrawalMin: amountColumn('withdrawal_min')
      .notNull()
      .default(sql`'0'`),
    isDepositOpen: flagColumn('is_deposit_open').notNull().default(true),
    isWithdrawalOpen: flagColumn('is_withdrawal_open').notNull().default(true),
    sort: integer('sort').notNull(),
  },
  (table) => [primaryKey({ columns: [table.assetId, table.name] })],
)

export const pair = sqliteTable(
  'pair',
  {
    /** Wire id (`match_id`). */
    id: integer('id').primaryKey(),
    symbol: text('symbol').notNull().unique(),
    baseAssetId: integer('base_asset_id')
      .notNull()
      .references(() => asset.id),
    quoteAssetId: integer('quote_asset_id')
      .notNull()
      .references(() => asset.id),
    priceDecimals: integer('price_decimals').notNull(),
    tickSteps: integer('tick_steps').notNull().default(1),
    quantityDecimals: integer('quantity_decimals').notNull(),
    makerFee: rateColumn('maker_fee').notNull(),
    takerFee: rateColumn('taker_fee').notNull(),
    quantityMin: lotsColumn('quantity_min').notNull(),
    quantityMax: lotsColumn('quantity_max').notNull(),
    notionalMin: amountColumn('notional_min').notNull(),
    priceBand: rateColumn('price_band').notNull(),
    openOrdersMax: integer('open_orders_max').notNull(),
    isHouseOn: flagColumn('is_house_on').notNull().default(true),
    houseLevels: integer('house_levels').notNull(),
    houseSpread: rateColumn('house_spread').notNull(),
    houseLevelStep: rateColumn('house_level_step').notNull(),
    houseSize: lotsColumn('house_size').notNull(),
    houseInventoryAtFullSkew: lotsColumn('house_inventory_at_full_skew').notNull(),
    houseInventoryMax: lotsColumn('house_inventory_max').notNull(),
    breakerMove: rateColumn('breaker_move').notNull(),
    isTradable: flagColumn('is_tradable').notNull().default(true),
    sort: integer('sort').notNull(),
  },
  (table) => [
    check('pair_sides_differ', sql`${table.baseAssetId} <> ${table.quoteAssetId}`),
    check(
      'pair_quantity_bounds',
      sql`${table.quantityMin} > 0 and ${table.quantityMax} between ${table.quantityMin} and 9007199254740991`,
    ),
  ],
)

export const fiat = sqliteTable(
  'fiat',
  {
    code: text('code').primaryKey(),
    /** Fiat units per USD, at the scale of a Rate. */
    rate: rateColumn('rate').notNull(),
    /** Uses the reference feed's rate instead of the desk's, where the feed has one. */
    followsReference: integer('follows_reference', { mode: 'boolean' }).notNull().default(true),
    scale: integer('scale').notNull(),
    sort: integer('sort').notNull(),
  },
  (table) => [check('fiat_scale', sql`${table.scale} between 0 and 4`)],
)

/** The newest rates of the reference feed. */
export const fiatReference = sqliteTable('fiat_reference', {
  code: text('code').primaryKey(),
  /** Fiat units per USD, at the scale of a Rate. */
  rate: rateColumn('rate').notNull(),
  /** Publication day of the feed, "2026-11-23". */
  day: text('day').notNull(),
  readAt: integer('read_at').notNull(),
})
