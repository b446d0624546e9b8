// State of every price source, for the desk: failing sources first.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { guardedMarkets } from '#services/market'
import { feedHealth } from '#services/quotes'
import { deskPage, requireStaff } from '../../admin/enter.server'

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args, 'reports:read')
  const { env } = args.context
  const [feeds, markets] = await Promise.all([feedHealth(env), guardedMarkets(env)])
  const trouble = ({ isConnected, isStale, isOutlier, isHeld }: (typeof feeds)[number]): number =>
    isConnected ? Number(isStale || isOutlier || isHeld) : 2
  return {
    ...deskPage(args.request, 'feeds'),
    feeds: feeds.toSorted((left, right) => trouble(right) - trouble(left)),
    // Paused or nearly full markets first.
    markets: markets.toSorted(
      (left, right) => (right.pausedUntil ?? 0) - (left.pausedUntil ?? 0) || right.usedPercent - left.usedPercent,
    ),
    counts: {
      total: feeds.length,
      connected: feeds.filter(({ isConnected }) => isConnected).length,
      stale: feeds.filter(({ isStale }) => isStale).length,
      outliers: feeds.filter(({ isOutlier }) => isOutlier).length,
      sources: new Set(feeds.map(({ source }) => source)).size,
    },
  }
}
