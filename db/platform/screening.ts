// Loaded sanctions lists with their index, comparisons, and passes over known subjects.

import { and, asc, desc, eq, getTableColumns, gt, inArray, ne, sql } from 'drizzle-orm'
import type { ReviewFacts } from '#domain/desk/review'
import type { Screened, ScreeningSource } from '#domain/screening/list'
import { DAY_MS } from '#domain/time'
import { type Statement, openDirectory } from './directory'
import { savedAddress, withdrawal } from './funds-schema'
import { cancelReviewStatement, openReviewStatement } from './review-request'
import { screening, screeningEntry, screeningKey, screeningList, screeningPass } from './screening-schema'
import { verification } from './verification-schema'

export type ScreeningListRow = typeof screeningList.$inferSelect
export type ScreeningRow = typeof screening.$inferSelect
export type ScreeningPassRow = typeof screeningPass.$inferSelect

export const listCurrentLists = (db: D1Database): Promise<ScreeningListRow[]> =>
  openDirectory(db)
    .select()
    .from(screeningList)
    .where(eq(screeningList.state, 'current'))
    .orderBy(asc(screeningList.id))

export const listVersions = (db: D1Database, limit: number): Promise<ScreeningListRow[]> =>
  openDirectory(db)
    .select()
    .from(screeningList)
    .where(ne(screeningList.state, 'loading'))
    .orderBy(desc(screeningList.id))
    .limit(limit)

export const listListsById = (db: D1Database, ids: readonly number[]): Promise<ScreeningListRow[]> =>
  openDirectory(db)
    .select()
    .from(screeningList)
    .where(inArray(screeningList.id, [...ids]))
    .orderBy(asc(screeningList.id))

export async function insertList(
  db: D1Database,
  row: Pick<ScreeningListRow, 'source' | 'published' | 'digest' | 'entries' | 'keys' | 'startedAt'>,
): Promise<number> {
  const [inserted] = await openDirectory(db)
    .insert(screeningList)
    .values({ ...row, state: 'loading' })
    .returning({ id: screeningList.id })
  return inserted?.id ?? 0
}

/** Rows of a part; a repeated part changes nothing. */
export async function insertListPart(
  db: D1Database,
  listId: number,
  {
    entries,
    keys,
  }: {
    readonly entries: readonly (readonly [number, string])[]
    readonly keys: readonly (readonly [string, string])[]
  },
): Promise<void> {
  const isLoading = `exists (select 1 from screening_list where id = ?1 and state = 'loading')`
  const rows = (table: string, columns: string) =>
    `insert or ignore into ${table} (list_id, ${columns}) select ?1, json_extract(value, '$[0]'), json_extract(value, '$[1]')
     from json_each(?2) where ${isLoading}`
  await db.batch([
    db.prepare(rows('screening_entry', 'no, entry')).bind(listId, JSON.stringify(entries)),
    db.prepare(rows('screening_key', 'key, names')).bind(listId, JSON.stringify(keys)),
  ])
}

/** True for a complete, pending list if no newer list is in force. */
export const isListWhole = (listId: number) =>
  sql`exists (select 1 from ${screeningList} as one where one.id = ${listId} and one.state = 'loading'
    and one.entries = (select count(*) from ${screeningEntry} where list_id = one.id)
    and one.index_rows = (select count(*) from ${screeningKey} where list_id = one.id)
    and not exists (select 1 from ${screeningList} as other where other.source = one.source and other.state = 'current'
      and other.published > one.published))`

export const currentListStatements = (
  db: D1Database,
  { id, source, at }: { readonly id: number; readonly source: ScreeningSource; readonly at: number },
): Statement[] => {
  const directory = openDirectory(db)
  return [
    directory
      .update(screeningList)
      .set({ state: 'past' })
      .where(and(eq(screeningList.source, source), eq(screeningList.state, 'current'))),
    directory.update(screeningList).set({ state: 'current', currentAt: at }).where(eq(screeningList.id, id)),
  ]
}

/** Deletes up to `limit` rows of entries and keys of lists that are replaced, or were never completed. Returns their number. */
export async function pruneLists(db: D1Database, now: number, limit: number): Promise<number> {
  const isOld = `list_id in (select id from screening_list where state = 'past' or (state = 'loading' and started_at < ?1))`
  const from = (table: string) =>
    `delete from ${table} where rowid in (select rowid from ${table} where ${isOld} limit ?2)`
  const results = await db.batch(
    ['screening_entry', 'screening_key'].map((table) => db.prepare(from(table)).bind(now - DAY_MS, limit)),
  )
  return results.reduce((sum, { meta }) => sum + meta.changes, 0)
}

/** Index lines by key and list. */
export const findKeys = async (
  db: D1Database,
  listIds: readonly number[],
  keys: readonly string[],
): Promise<readonly { readonly listId: number; readonly key: string; readonly names: string }[]> =>
  openDirectory(db)
    .select()
    .from(screeningKey)
    .where(
      and(
        inArray(screeningKey.listId, [...listIds]),
        sql`${screeningKey.key} in (select value from json_each(${JSON.stringify(keys)}))`,
      ),
    )

export const findEntries = (
  db: D1Database,
  listId: number,
  nos: readonly number[],
): Promise<(typeof screeningEntry.$inferSelect)[]> =>
  openDirectory(db)
    .select()
    .from(screeningEntry)
    .where(and(eq(screeningEntry.listId, listId), inArray(screeningEntry.no, [...nos])))

export interface Subject {
  readonly kind: Screened
  readonly subjectId: string
}

export async function findScreening(db: D1Database, id: string): Promise<ScreeningRow | null> {
  const [row] = await openDirectory(db).select().from(screening).where(eq(screening.id, id))
  return row ?? null
}

/** The newest comparison of a subject. */
export async function findScreeningOf(db: D1Database, { kind, subjectId }: Subject): Promise<ScreeningRow | null> {
  const [row] = await openDirectory(db)
    .select()
    .from(screening)
    .where(and(eq(screening.kind, kind), eq(screening.subjectId, subjectId)))
    .orderBy(desc(screening.at))
    .limit(1)
  return row ?? null
}

/** Comparisons of a user that had hits. */
export const listScreeningsWithHits = (db: D1Database, userId: number): Promise<ScreeningRow[]> =>
  openDirectory(db)
    .select()
    .from(screening)
    .where(and(eq(screening.userId, userId), sql`${screening.state} <> 'clear'`))
    .orderBy(asc(screening.at))

/** Stores a comparison, with its review where it is open; a repetition changes nothing. `lines`: null where others' reviews ask about its hits. */
export async function insertScreening(
  db: D1Database,
  row: Omit<ScreeningRow, 'decidedAt'>,
  lines: ReviewFacts['lines'] | null,
): Promise<void> {
  const directory = openDirectory(db)
  const insert = directory.insert(screening).values(row).onConflictDoNothing()
  if (row.state !== 'open' || lines === null) return void (await insert)
  await directory.batch([insert, hitReviewStatement(db, row, lines)])
}

/** Puts a comparison before two people; a repetition changes nothing. */
export const hitReviewStatement = (
  db: D1Database,
  { id: subjectId, userId, at }: Pick<ScreeningRow, 'id' | 'userId' | 'at'>,
  lines: ReviewFacts['lines'],
) => openReviewStatement(db, { kind: 'screening', subjectId, userId, at, summary: { money: null, lines, cells: [] } })

interface ScreeningEnd {
  readonly id: string
  readonly state: 'cleared' | 'confirmed'
  readonly at: number
}

export const decideScreeningStatement = (db: D1Database, { id, state, at }: ScreeningEnd) =>
  openDirectory(db)
    .update(screening)
    .set({ state, decidedAt: at })
    .where(and(eq(screening.id, id), eq(screening.state, 'open')))

/** Takes another comparison's decision and cancels its own open review. */
export async function settleScreening(db: D1Database, end: ScreeningEnd): Promise<void> {
  const { id: subjectId, at } = end
  await openDirectory(db).batch([
    decideScreeningStatement(db, end),
    cancelReviewStatement(db, { kind: 'screening', subjectId, at }),
  ])
}

/**
 * SQL: nothing about the user waits for the two people, senders of deposits aside, and neither identity nor this withdrawal was found on a list by
 * the newest comparison with hits.
 */
export const IS_WITHDRAWAL_SCREENED = sql`not exists (select 1 from ${screening} as one
  where one.user_id = ${withdrawal.userId} and ((one.state = 'open' and one.kind <> 'deposit') or (one.state = 'confirmed'
    and (one.kind = 'identity' or (one.kind = 'withdrawal' and one.subject_id = cast(${withdrawal.id} as text)))
    and not exists (select 1 from ${screening} as later where later.kind = one.kind and later.subject_id = one.subject_id
      and later.state <> 'clear' and later.at > one.at))))`

/** Subject id of a sender: "ERC20:0x… 0x… #10001". One transaction may have several senders, and pay several users. */
export const senderId = ({ network, txId, sender, userId }: SenderOf): string =>
  `${sendersOf({ network, txId })}${sender} #${userId}`

interface SenderOf {
  readonly network: string
  readonly txId: string | null
  readonly sender: string
  readonly userId: number
}

/** How the subject ids of a transaction's senders begin. */
export const sendersOf = ({ network, txId }: Pick<SenderOf, 'network' | 'txId'>): string => `${network}:${txId} `

/** SQL: a sender of this deposit waits for the two people. */
export const SENDER_OPEN = `exists (select 1 from screening as one
  where one.user_id = deposit.user_id and one.state <> 'clear' and one.state = 'open' and one.kind = 'deposit'
    and instr(one.subject_id, deposit.network || ':' || deposit.tx_id || ' ') = 1)`

/** The newest pass, or null. */
export async function findPass(db: D1Database): Promise<ScreeningPassRow | null> {
  const [row] = await openDirectory(db).select().from(screeningPass).orderBy(desc(screeningPass.startedAt)).limit(1)
  return row ?? null
}

/** Begins the pass of these lists unless it was begun. */
export async function startPass(db: D1Database, edition: string, at: number): Promise<ScreeningPassRow | null> {
  const directory = openDirectory(db)
  await directory.insert(screeningPass).values({ edition, startedAt: at }).onConflictDoNothing()
  const [row] = await directory.select().from(screeningPass).where(eq(screeningPass.edition, edition))
  return row ?? null
}

/** Moves a pass on from where it was read; of two movers the first succeeds. */
export async function movePass(db: D1Database, from: ScreeningPassRow, to: Partial<ScreeningPassRow>): Promise<void> {
  await openDirectory(db)
    .update(screeningPass)
    .set(to)
    .where(
      and(
        eq(screeningPass.edition, from.edition),
        eq(screeningPass.part, from.part),
        eq(screeningPass.after, from.after),
      ),
    )
}

/** Identities after a row number: verified ones, and those that may be approved while a list changes. */
export const listIdentitiesAfter = (db: D1Database, after: number, limit: number) =>
  openDirectory(db)
    .select({ no: sql<number>`${verification}.rowid`, ...getTableColumns(verification) })
    .from(verification)
    .where(
      and(
        gt(sql`${verification}.rowid`, after),
        eq(verification.level, 1),
        inArray(verification.state, ['passed', 'under_review']),
      ),
    )
    .orderBy(sql`${verification}.rowid`)
    .limit(limit)

export const listAddressesAfter = (db: D1Database, after: number, limit: number) =>
  openDirectory(db)
    .select()
    .from(savedAddress)
    .where(gt(savedAddress.id, after))
    .orderBy(asc(savedAddress.id))
    .limit(limit)

/** Withdrawals that no transaction pays yet. */
export const listUnsentAfter = (db: D1Database, after: number, limit: number) =>
  openDirectory(db)
    .select()
    .from(withdrawal)
    .where(and(gt(withdrawal.id, after), inArray(withdrawal.state, ['review', 'approved', 'signing'])))
    .orderBy(asc(withdrawal.id))
    .limit(limit)
