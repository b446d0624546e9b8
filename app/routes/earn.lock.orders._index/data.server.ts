// Loader of the user's lock deposits: running and ended.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { knownAssets } from '#domain/catalogue'
import { loadCatalogue } from '#services/catalogue'
import { listDeposits } from '#services/mining'
import { PAGE_SIZE, readPage } from '../../lists/query'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { areAmountsHidden, readLanguage, requireSession, valueOf } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const session = await requireSession(request, env)
  const view = new URL(request.url).searchParams.get('list') === 'history' ? ('history' as const) : ('running' as const)
  const page = readPage(request)
  const stage = view === 'running' ? 'live' : 'ended'
  const [catalogue, listed] = await Promise.all([
    loadCatalogue(env),
    listDeposits(env, session, { stage, page, limit: PAGE_SIZE }),
  ])
  return {
    texts: broughtTexts(readLanguage(request), 'mining'),
    title: titleOf(request, 'mining', 'orders_title'),
    view,
    listed: valueOf(request, listed),
    assets: knownAssets(catalogue).map(({ id, code, scale }) => ({ id, code, scale })),
    page,
    isHidden: areAmountsHidden(request),
  }
}
