// Batches of payouts, approved withdrawals that wait for one, and payments made, for the desk.

import { type SQL, and, asc, desc, eq, getTableColumns, gte, inArray, isNull, or, sql } from 'drizzle-orm'
import { BATCH_MAX } from '#domain/funds/payout'
import { openDirectory } from './directory'
import { payoutBatch, payoutSend, withdrawal } from './funds-schema'
import { user } from './identity-schema'
import { IS_UNPAID } from './payout'
import { IS_WITHDRAWAL_SCREENED } from './screening'
import type { WithdrawalRow } from './withdrawal'

export type PayoutBatchRow = typeof payoutBatch.$inferSelect

const IS_READY = and(
  eq(withdrawal.state, 'approved'),
  eq(withdrawal.problem, ''),
  isNull(withdrawal.batchId),
  IS_UNPAID,
)

/** Approved withdrawals of a network that can go into a batch, oldest first; those of users who are frozen, or were found on a list, are left out. */
export const listPayable = async (db: D1Database, network: string): Promise<WithdrawalRow[]> => {
  const rows = await openDirectory(db)
    .select({ withdrawal })
    .from(withdrawal)
    .innerJoin(user, eq(user.id, withdrawal.userId))
    .where(and(IS_READY, eq(withdrawal.network, network), eq(user.isWithdrawalFrozen, false), IS_WITHDRAWAL_SCREENED))
    .orderBy(asc(withdrawal.id))
    .limit(BATCH_MAX * 4)
  return rows.map((row) => row.withdrawal)
}

/** Everything approved and not paid, oldest first. */
export const listUnpaid = (db: D1Database, limit: number): Promise<WithdrawalRow[]> =>
  openDirectory(db).select().from(withdrawal).where(IS_UNPAID).orderBy(asc(withdrawal.id)).limit(limit)

/** True unless the network has a batch in signing: two batches at once could spend the same coins. */
export const isNoneSigning = (network: string): SQL =>
  sql`not exists (select 1 from ${withdrawal} where ${IS_UNPAID} and ${withdrawal.state} = 'signing' and ${withdrawal.network} = ${network})`

export const listWithdrawalsById = (db: D1Database, ids: readonly number[]): Promise<WithdrawalRow[]> =>
  openDirectory(db)
    .select()
    .from(withdrawal)
    .where(inArray(withdrawal.id, [...ids]))
    .orderBy(asc(withdrawal.id))

export const openBatchStatements = (
  db: D1Database,
  {
    ids,
    ...batch
  }: Pick<PayoutBatchRow, 'network' | 'method' | 'proposalId' | 'createdAt'> & { readonly ids: readonly number[] },
) => {
  const directory = openDirectory(db)
  return [
    directory.insert(payoutBatch).values(batch).onConflictDoNothing(),
    directory
      .update(withdrawal)
      .set({
        state: 'signing',
        batchId: sql`(select ${payoutBatch.id} from ${payoutBatch} where ${payoutBatch.proposalId} = ${batch.proposalId})`,
      })
      .where(
        and(
          inArray(withdrawal.id, [...ids]),
          IS_READY,
          eq(withdrawal.network, batch.network),
          // Frozen, or found on a list, since the proposal.
          sql`not exists (select 1 from ${user} where ${user.id} = ${withdrawal.userId} and ${user.isWithdrawalFrozen} = 1)`,
          IS_WITHDRAWAL_SCREENED,
        ),
      ),
  ] as const
}

/** Withdrawals with screening hits leave an unprepared batch. */
export async function dropUnscreened(db: D1Database, batchId: number): Promise<void> {
  await openDirectory(db)
    .update(withdrawal)
    .set({ state: 'approved', batchId: null })
    .where(
      and(
        eq(withdrawal.batchId, batchId),
        eq(withdrawal.state, 'signing'),
        isNull(withdrawal.nonce),
        sql`exists (select 1 from ${payoutBatch} where ${payoutBatch.id} = ${batchId} and ${payoutBatch.document} = '')`,
        sql`not ${IS_WITHDRAWAL_SCREENED}`,
      ),
    )
}

export async function findBatch(db: D1Database, id: number): Promise<PayoutBatchRow | null> {
  const [row] = await openDirectory(db).select().from(payoutBatch).where(eq(payoutBatch.id, id))
  return row ?? null
}

export const listBatches = (db: D1Database, limit: number): Promise<PayoutBatchRow[]> =>
  openDirectory(db).select().from(payoutBatch).orderBy(desc(payoutBatch.id)).limit(limit)

export const listOfBatch = (db: D1Database, batchId: number): Promise<WithdrawalRow[]> =>
  openDirectory(db).select().from(withdrawal).where(eq(withdrawal.batchId, batchId)).orderBy(asc(withdrawal.id))

/** Stores the file to sign, and the nonces that it reserves. */
export async function storeDocument(
  db: D1Database,
  {
    id,
    document,
    nonces,
  }: { readonly id: number; readonly document: string; readonly nonces: ReadonlyMap<number, number> },
): Promise<void> {
  const directory = openDirectory(db)
  await directory.batch([
    directory.update(payoutBatch).set({ document }).where(eq(payoutBatch.id, id)),
    ...[...nonces].map(([withdrawalId, nonce]) =>
      directory
        .update(withdrawal)
        .set({ nonce })
        .where(and(eq(withdrawal.id, withdrawalId), eq(withdrawal.state, 'signing'))),
    ),
  ])
}

const REPORTED_MAX = 5_000

/** Withdrawals paid since an instant, and transactions since then, for the report. */
export async function readPaidSince(db: D1Database, since: number) {
  const directory = openDirectory(db)
  const [paid, sends] = await directory.batch([
    directory
      .select()
      .from(withdrawal)
      .where(and(eq(withdrawal.state, 'passed'), gte(withdrawal.settledAt, since)))
      .limit(REPORTED_MAX),
    directory
      .select(getTableColumns(payoutSend))
      .from(payoutSend)
      .innerJoin(withdrawal, eq(withdrawal.id, payoutSend.withdrawalId))
      .where(or(gte(withdrawal.settledAt, since), gte(payoutSend.sentAt, since)))
      .limit(REPORTED_MAX),
  ])
  return { paid, sends }
}
