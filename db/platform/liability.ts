// The daily tree of liabilities, as rows: each step reads a slice and ends with one batch that advances the run from the step that was read.
// A repeated or concurrent batch finds another step and writes nothing.

import { type SQL, and, asc, desc, eq, gt, lte, sql } from 'drizzle-orm'
import { BookSums, type CountedBooks } from '#domain/desk/books'
import type { AssetTotal, SumNode } from '#domain/liabilities/tree'
import { accountCount } from './desk-schema'
import { type Statement, openDirectory, runBatch } from './directory'
import { liabilityAsset, liabilityBlock, liabilityLeaf, liabilityRun } from './liability-schema'

export type LiabilityRun = typeof liabilityRun.$inferSelect
export type LiabilityAsset = typeof liabilityAsset.$inferSelect
export type LeafRow = typeof liabilityLeaf.$inferSelect
export type NewLeaf = Omit<LeafRow, 'runNo'>
export type Totals = readonly (readonly [assetId: number, equity: string, debt: string])[]

/** Begins the day's run unless the day has one, no account is counted yet, or a dropped run is not deleted yet. */
export const beginRun = (
  db: D1Database,
  { day, secret, at }: { readonly day: string; readonly secret: string; readonly at: number },
): Promise<unknown> =>
  runBatch(db, [
    sql`INSERT INTO liability_run (day, phase, step, revision, secret, user_id, asset_id, last_hash, totals, users, counted, started_at)
      SELECT ${day}, 'copying', 0, revision, ${secret}, -1, -1, '', '[]', 0, 0, ${at} FROM count_total
      WHERE EXISTS (SELECT 1 FROM account_count) AND NOT EXISTS (SELECT 1 FROM liability_run WHERE phase = 'dropped')
      ON CONFLICT DO NOTHING`,
  ])

/** First step, once counting pauses: the revision to which all copied counts belong. */
export const startCopy = (db: D1Database, run: LiabilityRun): Promise<unknown> =>
  runBatch(db, [
    sql`UPDATE liability_run SET revision = (SELECT revision FROM count_total), step = step + 1 WHERE ${isThisRun(run)}`,
  ])

export async function findRunInProgress(db: D1Database): Promise<LiabilityRun | null> {
  const [row] = await openDirectory(db)
    .select()
    .from(liabilityRun)
    .where(sql`${liabilityRun.phase} IN ('copying', 'sealing')`)
    .orderBy(asc(liabilityRun.no))
    .limit(1)
  return row ?? null
}

export async function findRun(db: D1Database, no: number): Promise<LiabilityRun | null> {
  const [row] = await openDirectory(db).select().from(liabilityRun).where(eq(liabilityRun.no, no))
  return row ?? null
}

/** Published runs, newest first. */
export const listDone = (db: D1Database, limit: number): Promise<LiabilityRun[]> =>
  openDirectory(db)
    .select()
    .from(liabilityRun)
    .where(eq(liabilityRun.phase, 'done'))
    .orderBy(desc(liabilityRun.no))
    .limit(limit)

/** Published trees after a number, the oldest first. */
export const listDoneAfter = (db: D1Database, no: number, limit: number): Promise<LiabilityRun[]> =>
  openDirectory(db)
    .select()
    .from(liabilityRun)
    .where(and(eq(liabilityRun.phase, 'done'), gt(liabilityRun.no, no)))
    .orderBy(asc(liabilityRun.no))
    .limit(limit)

/** Counts of accounts after the last copied one. */
export const listCountsAfter = (db: D1Database, userId: number, limit: number) =>
  openDirectory(db)
    .select({ userId: accountCount.userId, sums: accountCount.sums })
    .from(accountCount)
    .where(gt(accountCount.userId, userId))
    .orderBy(asc(accountCount.userId))
    .limit(limit)

const cell = (index: number) => sql`json_extract(value, ${`$[${index}]`})`

/** Conditional on the step read before: a second sweep with the same slice writes nothing. */
const leavesStatement = (run: LiabilityRun, leaves: readonly NewLeaf[]): SQL => {
  const rows = leaves.map(({ assetId, hash, holder, part, equity, debt }) => [
    ...[assetId, hash, holder, part, String(equity), String(debt)],
  ])
  return sql`INSERT INTO liability_leaf (run_no, asset_id, hash, holder, part, equity, debt)
    SELECT ${run.no}, ${cell(0)}, ${cell(1)}, ${cell(2)}, ${cell(3)}, ${cell(4)}, ${cell(5)}
    FROM json_each(${JSON.stringify(rows)}) WHERE ${isWhereItWas(run)}`
}

/** Appends the leaves of a slice of accounts. */
export const putLeaves = (
  db: D1Database,
  run: LiabilityRun,
  { leaves, userId, totals }: { readonly leaves: readonly NewLeaf[]; readonly userId: number; readonly totals: Totals },
): Promise<unknown> =>
  runBatch(db, [
    leavesStatement(run, leaves),
    sql`UPDATE liability_run SET user_id = ${userId}, totals = ${JSON.stringify(totals)}, step = step + 1 WHERE ${isThisRun(run)}`,
  ])

/** Ends copying: leaves of public holders, and the assets with what the report says of them. */
export const putAssets = (
  db: D1Database,
  run: LiabilityRun,
  { leaves, assets }: { readonly leaves: readonly NewLeaf[]; readonly assets: readonly LiabilityAsset[] },
): Promise<unknown> => {
  const columns = assets.map((row) => [
    ...[row.assetId, row.code, row.scale, row.usersEquity, row.usersDebt, row.insurance, row.inviters],
    ...[row.reserve, row.demo],
  ])
  const text = JSON.stringify(columns, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
  return runBatch(db, [
    leavesStatement(run, leaves),
    sql`INSERT INTO liability_asset (run_no, asset_id, code, scale, size, equity, debt, hash,
        users_equity, users_debt, insurance, inviters, reserve, demo)
      SELECT ${run.no}, ${cell(0)}, ${cell(1)}, ${cell(2)}, 0, '0', '0', '',
        ${cell(3)}, ${cell(4)}, ${cell(5)}, ${cell(6)}, ${cell(7)}, ${cell(8)}
      FROM json_each(${text}) WHERE ${isWhereItWas(run)}`,
    sql`UPDATE liability_run SET phase = 'sealing', asset_id = ${assets[0]?.assetId ?? -1}, step = step + 1,
      users = (SELECT count(*) FROM user), counted = (SELECT count(*) FROM account_count),
      oldest_at = (SELECT min(at) FROM account_count) WHERE ${isThisRun(run)}`,
  ])
}

export const dropRun = (db: D1Database, run: LiabilityRun): Promise<unknown> =>
  runBatch(db, [sql`UPDATE liability_run SET phase = 'dropped', step = step + 1 WHERE ${isThisRun(run)}`])

/** Sums of all counts, with their revision. */
export async function readTotal(db: D1Database): Promise<{ readonly revision: number; readonly books: BookSums }> {
  const row = await db.prepare('SELECT revision, sums FROM count_total').first<{ revision: number; sums: string }>()
  if (!row) throw new Error('the sums of all counts are gone')
  // `saveCounts` alone writes this text.
  return {
    revision: row.revision,
    books: new BookSums({ sums: JSON.parse(row.sums) as CountedBooks['sums'], heard: [] }),
  }
}

interface Range {
  readonly runNo: number
  readonly assetId: number
}

/** Leaves after a hash, in tree order. */
export const listLeaves = (
  db: D1Database,
  { runNo, assetId }: Range,
  after: string,
  limit: number,
): Promise<SumNode[]> =>
  openDirectory(db)
    .select({ hash: liabilityLeaf.hash, equity: liabilityLeaf.equity, debt: liabilityLeaf.debt })
    .from(liabilityLeaf)
    .where(and(eq(liabilityLeaf.runNo, runNo), eq(liabilityLeaf.assetId, assetId), gt(liabilityLeaf.hash, after)))
    .orderBy(asc(liabilityLeaf.hash))
    .limit(limit)

export const listLeavesOf = (db: D1Database, runNo: number, holder: string): Promise<LeafRow[]> =>
  openDirectory(db)
    .select()
    .from(liabilityLeaf)
    .where(and(eq(liabilityLeaf.runNo, runNo), eq(liabilityLeaf.holder, holder)))
    .orderBy(asc(liabilityLeaf.assetId), asc(liabilityLeaf.part))

export const listBlocks = (db: D1Database, { runNo, assetId }: Range) =>
  openDirectory(db)
    .select()
    .from(liabilityBlock)
    .where(and(eq(liabilityBlock.runNo, runNo), eq(liabilityBlock.assetId, assetId)))
    .orderBy(asc(liabilityBlock.firstHash))

/** Leaves of the block that contains a hash. */
export async function findBlock(
  db: D1Database,
  { runNo, assetId }: Range,
  hash: string,
  limit: number,
): Promise<LeafRow[]> {
  const [block] = await openDirectory(db)
    .select({ firstHash: liabilityBlock.firstHash })
    .from(liabilityBlock)
    .where(
      and(eq(liabilityBlock.runNo, runNo), eq(liabilityBlock.assetId, assetId), lte(liabilityBlock.firstHash, hash)),
    )
    .orderBy(desc(liabilityBlock.firstHash))
    .limit(1)
  if (!block) return []
  return openDirectory(db)
    .select()
    .from(liabilityLeaf)
    .where(
      and(
        eq(liabilityLeaf.runNo, runNo),
        eq(liabilityLeaf.assetId, assetId),
        sql`${liabilityLeaf.hash} >= ${block.firstHash}`,
      ),
    )
    .orderBy(asc(liabilityLeaf.hash))
    .limit(limit)
}

/** Appends roots of the next blocks. */
export const putBlocks = (
  db: D1Database,
  run: LiabilityRun,
  {
    blocks,
    lastHash,
  }: { readonly blocks: readonly (SumNode & { firstHash: string; size: number })[]; readonly lastHash: string },
): Promise<unknown> => {
  const rows = blocks.map(({ firstHash, hash, equity, debt, size }) => [
    ...[firstHash, hash, String(equity), String(debt), size],
  ])
  return runBatch(db, [
    sql`INSERT INTO liability_block (run_no, asset_id, first_hash, hash, equity, debt, size)
      SELECT ${run.no}, ${run.assetId}, ${cell(0)}, ${cell(1)}, ${cell(2)}, ${cell(3)}, ${cell(4)}
      FROM json_each(${JSON.stringify(rows)}) WHERE ${isWhereItWas(run)}`,
    sql`UPDATE liability_run SET last_hash = ${lastHash}, step = step + 1 WHERE ${isThisRun(run)}`,
  ])
}

/** Seals the run's current asset; the next one follows. */
export const putAssetRoot = (
  db: D1Database,
  run: LiabilityRun,
  root: SumNode & { readonly size: number },
): Promise<unknown> =>
  runBatch(db, [
    sql`UPDATE liability_asset SET size = ${root.size}, equity = ${String(root.equity)}, debt = ${String(root.debt)}, hash = ${root.hash}
      WHERE run_no = ${run.no} AND asset_id = ${run.assetId} AND ${isWhereItWas(run)}`,
    sql`UPDATE liability_run SET last_hash = '', step = step + 1, asset_id = COALESCE((SELECT min(asset_id) FROM liability_asset
      WHERE run_no = ${run.no} AND asset_id > ${run.assetId}), -1) WHERE ${isThisRun(run)}`,
  ])

export const publishRoot = (
  db: D1Database,
  run: LiabilityRun,
  { root, at }: { readonly root: string | null; readonly at: number },
): Promise<unknown> =>
  runBatch(db, [
    sql`UPDATE liability_run SET phase = 'done', root = ${root}, ended_at = ${at}, step = step + 1 WHERE ${isThisRun(run)}`,
  ])

export const listAssets = (db: D1Database, runNo: number): Promise<LiabilityAsset[]> =>
  openDirectory(db)
    .select()
    .from(liabilityAsset)
    .where(eq(liabilityAsset.runNo, runNo))
    .orderBy(asc(liabilityAsset.assetId))

const DROPPED = sql`SELECT no FROM liability_run WHERE phase = 'dropped'`

/** Deletes leaves and blocks of runs before `runNo`, and of dropped ones, up to `limit` rows of each; then the dropped runs. */
export const pruneRuns = (db: D1Database, runNo: number, limit: number): Promise<unknown> => {
  const prune = (table: SQL, old: SQL): Statement =>
    sql`DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE ${old} LIMIT ${limit})`
  return runBatch(db, [
    ...[sql`liability_leaf`, sql`liability_block`].flatMap((table) => [
      prune(table, sql`run_no < ${runNo}`),
      prune(table, sql`run_no IN (${DROPPED})`),
    ]),
    sql`DELETE FROM liability_asset WHERE run_no IN (${DROPPED})`,
    sql`DELETE FROM liability_run WHERE phase = 'dropped'
      AND NOT EXISTS (SELECT 1 FROM liability_leaf WHERE run_no = no) AND NOT EXISTS (SELECT 1 FROM liability_block WHERE run_no = no)`,
  ])
}

export const totalOf = ({ assetId, code, scale, size, equity, debt, hash }: LiabilityAsset): AssetTotal => ({
  ...{ assetId, code, scale, size, equity, debt, hash },
})

const isThisRun = ({ no, phase, step }: LiabilityRun): SQL => sql`no = ${no} AND phase = ${phase} AND step = ${step}`

const isWhereItWas = (run: LiabilityRun): SQL => sql`EXISTS (SELECT 1 FROM liability_run WHERE ${isThisRun(run)})`
