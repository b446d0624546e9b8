// Loader of search: markets, pages, announcements. An empty search lists the most traded pairs.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { loadCatalogue } from '#services/catalogue'
import { NEWS_CATEGORIES, listNews } from '#services/content'
import { listQuotes } from '#services/quotes'
import { movers } from '../../live/pair-order'
import { bySymbol } from '../../live/quotes-state'
import { answerOr } from '../../site/failures.server'
import { findPairs, listedPair } from '../../text/listed-pair'
import { matchesText } from '../../text/match'
import { type NamedPage, loadNamedPages } from '../../text/page-names.server'
import { wholeIn } from '../../text/thai-words.server'
import { titleOf } from '../../text/title.server'
import { readLanguage } from '../../visitor/visitor.server'
import { readSearch } from './query'

const POPULAR = 5
/** Number of newest announcements searched; older ones are in the news list. */
const NEWS_SEARCHED = 100

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { env } = context
  const language = readLanguage(request)
  const { text, kind } = readSearch(new URL(request.url).searchParams)
  const [catalogue, quotes, named, news] = await Promise.all([
    loadCatalogue(env),
    answerOr(listQuotes(env), []),
    loadNamedPages(language, env),
    listNews(env, { categoryId: NEWS_CATEGORIES.news, page: 1, limit: NEWS_SEARCHED, language }),
  ])
  const pairs = catalogue.pairs.map(listedPair)
  const [coins, shares] = [pairs.filter(({ isShare }) => !isShare), pairs.filter(({ isShare }) => isShare)]
  const isFor = (name: typeof kind) => text !== '' && (kind === 'all' || kind === name)
  const whole = (words: string) => wholeIn(language, words)
  const found = news.rows.filter(({ title, abstract }) => matchesText(`${title} ${abstract}`, text))
  return {
    title: titleOf(request, 'search', 'title'),
    quotes,
    markets: isFor('markets') ? findPairs(coins, text) : [],
    stocks: isFor('stocks') ? findPairs(shares, text) : [],
    pages: isFor('pages') ? findPages(text, named) : [],
    news: isFor('news') ? found.map((row) => ({ ...row, title: whole(row.title), abstract: whole(row.abstract) })) : [],
    popular: text === '' ? movers(coins, bySymbol(quotes), 'volume', POPULAR) : [],
  }
}

export interface FoundPage {
  readonly path: string
  readonly words: string
}

/** Matches page titles in the visitor's language and in English, and paths. */
function findPages(text: string, pages: readonly NamedPage[]): FoundPage[] {
  const found = new Map<string, FoundPage>()
  for (const { path, title, also } of pages) {
    // The search page does not list itself.
    if (path === '/search' || found.has(title) || !matchesText(`${title} ${also}`, text)) continue
    found.set(title, { path, words: title })
  }
  return [...found.values()]
}
