// Submissions of artists and decisions of the desk, each with its review in one batch; and queries of artists. A change with a failed
// condition writes nothing.

import { type SQL, and, count, desc, eq, sql } from 'drizzle-orm'
import type { Rate } from '#domain/money/rate'
import type { ArtistState, WorkKind } from '#domain/nft/artwork'
import { containsKeyword, openDirectory, runBatch } from './directory'
import { user } from './identity-schema'
import type { NftArtistRow, NftWorkRow } from './nft'
import { nftArtist, nftEvent, nftFavourite, nftWork } from './nft-schema'
import { review } from './review-schema'
import { offsetOf } from './slice'

/** In a selection of one table Drizzle writes a column without its table, so a subquery writes `nft_artist.id` itself. */
const LISTED_WORKS = sql<number>`(select count(*) from nft_work as own where own.artist_id = nft_artist.id and own.state = 'listed')`

export type ShownArtist = NftArtistRow & { readonly works: number }

/** Listed ones with the most works first; the desk sees all, newest first. */
export async function listArtists(
  db: D1Database,
  { keyword = '', isAnyState = false }: { readonly keyword?: string; readonly isAnyState?: boolean },
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ readonly rows: ShownArtist[]; readonly total: number }> {
  const directory = openDirectory(db)
  const isWanted = and(
    isAnyState ? undefined : eq(nftArtist.state, 'listed'),
    keyword ? containsKeyword(nftArtist.nickname, keyword) : undefined,
  )
  const [rows, totals] = await Promise.all([
    directory
      .select({ artist: nftArtist, works: LISTED_WORKS.as('works') })
      .from(nftArtist)
      .where(isWanted)
      .orderBy(isAnyState ? desc(nftArtist.id) : desc(LISTED_WORKS), nftArtist.id)
      .limit(limit)
      .offset(offsetOf({ page, limit })),
    directory.select({ total: count() }).from(nftArtist).where(isWanted),
  ])
  return { rows: rows.map(({ artist, works: of }) => ({ ...artist, works: of })), total: totals[0]?.total ?? 0 }
}

export async function findArtist(db: D1Database, id: number): Promise<ShownArtist | null> {
  const row = await openDirectory(db)
    .select({ artist: nftArtist, works: LISTED_WORKS.as('works') })
    .from(nftArtist)
    .where(eq(nftArtist.id, id))
    .get()
  return row ? { ...row.artist, works: row.works } : null
}

export async function findArtistOf(db: D1Database, userId: number): Promise<NftArtistRow | null> {
  return (await openDirectory(db).select().from(nftArtist).where(eq(nftArtist.userId, userId)).get()) ?? null
}

export async function isArtistNameTaken(db: D1Database, nickname: string, userId: number): Promise<boolean> {
  const row = await openDirectory(db)
    .select({ id: nftArtist.id })
    .from(nftArtist)
    .where(sql`lower(${nftArtist.nickname}) = lower(${nickname}) and ${nftArtist.userId} is not ${userId}`)
    .get()
  return row !== undefined
}

const openReview = (
  kind: 'artist' | 'artwork',
  subject: { readonly id: string; readonly userId: number; readonly at: number; readonly lines: readonly object[] },
  exists: SQL,
): SQL => sql`insert into ${review} (kind, subject_id, user_id, opened_at, user_name, summary)
  select ${kind}, ${subject.id}, ${subject.userId}, ${subject.at},
    coalesce((select coalesce(${user.email}, ${user.mobile}) from ${user} where ${user.id} = ${subject.userId}), ''),
    ${JSON.stringify({ lines: subject.lines, cells: [] })}
  where exists (${exists})`

/** Id of an application by applicant and time: a later application gets another id. */
export const applicationId = (userId: number, at: number): string => `${userId}.${at}`

export interface ArtistApplication {
  readonly userId: number
  readonly nickname: string
  readonly words: string
  readonly at: number
}

/** Inserts an application unless one is open or approved: the database admits one of concurrent requests. */
export async function submitArtist(db: D1Database, { userId, nickname, words, at }: ArtistApplication): Promise<void> {
  const said = { nickname, words, state: 'review', reason: '', createdAt: at } as const
  await runBatch(db, [
    openDirectory(db)
      .insert(nftArtist)
      .values({ userId, ...said })
      .onConflictDoUpdate({ target: nftArtist.userId, set: said, setWhere: eq(nftArtist.state, 'refused') }),
    openReview(
      'artist',
      { id: applicationId(userId, at), userId, at, lines: [{ label: 'nickname', value: nickname }] },
      sql`select 1 from ${nftArtist} where ${nftArtist.userId} = ${userId} and ${nftArtist.createdAt} = ${at}`,
    ),
  ])
}

const isOfApplication = (id: string): SQL | undefined => {
  const [userId = 0, at = 0] = id.split('.').map(Number)
  return and(eq(nftArtist.userId, userId), eq(nftArtist.createdAt, at))
}

export async function findArtistApplication(db: D1Database, id: string): Promise<NftArtistRow | null> {
  return (await openDirectory(db).select().from(nftArtist).where(isOfApplication(id)).get()) ?? null
}

/** Ends an open application and returns its state; an ended one stays unchanged. */
export async function decideArtist(
  db: D1Database,
  { id, state, reason }: { readonly id: string; readonly state: 'listed' | 'refused'; readonly reason: string },
): Promise<NftArtistRow | null> {
  await openDirectory(db)
    .update(nftArtist)
    .set({ state, reason })
    .where(and(isOfApplication(id), eq(nftArtist.state, 'review')))
  return findArtistApplication(db, id)
}

/** Hides a listed artist, or lists a hidden one again: a statement of a batch that is written in the desk's log. */
export const setArtistStateStatement = (
  db: D1Database,
  { id, state, reason }: { readonly id: number; readonly state: 'listed' | 'hidden'; readonly reason: string },
) =>
  openDirectory(db)
    .update(nftArtist)
    .set({ state, reason })
    .where(and(eq(nftArtist.id, id), eq(nftArtist.state, state === 'hidden' ? 'listed' : 'hidden')))

/** True while the artist is in this state. */
export const isArtistIn = (id: number, state: ArtistState): SQL =>
  sql`exists (select 1 from nft_artist where id = ${id} and state = ${state})`

export interface SentWork {
  readonly code: string
  readonly artistId: number
  readonly userId: number
  readonly kind: WorkKind
  readonly media: string
  readonly poster: string
  readonly name: string
  readonly description: string
  readonly royalty: Rate
  readonly chain: string
  readonly at: number
}

/** Once for a medium: the same form sent twice is one work. Answers its code. */
export async function submitWork(db: D1Database, { userId, at, ...work }: SentWork): Promise<string> {
  const isSent = sql`select 1 from ${nftWork} as sent where sent.media = ${work.media}`
  await runBatch(db, [
    sql`insert into ${nftWork} (code, artist_id, kind, media, poster, name, description, rarity, chain, owner_id, royalty, is_opened, state, created_at)
      select ${work.code}, ${work.artistId}, ${work.kind}, ${work.media}, ${work.poster}, ${work.name}, ${work.description},
        'N', ${work.chain}, ${userId}, ${work.royalty.toString()}, 1, 'review', ${at}
      where not exists (${isSent})`,
    openReview(
      'artwork',
      { id: work.code, userId, at, lines: [{ label: 'name', value: work.name }] },
      sql`select 1 from ${nftWork} where ${nftWork.code} = ${work.code}`,
    ),
  ])
  const sent = await openDirectory(db).select().from(nftWork).where(eq(nftWork.media, work.media)).get()
  return sent?.code ?? work.code
}

/** Ends a work's open review and returns the work; an ended review stays unchanged. */
export async function decideWork(
  db: D1Database,
  {
    code,
    state,
    reason,
    at,
  }: { readonly code: string; readonly state: 'listed' | 'refused'; readonly reason: string; readonly at: number },
): Promise<NftWorkRow | null> {
  const directory = openDirectory(db)
  const event = sql`insert or ignore into ${nftEvent} (ref, work_id, kind, at)
    select 'listed:' || id, id, 'listed', ${at} from nft_work where code = ${code} and state = 'listed'`
  await runBatch(db, [
    directory
      .update(nftWork)
      .set({ state, reason })
      .where(and(eq(nftWork.code, code), eq(nftWork.state, 'review'))),
    event,
  ])
  return (await directory.select().from(nftWork).where(eq(nftWork.code, code)).get()) ?? null
}

/** Marks a work, or takes the mark away. Answers whether it is marked now. */
export async function toggleFavourite(
  db: D1Database,
  { userId, workId, at }: { readonly userId: number; readonly workId: number; readonly at: number },
): Promise<boolean> {
  const directory = openDirectory(db)
  const own = and(eq(nftFavourite.userId, userId), eq(nftFavourite.workId, workId))
  const removed = await directory.delete(nftFavourite).where(own).returning({ workId: nftFavourite.workId })
  if (removed.length > 0) return false
  await directory.insert(nftFavourite).values({ userId, workId, at }).onConflictDoNothing()
  return true
}

/** True when a work of the house isn't on sale, or its box series are sold out. False without a house gallery. */
export async function isGalleryIdle(db: D1Database, now: number): Promise<boolean> {
  const row = await openDirectory(db).get<{ idle: number }>(sql`select
    exists (select 1 from nft_artist where user_id is null) and (
      exists (select 1 from nft_work as w where w.owner_id is null and w.state = 'listed' and w.series_id is null
        and not exists (select 1 from nft_lot where work_id = w.id and state in ('open', 'won')))
      or not exists (select 1 from nft_series as s join nft_artist as a on a.id = s.artist_id where a.user_id is null
        and s.sale_to > ${now} and s.sold < (select count(*) from nft_prize where series_id = s.id))) as idle`)
  return row.idle === 1
}

/** Takes a listed work down: a statement of a batch that is written in the desk's log. Its sale is closed by its room, which gives back. */
export const takeDownStatements = (
  db: D1Database,
  { id, reason, at }: { readonly id: number; readonly reason: string; readonly at: number },
) => [
  openDirectory(db)
    .update(nftWork)
    .set({ state: 'taken_down', reason })
    .where(and(eq(nftWork.id, id), eq(nftWork.state, 'listed'))),
  sql`insert or ignore into ${nftEvent} (ref, work_id, kind, at)
    select 'taken_down:' || id, id, 'taken_down', ${at} from nft_work where id = ${id} and state = 'taken_down'`,
]

/** Holds while the work is listed. */
export const isWorkListed = (id: number): SQL =>
  sql`exists (select 1 from nft_work where id = ${id} and state = 'listed')`
