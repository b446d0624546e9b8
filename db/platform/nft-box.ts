// Series of blind boxes in the directory: committing to an order, and opening a box, each by one atomic batch.

import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { assert } from '#domain/assert'
import { encodeAmount } from '#domain/money/amount'
import { openDirectory, runBatch } from './directory'
import { nftEvent, nftPrize, nftSeries } from './nft-schema'
import { BOX_RULE } from '#domain/nft/box'

type Series = typeof nftSeries.$inferSelect
type Prize = typeof nftPrize.$inferSelect

export interface SeriesOrder {
  readonly series: Series
  readonly prizes: readonly Prize[]
}

/** Complete series without a commitment. */
export async function readySeries(db: D1Database): Promise<SeriesOrder[]> {
  const ready = await openDirectory(db)
    .select()
    .from(nftSeries)
    .where(and(eq(nftSeries.isReady, true), isNull(nftSeries.root)))
  const all = await Promise.all(ready.map(async (series) => ({ series, prizes: await prizesOf(db, series.id) })))
  return all.filter(({ prizes }) => prizes.length > 0)
}

const prizesOf = (db: D1Database, seriesId: number): Promise<Prize[]> =>
  openDirectory(db)
    .select()
    .from(nftPrize)
    .where(eq(nftPrize.seriesId, seriesId))
    .orderBy(asc(nftPrize.position), asc(nftPrize.no))

interface Committing {
  readonly series: Series
  readonly order: readonly (Prize & { readonly position: number; readonly salt: string })[]
  readonly root: string
  /** Of the boxes. */
  readonly codes: readonly string[]
  readonly now: number
}

/** Stores order, root, boxes and their sales together, once. */
export async function commitSeries(db: D1Database, { series, order, root, codes, now }: Committing): Promise<void> {
  const { id } = series
  const isNew = sql`(SELECT root FROM nft_series WHERE id = ${id}) IS NULL`
  await runBatch(db, [
    ...order.map(
      ({ no, position, salt }) =>
        sql`UPDATE nft_prize SET position = ${position}, salt = ${salt} WHERE series_id = ${id} AND no = ${no} AND ${isNew}`,
    ),
    ...codes.flatMap((code, index) => [
      sql`INSERT INTO nft_work (code, artist_id, kind, media, name, description, rarity, chain, royalty, series_id, is_opened, state, created_at)
        SELECT ${code}, ${series.artistId}, 'image', ${series.media}, ${`${series.name} #${index + 1}`}, ${series.description}, 'N',
          ${series.chain}, ${series.royalty.toString()}, ${id}, 0, 'listed', ${now} WHERE ${isNew}`,
      sql`INSERT INTO nft_lot (work_id, mode, is_box, asset, ask, step, margin, sale_from, sale_to, sale_to_most, terms_version, commission,
          royalty, created_at)
        SELECT id, 'fixed', 1, ${series.asset}, ${encodeAmount(series.price)}, '0', '0', ${series.startsAt}, ${series.endsAt}, ${series.endsAt},
          (SELECT version FROM nft_term), '0', '0', ${now} FROM nft_work WHERE code = ${code}`,
    ]),
    sql`UPDATE nft_series SET root = ${root}, committed_at = ${now} WHERE id = ${id} AND root IS NULL`,
  ])
}

/** The committed order, and when the box was sold first. */
export async function readSeriesOrder(
  db: D1Database,
  seriesId: number,
  workId: number,
): Promise<SeriesOrder & { readonly soldAt: number }> {
  const directory = openDirectory(db)
  const [series, prizes, sold] = await Promise.all([
    directory.select().from(nftSeries).where(eq(nftSeries.id, seriesId)).get(),
    prizesOf(db, seriesId),
    directory
      .select({ at: sql<number>`min(${nftEvent.at})` })
      .from(nftEvent)
      .where(and(eq(nftEvent.workId, workId), eq(nftEvent.kind, 'sold')))
      .get(),
  ])
  assert(series !== undefined, 'a box is of a series')
  return { series, prizes, soldAt: sold?.at ?? 0 }
}

interface OpeningWork {
  readonly workId: number
  readonly ownerId: number
  readonly prize: Prize
  readonly receipt: { readonly id: string; readonly body: string }
  readonly now: number
}

/** Replaces a box by its prize, with the receipt, while the box is unopened, owned by the user and not on sale. */
export async function openWork(db: D1Database, { workId, ownerId, prize, receipt, now }: OpeningWork): Promise<void> {
  const { kind, media, poster, name, description, rarity } = prize
  const isOpenedBy = sql`EXISTS (SELECT 1 FROM nft_work WHERE id = ${workId} AND receipt_id = ${receipt.id})`
  await runBatch(db, [
    sql`UPDATE nft_work SET kind = ${kind}, media = ${media}, poster = ${poster}, name = ${name}, description = ${description},
      rarity = ${rarity}, is_opened = 1, receipt_id = ${receipt.id}
      WHERE id = ${workId} AND owner_id = ${ownerId} AND is_opened = 0 AND state = 'listed'
        AND NOT EXISTS (SELECT 1 FROM nft_lot WHERE work_id = ${workId} AND state IN ('open', 'won'))`,
    sql`INSERT INTO receipt (id, rule, body, at, insurance) SELECT ${receipt.id}, ${BOX_RULE}, ${receipt.body}, ${now}, '0'
      WHERE ${isOpenedBy} ON CONFLICT DO NOTHING`,
    sql`INSERT INTO nft_event (ref, work_id, kind, to_id, at) SELECT ${`opened:${workId}`}, ${workId}, 'opened', ${ownerId}, ${now}
      WHERE ${isOpenedBy} ON CONFLICT DO NOTHING`,
  ])
}
