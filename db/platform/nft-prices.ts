// Prices of works in USDT: the lowest asking price of a group, and what works were sold for. A group is a series of boxes, or an artist's
// works.

import { type SQL, and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Amount } from '#domain/money/amount'
import { openDirectory } from './directory'
import { nftArtist, nftEvent, nftLot, nftSeries, nftWork } from './nft-schema'

/** The asset that prices are compared in. */
const ASSET = 'USDT'

export type WorkGroup = { readonly seriesId: number } | { readonly artistId: number }

const isAccepted = (group: WorkGroup): SQL =>
  'seriesId' in group ? eq(nftWork.seriesId, group.seriesId) : eq(nftWork.artistId, group.artistId)

/** Highest bid, or asking price. */
export const PRICE = sql<string>`coalesce(${nftLot.highest}, ${nftLot.price})`
/** Amounts are canonical text without a sign: the longer is the larger. */
export const isPriceFrom = (least: Amount): SQL => bounded('>=', '>', least)
export const isPriceTo = (most: Amount): SQL => bounded('<=', '<', most)
const bounded = (order: '>=' | '<=', length: '>' | '<', bound: Amount): SQL => {
  const text = bound.toString()
  return sql`(${nftLot.asset} = ${ASSET} and (length(${PRICE}) ${sql.raw(length)} ${text.length}
    or (length(${PRICE}) = ${text.length} and ${PRICE} ${sql.raw(order)} ${text})))`
}

/** Lowest fixed price at which a work of the group can be bought now; null without one. */
export async function findFloor(db: D1Database, group: WorkGroup, now: number): Promise<Amount | null> {
  const row = await openDirectory(db)
    .select({ price: nftLot.price })
    .from(nftLot)
    .innerJoin(nftWork, eq(nftWork.id, nftLot.workId))
    .where(
      and(
        isAccepted(group),
        eq(nftWork.state, 'listed'),
        eq(nftLot.asset, ASSET),
        eq(nftLot.mode, 'fixed'),
        sql`${nftLot.state} = 'open' and ${nftLot.startsAt} <= ${now} and ${nftLot.endsAt} > ${now}`,
      ),
    )
    .orderBy(sql`length(${nftLot.price})`, asc(nftLot.price))
    .limit(1)
    .get()
  return row?.price ?? null
}

export interface WorkSale {
  readonly at: number
  readonly price: Amount
}

/** Sales in USDT of one work, or of all works of a group, the newest first. */
export async function listWorkSales(
  db: D1Database,
  of: WorkGroup | { readonly workId: number },
  limit: number,
): Promise<WorkSale[]> {
  const rows = await openDirectory(db)
    .select({ at: nftEvent.at, price: nftEvent.price })
    .from(nftEvent)
    .innerJoin(nftWork, eq(nftWork.id, nftEvent.workId))
    .where(
      and(
        'workId' in of ? eq(nftEvent.workId, of.workId) : isAccepted(of),
        eq(nftEvent.kind, 'sold'),
        eq(nftEvent.asset, ASSET),
        isNotNull(nftEvent.price),
      ),
    )
    .orderBy(desc(nftEvent.at), desc(nftEvent.ref))
    .limit(limit)
  return rows.flatMap(({ at, price }) => (price === null ? [] : { at, price }))
}

export interface WorkGroups {
  readonly series: readonly { readonly id: number; readonly name: string }[]
  readonly artists: readonly { readonly id: number; readonly name: string }[]
}

/** Series with a committed order, and listed artists with works, by name. */
export async function listWorkGroups(db: D1Database, limit: number): Promise<WorkGroups> {
  const directory = openDirectory(db)
  const [series, artists] = await directory.batch([
    directory
      .select({ id: nftSeries.id, name: nftSeries.name })
      .from(nftSeries)
      .where(isNotNull(nftSeries.root))
      .orderBy(nftSeries.name)
      .limit(limit),
    directory
      .select({ id: nftArtist.id, name: nftArtist.nickname })
      .from(nftArtist)
      .where(
        and(
          eq(nftArtist.state, 'listed'),
          sql`exists (select 1 from nft_work as own where own.artist_id = ${nftArtist.id} and own.state = 'listed')`,
        ),
      )
      .orderBy(nftArtist.nickname)
      .limit(limit),
  ])
  return { series, artists }
}
