// Audited sums of each account's books, and the total over all accounts in one row, updated by every count.

import { and, asc, count, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import { BookSums, type CountedBooks } from '#domain/desk/books'
import { MINUTE_MS } from '#domain/time'
import { accountCount, countTotal } from './desk-schema'
import { openDirectory, runBatch } from './directory'
import { user } from './identity-schema'

export interface AccountCount extends CountedBooks {
  readonly userId: number
  readonly at: number
  readonly isSound: boolean
  readonly entryCount: number
  readonly undelivered: number
  readonly problems: readonly string[]
}

/** How often a write tries again when another wrote first. */
const TRIES = 12

/** Replaces earlier counts of these accounts. */
export async function saveCounts(db: D1Database, counts: readonly AccountCount[]): Promise<void> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const { revision, before } = await readBefore(db, counts)
    const total = new BookSums(before.total)
    for (const books of before.counts) total.take(books)
    for (const books of counts) total.put(books)
    if (await writeCounts(db, counts, { revision, total: total.books() })) return
  }
  throw new Error('the counts were too busy')
}

async function readBefore(db: D1Database, counts: readonly AccountCount[]) {
  const directory = openDirectory(db)
  const ids = counts.map(({ userId }) => userId)
  const [totals, rows] = await directory.batch([
    directory.select().from(countTotal).limit(1),
    directory
      .select({ sums: accountCount.sums, heard: accountCount.heard })
      .from(accountCount)
      .where(inArray(accountCount.userId, ids)),
  ])
  const total = totalOf(totals)
  return { revision: total.revision, before: { total: booksOf(total), counts: rows.map(booksOf) } }
}

/** False when another wrote first: then nothing is written. */
async function writeCounts(
  db: D1Database,
  counts: readonly AccountCount[],
  { revision, total }: { readonly revision: number; readonly total: CountedBooks },
): Promise<boolean> {
  const directory = openDirectory(db)
  try {
    await runBatch(db, [
      directory.update(countTotal).set({
        revision: sql`case when ${countTotal.revision} = ${revision} then ${revision + 1} end`,
        sums: JSON.stringify(total.sums),
        heard: JSON.stringify(total.heard),
      }),
      ...counts.map(({ userId, sums, heard, problems, ...counted }) => {
        const texts = { sums: JSON.stringify(sums), heard: JSON.stringify(heard), problems: JSON.stringify(problems) }
        return directory
          .insert(accountCount)
          .values({ userId, ...counted, ...texts })
          .onConflictDoUpdate({ target: accountCount.userId, set: { ...counted, ...texts } })
      }),
    ])
    return true
  } catch (failure) {
    if (/NOT NULL constraint failed: count_total\.revision/.test(String(failure))) return false
    throw failure
  }
}

/** The total's row, inserted by a migration. Without it the report would show zero everywhere. */
function totalOf(rows: readonly (typeof countTotal.$inferSelect)[]) {
  const [total] = rows
  if (!total) throw new Error('the sums of all counts are gone')
  return total
}

/** `saveCounts` alone writes these texts. */
const booksOf = ({ sums, heard }: { readonly sums: string; readonly heard: string }): CountedBooks => ({
  sums: JSON.parse(sums) as CountedBooks['sums'],
  heard: JSON.parse(heard) as CountedBooks['heard'],
})

/** Size of the window of user numbers searched for skipped accounts, whose room failed when they were new. */
const WINDOW = 500

/**
 * Accounts without a count, then those with the oldest count. Each query reads a bounded part of an index: new accounts after the last
 * counted number, skipped accounts in a window of numbers that moves every minute, old counts by time.
 */
export async function listToCount(
  db: D1Database,
  { before, limit, now }: { readonly before: number; readonly limit: number; readonly now: number },
): Promise<number[]> {
  const directory = openDirectory(db)
  const slot = Math.floor(now / MINUTE_MS)
  const [fresh, passed, old] = await directory.batch([
    directory
      .select({ id: user.id })
      .from(user)
      .where(sql`${user.id} > (select coalesce(max(user_id), 0) from account_count)`)
      .orderBy(asc(user.id))
      .limit(limit),
    directory
      .select({ id: user.id })
      .from(user)
      .leftJoin(accountCount, eq(accountCount.userId, user.id))
      .where(
        and(
          sql`${user.id} between ${windowStart(slot)} and ${windowStart(slot)} + ${WINDOW - 1}`,
          isNull(accountCount.userId),
        ),
      )
      .orderBy(asc(user.id))
      .limit(limit),
    directory
      .select({ id: accountCount.userId })
      .from(accountCount)
      .where(lt(accountCount.at, before))
      .orderBy(asc(accountCount.at), asc(accountCount.userId))
      .limit(limit),
  ])
  return [...new Set([...passed, ...fresh, ...old].map(({ id }) => id))].slice(0, limit)
}

/** About the number of users, without counting them. */
export async function userSpan(db: D1Database): Promise<number> {
  const found = await db.prepare('SELECT (SELECT max(id) FROM user) - (SELECT min(id) FROM user) + 1 AS span').first<{
    span: number | null
  }>()
  return found?.span ?? 0
}

/** The numbers of all users, cut into windows, come round one a slot. */
const windowStart = (slot: number) =>
  sql`(select min(id) from user) + ${WINDOW} * (${slot} % (((select max(id) from user) - (select min(id) from user)) / ${WINDOW} + 1))`

export interface Coverage {
  readonly users: number
  readonly counted: number
  readonly oldestAt: number | null
}

export interface CountReading {
  readonly books: CountedBooks
  /** Number of users, of counted users, and time of the oldest count. */
  readonly coverage: Coverage
  /** Accounts with audit problems: the first rows, and their total. */
  readonly unsound: {
    readonly total: number
    readonly rows: readonly { readonly userId: number; readonly problems: readonly string[] }[]
  }
}

/** Figures of the report at one moment, for any number of accounts. */
export async function readCounts(db: D1Database, unsoundMax: number): Promise<CountReading> {
  const directory = openDirectory(db)
  const isUnsound = eq(accountCount.isSound, false)
  const [totals, users, counts, unsound, rows] = await directory.batch([
    directory.select().from(countTotal).limit(1),
    directory.select({ total: count() }).from(user),
    directory.select({ total: count(), oldestAt: sql<number | null>`min(${accountCount.at})` }).from(accountCount),
    directory.select({ total: count() }).from(accountCount).where(isUnsound),
    directory
      .select({ userId: accountCount.userId, problems: accountCount.problems })
      .from(accountCount)
      .where(isUnsound)
      .orderBy(asc(accountCount.userId))
      .limit(unsoundMax),
  ])
  return {
    books: booksOf(totalOf(totals)),
    coverage: { users: users[0]?.total ?? 0, counted: counts[0]?.total ?? 0, oldestAt: counts[0]?.oldestAt ?? null },
    unsound: {
      total: unsound[0]?.total ?? 0,
      rows: rows.map(({ userId, problems }) => ({ userId, problems: JSON.parse(problems) as string[] })),
    },
  }
}
