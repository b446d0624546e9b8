// Reads works with their artist, their owner and their newest sale, each row from one joined query; reads the terms of the market.

import { type SQL, and, count, desc, eq, inArray, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { type Lot, type SaleKind, type WorkKind } from '#domain/nft/artwork'
import type { Amount } from '#domain/money/amount'
import { asset } from './catalogue-schema'
import { containsKeyword, openDirectory } from './directory'
import { user } from './identity-schema'
import { PRICE, isPriceFrom, isPriceTo } from './nft-prices'
import { nftArtist, nftEvent, nftFavourite, nftLot, nftSeries, nftTerm, nftWork } from './nft-schema'

export type NftTerms = Omit<typeof nftTerm.$inferSelect, 'id'>
export type NftWorkRow = typeof nftWork.$inferSelect
export type NftArtistRow = typeof nftArtist.$inferSelect
export type NftEventRow = typeof nftEvent.$inferSelect

/** A work as lists and its page show it. */
export interface ShownWork {
  readonly work: NftWorkRow
  readonly artist: NftArtistRow
  /** Null for the house. */
  readonly ownerName: string | null
  /** Latest sale, open or ended; null for a work never on sale. */
  readonly lot: Lot | null
  /** By the viewer. */
  readonly isFavourite: boolean
  readonly favourites: number
  /** Unsold boxes of its series; 0 for a work that isn't a box. */
  readonly boxesLeft: number
}

/** Throws when the terms are missing: no sale works without them. */
export async function loadNftTerms(db: D1Database): Promise<NftTerms> {
  const row = await openDirectory(db).select().from(nftTerm).get()
  if (!row) throw new Error('the terms of the NFT market are gone')
  const { id: _, ...terms } = row
  return terms
}

export interface WorkFilter {
  /** Whose favourites are marked; null for a guest. */
  readonly viewerId: number | null
  readonly ids?: readonly number[]
  readonly codes?: readonly string[]
  readonly artistId?: number
  readonly seriesId?: number
  readonly ownerId?: number
  /** Works that this user has marked. */
  readonly favouriteOf?: number
  readonly assetCode?: string
  readonly sale?: SaleKind
  readonly phase?: 'not_started' | 'on_sale' | 'ended'
  readonly kind?: WorkKind
  /** Shows one unsold box per series only. */
  readonly isOneBoxPerSeries?: boolean
  /** Bounds of the current price, in USDT. Works priced in another asset are left out. */
  readonly priceFrom?: Amount
  readonly priceTo?: Amount
  readonly sort?: WorkSort
  /** Substring of the work's or artist's name. */
  readonly keyword?: string
  /** Includes unlisted works: for their owner, their artist and the desk. */
  readonly isAnyState?: boolean
  readonly now: number
  readonly page: number
  readonly limit: number
}

/** Works on sale are first in each order. */
export const WORK_SORTS = ['newest', 'price_low', 'price_high', 'ending'] as const
type WorkSort = (typeof WORK_SORTS)[number]

const ORDERS: Readonly<Record<WorkSort, readonly SQL[]>> = {
  newest: [],
  price_low: [sql`${nftLot.asset} = 'USDT' desc`, sql`length(${PRICE})`, sql`${PRICE}`],
  price_high: [sql`${nftLot.asset} = 'USDT' desc`, sql`length(${PRICE}) desc`, sql`${PRICE} desc`],
  ending: [sql`${nftLot.endsAt}`],
}

const owner = alias(user, 'owner')
const NEWEST_LOT = sql`(select max(id) from nft_lot as newest where newest.work_id = ${nftWork.id})`

/** Works on sale first, then upcoming ones, then others; each part in the requested order, newest first by default. */
export async function listWorks(
  db: D1Database,
  filter: WorkFilter,
): Promise<{ readonly rows: readonly ShownWork[]; readonly total: number }> {
  const directory = openDirectory(db)
  const { now, page, limit, viewerId, sort = 'newest' } = filter
  const isWanted = and(...conditionsOf(filter))
  const phase = sql`case when ${isOnSale(now)} then 0 when ${isNotStarted(now)} then 1 else 2 end`
  const [rows, totals] = await Promise.all([
    directory
      .select(COLUMNS(viewerId))
      .from(nftWork)
      .innerJoin(nftArtist, eq(nftArtist.id, nftWork.artistId))
      .leftJoin(owner, eq(owner.id, nftWork.ownerId))
      .leftJoin(nftLot, eq(nftLot.id, NEWEST_LOT))
      .leftJoin(asset, eq(asset.code, nftLot.asset))
      .where(isWanted)
      .orderBy(phase, ...ORDERS[sort], desc(nftWork.id))
      .limit(limit)
      .offset((page - 1) * limit),
    directory
      .select({ total: count() })
      .from(nftWork)
      .innerJoin(nftArtist, eq(nftArtist.id, nftWork.artistId))
      .leftJoin(nftLot, eq(nftLot.id, NEWEST_LOT))
      .where(isWanted),
  ])
  return { rows: rows.map(shownOf), total: totals[0]?.total ?? 0 }
}

/** By number or code, in any state; null for an unknown work. */
export async function findWork(
  db: D1Database,
  { key, viewerId }: { readonly key: number | string; readonly viewerId: number | null },
): Promise<ShownWork | null> {
  const row = await openDirectory(db)
    .select(COLUMNS(viewerId))
    .from(nftWork)
    .innerJoin(nftArtist, eq(nftArtist.id, nftWork.artistId))
    .leftJoin(owner, eq(owner.id, nftWork.ownerId))
    .leftJoin(nftLot, eq(nftLot.id, NEWEST_LOT))
    .leftJoin(asset, eq(asset.code, nftLot.asset))
    .where(typeof key === 'number' ? eq(nftWork.id, key) : eq(nftWork.code, key))
    .get()
  return row ? shownOf(row) : null
}

/** All boxes of a series are sold alike, so one represents the unsold ones. */
const UNSOLD_BOX = sql`(box.owner_id is null and box.is_opened = 0 and box.state = 'listed')`

const COLUMNS = (viewerId: number | null) => ({
  work: nftWork,
  artist: nftArtist,
  ownerName: sql<string | null>`${owner.nickname}`.as('owner_name'),
  lot: nftLot,
  lotAssetId: sql<number | null>`${asset.id}`.as('lot_asset_id'),
  lotScale: sql<number | null>`${asset.scale}`.as('lot_scale'),
  favourites: sql<number>`(select count(*) from nft_favourite as f where f.work_id = ${nftWork.id})`.as('favourites'),
  boxesLeft:
    sql<number>`(select count(*) from nft_work as box where box.series_id = ${nftWork.seriesId} and ${UNSOLD_BOX})`.as(
      'boxes_left',
    ),
  isFavourite: sql<number>`exists (select 1 from nft_favourite as own
    where own.work_id = ${nftWork.id} and own.user_id = ${viewerId ?? 0})`.as('is_favourite'),
})

interface JoinedRow {
  readonly work: NftWorkRow
  readonly artist: NftArtistRow
  readonly ownerName: string | null
  readonly lot: typeof nftLot.$inferSelect | null
  readonly lotAssetId: number | null
  readonly lotScale: number | null
  readonly favourites: number
  readonly isFavourite: number
  readonly boxesLeft: number
}

function shownOf({
  work,
  artist,
  ownerName,
  lot,
  lotAssetId,
  lotScale,
  favourites,
  isFavourite,
  boxesLeft,
}: JoinedRow): ShownWork {
  const isKnown = lot !== null && lotAssetId !== null && lotScale !== null
  const shown = isKnown ? lotOf(lot, { id: lotAssetId, scale: lotScale }) : null
  return { work, artist, ownerName, lot: shown, favourites, isFavourite: isFavourite === 1, boxesLeft }
}

export const lotOf = (
  { asset: code, saleRef: _, createdAt: __, ...lot }: typeof nftLot.$inferSelect,
  of: { readonly id: number; readonly scale: number },
): Lot => ({ ...lot, asset: { ...of, code } })

const isOnSale = (now: number): SQL =>
  sql`(${nftLot.state} = 'open' and ${nftLot.startsAt} <= ${now} and ${nftLot.endsAt} > ${now})`
const isNotStarted = (now: number): SQL => sql`(${nftLot.state} = 'open' and ${nftLot.startsAt} > ${now})`

const SALES = {
  fixed: sql`(${nftLot.mode} = 'fixed' and ${nftLot.isBox} = 0)`,
  auction: sql`(${nftLot.mode} = 'auction' and ${nftLot.isBox} = 0)`,
  box: sql`${nftLot.isBox} = 1`,
} as const satisfies Record<SaleKind, SQL>

function conditionsOf(filter: WorkFilter): (SQL | undefined)[] {
  const {
    ids,
    codes,
    artistId,
    seriesId,
    priceFrom,
    priceTo,
    ownerId,
    favouriteOf,
    assetCode,
    sale,
    phase,
    kind,
    keyword,
    now,
  } = filter
  return [
    filter.isAnyState ? undefined : and(eq(nftWork.state, 'listed'), inArray(nftArtist.state, ['listed'])),
    ids && inArray(nftWork.id, [...ids]),
    codes && inArray(nftWork.code, [...codes]),
    artistId === undefined ? undefined : eq(nftWork.artistId, artistId),
    seriesId === undefined ? undefined : eq(nftWork.seriesId, seriesId),
    priceFrom === undefined ? undefined : isPriceFrom(priceFrom),
    priceTo === undefined ? undefined : isPriceTo(priceTo),
    ownerId === undefined ? undefined : eq(nftWork.ownerId, ownerId),
    favouriteOf === undefined
      ? undefined
      : sql`exists (select 1 from ${nftFavourite} where ${nftFavourite.workId} = ${nftWork.id} and ${nftFavourite.userId} = ${favouriteOf})`,
    assetCode === undefined ? undefined : eq(nftLot.asset, assetCode),
    sale && SALES[sale],
    kind && eq(nftWork.kind, kind),
    keyword ? or(containsKeyword(nftWork.name, keyword), containsKeyword(nftArtist.nickname, keyword)) : undefined,
    filter.isOneBoxPerSeries
      ? sql`not (${nftWork.ownerId} is null and ${nftWork.isOpened} = 0 and exists (select 1 from nft_work as box
          where box.series_id = ${nftWork.seriesId} and ${UNSOLD_BOX} and box.id > ${nftWork.id}))`
      : undefined,
    phase === 'on_sale' ? isOnSale(now) : undefined,
    phase === 'not_started' ? isNotStarted(now) : undefined,
    phase === 'ended' ? sql`not coalesce(${isOnSale(now)} or ${isNotStarted(now)}, 0)` : undefined,
  ]
}

/** The newest auctions of a work. */
export const listAuctions = (db: D1Database, workId: number, limit: number): Promise<{ id: number; asset: string }[]> =>
  openDirectory(db)
    .select({ id: nftLot.id, asset: nftLot.asset })
    .from(nftLot)
    .where(and(eq(nftLot.workId, workId), eq(nftLot.mode, 'auction')))
    .orderBy(desc(nftLot.id))
    .limit(limit)

/** What happened to a work, newest first. */
export const listWorkEvents = (db: D1Database, workId: number, limit: number): Promise<NftEventRow[]> =>
  openDirectory(db)
    .select()
    .from(nftEvent)
    .where(eq(nftEvent.workId, workId))
    .orderBy(desc(nftEvent.at), desc(nftEvent.ref))
    .limit(limit)

export interface ShownSeries {
  readonly series: typeof nftSeries.$inferSelect
  /** How many prizes of each rarity are in it: the published odds of its first box. */
  readonly rarities: Readonly<Record<string, number>>
}

/** A series with a committed order; otherwise null. */
export async function findSeries(db: D1Database, id: number): Promise<ShownSeries | null> {
  const directory = openDirectory(db)
  const [series, rarities] = await Promise.all([
    directory
      .select()
      .from(nftSeries)
      .where(and(eq(nftSeries.id, id), sql`${nftSeries.root} is not null`))
      .get(),
    directory.all<{ rarity: string; count: number }>(
      sql`select rarity, count(*) as count from nft_prize where series_id = ${id} group by rarity`,
    ),
  ])
  return series ? { series, rarities: Object.fromEntries(rarities.map(({ rarity, count: of }) => [rarity, of])) } : null
}
