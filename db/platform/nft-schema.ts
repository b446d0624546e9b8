// Artists, works, series of blind boxes, sales, orders to pay, what happened to each work, and favourites. Who owns a work is written here, by
// the batch that closes its sale. The order of a series' prizes never changes once its root is published; a trigger keeps it so.

import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import {
  ARTIST_STATES,
  LOT_MODES,
  LOT_STATES,
  ORDER_STATES,
  RARITIES,
  WORK_EVENTS,
  WORK_KINDS,
  WORK_STATES,
} from '#domain/nft/artwork'
import { amountColumn, flagColumn, instantColumn, isUnsignedAmount, rateColumn } from '../columns'

/** One row. */
export const nftTerm = sqliteTable(
  'nft_term',
  {
    id: integer('id').primaryKey(),
    /** Rises with every change of a number; a trigger counts. */
    version: integer('version').notNull().default(1),
    /** Part of the price that the seller pays. */
    commission: rateColumn('commission').notNull(),
    /** Limits of the royalty that an artist may set for later sales. */
    royaltyMin: rateColumn('royalty_min').notNull(),
    royaltyMax: rateColumn('royalty_max').notNull(),
    /** Bidder's deposit at a user's auction, as a rate of the starting price. */
    marginRate: rateColumn('margin_rate').notNull(),
    isOpen: flagColumn('is_open').notNull().default(true),
  },
  (table) => [check('nft_term_one', sql`${table.id} = 1`)],
)

export const nftArtist = sqliteTable(
  'nft_artist',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Null for artists of the house's gallery. */
    userId: integer('user_id').unique(),
    nickname: text('nickname').notNull(),
    /** Address of a picture of ours; empty for the drawn one. */
    portrait: text('portrait').notNull().default(''),
    words: text('words').notNull().default(''),
    state: text('state', { enum: ARTIST_STATES }).notNull(),
    /** Why the desk refused or hid. */
    reason: text('reason').notNull().default(''),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [uniqueIndex('nft_artist_by_nickname').on(sql`lower(${table.nickname})`)],
)

export const nftSeries = sqliteTable(
  'nft_series',
  {
    id: integer('id').primaryKey(),
    artistId: integer('artist_id')
      .notNull()
      .references(() => nftArtist.id),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    /** Picture of an unopened box. */
    media: text('media').notNull(),
    chain: text('chain').notNull(),
    /** Asset code, and price of one box. */
    asset: text('asset').notNull(),
    price: amountColumn('ask').notNull(),
    royalty: rateColumn('royalty').notNull(),
    startsAt: instantColumn('sale_from').notNull(),
    endsAt: instantColumn('sale_to').notNull(),
    /** All prizes exist: the order can be drawn and committed, and boxes go on sale. */
    isReady: flagColumn('is_ready').notNull().default(false),
    /** Merkle root over the order of the prizes, in hex; null before it is drawn. */
    root: text('root'),
    committedAt: instantColumn('committed_at'),
    /** Boxes sold so far; the next box has the following number. */
    sold: integer('sold').notNull().default(0),
  },
  (table) => [check('nft_series_times', sql`${table.endsAt} > ${table.startsAt}`)],
)

/** Prizes of a series. Only opened prizes are shown; the count per rarity is published. */
export const nftPrize = sqliteTable(
  'nft_prize',
  {
    seriesId: integer('series_id')
      .notNull()
      .references(() => nftSeries.id),
    no: integer('no').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    kind: text('kind', { enum: WORK_KINDS }).notNull(),
    media: text('media').notNull(),
    poster: text('poster').notNull().default(''),
    rarity: text('rarity', { enum: RARITIES }).notNull(),
    /** Index in the committed order, from 1: the number of its sale. */
    position: integer('position'),
    /** 256 random bits in hex, so an entry can't be guessed from its hash. */
    salt: text('salt'),
  },
  (table) => [
    primaryKey({ columns: [table.seriesId, table.no] }),
    uniqueIndex('nft_prize_by_position').on(table.seriesId, table.position),
  ],
)

export const nftWork = sqliteTable(
  'nft_work',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Its id on the wire, 64 hex digits. */
    code: text('code').notNull().unique(),
    artistId: integer('artist_id')
      .notNull()
      .references(() => nftArtist.id),
    kind: text('kind', { enum: WORK_KINDS }).notNull(),
    /** Address of the medium, and of its still picture; empty for a picture. An unopened box has its own pictures. */
    media: text('media').notNull(),
    poster: text('poster').notNull().default(''),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    rarity: text('rarity', { enum: RARITIES }).notNull(),
    chain: text('chain').notNull(),
    /** Null for the house's gallery. */
    ownerId: integer('owner_id'),
    royalty: rateColumn('royalty').notNull(),
    seriesId: integer('series_id').references(() => nftSeries.id),
    /** The number of its first sale in its series. */
    boxNo: integer('box_no'),
    isOpened: flagColumn('is_opened').notNull().default(true),
    /** Of the opening. */
    receiptId: text('receipt_id'),
    state: text('state', { enum: WORK_STATES }).notNull(),
    /** Why the desk refused or took it down. */
    reason: text('reason').notNull().default(''),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    index('nft_work_by_artist').on(table.artistId, table.state),
    index('nft_work_by_owner').on(table.ownerId, table.id),
    uniqueIndex('nft_work_by_box').on(table.seriesId, table.boxNo),
  ],
)

export const nftLot = sqliteTable(
  'nft_lot',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    workId: integer('work_id')
      .notNull()
      .references(() => nftWork.id),
    /** Null for the house. */
    sellerId: integer('seller_id'),
    mode: text('mode', { enum: LOT_MODES }).notNull(),
    isBox: flagColumn('is_box').notNull().default(false),
    isResale: flagColumn('is_resale').notNull().default(false),
    asset: text('asset').notNull(),
    price: amountColumn('ask').notNull(),
    step: amountColumn('step').notNull(),
    margin: amountColumn('margin').notNull(),
    startsAt: instantColumn('sale_from').notNull(),
    /** Auction figures as last reported by its room. */
    endsAt: instantColumn('sale_to').notNull(),
    endsAtMost: instantColumn('sale_to_most').notNull(),
    state: text('state', { enum: LOT_STATES }).notNull().default('open'),
    highest: amountColumn('highest'),
    highestBidderId: integer('highest_bidder_id'),
    bidCount: integer('bid_count').notNull().default(0),
    /** Buyer, or winner who must pay. */
    winnerId: integer('winner_id'),
    /** Reference of the hold that paid. */
    saleRef: text('sale_ref'),
    soldAt: instantColumn('sold_at'),
    payBy: instantColumn('pay_by'),
    termsVersion: integer('terms_version').notNull(),
    commission: rateColumn('commission').notNull(),
    royalty: rateColumn('royalty').notNull(),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('nft_lot_live')
      .on(table.workId)
      .where(sql`${table.state} IN ('open', 'won')`),
    index('nft_lot_by_work').on(table.workId, table.id),
    index('nft_lot_by_end').on(table.state, table.endsAt),
    check('nft_lot_times', sql`${table.endsAt} > ${table.startsAt} AND ${table.endsAtMost} >= ${table.endsAt}`),
    check('nft_lot_price', sql`${isUnsignedAmount(table.price)} AND ${table.price} <> '0'`),
  ],
)

/** Payment due from an auction's winner. */
export const nftOrder = sqliteTable(
  'nft_order',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    lotId: integer('lot_id')
      .notNull()
      .unique()
      .references(() => nftLot.id),
    userId: integer('user_id').notNull(),
    /** Full price, including the margin. */
    price: amountColumn('price').notNull(),
    state: text('state', { enum: ORDER_STATES }).notNull(),
    isRead: flagColumn('is_read').notNull().default(false),
    createdAt: instantColumn('created_at').notNull(),
    payBy: instantColumn('pay_by').notNull(),
    endedAt: instantColumn('ended_at'),
  },
  (table) => [index('nft_order_by_user').on(table.userId, table.id)],
)

/** History of a work, each event once by its reference ("sold:12"). */
export const nftEvent = sqliteTable(
  'nft_event',
  {
    ref: text('ref').primaryKey(),
    workId: integer('work_id')
      .notNull()
      .references(() => nftWork.id),
    kind: text('kind', { enum: WORK_EVENTS }).notNull(),
    fromId: integer('from_id'),
    toId: integer('to_id'),
    asset: text('asset'),
    price: amountColumn('price'),
    at: instantColumn('at').notNull(),
  },
  (table) => [index('nft_event_by_work').on(table.workId, table.at)],
)

export const nftFavourite = sqliteTable(
  'nft_favourite',
  {
    userId: integer('user_id').notNull(),
    workId: integer('work_id')
      .notNull()
      .references(() => nftWork.id),
    at: instantColumn('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.workId] }), index('nft_favourite_by_work').on(table.workId)],
)
