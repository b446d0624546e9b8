// Corporate actions in the directory: schedule, progress, and future actions of a listing. A sweep advances an action from an expected
// state, so concurrent sweeps do nothing twice.

import { type SQL, and, asc, eq, gt, ne, sql } from 'drizzle-orm'
import type { Split } from '#domain/stocks/actions'
import { sessionStart } from '#domain/stocks/calendar'
import type { StockListing } from '#domain/stocks/session'
import { parseDay } from '#domain/time'
import { correction } from './desk-schema'
import { openDirectory, runBatch } from './directory'
import { stock, stockAction } from './stocks-schema'

type StockRow = typeof stock.$inferSelect
export type StockActionRow = typeof stockAction.$inferSelect

/** Session start of its day; null for a day without a session. */
const dueAt = ({ exchange }: Pick<StockRow, 'exchange'>, { day }: Pick<StockActionRow, 'day'>): number | null =>
  sessionStart(exchange, parseDay(day) ?? 0)

/** An action cancelled before its start, or added after its session had begun, never applies. */
const counts = (row: StockActionRow, at: number): boolean =>
  row.state !== 'scheduled' || (!row.isCalledOff && row.createdAt < at)

export function readStock(row: StockRow, actions: readonly StockActionRow[]): StockListing {
  const own = actions.flatMap((action) => {
    const at = action.symbol === row.symbol ? dueAt(row, action) : null
    return at !== null && counts(action, at) ? [{ ...action, at }] : []
  })
  const waiting = own.filter(({ state }) => state !== 'done').map(({ at }) => at)
  const splits = own
    .filter(({ kind }) => kind === 'split')
    .map(({ at, newShares, oldShares }): Split => ({ at, newShares, oldShares }))
    .sort((left, right) => left.at - right.at)
  return {
    exchange: row.exchange,
    sector: row.sector,
    isHalted: row.isHalted,
    splits,
    actionAt: waiting.length === 0 ? null : Math.min(...waiting),
  }
}

export interface DueAction {
  readonly row: StockActionRow
  readonly at: number
}

/** Due actions not applied yet, the oldest per share. */
export async function listDueActions(db: D1Database, now: number): Promise<readonly DueAction[]> {
  const rows = await openDirectory(db)
    .select()
    .from(stockAction)
    .innerJoin(stock, eq(stock.symbol, stockAction.symbol))
    .where(ne(stockAction.state, 'done'))
    .orderBy(asc(stockAction.day), asc(stockAction.id))
  const due = new Map<string, DueAction>()
  for (const { stock: share, stock_action: row } of rows) {
    const at = dueAt(share, row)
    if (at !== null && at <= now && counts(row, at) && !due.has(row.symbol)) due.set(row.symbol, { row, at })
  }
  return [...due.values()]
}

/** Newest first. */
export const listStockActions = (db: D1Database, limit: number): Promise<StockActionRow[]> =>
  openDirectory(db)
    .select()
    .from(stockAction)
    .orderBy(sql`${stockAction.day} desc, ${stockAction.id} desc`)
    .limit(limit)

/** Of one share, newest day first, without those called off. */
export const listActionsOf = (db: D1Database, symbol: string, limit: number): Promise<StockActionRow[]> =>
  openDirectory(db)
    .select()
    .from(stockAction)
    .where(and(eq(stockAction.symbol, symbol), eq(stockAction.isCalledOff, false)))
    .orderBy(sql`${stockAction.day} desc, ${stockAction.id} desc`)
    .limit(limit)

/** From here on it can't be cancelled. */
export async function beginAction(
  db: D1Database,
  id: number,
  { lastTicks, lastTick }: { readonly lastTicks: number; readonly lastTick: string | null },
): Promise<void> {
  await openDirectory(db)
    .update(stockAction)
    .set({ state: 'running', lastTicks, lastTick })
    .where(and(eq(stockAction.id, id), eq(stockAction.state, 'scheduled'), eq(stockAction.isCalledOff, false)))
}

export async function moveAction(db: D1Database, id: number, doneTo: number): Promise<void> {
  await openDirectory(db)
    .update(stockAction)
    .set({ doneTo })
    .where(and(eq(stockAction.id, id), eq(stockAction.state, 'running')))
}

/** Accounts above a number whose holding of an asset the desk has corrected, ascending. */
export async function listCorrected(
  db: D1Database,
  assetId: number,
  { above, limit }: { readonly above: number; readonly limit: number },
): Promise<number[]> {
  const rows = await openDirectory(db)
    .selectDistinct({ userId: correction.userId })
    .from(correction)
    .where(and(eq(correction.assetId, assetId), gt(correction.userId, above)))
    .orderBy(asc(correction.userId))
    .limit(limit)
  return rows.map(({ userId }) => userId)
}

/** Applies the action's change of the listing and marks it done, in one batch. */
export async function endAction(db: D1Database, row: StockActionRow, baseId: number, at: number): Promise<void> {
  const listing: SQL[] = []
  if (row.kind === 'rename')
    listing.push(sql`UPDATE asset SET code = ${row.newCode}, name = ${row.newName} WHERE id = ${baseId}`)
  if (row.kind === 'delisting') listing.push(sql`UPDATE asset SET is_listed = 0 WHERE id = ${baseId}`)
  await runBatch(db, [
    ...listing,
    sql`UPDATE stock_action SET state = 'done', done_at = ${at} WHERE id = ${row.id} AND state = 'running'`,
  ])
}
