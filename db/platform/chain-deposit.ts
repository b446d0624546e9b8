// Deposits that a chain brought: put in once per transfer, and looked at in turns until nothing can happen to them any more.

import { type SQL, and, asc, desc, eq, gt, inArray, isNotNull, ne, or, sql } from 'drizzle-orm'
import { encodeAmount } from '#domain/money/amount'
import { HOUR_MS } from '#domain/time'
import type { DepositRow } from './deposit'
import { openDirectory, runBatch } from './directory'
import { deposit } from './funds-schema'

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

/** What was known already stays as it is, in whichever block it is now: a transfer is one deposit for all time. */
export async function insertChainDeposits(db: D1Database, rows: readonly ChainDeposit[]): Promise<void> {
  if (rows.length > 0) await runBatch(db, rows.map(insertChainDeposit))
}

/** All that a transaction brings to an address in an asset is known, too, where logs of it were put in one by one. */
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

/** Deposits of the same transaction to the same address in the same asset that are credited or may yet be, the row itself among them. */
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

/** Credited by a chain, and by no person: what somebody has decided is not looked at again. */
const isCreditedByChain = and(eq(deposit.state, 'passed'), eq(deposit.rounds, 0))

/** When another deposit of the transaction was credited as of another block, the newest of such; null for never. */
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

/** Whose turn it is: who waits longest, since the last look or since it came. What comes later goes before nobody. */
const byTurn = [asc(sql`coalesce(${deposit.lookedAt}, ${deposit.createdAt})`), asc(deposit.id)]

/** Those first that are deep enough if the newest block is at that height. */
export const listConfirming = (
  db: D1Database,
  network: string,
  { tip, limit }: { readonly tip: number | null; readonly limit: number },
): Promise<DepositRow[]> =>
  openDirectory(db)
    .select()
    .from(deposit)
    .where(and(eq(deposit.network, network), eq(deposit.state, 'confirming')))
    .orderBy(asc(sql`${deposit.height} + ${deposit.confirmationsMin} - 1 > ${tip}`), ...byTurn)
    .limit(limit)

/**
 * Credited since an instant: their blocks may still go. First those that were missed: they are looked for till they are found, or for so long
 * that it is acted upon, and not only till their time is over.
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

/** Of which their owner has spent something that the chain took back. */
export const listOwing = (db: D1Database, network: string, limit: number): Promise<DepositRow[]> =>
  openDirectory(db)
    .select()
    .from(deposit)
    .where(and(eq(deposit.network, network), isNotNull(deposit.missing), sql`${deposit.missing} <> '0'`))
    .orderBy(...byTurn)
    .limit(limit)

/** Before they are looked at, so that one that cannot be does not keep its place. At most 90. */
export async function markLooked(db: D1Database, rows: readonly DepositRow[], at: number): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await openDirectory(db).update(deposit).set({ lookedAt: at }).where(inArray(deposit.id, ids))
}
