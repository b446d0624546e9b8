// Loader of the user's investments: running and ended.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { knownAssets } from '#domain/catalogue'
import { loadCatalogue } from '#services/catalogue'
import { listInvest, stageOf } from '#services/invest'
import { PAGE_SIZE, readPage } from '../../lists/query'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { areAmountsHidden, readLanguage, requireSession, valueOf } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const session = await requireSession(request, env)
  const view = new URL(request.url).searchParams.get('list') === 'history' ? ('history' as const) : ('running' as const)
  const page = readPage(request)
  const now = Date.now()
  const stage = view === 'running' ? 'live' : 'ended'
  const [catalogue, found] = await Promise.all([
    loadCatalogue(env),
    listInvest(env, session, { stage, baseId: null, kind: null, page, limit: PAGE_SIZE, now }),
  ])
  const { rows, total } = valueOf(request, found)
  return {
    texts: broughtTexts(readLanguage(request), 'invest'),
    title: titleOf(request, 'invest', 'mine_title'),
    view,
    rows: rows.map((row) => ({ ...row, stage: stageOf(row, now) })),
    total,
    assets: knownAssets(catalogue).map(({ id, code, scale }) => ({ id, code, scale })),
    page,
    isHidden: areAmountsHidden(request),
  }
}
