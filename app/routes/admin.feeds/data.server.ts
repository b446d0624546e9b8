// How each price source is doing, for the desk: those in trouble first.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { feedHealth } from '#services/quotes'
import { deskPage, requireStaff } from '../../admin/enter.server'

export async function loader(asked: LoaderFunctionArgs) {
  await requireStaff(asked, 'reports:read')
  const feeds = await feedHealth(asked.context.env)
  const trouble = ({ isConnected, isStale, isOutlier }: (typeof feeds)[number]): number =>
    isConnected ? Number(isStale || isOutlier) : 2
  return {
    ...deskPage(asked.request, 'feeds'),
    feeds: feeds.toSorted((left, right) => trouble(right) - trouble(left)),
    counts: {
      total: feeds.length,
      connected: feeds.filter(({ isConnected }) => isConnected).length,
      stale: feeds.filter(({ isStale }) => isStale).length,
      outliers: feeds.filter(({ isOutlier }) => isOutlier).length,
      sources: new Set(feeds.map(({ source }) => source)).size,
    },
  }
}
