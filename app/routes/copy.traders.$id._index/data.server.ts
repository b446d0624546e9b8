// A trader: description, current statistics, and one page of the log.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { type LinePoint, thinned } from '#domain/copy/statistics'
import { demoViewOf } from '#domain/demo-traders'
import { DAY_MS } from '#domain/time'
import { listFollowings } from '#services/copy/following'
import { listTrades, readTrader } from '#services/copy/traders'
import { PAGE_SIZE, readPage } from '../../lists/query'
import { broughtTexts } from '../../text/words.server'
import { findLiveSession, readLanguage } from '../../visitor/visitor.server'

const WEEKS_SHOWN = 12
/** Days of the curve; null shows all. */
const SPANS = [30, 90] as const
const CURVE_MAX = 180

export async function loader({ request, params, context: { env } }: LoaderFunctionArgs) {
  const traderId = /^\d{1,15}$/.test(params['id'] ?? '') ? Number(params['id']) : 0
  const page = readPage(request)
  const session = await findLiveSession(request, env)
  const [profile, log, own] = await Promise.all([
    readTrader(env, traderId),
    listTrades(env, { traderId, page, limit: PAGE_SIZE }),
    session && listFollowings(env, session),
  ])
  if (!profile.ok || !log.ok) throw new Response('Not found', { status: 404 })
  const { trader, statistics, line, copies, followers, open } = profile.value
  const days = SPANS.find((name) => String(name) === new URL(request.url).searchParams.get('days')) ?? null
  const followed = own?.ok
    ? own.value.rows.find((row) => row.traderId === traderId && row.state === 'active')
    : undefined
  return {
    texts: broughtTexts(readLanguage(request), 'copy'),
    title: trader.nickname,
    id: traderId,
    words: trader.words,
    demoView: demoViewOf(traderId),
    portrait: trader.headPortrait ?? '',
    share: trader.share.toString(),
    isClosed: trader.state === 'closed',
    isOwn: session?.userId === traderId,
    isFollowed: followed !== undefined,
    figures: {
      profit: statistics.profit.toString(),
      returnRate: statistics.returnRate.toString(),
      accuracy: statistics.accuracy.toString(),
      drawdown: statistics.drawdown.toString(),
      followersProfit: copies.copiesNet.toString(),
      followers,
      ended: statistics.ended,
    },
    copies: { ended: copies.copies, won: copies.copiesWon },
    days,
    spans: [...SPANS, null],
    curve: thinned(sinceDays(line, days), CURVE_MAX).map(({ at, total }) => ({
      at,
      units: total.toString(),
    })),
    yesterday: statistics.yesterday.toString(),
    heldMs: statistics.heldMsMean,
    open,
    weeks: statistics.weeks
      .slice(-WEEKS_SHOWN)
      .map(({ week, net, total }) => ({ week, net: net.toString(), total: total.toString() })),
    trades: log.value.rows,
    total: log.value.total,
    page,
  }
}

const sinceDays = (line: readonly LinePoint[], days: number | null): readonly LinePoint[] => {
  const from = days === null ? 0 : Date.now() - (days + 1) * DAY_MS
  return line.filter(({ at }) => at > from)
}
