// All contract orders and positions of the visitor, of every pair: open, waiting, ended.

import { type LoaderFunctionArgs, data } from '@remix-run/cloudflare'
import { encodeAmount } from '#domain/money/amount'
import { listEndedFutures, loadFutures } from '#services/futures'
import { listTerms } from '#services/futures-terms'
import { listQuotes } from '#services/quotes'
import { ownFutures } from '../../forms/own-futures.server'
import { PAGE_SIZE, readPage } from '../../lists/query'
import { answerOr } from '../../site/failures.server'
import { forms } from '../../site/page.server'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { areAmountsHidden, requireSession, valueOf, readLanguage } from '../../visitor/visitor.server'

export const VIEWS = ['positions', 'waiting', 'history'] as const

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const session = await requireSession(request, env)
  const page = readPage(request)
  const asked = new URL(request.url).searchParams
  const view = VIEWS.find((name) => name === asked.get('list')) ?? 'positions'
  const [terms, quotes, live, ended] = await Promise.all([
    listTerms(env),
    answerOr(listQuotes(env), []),
    loadFutures(env, session),
    listEndedFutures(env, session, { symbol: null, only: null, hasParts: true, page, limit: PAGE_SIZE }),
  ])
  const [first] = terms
  if (!first) throw data(null, { status: 404 })
  const { rows, available, held } = valueOf(request, live)
  return {
    texts: broughtTexts(readLanguage(request), 'futures'),
    title: titleOf(request, 'futures', 'orders_title'),
    view,
    symbol: terms.find(({ symbol }) => symbol === asked.get('pair'))?.symbol ?? null,
    quote: first.quote,
    quotes,
    own: { rows, available: encodeAmount(available), held: encodeAmount(held) },
    ended: valueOf(request, ended),
    page,
    isHidden: areAmountsHidden(request),
    commandId: crypto.randomUUID(),
  }
}

export const action = forms(ownFutures)
