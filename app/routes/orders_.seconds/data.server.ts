// Loader of the user's options of all pairs: running and ended.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { listEndedOptions, listLiveOptions } from '#services/options'
import { PAGE_SIZE, readPage } from '../../lists/query'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { areAmountsHidden, readLanguage, requireSession, valueOf } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const session = await requireSession(request, env)
  const page = readPage(request)
  const [live, ended] = await Promise.all([
    listLiveOptions(env, session),
    listEndedOptions(env, session, { symbol: null, isSettledOnly: false, page, limit: PAGE_SIZE }),
  ])
  return {
    texts: broughtTexts(readLanguage(request), 'options'),
    title: titleOf(request, 'options', 'orders_title'),
    view: new URL(request.url).searchParams.get('list') === 'history' ? ('history' as const) : ('running' as const),
    rows: [...valueOf(request, live)].reverse(),
    ended: valueOf(request, ended),
    page,
    isHidden: areAmountsHidden(request),
    drawnAt: Date.now(),
  }
}
