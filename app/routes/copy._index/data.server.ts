// Loader of copy traders: active and former.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { demoViewOf } from '#domain/demo-traders'
import { listFollowings } from '#services/copy/following'
import { TRADER_ORDERS, listShownTraders, readCopyTerms } from '#services/copy/traders'
import { PAGE_SIZE, readPage } from '../../lists/query'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { findLiveSession, readLanguage } from '../../visitor/visitor.server'

const KEYWORD_MAX = 60

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const session = await findLiveSession(request, env)
  const page = readPage(request)
  const search = new URL(request.url).searchParams
  const order = TRADER_ORDERS.find((name) => name === search.get('order')) ?? 'profit'
  const keyword = (search.get('keyword') ?? '').trim().slice(0, KEYWORD_MAX)
  const [{ rows, total }, terms, own] = await Promise.all([
    listShownTraders(env, { order, keyword, page, limit: PAGE_SIZE }),
    readCopyTerms(env),
    session && listFollowings(env, session),
  ])
  const followed = own?.ok ? own.value.rows.filter(({ state }) => state === 'active') : []
  return {
    texts: broughtTexts(readLanguage(request), 'copy'),
    title: titleOf(request, 'copy', 'title'),
    order,
    orders: TRADER_ORDERS,
    keyword,
    isOpen: terms.isOpen,
    traders: rows.map((row) => ({
      id: row.userId,
      nickname: row.nickname,
      words: row.words,
      demoView: demoViewOf(row.userId),
      portrait: row.headPortrait ?? '',
      isClosed: row.state === 'closed',
      isFollowed: followed.some(({ traderId }) => traderId === row.userId),
      isOwn: session?.userId === row.userId,
      curve: row.curve,
      figures: {
        profit: row.profit.toString(),
        returnRate: row.returnRate,
        accuracy: row.accuracy,
        drawdown: row.drawdown.toString(),
        followersProfit: row.copiesNet.toString(),
        followers: row.followers,
        ended: row.ended,
      },
    })),
    total,
    page,
  }
}
