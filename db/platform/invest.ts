// Reads and lays series of investments, and keeps their fixings.

import { and, asc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import type { Supply } from './claim'
import { openDirectory, runBatch } from './directory'
import { investFixing, investRung, investSeries } from './invest-schema'

export type RungRow = typeof investRung.$inferSelect
export type SeriesRow = typeof investSeries.$inferSelect
export type FixingRow = typeof investFixing.$inferSelect

/** Rungs that generate series. */
export const loadRungs = (db: D1Database): Promise<RungRow[]> =>
  openDirectory(db).select().from(investRung).where(eq(investRung.isOpen, true)).orderBy(asc(investRung.sort))

/** Series that mature after an instant, the next first. */
export const loadSeries = (db: D1Database, after: number): Promise<SeriesRow[]> =>
  openDirectory(db)
    .select()
    .from(investSeries)
    .where(gt(investSeries.maturesAt, after))
    .orderBy(asc(investSeries.maturesAt), asc(investSeries.symbol), asc(investSeries.strike), asc(investSeries.id))

export const findSeriesRow = (db: D1Database, id: number): Promise<SeriesRow | undefined> =>
  openDirectory(db).select().from(investSeries).where(eq(investSeries.id, id)).get()

/** A rung has one series per date: of two concurrent inserts the first one stays. */
export async function laySeries(db: D1Database, rows: readonly Omit<SeriesRow, 'id'>[]): Promise<void> {
  const directory = openDirectory(db)
  const [first, ...rest] = rows.map((row) => directory.insert(investSeries).values(row).onConflictDoNothing())
  if (first) await directory.batch([first, ...rest])
}

/** Series off sale have no supply. */
export const investSupply = (item: string): Omit<Supply, 'product' | 'item'> => {
  const id = parseInt(item, 10)
  return {
    total: sql`COALESCE((SELECT shares FROM invest_series WHERE id = ${id} AND is_open = 1), 0)`,
    userMax: sql`COALESCE((SELECT user_shares FROM invest_series WHERE id = ${id}), 0)`,
  }
}

/** Symbols and maturities up to an instant with a series but without a fixing. */
export const listUnfixed = async (
  db: D1Database,
  upTo: number,
): Promise<readonly { readonly symbol: string; readonly at: number }[]> =>
  openDirectory(db)
    .selectDistinct({ symbol: investSeries.symbol, at: investSeries.maturesAt })
    .from(investSeries)
    .where(
      and(
        lte(investSeries.maturesAt, upTo),
        sql`NOT EXISTS (SELECT 1 FROM invest_fixing WHERE invest_fixing.symbol = ${investSeries.symbol}
          AND invest_fixing.at = ${investSeries.maturesAt})`,
      ),
    )
    .orderBy(asc(investSeries.maturesAt))
    .limit(20)

/** Once per symbol and instant; together with its receipt. */
export const keepFixing = (
  db: D1Database,
  { symbol, at, steps, receiptId }: FixingRow,
  receipt: { readonly rule: string; readonly body: string } | null,
): Promise<unknown> =>
  runBatch(db, [
    sql`INSERT INTO invest_fixing (symbol, at, steps, receipt_id) VALUES (${symbol}, ${at}, ${steps}, ${receiptId})
      ON CONFLICT DO NOTHING`,
    ...(receipt === null
      ? []
      : [
          sql`INSERT INTO receipt (id, rule, body, at) SELECT ${receiptId}, ${receipt.rule}, ${receipt.body}, ${at}
            WHERE EXISTS (SELECT 1 FROM invest_fixing WHERE symbol = ${symbol} AND at = ${at} AND receipt_id = ${receiptId})
            ON CONFLICT DO NOTHING`,
        ]),
  ])

export const findFixings = (db: D1Database, instants: readonly number[]): Promise<FixingRow[]> =>
  openDirectory(db)
    .select()
    .from(investFixing)
    .where(inArray(investFixing.at, [...instants]))

/** The newest first. */
export const listFixings = (db: D1Database, limit: number): Promise<FixingRow[]> =>
  openDirectory(db)
    .select()
    .from(investFixing)
    .orderBy(sql`at DESC`, asc(investFixing.symbol))
    .limit(limit)
