// Search index of the command palette.

import { type LoaderFunctionArgs, json } from '@remix-run/cloudflare'
import { loadCatalogue } from '#services/catalogue'
import { listQuotes } from '#services/quotes'
import { answerOr } from '../site/failures.server'
import type { FinderIndex } from '../shell/finder-index'
import { listedPair } from '../text/listed-pair'
import { loadNamedPages } from '../text/page-names.server'
import { readLanguage } from '../visitor/visitor.server'

/** Index of the command palette: listed markets, and built pages in the visitor's language. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { env } = context
  const [{ pairs }, quotes, pages] = await Promise.all([
    loadCatalogue(env),
    answerOr(listQuotes(env), []),
    loadNamedPages(readLanguage(request), env),
  ])
  const index: FinderIndex = { pages, pairs: pairs.map(listedPair), quotes }
  return json(index, { headers: { 'Cache-Control': 'private, no-store' } })
}
