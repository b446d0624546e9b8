// Ended transactions of payouts that a deep reorganisation may still undo.

import { and, asc, eq, gte, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { add, subtract } from '#domain/money/amount'
import { openDirectory } from './directory'
import { chainCursor, payoutSend, withdrawal } from './funds-schema'
import { IS_UNPAID, type Watched, findSend } from './payout'
import { findWithdrawal } from './withdrawal'

const ENDED = ['paid', 'stray', 'failed'] as const

export const isEnded = ({ send }: Watched): boolean => ENDED.some((state) => state === send.state)

/** Ended transactions of withdrawals that were paid recently or are unpaid, longest unseen first; none where the node is behind. */
export const listEnded = (
  db: D1Database,
  { since, lookedBefore, limit }: { readonly since: number; readonly lookedBefore: number; readonly limit: number },
): Promise<Watched[]> =>
  openDirectory(db)
    .select({ send: payoutSend, row: withdrawal })
    .from(withdrawal)
    .innerJoin(payoutSend, eq(payoutSend.withdrawalId, withdrawal.id))
    .where(
      and(
        or(IS_UNPAID, and(eq(withdrawal.state, 'passed'), gte(withdrawal.settledAt, since))),
        inArray(payoutSend.state, [...ENDED]),
        or(isNull(payoutSend.lookedAt), lt(payoutSend.lookedAt, lookedBefore)),
        sql`not exists (select 1 from ${chainCursor}
          where ${chainCursor.network} = ${payoutSend.network} and ${chainCursor.behindSince} is not null)`,
      ),
    )
    .orderBy(asc(payoutSend.lookedAt), asc(payoutSend.withdrawalId))
    .limit(limit)

/**
 * The transaction awaits the chain again, and so does the withdrawal that it paid: its full amount, or less where less had arrived and the
 * rest was given back. What the Account posted is undone with the next verdict.
 */
export async function reopenSend(db: D1Database, { send, row }: Watched): Promise<Watched> {
  const { withdrawalId, txId, state, paid, nonce } = send
  const amount = paid < subtract(row.amount, row.fee) ? add(paid, row.fee) : row.amount
  const directory = openDirectory(db)
  await directory.batch([
    directory
      .update(payoutSend)
      .set({ state: 'sent' })
      .where(and(eq(payoutSend.withdrawalId, withdrawalId), eq(payoutSend.txId, txId), eq(payoutSend.state, state))),
    ...(state === 'paid'
      ? [
          directory
            .update(withdrawal)
            .set({ state: 'sent', amount, nonce, confirmations: 0, settledAt: null })
            .where(and(eq(withdrawal.id, row.id), eq(withdrawal.state, 'passed'), eq(withdrawal.txId, txId))),
        ]
      : []),
  ])
  const [found, now] = await Promise.all([findSend(db, withdrawalId, txId), findWithdrawal(db, row.id)])
  return { send: found ?? send, row: now ?? row }
}
