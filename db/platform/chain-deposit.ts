// Deposits from chains: inserted once per transfer, and checked in turns until they are final.

import { type SQL, and, asc, desc, eq, gt, inArray, isNotNull, lt, ne, or, sql } from 'drizzle-orm'
import { encodeAmount } from '#domain/money/amount'
import { HOUR_MS } from '#domain/time'
import type { DepositRow } from './deposit'
import { openDirectory, runBatch } from './directory'
import { deposit } from './funds-schema'
import { SENDER_OPEN } from './screening'

export type ChainDeposit = Pick<
  DepositRow,
  | 'userId'
  | 'assetId'
  | 'network'
  | 'amount'
  | 'address'
  | 'memo'
  | 'outputIndex'
  | 'confirmations'
  | 'confirmationsMin'
  | 'createdAt'
> & { readonly txId: string; readonly height: number; readonly blockHash: string }

/** A known transfer stays unchanged, even in another block: a transfer is one deposit. */
export async function insertChainDeposits(db: D1Database, rows: readonly ChainDeposit[]): Promise<void> {
  if (rows.length > 0) await runBatch(db, rows.map(insertChainDeposit))
}

/** Skips known deposits, including a transaction's sum to an address after its logs were inserted individually. */
const insertChainDeposit = (row: ChainDeposit): SQL => {
  const { userId, assetId, network, address, memo, txId, outputIndex, height, blockHash, createdAt } = row
  return sql`insert into ${deposit}
    (user_id, kind, asset_id, network, amount, address, memo, tx_id, output_index, height, block_hash, confirmations,
      confirmations_min, state, created_at)
    select ${userId}, 'chain', ${assetId}, ${network}, ${encodeAmount(row.amount)}, ${address}, ${memo}, ${txId},
      ${outputIndex}, ${height}, ${blockHash}, ${row.confirmations}, ${row.confirmationsMin}, 'confirming', ${createdAt}
    where not exists (select 1 from ${deposit} where network = ${network} and tx_id = ${txId} and address = ${address}
      and asset_id = ${assetId} and (${outputIndex} is null or output_index = ${outputIndex}))
    on conflict do nothing`
}

/** Deposits of the same transaction, address and asset that are or may be credited, including the row itself. */
export const listCountedOfTransaction = (
  db: D1Database,
  { network, txId, address, assetId }: Pick<DepositRow, 'network' | 'address' | 'assetId'> & { readonly txId: string },
): Promise<DepositRow[]> =>
  openDirectory(db)
    .select()
    .from(deposit)
    .where(
      and(
        eq(deposit.network, network),
        eq(deposit.txId, txId),
        eq(deposit.address, address),
        eq(deposit.assetId, assetId),
        inArray(deposit.state, ['confirming', 'passed']),
      ),
    )

/** Credited by confirmations only: a deposit decided by a person isn't checked again. */
const isCreditedByChain = and(eq(deposit.state, 'passed'), eq(deposit.rounds, 0))

/** Latest credit of another deposit of the transaction in a different block; null without one. */
export async function findCreditedElsewhere(
  db: D1Database,
  { id, network, txId }: DepositRow,
  blockHash: string,
): Promise<number | null> {
  if (txId === null) return null
  const [row] = await openDirectory(db)
    .select({ at: deposit.settledAt })
    .from(deposit)
    .where(
      and(
        eq(deposit.network, network),
        eq(deposit.txId, txId),
        ne(deposit.id, id),
        ne(deposit.blockHash, blockHash),
        isCreditedByChain,
      ),
    )
    .orderBy(desc(deposit.settledAt))
    .limit(1)
  return row?.at ?? null
}

/** Longest wait first, since the last check or since arrival; newer deposits never overtake. */
const byTurn = [asc(sql`coalesce(${deposit.lookedAt}, ${deposit.createdAt})`), asc(deposit.id)]

/** Deposits with enough confirmations at the newest height first; without those that have them and wait for two people to judge a sender. */
export const listConfirming = (
  db: D1Database,
  network: string,
  { tip, limit }: { readonly tip: number | null; readonly limit: number },
): Promise<DepositRow[]> =>
  openDirectory(db)
    .select()
    .from(deposit)
    .where(
      and(
        eq(deposit.network, network),
        eq(deposit.state, 'confirming'),
        or(lt(deposit.confirmations, deposit.confirmationsMin), sql.raw(`not ${SENDER_OPEN}`)),
      ),
    )
    .orderBy(asc(sql`${deposit.height} + ${deposit.confirmationsMin} - 1 > ${tip}`), ...byTurn)
    .limit(limit)

/**
 * Credited since an instant: their blocks may still be removed. Missed ones come first: they are checked until found, or until the miss is
 * acted on, even past their normal checking time.
 */
export const listLatelyCredited = (
  db: D1Database,
  network: string,
  { since, limit }: { readonly since: number; readonly limit: number },
): Promise<DepositRow[]> =>
  openDirectory(db)
    .select()
    .from(deposit)
    .where(
      and(
        eq(deposit.network, network),
        eq(deposit.kind, 'chain'),
        isCreditedByChain,
        gt(deposit.settledAt, since - HOUR_MS),
        or(gt(deposit.settledAt, since), gt(deposit.missedLooks, 0)),
      ),
    )
    .orderBy(desc(sql`${deposit.missedLooks} > 0`), ...byTurn)
    .limit(limit)

/** Recalled deposits whose owner has spent a part. */
export const listOwing = (db: D1Database, network: string, limit: number): Promise<DepositRow[]> =>
  openDirectory(db)
    .select()
    .from(deposit)
    .where(and(eq(deposit.network, network), isNotNull(deposit.missing), sql`${deposit.missing} <> '0'`))
    .orderBy(...byTurn)
    .limit(limit)

/** Marked before the check, so a deposit whose check fails goes to the back of the queue. At most 90. */
export async function markLooked(db: D1Database, rows: readonly DepositRow[], at: number): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await openDirectory(db).update(deposit).set({ lookedAt: at }).where(inArray(deposit.id, ids))
}
