// What the command palette can find: the listed markets, and the pages that are here, named in the visitor's language.

import { type LoaderFunctionArgs, json } from '@remix-run/cloudflare'
import { loadCatalogue } from '#services/catalogue'
import { listQuotes } from '#services/quotes'
import { PAGES } from '../../pages'
import { reachOr } from '../../reach.server'
import type { FinderIndex, FoundPage } from '../../shell/finder-index'
import { pageName } from '../../text/page-names.server'
import { readLanguage } from '../../visitor.server'

/** Steps of something else: nobody starts there. */
const UNLISTED = new Set(['/web', '/login/verify', '/settings/area'])

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { env } = context
  const [{ pairs }, quotes] = await Promise.all([loadCatalogue(env), reachOr(listQuotes(env), [])])
  const language = readLanguage(request)
  const pages = PAGES.flatMap(({ path, name, isBuilt }): FoundPage[] =>
    isBuilt && name && !path.includes(':') && !UNLISTED.has(path)
      ? [{ path, title: pageName(language, name), also: `${pageName('en', name)} ${path.slice(1)}` }]
      : [],
  )
  const index: FinderIndex = {
    pages,
    pairs: pairs.map(({ symbol, base: { id, code, name, logo }, quote }) => ({
      symbol,
      base: { id, code, name, logo },
      quoteCode: quote.code,
    })),
    quotes,
  }
  return json(index, { headers: { 'Cache-Control': 'private, no-store' } })
}
