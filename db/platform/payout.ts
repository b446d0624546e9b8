// Transactions that pay approved withdrawals.

import { type SQL, and, asc, count, eq, gte, inArray, isNull, lt, min, ne, or, sql } from 'drizzle-orm'
import type { PayoutProblem } from '#domain/funds/payout'
import { moneySummary } from '#domain/desk/review'
import { openDirectory } from './directory'
import { payoutSend, withdrawal } from './funds-schema'
import { cancelReviewStatement, openReviewStatement } from './review-request'
import type { WithdrawalRow } from './withdrawal'

export type PayoutSendRow = typeof payoutSend.$inferSelect

/** Literal SQL, so that the partial index is used. */
export const IS_UNPAID = sql`${withdrawal.state} in ('approved', 'signing', 'sent')`
export type NewSend = Pick<PayoutSendRow, 'withdrawalId' | 'txId' | 'network' | 'assetId' | 'raw' | 'nonce' | 'sentAt'>

/** Its transaction is known: the withdrawal is sent, unless it was paid meanwhile. */
export const sendStatements = (db: D1Database, row: NewSend, confirmationsMin: number) => {
  const directory = openDirectory(db)
  return [
    directory
      .insert(payoutSend)
      .values({ ...row, state: 'sent', paid: sql`'0'`, networkFee: sql`'0'` })
      .onConflictDoUpdate({
        target: [payoutSend.withdrawalId, payoutSend.txId],
        // A transaction given up earlier may be signed and sent again, byte for byte.
        set: { state: 'sent', raw: row.raw, missedSince: null, lookedAt: null },
        setWhere: eq(payoutSend.state, 'gone'),
      }),
    directory
      .update(withdrawal)
      .set({ state: 'sent', txId: row.txId, confirmations: 0, confirmationsMin })
      .where(and(eq(withdrawal.id, row.withdrawalId), inArray(withdrawal.state, ['approved', 'signing', 'sent']))),
  ] as const
}

/** A transaction beside the one that paid. */
export async function insertSend(db: D1Database, row: NewSend): Promise<void> {
  await openDirectory(db)
    .insert(payoutSend)
    .values({ ...row, state: 'sent', paid: sql`'0'`, networkFee: sql`'0'` })
    .onConflictDoNothing()
}

export async function markSent(db: D1Database, row: NewSend, confirmationsMin: number): Promise<void> {
  await openDirectory(db).batch(sendStatements(db, row, confirmationsMin))
}

export interface Watched {
  readonly send: PayoutSendRow
  readonly row: WithdrawalRow
}

/** Transactions to look at, those that waited longest first; `goneSince` ends the watching of lost ones. */
export async function listWatched(
  db: D1Database,
  {
    goneSince,
    lookedBefore,
    limit,
  }: { readonly goneSince: number; readonly lookedBefore: number; readonly limit: number },
): Promise<Watched[]> {
  const isLive = sql`${payoutSend.state} in ('sent', 'gone')`
  return openDirectory(db)
    .select({ send: payoutSend, row: withdrawal })
    .from(payoutSend)
    .innerJoin(withdrawal, eq(withdrawal.id, payoutSend.withdrawalId))
    .where(
      and(
        isLive,
        or(eq(payoutSend.state, 'sent'), gte(payoutSend.sentAt, goneSince)),
        or(isNull(payoutSend.lookedAt), lt(payoutSend.lookedAt, lookedBefore)),
        or(ne(withdrawal.problem, 'wrong_amount'), ne(withdrawal.txId, payoutSend.txId)),
      ),
    )
    .orderBy(asc(payoutSend.lookedAt), asc(payoutSend.withdrawalId))
    .limit(limit)
}

/** How many withdrawals a transaction pays, and the first of them. */
export async function sharersOf(
  db: D1Database,
  txId: string,
): Promise<{ readonly total: number; readonly first: number }> {
  const [row] = await openDirectory(db)
    .select({ total: count(), first: min(payoutSend.withdrawalId) })
    .from(payoutSend)
    .where(eq(payoutSend.txId, txId))
  return { total: Math.max(1, row?.total ?? 1), first: row?.first ?? 0 }
}

const ofSend = ({ withdrawalId, txId }: Pick<PayoutSendRow, 'withdrawalId' | 'txId'>) =>
  and(eq(payoutSend.withdrawalId, withdrawalId), eq(payoutSend.txId, txId))

export async function noteLook(
  db: D1Database,
  send: PayoutSendRow,
  {
    lookedAt,
    missedSince,
    confirmations,
  }: { readonly lookedAt: number; readonly missedSince: number | null; readonly confirmations: number },
): Promise<void> {
  const directory = openDirectory(db)
  await directory.batch([
    directory.update(payoutSend).set({ lookedAt, missedSince }).where(ofSend(send)),
    directory
      .update(withdrawal)
      .set({ confirmations })
      .where(and(eq(withdrawal.id, send.withdrawalId), eq(withdrawal.txId, send.txId), eq(withdrawal.state, 'sent'))),
  ])
}

type SendEnd = Pick<PayoutSendRow, 'state' | 'paid' | 'networkFee' | 'lookedAt'>

export const endSend = (db: D1Database, send: PayoutSendRow, { state, paid, networkFee, lookedAt }: SendEnd) =>
  openDirectory(db).update(payoutSend).set({ state, paid, networkFee, lookedAt }).where(ofSend(send))

/** The Account has posted the transaction as the payment. */
export async function closePaid(
  db: D1Database,
  send: PayoutSendRow,
  { at, confirmations, ...end }: SendEnd & { readonly at: number; readonly confirmations: number },
): Promise<void> {
  const { withdrawalId: id, txId } = send
  // A second payment is still to be seen by two people.
  const isTwice = (await listSendsOf(db, id)).some(({ state }) => state === 'stray')
  await openDirectory(db).batch([
    endSend(db, send, end),
    openDirectory(db)
      .update(withdrawal)
      .set({ state: 'passed', txId, confirmations, problem: '', settledAt: at })
      .where(and(eq(withdrawal.id, id), inArray(withdrawal.state, ['approved', 'signing', 'sent']))),
    ...(isTwice ? [] : [cancelReviewStatement(db, { kind: 'payout_problem', subjectId: String(id), at })]),
  ])
}

/**
 * A transaction ended without paying. The withdrawal it was to pay waits for two people; another's end changes only itself. A second payment
 * leaves the withdrawal unchanged, or ends a refunded withdrawal, which must not be paid again.
 */
export async function closeUnpaid(
  db: D1Database,
  { send, row }: Watched,
  {
    problem,
    at,
    isRefunded = false,
    ...end
  }: SendEnd & { readonly problem: PayoutProblem; readonly at: number; readonly isRefunded?: boolean },
): Promise<void> {
  const { id } = row
  const isItsOwn = row.txId === send.txId && row.state === 'sent' && problem !== 'paid_twice'
  const isTold = isItsOwn || problem === 'paid_twice'
  const directory = openDirectory(db)
  await directory.batch([
    endSend(db, send, end),
    ...(isItsOwn
      ? [
          directory
            .update(withdrawal)
            .set({
              state: 'approved',
              problem,
              batchId: null,
              // The decision about a wrong amount needs the id of this transaction.
              ...(problem === 'wrong_amount' ? {} : { txId: '', confirmations: 0 }),
              // The replacement keeps the nonce, so the lost transaction can never be mined beside it.
              ...(problem === 'dropped' ? {} : { nonce: null }),
            })
            .where(and(eq(withdrawal.id, id), eq(withdrawal.state, 'sent'), eq(withdrawal.txId, send.txId))),
          // A former second payment may now be the only one, so it is settled again.
          directory
            .update(payoutSend)
            .set({ state: 'sent', missedSince: null, lookedAt: null })
            .where(and(eq(payoutSend.withdrawalId, id), ne(payoutSend.txId, send.txId), eq(payoutSend.state, 'stray'))),
        ]
      : []),
    ...(isRefunded
      ? [
          directory
            .update(withdrawal)
            .set({ state: 'failed', problem: '', txId: '', batchId: null, settledAt: at })
            .where(and(eq(withdrawal.id, id), IS_UNPAID)),
        ]
      : []),
    ...(isTold ? problemStatements(db, row, { problem, at }) : []),
  ])
}

/** Puts the withdrawal's payment before two people. */
const problemStatements = (
  db: D1Database,
  row: WithdrawalRow,
  { problem, at }: { readonly problem: PayoutProblem; readonly at: number },
) =>
  [
    openDirectory(db)
      .update(withdrawal)
      .set({ rounds: row.rounds + 1 })
      .where(and(eq(withdrawal.id, row.id), eq(withdrawal.rounds, row.rounds))),
    openReviewStatement(db, {
      kind: 'payout_problem',
      subjectId: String(row.id),
      userId: row.userId,
      at,
      round: row.rounds + 1,
      summary: { ...moneySummary(row), lines: [{ label: 'problem', value: `payout_${problem}` }] },
    }),
  ] as const

/** The problem cannot be decided yet: two people are asked again. */
export async function askAgain(db: D1Database, row: WithdrawalRow, at: number): Promise<void> {
  if (row.problem !== '') await openDirectory(db).batch(problemStatements(db, row, { problem: row.problem, at }))
}

/** Its address takes no payment, and nothing was signed: it leaves its batch, which others wait for, and two people decide. */
export async function setAside(db: D1Database, row: WithdrawalRow, at: number): Promise<void> {
  await openDirectory(db).batch([
    openDirectory(db)
      .update(withdrawal)
      .set({ state: 'approved', problem: 'failed', batchId: null })
      .where(and(eq(withdrawal.id, row.id), eq(withdrawal.state, 'signing'), isNull(withdrawal.nonce))),
    ...problemStatements(db, row, { problem: 'failed', at }),
  ])
}

/** True if the transaction belongs to a withdrawal outside its batch. */
export const isTransactionElsewhere = ({ batchId }: Pick<WithdrawalRow, 'batchId'>, txId: string): SQL =>
  sql`exists (select 1 from ${payoutSend} join ${withdrawal} on ${withdrawal.id} = ${payoutSend.withdrawalId}
    where ${payoutSend.txId} = ${txId} and ${withdrawal.batchId} is not ${batchId})`

/** True if one of these transactions belongs to a withdrawal outside its batch. */
export async function isAnyElsewhere(
  db: D1Database,
  told: readonly { readonly row: Pick<WithdrawalRow, 'batchId'>; readonly txId: string }[],
): Promise<boolean> {
  const checks = told.map(({ row, txId }) => isTransactionElsewhere(row, txId))
  const [found] = await openDirectory(db).all<{ known: number }>(sql`select ${sql.join(checks, sql` or `)} as known`)
  return found?.known === 1
}

/** True if a stored payment sent the asset to the address in this transaction, even for a refunded withdrawal. */
export async function isSendTo(
  db: D1Database,
  { txId, assetId, target }: Pick<PayoutSendRow, 'txId' | 'assetId'> & Pick<WithdrawalRow, 'target'>,
): Promise<boolean> {
  const [row] = await openDirectory(db)
    .select({ id: withdrawal.id })
    .from(payoutSend)
    .innerJoin(withdrawal, eq(withdrawal.id, payoutSend.withdrawalId))
    .where(and(eq(payoutSend.txId, txId), eq(payoutSend.assetId, assetId), eq(withdrawal.target, target)))
    .limit(1)
  return row !== undefined
}

export async function findSend(db: D1Database, withdrawalId: number, txId: string): Promise<PayoutSendRow | null> {
  const [row] = await openDirectory(db).select().from(payoutSend).where(ofSend({ withdrawalId, txId }))
  return row ?? null
}

export const listSendsOf = (db: D1Database, withdrawalId: number): Promise<PayoutSendRow[]> =>
  openDirectory(db)
    .select()
    .from(payoutSend)
    .where(eq(payoutSend.withdrawalId, withdrawalId))
    .orderBy(asc(payoutSend.sentAt))

/** Withdrawals of a network that a transfer to a listed address could pay, or pay a second time. */
export const listPaidTo = (
  db: D1Database,
  {
    network,
    addresses,
    since,
  }: { readonly network: string; readonly addresses: readonly string[]; readonly since: number },
): Promise<WithdrawalRow[]> =>
  openDirectory(db)
    .select()
    .from(withdrawal)
    .where(
      and(
        eq(withdrawal.network, network),
        or(IS_UNPAID, and(eq(withdrawal.state, 'passed'), gte(withdrawal.settledAt, since))),
        sql`${withdrawal.target} in (select value from json_each(${JSON.stringify(addresses)}))`,
      ),
    )
    .orderBy(asc(withdrawal.id))
