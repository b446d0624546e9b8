// Rates of the reference feed as they were read last.

import { max, sql } from 'drizzle-orm'
import type { Rate } from '#domain/money/rate'
import { fiatReference } from './catalogue-schema'
import { openDirectory } from './directory'

export interface ReferenceRates {
  /** "2026-11-23". */
  readonly day: string
  /** Units for one USD, by code. */
  readonly rates: ReadonlyMap<string, Rate>
}

/** Stores the rates of a day, unless a later day is known. */
export async function saveReferenceRates(
  db: D1Database,
  { day, rates }: ReferenceRates,
  readAt: number,
): Promise<void> {
  const rows = [...rates].map(([code, rate]) => ({ code, rate, day, readAt }))
  if (rows.length === 0) return
  await openDirectory(db)
    .insert(fiatReference)
    .values(rows)
    .onConflictDoUpdate({
      target: fiatReference.code,
      set: { rate: sql`excluded.rate`, day: sql`excluded.day`, readAt: sql`excluded.read_at` },
      setWhere: sql`${fiatReference.day} <= excluded.day`,
    })
}

/** Newest published day, and its reading time; null before the first. */
export async function findReference(db: D1Database): Promise<{ readonly day: string; readonly readAt: number } | null> {
  const [row] = await openDirectory(db)
    .select({ day: max(fiatReference.day), readAt: max(fiatReference.readAt) })
    .from(fiatReference)
  return row && row.day !== null && row.readAt !== null ? { day: row.day, readAt: row.readAt } : null
}
