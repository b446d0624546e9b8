// Figures for operators, written and read.

import { asc, count, gte, inArray, lt, sql } from 'drizzle-orm'
import { BookSums, type CountedBooks } from '#domain/desk/books'
import { WAITING_STATES } from '#domain/desk/review'
import { type Amount, decodeAmount } from '#domain/money/amount'
import type { Labels, Sample, SampleName } from '#domain/operating/metrics'
import { backupRun, gaugeReading, metricTotal, statusDay } from './operating-schema'
import { accountCount, countTotal } from './desk-schema'
import { openDirectory, runBatch } from './directory'
import { deposit } from './funds-schema'
import { review } from './review-schema'

const ONLY_ROW = 1

const sortedText = (labels: Labels): string =>
  JSON.stringify(Object.fromEntries(Object.entries(labels).toSorted(([one], [other]) => (one < other ? -1 : 1))))

/** Adds what an isolate counted: one statement, however many samples. */
export async function addTotals(db: D1Database, samples: readonly Sample[]): Promise<void> {
  const rows = samples.map(({ name, labels, value }) => [name, sortedText(labels), value])
  await db
    .prepare(
      `INSERT INTO metric_total (name, labels, value)
       SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]') FROM json_each(?) WHERE true
       ON CONFLICT (name, labels) DO UPDATE SET value = metric_total.value + excluded.value`,
    )
    .bind(JSON.stringify(rows))
    .run()
}

export interface GaugeReading {
  readonly at: number
  readonly samples: readonly Sample[]
  readonly history: readonly { readonly at: number; readonly samples: readonly Sample[] }[]
}

export interface Readings {
  readonly totals: readonly Sample[]
  readonly gauges: GaugeReading | null
  readonly backupAt: number | null
}

export async function readReadings(db: D1Database): Promise<Readings> {
  const directory = openDirectory(db)
  const [totals, gauges, backups] = await directory.batch([
    directory.select().from(metricTotal),
    directory.select().from(gaugeReading).limit(1),
    directory.select().from(backupRun).limit(1),
  ])
  const [reading] = gauges
  return {
    // Written by addTotals and saveGauges alone.
    totals: totals.map(({ name, labels, value }) => ({
      name: name as SampleName,
      labels: JSON.parse(labels) as Labels,
      value,
    })),
    gauges: reading
      ? {
          at: reading.at,
          samples: JSON.parse(reading.samples) as Sample[],
          history: JSON.parse(reading.history) as GaugeReading['history'],
        }
      : null,
    backupAt: backups[0]?.at ?? null,
  }
}

export async function saveGauges(db: D1Database, { at, samples, history }: GaugeReading): Promise<void> {
  const row = { at, samples: JSON.stringify(samples), history: JSON.stringify(history) }
  await openDirectory(db)
    .insert(gaugeReading)
    .values({ id: ONLY_ROW, ...row })
    .onConflictDoUpdate({ target: gaugeReading.id, set: row })
}

export async function noteBackup(db: D1Database, at: number): Promise<void> {
  await openDirectory(db)
    .insert(backupRun)
    .values({ id: ONLY_ROW, at })
    .onConflictDoUpdate({ target: backupRun.id, set: { at } })
}

export interface StatusLine {
  readonly part: string
  readonly minutes: number
  readonly failed: number
}

/** Adds minutes to a day, and forgets days before `keptFrom`. */
export async function addStatus(
  db: D1Database,
  { day, lines, keptFrom }: { readonly day: number; readonly lines: readonly StatusLine[]; readonly keptFrom: number },
): Promise<void> {
  const directory = openDirectory(db)
  await runBatch(db, [
    ...lines.map((line) =>
      directory
        .insert(statusDay)
        .values({ day, ...line })
        .onConflictDoUpdate({
          target: [statusDay.day, statusDay.part],
          set: {
            minutes: sql`${statusDay.minutes} + ${line.minutes}`,
            failed: sql`${statusDay.failed} + ${line.failed}`,
          },
        }),
    ),
    directory.delete(statusDay).where(lt(statusDay.day, keptFrom)),
  ])
}

export const listStatus = (db: D1Database, from: number): Promise<(typeof statusDay.$inferSelect)[]> =>
  openDirectory(db).select().from(statusDay).where(gte(statusDay.day, from)).orderBy(asc(statusDay.day))

/** Clock and size of the directory, in one query. */
export async function measureDirectory(db: D1Database): Promise<{ readonly clock: number; readonly bytes: number }> {
  const { results, meta } = await db
    .prepare("SELECT unixepoch('subsec') * 1000 AS clock")
    .all<{ readonly clock: number }>()
  return { clock: results[0]?.clock ?? 0, bytes: meta.size_after }
}

/** Credited deposits whose block was replaced, without a decision of the desk, by network. */
export const countRecalls = (db: D1Database): Promise<{ network: string; total: number }[]> =>
  openDirectory(db)
    .select({ network: deposit.network, total: count() })
    .from(deposit)
    .where(sql`state = 'review' and is_credited = 1`)
    .groupBy(deposit.network)

/** Reviews that wait for people: number and time of the oldest, by kind. */
export const waitingReviews = (db: D1Database): Promise<{ kind: string; total: number; oldestAt: number }[]> =>
  openDirectory(db)
    .select({ kind: review.kind, total: count(), oldestAt: sql<number>`min(${review.openedAt})` })
    .from(review)
    .where(inArray(review.state, [...WAITING_STATES]))
    .groupBy(review.kind)

/** Assets whose sum over all counted accounts is not zero, and accounts with unsound books; reads a bounded number of rows. */
export async function readBookFaults(db: D1Database): Promise<{ readonly off: number; readonly unsound: number }> {
  const [sums, unsound] = await Promise.all([
    readSums(db),
    openDirectory(db)
      .select({ total: count() })
      .from(accountCount)
      .where(sql`is_sound = 0`),
  ])
  const books = new BookSums({ sums, heard: [] })
  const assetIds = new Set(sums.map(([, assetId]) => assetId))
  return { off: [...assetIds].filter((id) => books.difference(id) !== 0n).length, unsound: unsound[0]?.total ?? 0 }
}

/** Insurance fund's income from loans less its payments, over all counted accounts. */
export const readLoanFund = async (
  db: D1Database,
): Promise<readonly { readonly assetId: number; readonly balance: Amount }[]> =>
  (await readSums(db)).flatMap(([part, assetId, balance]) =>
    part === 'insurance' ? [{ assetId, balance: decodeAmount(balance) }] : [],
  )

async function readSums(db: D1Database): Promise<CountedBooks['sums']> {
  const [row] = await openDirectory(db).select({ sums: countTotal.sums }).from(countTotal).limit(1)
  // Written by saveCounts alone.
  return JSON.parse(row?.sums ?? '[]') as CountedBooks['sums']
}
