// Locked deposits of a user.

import { done } from '#domain/outcome'
import { listDeposits } from '#services/mining'
import type { LockedLines, LockedQuery } from './locked'

export async function lockedDeposits({ env, session, assetOf, page }: LockedQuery): LockedLines {
  const deposits = await listDeposits(env, session, { stage: 'live', ...page })
  if (!deposits.ok) return deposits
  return done(
    deposits.value.rows.map(({ orderNo, assetId, amount, maturesAt, terms }) => ({
      to: `/earn/lock/orders/${orderNo}`,
      name: null,
      days: terms.days,
      asset: assetOf(assetId),
      amount,
      until: maturesAt,
    })),
  )
}
