// Reads the terms of options, and keeps what came of settled ones by day.

import { asc, desc, gte, inArray, sql } from 'drizzle-orm'
import { type Catalogue, findPair } from '#domain/catalogue'
import { encodeAmount } from '#domain/money/amount'
import type { OptionTerms } from '#domain/options/terms'
import { hashText } from '#domain/text-hash'
import { openDirectory, runBatch } from './directory'
import { optionCount, optionDay, optionDuration, optionTerm } from './options-schema'

export type OptionDay = typeof optionDay.$inferSelect

/** In display order; terms of delisted pairs are omitted. */
export async function loadOptionTerms(db: D1Database, catalogue: Catalogue): Promise<readonly OptionTerms[]> {
  const directory = openDirectory(db)
  const [terms, durations] = await directory.batch([
    directory.select().from(optionTerm).orderBy(asc(optionTerm.sort)),
    directory.select().from(optionDuration).orderBy(asc(optionDuration.seconds)),
  ])
  return terms.flatMap(({ sort: _, ...row }) => {
    const pair = findPair(catalogue, row.symbol)
    if (!pair) return []
    const own = durations.filter(({ symbol }) => symbol === row.symbol)
    const { id, code, scale } = pair.quote
    const version = hashText(
      JSON.stringify([row, own], (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    )
    return {
      ...row,
      version: version.toString(36),
      priceDecimals: pair.priceDecimals,
      stake: { id, code, scale },
      durations: own.map(({ seconds, ratio, stakeMin, stakeMax }) => ({
        seconds,
        ratio,
        min: stakeMin,
        max: stakeMax,
      })),
    }
  })
}

/** Days from a date on, newest first. */
export const listOptionDays = (db: D1Database, from: string): Promise<OptionDay[]> =>
  openDirectory(db)
    .select()
    .from(optionDay)
    .where(gte(optionDay.day, from))
    .orderBy(desc(optionDay.day), asc(optionDay.symbol), asc(optionDay.seconds))

export async function countedUpTo(db: D1Database): Promise<number> {
  const row = await openDirectory(db).select({ no: optionCount.receiptNo }).from(optionCount).get()
  return row?.no ?? 0
}

/** Stored results of these days. */
export async function findOptionDays(db: D1Database, days: readonly string[]): Promise<readonly OptionDay[]> {
  return openDirectory(db)
    .select()
    .from(optionDay)
    .where(inArray(optionDay.day, [...days]))
}

/** Replaces the stored days; writes nothing when a concurrent count was first. */
export async function putOptionDays(
  db: D1Database,
  days: readonly OptionDay[],
  { after, upTo }: { readonly after: number; readonly upTo: number },
): Promise<void> {
  const isMine = sql`COALESCE((SELECT receipt_no FROM option_count WHERE id = 1), 0) = ${after}`
  const writes = days.map(
    (row) =>
      sql`INSERT INTO option_day (day, symbol, seconds, decided, staked, paid, evens, voids, on_time)
        SELECT ${row.day}, ${row.symbol}, ${row.seconds}, ${row.decided}, ${encodeAmount(row.staked)}, ${encodeAmount(row.paid)},
          ${row.evens}, ${row.voids}, ${row.onTime}
        WHERE ${isMine}
        ON CONFLICT DO UPDATE SET decided = excluded.decided, staked = excluded.staked, paid = excluded.paid,
          evens = excluded.evens, voids = excluded.voids, on_time = excluded.on_time`,
  )
  const moved = sql`INSERT INTO option_count (id, receipt_no) SELECT 1, ${upTo} WHERE ${isMine}
    ON CONFLICT DO UPDATE SET receipt_no = excluded.receipt_no`
  await runBatch(db, [...writes, moved])
}
