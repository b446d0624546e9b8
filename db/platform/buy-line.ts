// Lines of bank statements as rows: each is kept once, and pays one order at most.

import { and, count, desc, eq, inArray, max, sql } from 'drizzle-orm'
import type { LineProblem, StatementLine } from '#domain/buy/statement'
import { type BuyState, formatMinor } from '#domain/buy/terms'
import { type ReviewSummary, WAITING_STATES } from '#domain/desk/review'
import type { BuyCase, BuyOrderRow } from './buy'
import { buyLine, buyOrder } from './buy-schema'
import { type Statement, openDirectory, runBatch } from './directory'
import { openReviewStatement } from './review-request'
import { review } from './review-schema'

export type BuyLineRow = typeof buyLine.$inferSelect
export type BuyLineState = BuyLineRow['state']

/** Inserts a line unless it is known. */
export const addLineStatement = (
  db: D1Database,
  line: StatementLine & { readonly digest: string },
  { by, at }: { readonly by: number; readonly at: number },
): Statement => {
  const { identity: _identity, ...told } = line
  return openDirectory(db)
    .insert(buyLine)
    .values({ ...told, state: 'open', importedBy: by, importedAt: at })
    .onConflictDoNothing()
}

export async function findLine(db: D1Database, id: number): Promise<BuyLineRow | null> {
  const [row] = await openDirectory(db).select().from(buyLine).where(eq(buyLine.id, id))
  return row ?? null
}

/** The line that pays an order. */
export async function findLineOfOrder(db: D1Database, orderId: number): Promise<BuyLineRow | null> {
  const [row] = await openDirectory(db)
    .select()
    .from(buyLine)
    .where(and(eq(buyLine.orderId, orderId), eq(buyLine.state, 'matched')))
  return row ?? null
}

/** Lines not matched yet. */
export const listNewLines = (db: D1Database, limit: number): Promise<BuyLineRow[]> =>
  openDirectory(db)
    .select()
    .from(buyLine)
    .where(and(eq(buyLine.state, 'open'), sql`${buyLine.problem} is null`))
    .limit(limit)

/** Newest first. */
export async function listLines(
  db: D1Database,
  state: BuyLineState,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ readonly rows: readonly BuyLineRow[]; readonly total: number }> {
  const directory = openDirectory(db)
  const [rows, [counted]] = await directory.batch([
    directory
      .select()
      .from(buyLine)
      .where(eq(buyLine.state, state))
      .orderBy(desc(buyLine.id))
      .limit(limit)
      .offset((page - 1) * limit),
    directory.select({ total: count() }).from(buyLine).where(eq(buyLine.state, state)),
  ])
  return { rows, total: counted?.total ?? 0 }
}

export async function noteLineProblem(db: D1Database, id: number, problem: LineProblem): Promise<void> {
  await openDirectory(db)
    .update(buyLine)
    .set({ problem })
    .where(and(eq(buyLine.id, id), eq(buyLine.state, 'open')))
}

const UNPAID = ['to_pay', 'expired', 'cancelled'] as const satisfies readonly BuyState[]

/** Matches a line with its order and moves an unpaid order to review, in one batch. The index refuses a second line for an order. */
export const matchStatements = (db: D1Database, line: BuyLineRow, orderId: number, at: number): Statement[] => {
  const directory = openDirectory(db)
  return [
    directory
      .update(buyLine)
      .set({ state: 'matched', orderId, problem: null, settledAt: at })
      .where(and(eq(buyLine.id, line.id), eq(buyLine.state, 'open'))),
    directory
      .update(buyOrder)
      .set({
        problem: sql`case when ${buyOrder.state} = 'to_pay' then null else 'late' end`,
        state: 'review',
        paidAt: sql`coalesce(${buyOrder.paidAt}, ${at})`,
        settledAt: null,
        isNoticePending: false,
      })
      .where(
        and(
          eq(buyOrder.id, orderId),
          inArray(buyOrder.state, [...UNPAID]),
          sql`exists (select 1 from ${buyLine} where ${buyLine.id} = ${line.id} and state = 'matched' and order_id = ${orderId})`,
        ),
      ),
  ]
}

/** False when another line pays the order already. */
export async function matchLine(db: D1Database, line: BuyLineRow, orderId: number, at: number): Promise<boolean> {
  try {
    await runBatch(db, matchStatements(db, line, orderId, at))
    return true
  } catch (error) {
    if (await findLineOfOrder(db, orderId)) return false
    throw error
  }
}

export const isLineOpen = (id: number) => sql`exists (select 1 from ${buyLine} where id = ${id} and state = 'open')`

/** No review of this line is open. */
export const isLineUnasked = (id: number) =>
  sql`(${isLineOpen(id)} and not exists (select 1 from ${review} where kind = 'buy_line' and subject_id = ${String(id)}
    and state in (${sql.raw(WAITING_STATES.map((state) => `'${state}'`).join())})))`

const summaryOf = ({ currency, amount }: BuyLineRow): ReviewSummary => ({
  money: null,
  lines: [{ label: 'payment', value: `${formatMinor(currency, amount)} ${currency}` }],
  cells: [],
})

/** Asks the desk to settle a line without an order, with the reason. */
export async function askStatements(
  db: D1Database,
  line: BuyLineRow,
  { note, userId, at }: { readonly note: string; readonly userId: number; readonly at: number },
): Promise<Statement[]> {
  const directory = openDirectory(db)
  const subjectId = String(line.id)
  const [asked] = await directory
    .select({ times: count() })
    .from(review)
    .where(and(eq(review.kind, 'buy_line'), eq(review.subjectId, subjectId)))
  const round = (asked?.times ?? 0) + 1
  return [
    directory.update(buyLine).set({ note }).where(eq(buyLine.id, line.id)),
    openReviewStatement(db, { kind: 'buy_line', subjectId, userId, at, round, summary: summaryOf(line) }),
  ]
}

export async function setLineAside(db: D1Database, id: number, at: number): Promise<void> {
  await openDirectory(db)
    .update(buyLine)
    .set({ state: 'aside', settledAt: at })
    .where(and(eq(buyLine.id, id), eq(buyLine.state, 'open')))
}

/** Orders for the desk, newest first, of one state or all, with the count per state. */
export async function listOrdersByState(
  db: D1Database,
  state: BuyState | null,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{
  readonly rows: readonly BuyOrderRow[]
  readonly counts: readonly { readonly state: BuyState; readonly total: number }[]
  /** By order number: its newest review, of the payment or of its refund. */
  readonly reviews: ReadonlyMap<number, number>
}> {
  const directory = openDirectory(db)
  const [rows, counts] = await directory.batch([
    directory
      .select()
      .from(buyOrder)
      .where(state === null ? undefined : eq(buyOrder.state, state))
      .orderBy(desc(buyOrder.id))
      .limit(limit)
      .offset((page - 1) * limit),
    directory.select({ state: buyOrder.state, total: count() }).from(buyOrder).groupBy(buyOrder.state),
  ])
  const kinds: readonly BuyCase[] = ['buy', 'buy_refund']
  const subjects = rows.map(({ id }) => String(id))
  const found = await directory
    .select({ subjectId: review.subjectId, id: max(review.id) })
    .from(review)
    .where(and(inArray(review.kind, [...kinds]), inArray(review.subjectId, subjects)))
    .groupBy(review.subjectId)
  return { rows, counts, reviews: new Map(found.map(({ subjectId, id }) => [parseInt(subjectId, 10), id ?? 0])) }
}
