// Rows of deposits: inserted once per command; each state change requires the expected state. Deposits from chains: chain-deposit.ts.

import { type SQL, and, asc, count, desc, eq, gt, gte, inArray, isNotNull, lt, ne, or, sql } from 'drizzle-orm'
import { moneySummary } from '#domain/desk/review'
import type { DepositKind, DepositState } from '#domain/funds/deposit'
import type { WithdrawalKind } from '#domain/funds/withdrawal'
import { encodeAmount } from '#domain/money/amount'
import { DAY_MS } from '#domain/time'
import { buyOrder } from './buy-schema'
import { openDirectory } from './directory'
import { deposit } from './funds-schema'
import { cancelReviewStatement, isUndecided, openReviewStatement } from './review-request'

export type DepositRow = typeof deposit.$inferSelect
export type NewDeposit = typeof deposit.$inferInsert

export type ReportedDeposit = Pick<
  DepositRow,
  'userId' | 'kind' | 'assetId' | 'network' | 'amount' | 'address' | 'memo' | 'voucher' | 'createdAt'
> & { readonly commandId: string; readonly voucherDigest: string }

/**
 * Inserts a deposit unless the user has too many open ones, or its voucher or command id is used: one statement, so concurrent requests are
 * counted.
 */
export async function insertReportedDeposit(db: D1Database, row: ReportedDeposit, waitingMax: number): Promise<void> {
  const { userId, commandId, kind, assetId, network, address, memo, voucher, voucherDigest, createdAt } = row
  await openDirectory(db).run(
    sql`insert into ${deposit}
      (user_id, command_id, kind, asset_id, network, amount, address, memo, voucher, voucher_digest, state, created_at)
      select ${userId}, ${commandId}, ${kind}, ${assetId}, ${network}, ${encodeAmount(row.amount)}, ${address}, ${memo},
        ${voucher}, ${voucherDigest}, 'review', ${createdAt}
      where (select count(*) from ${deposit} where user_id = ${userId} and state = 'review' and kind <> 'chain') < ${waitingMax}
        and not exists (select 1 from ${deposit} where voucher_digest = ${voucherDigest} and state in ('review', 'passed'))
        and not exists (select 1 from ${buyOrder} where voucher_digest = ${voucherDigest} and state in ('review', 'paid', 'done'))
      on conflict do nothing`,
  )
}

/** True when a deposit, on whichever network or by bank, or an order with fiat has this voucher and was neither refused nor taken back. */
export async function isVoucherUsed(db: D1Database, voucherDigest: string): Promise<boolean> {
  const directory = openDirectory(db)
  const [deposits, orders] = await directory.batch([
    directory
      .select({ id: deposit.id })
      .from(deposit)
      .where(and(eq(deposit.voucherDigest, voucherDigest), inArray(deposit.state, ['review', 'passed'])))
      .limit(1),
    directory
      .select({ id: buyOrder.id })
      .from(buyOrder)
      .where(and(eq(buyOrder.voucherDigest, voucherDigest), inArray(buyOrder.state, ['review', 'paid', 'done'])))
      .limit(1),
  ])
  return deposits.length + orders.length > 0
}

/** Deposits of any user with the same voucher or transaction, newest first. */
export const listEarlierUses = (
  db: D1Database,
  { id, network, txId, voucherDigest }: DepositRow,
): Promise<DepositRow[]> =>
  openDirectory(db)
    .select()
    .from(deposit)
    .where(
      and(
        ne(deposit.id, id),
        or(
          voucherDigest === null ? undefined : eq(deposit.voucherDigest, voucherDigest),
          txId === null ? undefined : and(eq(deposit.network, network), eq(deposit.txId, txId)),
        ) ?? sql`false`,
      ),
    )
    .orderBy(desc(deposit.id))
    .limit(10)

export async function findDepositByCommand(db: D1Database, userId: number, commandId: string) {
  const [row] = await openDirectory(db)
    .select()
    .from(deposit)
    .where(and(eq(deposit.userId, userId), eq(deposit.commandId, commandId)))
  return row ?? null
}

export async function findDeposit(db: D1Database, id: number): Promise<DepositRow | null> {
  const [row] = await openDirectory(db).select().from(deposit).where(eq(deposit.id, id))
  return row ?? null
}

/** Moves a deposit on, if it still has one of the states that the caller saw. */
const changeDepositStatement = (
  db: D1Database,
  { id, from }: { readonly id: number; readonly from: readonly DepositState[] },
  change: Partial<NewDeposit>,
  condition?: SQL,
) =>
  openDirectory(db)
    .update(deposit)
    .set(change)
    .where(and(eq(deposit.id, id), inArray(deposit.state, [...from]), condition))

export async function changeDeposit(
  db: D1Database,
  which: { readonly id: number; readonly from: readonly DepositState[] },
  change: Partial<NewDeposit>,
): Promise<boolean> {
  const changed = await changeDepositStatement(db, which, change).returning({ id: deposit.id })
  return changed.length > 0
}

/**
 * Opens a desk review of a deposit as a new round, in one batch with its state. If the deposit has moved on meanwhile it stays unchanged,
 * and the surplus review reports so when it is decided.
 */
export async function openDepositReview(
  db: D1Database,
  row: Pick<DepositRow, 'id' | 'userId' | 'rounds' | 'assetId' | 'amount' | 'network'>,
  { from, at, change = {} }: { from: readonly DepositState[]; at: number; change?: Partial<NewDeposit> },
): Promise<boolean> {
  const round = row.rounds + 1
  const moved = { ...change, state: 'review', rounds: round, reviewedAt: at } as const
  const [changed] = await openDirectory(db).batch([
    changeDepositStatement(db, { id: row.id, from }, moved).returning({ id: deposit.id }),
    openReviewStatement(db, {
      kind: 'deposit',
      subjectId: String(row.id),
      userId: row.userId,
      at,
      round,
      summary: moneySummary({ ...row, amount: change.amount ?? row.amount }),
    }),
  ])
  return changed.length > 0
}

/** The user cancels an undecided deposit. */
export async function cancelDepositRow(db: D1Database, id: number, at: number): Promise<boolean> {
  const subject = { kind: 'deposit', subjectId: String(id) } as const
  const change = { state: 'cancelled', settledAt: at } as const
  const [changed] = await openDirectory(db).batch([
    changeDepositStatement(db, { id, from: ['review'] }, change, isUndecided(subject)).returning({ id: deposit.id }),
    cancelReviewStatement(db, { ...subject, at }),
  ])
  return changed.length > 0
}

/** Deposits for the desk without a review yet. */
export const listUnopenedDeposits = (db: D1Database, limit: number): Promise<DepositRow[]> =>
  openDirectory(db)
    .select()
    .from(deposit)
    .where(and(eq(deposit.state, 'review'), sql`${deposit.reviewedAt} is null`))
    .orderBy(asc(deposit.id))
    .limit(limit)

/** A user's recalled deposits under review or with a debt. */
export const listRecalled = (db: D1Database, userId: number): Promise<DepositRow[]> =>
  openDirectory(db)
    .select()
    .from(deposit)
    .where(
      and(
        eq(deposit.userId, userId),
        or(
          and(eq(deposit.state, 'review'), eq(deposit.isCredited, true)),
          and(isNotNull(deposit.missing), sql`${deposit.missing} <> '0'`),
        ),
      ),
    )
    .orderBy(asc(deposit.id))
    .limit(50)

export interface RecordFilter {
  readonly userId: number
  readonly kind?: DepositKind | WithdrawalKind | undefined
  readonly assetId?: number | undefined
  readonly states?: readonly string[] | undefined
  /** Instants of creation; `from` inclusive, `until` exclusive. */
  readonly from?: number | undefined
  readonly until?: number | undefined
  /** Only rows after this one in list order. */
  readonly after?: Pick<DepositRow, 'createdAt' | 'id'> | undefined
  readonly offset: number
  readonly limit: number
}

const filterOf = ({ userId, kind, assetId, states, from, until, after }: RecordFilter) =>
  and(
    eq(deposit.userId, userId),
    kind && sql`${deposit.kind} = ${kind}`,
    assetId === undefined ? undefined : eq(deposit.assetId, assetId),
    states ? inArray(sql`${deposit.state}`, [...states]) : undefined,
    from === undefined ? undefined : gte(deposit.createdAt, from),
    until === undefined ? undefined : lt(deposit.createdAt, until),
    after && sql`(${deposit.createdAt}, ${deposit.id}) < (${after.createdAt}, ${after.id})`,
  )

/** Newest first, with the count of all that fit. */
export const listDepositsStatements = (db: D1Database, filter: RecordFilter) => {
  const directory = openDirectory(db)
  const where = filterOf(filter)
  return [
    directory
      .select()
      .from(deposit)
      .where(where)
      .orderBy(desc(deposit.createdAt), desc(deposit.id))
      .limit(filter.limit)
      .offset(filter.offset),
    directory.select({ total: count() }).from(deposit).where(where),
  ] as const
}

/** Other deposits of the same user and asset around the same time: possibly the same money reported twice. */
export const listSimilarDeposits = (db: D1Database, row: DepositRow): Promise<DepositRow[]> =>
  openDirectory(db)
    .select()
    .from(deposit)
    .where(
      and(
        eq(deposit.userId, row.userId),
        eq(deposit.assetId, row.assetId),
        eq(deposit.amount, row.amount),
        sql`${deposit.id} <> ${row.id}`,
        gt(deposit.createdAt, row.createdAt - SIMILAR_WITHIN_MS),
        lt(deposit.createdAt, row.createdAt + SIMILAR_WITHIN_MS),
      ),
    )
    .limit(10)

const SIMILAR_WITHIN_MS = 7 * DAY_MS
