// Queries of lock mining products, and storage of their deposits' maturities.

import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { hashText } from '#domain/text-hash'
import type { Supply } from './claim'
import { openDirectory, runBatch } from './directory'
import { miningDue, miningProduct } from './mining-schema'

type Stored = typeof miningProduct.$inferSelect
export type MiningProductRow = Stored & {
  /** Hash of the terms of a deposit: it changes with each of them, and with no other column. */
  readonly version: string
}
export type MiningDueRow = typeof miningDue.$inferSelect

/** All products in display order. */
export async function loadMiningProducts(db: D1Database): Promise<readonly MiningProductRow[]> {
  const rows = await openDirectory(db).select().from(miningProduct).orderBy(asc(miningProduct.sort))
  return rows.map((row) => ({ ...row, version: versionOf(row) }))
}

function versionOf({ isOpen: _o, isListed: _l, sort: _s, quota: _q, ...numbers }: Stored): string {
  const text = JSON.stringify(numbers, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
  return hashText(text).toString(36)
}

/** Versions of products open for deposits, by number. */
export async function miningOffers(db: D1Database): Promise<ReadonlyMap<number, string>> {
  const rows = await loadMiningProducts(db)
  return new Map(rows.filter(({ isOpen, isListed }) => isOpen && isListed).map(({ id, version }) => [id, version]))
}

/** The quota bounds the amount locked at one time: ended deposits return their steps. A closed product has no supply. */
export const miningSupply = (item: string): Omit<Supply, 'product' | 'item'> => ({
  total: sql`COALESCE((SELECT quota FROM mining_product WHERE id = ${parseInt(item, 10)} AND is_open = 1 AND is_listed = 1)
    + COALESCE((SELECT returned FROM supply_taken WHERE product = 'mining' AND item = ${item}), 0), 0)`,
  userMax: null,
})

/** Stores accounts' reports; a late report with an older revision changes nothing. */
export const putDueDeposits = (db: D1Database, rows: readonly MiningDueRow[]): Promise<unknown> =>
  runBatch(
    db,
    rows.map(
      (
        row,
      ) => sql`INSERT INTO mining_due (user_id, order_no, product_id, asset_id, steps, principal, yields, due_at, is_live, revision)
        VALUES (${row.userId}, ${row.orderNo}, ${row.productId}, ${row.assetId}, ${row.steps}, ${row.principal}, ${row.yields}, ${row.dueAt},
          ${row.isLive ? 1 : 0}, ${row.revision})
        ON CONFLICT DO UPDATE SET due_at = excluded.due_at, yields = excluded.yields, is_live = excluded.is_live,
          revision = excluded.revision WHERE excluded.revision > mining_due.revision`,
    ),
  )

/** Live deposits due before an instant, by user and number; `after` continues behind the last one. */
export const listDueDeposits = (
  db: D1Database,
  {
    before,
    after,
    limit,
  }: { readonly before: number; readonly after: readonly [user: number, order: number]; readonly limit: number },
): Promise<MiningDueRow[]> =>
  openDirectory(db)
    .select()
    .from(miningDue)
    .where(
      and(
        eq(miningDue.isLive, true),
        gt(sql`${before}`, miningDue.dueAt),
        sql`(${miningDue.userId}, ${miningDue.orderNo}) > (${after[0]}, ${after[1]})`,
      ),
    )
    .orderBy(asc(miningDue.userId), asc(miningDue.orderNo))
    .limit(limit)
