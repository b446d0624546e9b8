// Loader and actions of the user's copy trading: followed traders, copies with the reason of each missed one, own
// trader state.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { readApplication, stopTrading } from '#services/copy/applications'
import { holdCopy, listCopies, listFollowings } from '#services/copy/following'
import { PAGE_SIZE, readPage } from '../../lists/query'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { form, forms } from '../../site/page.server'
import { readLanguage, requireSession, valueOf } from '../../visitor/visitor.server'
import { refusalText } from '#services/words'

const VIEWS = ['live', 'closed', 'missed'] as const
const DONE = ['followed', 'stopped', 'held', 'closed'] as const

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const session = await requireSession(request, env)
  const page = readPage(request)
  const search = new URL(request.url).searchParams
  const view = VIEWS.find((name) => name === search.get('list')) ?? 'live'
  const [followings, listed, application] = await Promise.all([
    listFollowings(env, session),
    listCopies(env, session, { traderId: null, state: view, page, limit: PAGE_SIZE }),
    readApplication(env, session),
  ])
  const own = valueOf(request, followings)
  const copies = valueOf(request, listed)
  const trader = valueOf(request, application)
  const language = readLanguage(request)
  const names = new Map(own.rows.map(({ traderId, nickname }) => [traderId, nickname]))
  return {
    texts: broughtTexts(language, 'copy'),
    title: titleOf(request, 'copy', 'mine'),
    view,
    views: VIEWS,
    done: DONE.find((name) => name === search.get('done')) ?? null,
    followings: own.rows,
    earned: own.earned,
    isTrader: trader?.state === 'active',
    userId: session.userId,
    copies: copies.rows.map((row) => ({
      ...row,
      trader: names.get(row.traderId) ?? '',
      why: row.reason === null ? '' : refusalText(language, { code: row.reason, facts: row.facts ?? {} }),
    })),
    total: copies.total,
    page,
    commandId: crypto.randomUUID(),
  }
}

export const action = forms({
  hold: form(holdCopy, { leadsTo: () => '/copy/mine?done=held' }),
  stop_trading: form(stopTrading, { leadsTo: () => '/copy/mine?done=closed' }),
})
