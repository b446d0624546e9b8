// State changes of a sale and of its work's owner, each in one atomic batch under the reference of its hold: a repetition changes nothing.
// A work taken down isn't sold: the directory's first write wins.

import type { ListPart } from '#domain/list-part'
import { and, desc, eq, inArray, lt, ne, sql } from 'drizzle-orm'
import { assert } from '#domain/assert'
import { type Amount, encodeAmount } from '#domain/money/amount'
import { rate } from '#domain/money/rate'
import type { Lot, SaleState } from '#domain/nft/artwork'
import { asset } from './catalogue-schema'
import { openDirectory, runBatch } from './directory'
import { user } from './identity-schema'
import { lotOf } from './nft'
import { nftArtist, nftLot, nftOrder, nftWork } from './nft-schema'
import { isOfPart, isWithin } from './slice'

export interface StoredLotTerms {
  readonly lot: Lot
  readonly work: string
  /** Null: the house. */
  readonly royaltyTo: number | null
}

/** Terms for a sale's room; null for an unknown sale. */
export async function loadSaleTerms(db: D1Database, id: number): Promise<StoredLotTerms | null> {
  const row = await openDirectory(db)
    .select({ lot: nftLot, work: nftWork.name, artist: nftArtist.userId, assetId: asset.id, scale: asset.scale })
    .from(nftLot)
    .innerJoin(nftWork, eq(nftWork.id, nftLot.workId))
    .innerJoin(nftArtist, eq(nftArtist.id, nftWork.artistId))
    .innerJoin(asset, eq(asset.code, nftLot.asset))
    .where(eq(nftLot.id, id))
    .get()
  if (!row) return null
  const lot = lotOf(row.lot, { id: row.assetId, scale: row.scale })
  // A sale by the artist pays no royalty.
  const owed = row.artist === lot.sellerId ? { ...lot, royalty: rate(0n) } : lot
  return { lot: owed, work: row.work, royaltyTo: row.artist }
}

export interface SaleDecision {
  readonly lotId: number
  readonly to: Exclude<SaleState, 'open'>
  readonly at: number
  readonly winner: number | null
  /** Of the winner's hold: "10001:nft:5". */
  readonly ref: string
  readonly price: Amount | null
  readonly payBy: number | null
}

/** Applies the room's closing of a sale, unless the work was taken down; returns the resulting state. */
export async function decideSale(db: D1Database, decision: SaleDecision): Promise<SaleState> {
  const { lotId, to, at, winner, ref, price, payBy } = decision
  const listed = sql`(SELECT state FROM nft_work WHERE id = nft_lot.work_id) = 'listed'`
  const paid = price === null ? null : encodeAmount(price)
  const from = to === 'forfeited' ? sql`state = 'won'` : sql`state IN ('open', 'won')`
  // An end without a sale doesn't need a listed work: a forfeited margin goes to the seller, and an unsold work has no bids.
  const isFree = to === 'forfeited' || to === 'unsold' || to === 'called_off' ? sql`1` : listed
  const ends = to === 'sold' || to === 'won' ? sql`, highest = COALESCE(${paid}, highest)` : sql``
  const results = await runBatch(db, [
    sql`UPDATE nft_lot SET state = ${to}, winner_id = ${to === 'won' || to === 'sold' ? winner : null},
      sale_ref = ${ref}, sold_at = ${to === 'sold' ? at : null}, pay_by = ${payBy} ${ends}
      WHERE id = ${lotId} AND ${from} AND ${isFree}`,
    sql`UPDATE nft_lot SET state = 'called_off', sale_ref = ${ref} WHERE id = ${lotId} AND ${from} AND NOT ${listed}`,
    ...(to === 'sold' ? moveWork(decision) : []),
    ...followOrder(decision),
    sql`INSERT INTO nft_event (ref, work_id, kind, from_id, to_id, asset, price, at)
      SELECT ${`${eventOf(to)}:${lotId}`}, work_id, ${eventOf(to)}, seller_id, ${to === 'sold' ? winner : null}, asset, ${paid}, ${at}
      FROM nft_lot WHERE id = ${lotId} AND state = ${to} AND ${eventOf(to)} <> 'won' ON CONFLICT DO NOTHING`,
    sql`SELECT state FROM nft_lot WHERE id = ${lotId}`,
  ])
  // The last statement selects this column of the row.
  const [row] = (results.at(-1)?.results ?? []) as { readonly state: SaleState }[]
  assert(row !== undefined, 'the room of a sale is named by its number')
  return row.state
}

/** Name of the history event; an auction that awaits payment has none. */
const eventOf = (to: SaleDecision['to']): string => (to === 'called_off' ? 'taken_down' : to)

/** Transfers the work to its buyer, once: the same batch writes the history event. An unopened box gets its sale's number. */
function moveWork({ lotId, ref, winner }: SaleDecision) {
  const isDue = sql`EXISTS (SELECT 1 FROM nft_lot WHERE id = ${lotId} AND state = 'sold' AND sale_ref = ${ref})
    AND NOT EXISTS (SELECT 1 FROM nft_event WHERE ref = ${`sold:${lotId}`})`
  const workId = sql`(SELECT work_id FROM nft_lot WHERE id = ${lotId})`
  return [
    sql`UPDATE nft_series SET sold = sold + 1
      WHERE id = (SELECT series_id FROM nft_work WHERE id = ${workId} AND box_no IS NULL) AND ${isDue}`,
    sql`UPDATE nft_work SET owner_id = ${winner},
      box_no = COALESCE(box_no, (SELECT sold FROM nft_series WHERE nft_series.id = nft_work.series_id))
      WHERE id = ${workId} AND ${isDue}`,
  ]
}

function followOrder({ lotId, to, at, winner, price, payBy }: SaleDecision) {
  if (to === 'won')
    return [
      sql`INSERT INTO nft_order (lot_id, user_id, price, state, is_read, created_at, pay_by)
        SELECT ${lotId}, ${winner}, ${price === null ? '0' : encodeAmount(price)}, 'to_pay', 0, ${at}, ${payBy}
        FROM nft_lot WHERE id = ${lotId} AND state = 'won' ON CONFLICT DO NOTHING`,
    ]
  const state = sql`CASE (SELECT state FROM nft_lot WHERE id = ${lotId})
    WHEN 'sold' THEN 'paid' WHEN 'forfeited' THEN 'expired' WHEN 'called_off' THEN 'called_off' ELSE state END`
  return [sql`UPDATE nft_order SET state = ${state}, ended_at = ${at} WHERE lot_id = ${lotId} AND state = 'to_pay'`]
}

/** What lists show of a running auction; an older word changes nothing. */
export const showBid = (
  db: D1Database,
  lotId: number,
  shown: { readonly seq: number; readonly account: number; readonly price: Amount; readonly endsAt: number },
) =>
  openDirectory(db)
    .update(nftLot)
    .set({ highest: shown.price, highestBidderId: shown.account, bidCount: shown.seq, endsAt: shown.endsAt })
    .where(and(eq(nftLot.id, lotId), lt(nftLot.bidCount, shown.seq)))

export interface NewLot {
  readonly workId: number
  readonly sellerId: number
  readonly mode: 'fixed' | 'auction'
  readonly asset: string
  readonly price: Amount
  readonly step: Amount
  readonly margin: Amount
  readonly startsAt: number
  readonly endsAt: number
  readonly endsAtMost: number
  readonly termsVersion: number
  readonly commission: bigint
  readonly now: number
}

/** Puts a work on sale for its owner; null when it is not theirs, not listed, or on sale already. Answers the sale's number. */
export async function createSale(db: D1Database, lot: NewLot): Promise<number | null> {
  const { workId, sellerId, mode, now } = lot
  const results = await runBatch(db, [
    sql`INSERT INTO nft_lot (work_id, seller_id, mode, is_box, is_resale, asset, ask, step, margin, sale_from, sale_to, sale_to_most,
        terms_version, commission, royalty, created_at)
      SELECT w.id, ${sellerId}, ${mode}, w.is_opened = 0, COALESCE(a.user_id, 0) <> ${sellerId}, ${lot.asset}, ${encodeAmount(lot.price)},
        ${encodeAmount(lot.step)}, ${encodeAmount(lot.margin)}, ${lot.startsAt}, ${lot.endsAt}, ${lot.endsAtMost}, ${lot.termsVersion},
        ${lot.commission.toString()}, CASE WHEN a.user_id IS ${sellerId} THEN '0' ELSE w.royalty END, ${now}
      FROM nft_work AS w JOIN nft_artist AS a ON a.id = w.artist_id
      WHERE w.id = ${workId} AND w.owner_id = ${sellerId} AND w.state = 'listed'
        AND NOT EXISTS (SELECT 1 FROM nft_lot WHERE work_id = w.id AND state IN ('open', 'won'))
      RETURNING id`,
    sql`INSERT INTO nft_event (ref, work_id, kind, from_id, asset, price, at)
      SELECT 'on_sale:' || id, work_id, 'on_sale', seller_id, asset, ask, ${now} FROM nft_lot
      WHERE work_id = ${workId} AND state = 'open' AND created_at = ${now} ON CONFLICT DO NOTHING`,
  ])
  const [row] = (results[0]?.results ?? []) as { readonly id: number }[]
  return row?.id ?? null
}

/** Sales to cancel because their work was taken down, and ended sales whose room has not reported. */
export const dueLots = (db: D1Database, now: number, limit: number): Promise<readonly { readonly id: number }[]> =>
  openDirectory(db)
    .select({ id: nftLot.id })
    .from(nftLot)
    .innerJoin(nftWork, eq(nftWork.id, nftLot.workId))
    .where(
      sql`(${and(inArray(nftLot.state, ['open', 'won']), ne(nftWork.state, 'listed'))})
        OR (${and(eq(nftLot.state, 'open'), lt(nftLot.endsAt, now))}) OR (${and(eq(nftLot.state, 'won'), lt(nftLot.payBy, now))})`,
    )
    .orderBy(nftLot.endsAt)
    .limit(limit)

export const isWorkListed = async (db: D1Database, lotId: number): Promise<boolean> =>
  (await openDirectory(db)
    .select({ id: nftWork.id })
    .from(nftLot)
    .innerJoin(nftWork, eq(nftWork.id, nftLot.workId))
    .where(and(eq(nftLot.id, lotId), eq(nftWork.state, 'listed')))
    .get()) !== undefined

export interface OwnOrder {
  readonly order: typeof nftOrder.$inferSelect
  readonly work: typeof nftWork.$inferSelect
  readonly lot: typeof nftLot.$inferSelect
  readonly assetId: number
  readonly scale: number
}

/** Won auctions of a user, unpaid or paid; newest first. */
export const listOwnOrders = (
  db: D1Database,
  userId: number,
  walk: Omit<ListPart, 'page'>,
): Promise<readonly OwnOrder[]> =>
  openDirectory(db)
    .select({ order: nftOrder, work: nftWork, lot: nftLot, assetId: sql<number>`${asset.id}`, scale: asset.scale })
    .from(nftOrder)
    .innerJoin(nftLot, eq(nftLot.id, nftOrder.lotId))
    .innerJoin(nftWork, eq(nftWork.id, nftLot.workId))
    .innerJoin(asset, eq(asset.code, nftLot.asset))
    .where(and(eq(nftOrder.userId, userId), isOfPart(nftOrder.id, walk), isWithin(nftOrder.createdAt, walk)))
    .orderBy(desc(nftOrder.id))
    .limit(walk.limit)

export async function readOrder(db: D1Database, id: number, userId: number): Promise<boolean> {
  const rows = await openDirectory(db)
    .update(nftOrder)
    .set({ isRead: true })
    .where(and(eq(nftOrder.id, id), eq(nftOrder.userId, userId)))
    .returning({ id: nftOrder.id })
  return rows.length > 0
}

/** Unread orders to pay, for the notification dot. */
export async function countUnreadOrders(db: D1Database, userId: number): Promise<number> {
  const row = await openDirectory(db)
    .select({ count: sql<number>`count(*)` })
    .from(nftOrder)
    .where(and(eq(nftOrder.userId, userId), eq(nftOrder.state, 'to_pay'), eq(nftOrder.isRead, false)))
    .get()
  return row?.count ?? 0
}

export const isLot = async (db: D1Database, id: number): Promise<boolean> =>
  (await openDirectory(db).select({ id: nftLot.id }).from(nftLot).where(eq(nftLot.id, id)).get()) !== undefined

/** Names and portraits of users. */
export async function namesOf(
  db: D1Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, { readonly nickname: string; readonly headPortrait: string }>> {
  if (ids.length === 0) return new Map()
  const rows = await openDirectory(db)
    .select({ id: user.id, nickname: user.nickname, headPortrait: user.headPortrait })
    .from(user)
    .where(inArray(user.id, [...ids]))
  return new Map(rows.map((row) => [row.id, row]))
}

/** Sales with their works, by sale number. */
export async function loadLotWorks(
  db: D1Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, { readonly lot: Lot; readonly work: typeof nftWork.$inferSelect }>> {
  if (ids.length === 0) return new Map()
  const rows = await openDirectory(db)
    .select({ lot: nftLot, work: nftWork, assetId: sql<number>`${asset.id}`.as('asset_id'), scale: asset.scale })
    .from(nftLot)
    .innerJoin(nftWork, eq(nftWork.id, nftLot.workId))
    .innerJoin(asset, eq(asset.code, nftLot.asset))
    .where(inArray(nftLot.id, [...ids]))
  return new Map(
    rows.map(({ lot, work, assetId, scale }) => [lot.id, { lot: lotOf(lot, { id: assetId, scale }), work }]),
  )
}
