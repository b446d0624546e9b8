// All own applications for tokens, newest first.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { knownAssets } from '#domain/catalogue'
import { loadCatalogue } from '#services/catalogue'
import { findProjects } from '#services/ieo/projects'
import { listSubscriptions } from '#services/ieo/subscriptions'
import { PAGE_SIZE, readPage } from '../../lists/query'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { areAmountsHidden, readLanguage, requireSession, valueOf } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const session = await requireSession(request, env)
  const language = readLanguage(request)
  const page = readPage(request)
  const [listed, catalogue] = await Promise.all([
    listSubscriptions(env, session, { projectId: null, page, limit: PAGE_SIZE }),
    loadCatalogue(env),
  ])
  const { rows, total } = valueOf(request, listed)
  const projects = await findProjects(env, { ids: [...new Set(rows.map(({ projectId }) => projectId))], language })
  const named = new Set(rows.flatMap(({ assetId, payAssetId }) => [assetId, payAssetId]))
  const assets = knownAssets(catalogue).filter(({ id }) => named.has(id))
  return {
    texts: broughtTexts(language, 'ieo'),
    title: titleOf(request, 'ieo', 'orders_title'),
    rows,
    total,
    page,
    names: {
      titles: Object.fromEntries(projects.map(({ id, title }) => [id, title])),
      assets: Object.fromEntries(assets.map(({ id, code, scale }) => [id, { code, scale }])),
    },
    isHidden: areAmountsHidden(request),
  }
}
