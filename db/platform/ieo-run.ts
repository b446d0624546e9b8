// Allocation of a token sale, as rows: each step reads a slice and ends with one batch that advances the run from the read position. A
// repeated or concurrent batch finds another position and writes nothing.

import { type SQL, and, asc, eq, gte, inArray, lt, ne, sql } from 'drizzle-orm'
import type { Application, LastRounded, Share } from '#domain/ieo/allotment'
import { IEO_PRODUCT } from '#domain/ieo/order'
import type { Tick } from '#domain/quotes/chain'
import { asset } from './catalogue-schema'
import { listGranted } from './claim'
import { openDirectory, runBatch } from './directory'
import { type IEO_TREES, ieoBlock, ieoProject, ieoRun, ieoShare } from './ieo-schema'
import type { IeoRun } from './ieo'

export type ShareRow = typeof ieoShare.$inferSelect

/** Ends of sales before an instant whose allocation has not begun. */
export async function listUnbegun(db: D1Database, endedBefore: number): Promise<number[]> {
  const rows = await openDirectory(db)
    .select({ id: ieoProject.id })
    .from(ieoProject)
    .where(and(lt(ieoProject.endsAt, endedBefore), sql`${ieoProject.id} NOT IN (SELECT project_id FROM ieo_run)`))
  return rows.map(({ id }) => id)
}

/** Starts the run: from this statement on applications are refused; the same statement sums the counted ones. */
export const beginRun = (db: D1Database, projectId: number, at: number): Promise<unknown> =>
  runBatch(db, [
    sql`INSERT INTO ieo_run (project_id, phase, cursor, claims, total, shared, dealt, started_at)
      SELECT p.id, 'committing', 0, COALESCE(SUM(person.claims), 0), COALESCE(SUM(MIN(person.quantity, p.applicant_max)), 0), 0, 0, ${at}
      FROM ieo_project p LEFT JOIN (SELECT COUNT(*) AS claims, SUM(quantity) AS quantity FROM supply_claim
        WHERE product = ${IEO_PRODUCT} AND item = ${String(projectId)} AND refusal IS NULL GROUP BY user_id) person
      WHERE p.id = ${projectId} GROUP BY p.id ON CONFLICT DO NOTHING`,
  ])

export interface RunOf {
  readonly run: IeoRun
  readonly token: string
  readonly endsAt: number
  readonly supply: number
  readonly userMax: number
}

const selectRuns = (db: D1Database) =>
  openDirectory(db)
    .select({
      run: ieoRun,
      token: asset.code,
      endsAt: ieoProject.endsAt,
      supply: ieoProject.supply,
      userMax: ieoProject.userMax,
    })
    .from(ieoRun)
    .innerJoin(ieoProject, eq(ieoProject.id, ieoRun.projectId))
    .innerJoin(asset, eq(asset.id, ieoProject.assetId))

/** Unfinished allocations. */
export const listRuns = (db: D1Database): Promise<RunOf[]> =>
  selectRuns(db).where(ne(ieoRun.phase, 'done')).orderBy(asc(ieoRun.startedAt))

/** The allocation of a sale, with its terms. */
export async function findRunOf(db: D1Database, projectId: number): Promise<RunOf | null> {
  const [row] = await selectRuns(db).where(eq(ieoRun.projectId, projectId))
  return row ?? null
}

export async function findRun(db: D1Database, projectId: number): Promise<IeoRun | null> {
  const [row] = await openDirectory(db).select().from(ieoRun).where(eq(ieoRun.projectId, projectId))
  return row ?? null
}

/** Root of the next block of applications; the cursor moves to its last one. */
export const putClaimBlock = (
  db: D1Database,
  run: IeoRun,
  {
    no,
    hash,
    count,
    last,
  }: { readonly no: number; readonly hash: string; readonly count: number; readonly last: number },
): Promise<unknown> =>
  runBatch(db, [
    insertBlock(run, { tree: 'claims', no, hash }),
    sql`UPDATE ieo_run SET cursor = ${last}, shared = shared + ${count} WHERE ${isThisRun(run)}`,
  ])

/** Ends the pass over the applications: from here on their root stands. */
export const putClaimsRoot = (
  db: D1Database,
  run: IeoRun,
  { root, at }: { readonly root: string | null; readonly at: number },
): Promise<unknown> =>
  runBatch(db, [
    sql`UPDATE ieo_run SET phase = 'waiting', cursor = 0, shared = 0, claims_root = ${root}, committed_at = ${at}
      WHERE ${isThisRun(run)}`,
  ])

export const noteLogged = (db: D1Database, run: IeoRun, at: number): Promise<unknown> =>
  runBatch(db, [sql`UPDATE ieo_run SET logged_at = ${at} WHERE ${isThisRun(run)} AND logged_at IS NULL`])

export const beginSharing = (
  db: D1Database,
  run: IeoRun,
  { at, tick }: { readonly at: number; readonly tick: Tick | null },
): Promise<unknown> =>
  runBatch(db, [
    sql`UPDATE ieo_run SET phase = 'sharing', shared_at = ${at}, tick = ${tick && JSON.stringify(tick)} WHERE ${isThisRun(run)}`,
  ])

/** Applications after the last one of the pass, in order of arrival, each with its applicant's other applications. */
export const listClaimsAfter = (db: D1Database, { projectId, cursor }: IeoRun, limit: number) =>
  listGranted(db, { product: IEO_PRODUCT, item: String(projectId), after: cursor, limit })

export interface NewShare extends Share, Application {
  readonly userId: number
}

/** Appends the shares of a slice. */
export const putShares = (
  db: D1Database,
  run: IeoRun,
  { shares, isLast }: { readonly shares: readonly NewShare[]; readonly isLast: boolean },
): Promise<unknown> => {
  const rows = shares.map(({ claim, userId, applied, first, before, inAll, whole, remainder }, index) => [
    ...[claim, userId, run.shared + index, applied, first, before, inAll, whole, remainder],
  ])
  const cell = (index: number) => sql`json_extract(value, ${`$[${index}]`})`
  // Each application carries its applicant's whole share, which is counted once, at the first application.
  const dealt = shares.reduce((sum, { before, whole }) => sum + (before === 0 ? whole : 0), 0)
  return runBatch(db, [
    sql`INSERT INTO ieo_share (claim_no, project_id, user_id, position, applied, first_claim, applied_before, applied_in_all,
        whole, remainder, is_told)
      SELECT ${cell(0)}, ${run.projectId}, ${cell(1)}, ${cell(2)}, ${cell(3)}, ${cell(4)}, ${cell(5)}, ${cell(6)}, ${cell(7)}, ${cell(8)}, 0
      FROM json_each(${JSON.stringify(rows)}) WHERE ${isWhereItWas(run)} ON CONFLICT DO NOTHING`,
    sql`UPDATE ieo_run SET cursor = ${shares.at(-1)?.claim ?? run.cursor}, shared = shared + ${shares.length},
      dealt = dealt + ${dealt}, phase = ${isLast ? 'rounding' : 'sharing'} WHERE ${isThisRun(run)}`,
  ])
}

/** The person whose remainder is the `place`th largest, from 1. */
export async function findByRemainder(db: D1Database, projectId: number, place: number): Promise<LastRounded | null> {
  const rows = await openDirectory(db).all<LastRounded>(
    sql`SELECT remainder, claim_no AS first FROM ieo_share WHERE project_id = ${projectId} AND applied_before = 0
      ORDER BY remainder DESC, claim_no LIMIT 1 OFFSET ${place - 1}`,
  )
  return rows[0] ?? null
}

export const putLastRounded = (db: D1Database, run: IeoRun, last: LastRounded | null): Promise<unknown> =>
  runBatch(db, [
    sql`UPDATE ieo_run SET phase = 'listing', cursor = 0, last_remainder = ${last?.remainder ?? null},
      last_first = ${last?.first ?? null} WHERE ${isThisRun(run)}`,
  ])

/** Part of the list, in order. */
export const listShares = (
  db: D1Database,
  { projectId, from, limit }: { readonly projectId: number; readonly from: number; readonly limit: number },
): Promise<ShareRow[]> =>
  openDirectory(db)
    .select()
    .from(ieoShare)
    .where(and(eq(ieoShare.projectId, projectId), gte(ieoShare.position, from), lt(ieoShare.position, from + limit)))
    .orderBy(asc(ieoShare.position))

/** Root of the run's current block. */
export const putBlock = (db: D1Database, run: IeoRun, hash: string): Promise<unknown> =>
  runBatch(db, [
    insertBlock(run, { tree: 'list', no: run.cursor, hash }),
    sql`UPDATE ieo_run SET cursor = cursor + 1 WHERE ${isThisRun(run)}`,
  ])

const insertBlock = (
  run: IeoRun,
  { tree, no, hash }: { readonly tree: IeoTree; readonly no: number; readonly hash: string },
): SQL =>
  sql`INSERT INTO ieo_block (project_id, tree, no, hash) SELECT ${run.projectId}, ${tree}, ${no}, ${hash}
    WHERE ${isWhereItWas(run)} ON CONFLICT DO NOTHING`

type IeoTree = (typeof IEO_TREES)[number]

export async function listBlocks(db: D1Database, projectId: number, tree: IeoTree): Promise<string[]> {
  const rows = await openDirectory(db)
    .select({ hash: ieoBlock.hash })
    .from(ieoBlock)
    .where(and(eq(ieoBlock.projectId, projectId), eq(ieoBlock.tree, tree)))
    .orderBy(asc(ieoBlock.no))
  return rows.map(({ hash }) => hash)
}

export const publishRoot = (
  db: D1Database,
  run: IeoRun,
  { root, at }: { readonly root: string | null; readonly at: number },
): Promise<unknown> =>
  runBatch(db, [sql`UPDATE ieo_run SET phase = 'telling', root = ${root}, listed_at = ${at} WHERE ${isThisRun(run)}`])

/** Shares not reported to their accounts yet, grouped by user. */
export const listUnreported = (db: D1Database, projectId: number, limit: number): Promise<ShareRow[]> =>
  openDirectory(db)
    .select()
    .from(ieoShare)
    .where(and(eq(ieoShare.projectId, projectId), eq(ieoShare.isTold, false)))
    .orderBy(asc(ieoShare.userId), asc(ieoShare.claim))
    .limit(limit)

export const markReported = (db: D1Database, claims: readonly number[]): Promise<unknown> =>
  runBatch(db, [
    sql`UPDATE ieo_share SET is_told = 1 WHERE claim_no IN (SELECT value FROM json_each(${JSON.stringify(claims)}))`,
  ])

export const endRun = (db: D1Database, run: IeoRun): Promise<unknown> =>
  runBatch(db, [sql`UPDATE ieo_run SET phase = 'done' WHERE ${isThisRun(run)}`])

/** Shares by application number. */
export const findShares = (db: D1Database, claims: readonly number[]): Promise<ShareRow[]> =>
  openDirectory(db)
    .select()
    .from(ieoShare)
    .where(inArray(ieoShare.claim, [...claims]))

const isThisRun = ({ projectId, phase, cursor }: IeoRun): SQL =>
  sql`project_id = ${projectId} AND phase = ${phase} AND cursor = ${cursor}`

const isWhereItWas = (run: IeoRun): SQL => sql`EXISTS (SELECT 1 FROM ieo_run WHERE ${isThisRun(run)})`
