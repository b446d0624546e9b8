// Live fixed-term investments of a user.

import { trimZeros } from '#domain/money/amount'
import { done } from '#domain/outcome'
import { formatSteps } from '#domain/quotes/steps'
import { listInvest } from '#services/invest'
import type { LockedLines, LockedQuery } from './locked'

export async function lockedInvestments({ env, session, assetOf, page }: LockedQuery): LockedLines {
  const asked = { stage: 'live', baseId: null, kind: null, ...page, now: Date.now() } as const
  const orders = await listInvest(env, session, asked)
  if (!orders.ok) return orders
  return done(
    orders.value.rows.map(({ orderNo, assetId, amount, maturesAt, series }) => ({
      to: `/earn/invest/mine/${orderNo}`,
      name: series.name,
      series: {
        kind: series.kind,
        base: assetOf(series.baseId).code,
        price: trimZeros(formatSteps(series.strike, series.priceDecimals)),
      },
      asset: assetOf(assetId),
      amount,
      until: maturesAt,
    })),
  )
}
