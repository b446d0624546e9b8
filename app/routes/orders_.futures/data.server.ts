// All contract orders and positions of the visitor, of every pair: open, waiting, ended.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { encodeAmount } from '#domain/money/amount'
import { listEndedFutures, loadFutures } from '#services/futures'
import { PAGE_SIZE, readPage } from '../../lists/query'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { areAmountsHidden, requireSession, valueOf, readLanguage } from '../../visitor/visitor.server'

export const VIEWS = ['positions', 'waiting', 'history'] as const

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const session = await requireSession(request, env)
  const page = readPage(request)
  const view = VIEWS.find((name) => name === new URL(request.url).searchParams.get('list')) ?? 'positions'
  const [live, ended] = await Promise.all([
    loadFutures(env, session),
    listEndedFutures(env, session, { symbol: null, only: null, hasParts: true, page, limit: PAGE_SIZE }),
  ])
  const { rows, available, held, prices } = valueOf(request, live)
  return {
    texts: broughtTexts(readLanguage(request), 'futures'),
    title: titleOf(request, 'futures', 'orders_title'),
    view,
    rows,
    available: encodeAmount(available),
    held: encodeAmount(held),
    prices: [...prices],
    ended: valueOf(request, ended),
    page,
    isHidden: areAmountsHidden(request),
  }
}
