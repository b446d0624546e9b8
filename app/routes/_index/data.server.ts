// Home: pairs and quotes, small charts of the first four, news, banners and the notice.

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import type { Pair } from '#domain/catalogue'
import { loadCatalogue } from '#services/catalogue'
import { NEWS_CATEGORIES, findPopup, listNews } from '#services/content'
import { listCandles, listQuotes } from '#services/quotes'
import type { ListedPair } from '../../components/quote-table'
import { readLanguage } from '../../visitor.server'

const MAIN_PAIRS = 4
const PAIRS_SHOWN = 8
const DAY_MS = 24 * 60 * 60 * 1000

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { env } = context
  const language = readLanguage(request)
  const [catalogue, quotes, banners, news, popup] = await Promise.all([
    loadCatalogue(env),
    listQuotes(env),
    listNews(env, { categoryId: NEWS_CATEGORIES.banners, page: 1, limit: 4, language }),
    listNews(env, { categoryId: NEWS_CATEGORIES.news, page: 1, limit: 5, language }),
    findPopup(env, language),
  ])
  const lines = await Promise.all(catalogue.pairs.slice(0, MAIN_PAIRS).map((pair) => loadLine(env, pair)))
  return {
    pairs: catalogue.pairs.slice(0, PAIRS_SHOWN).map(toListedPair),
    quotes,
    lines,
    banners: banners.rows,
    news: news.rows,
    popup,
  }
}

/** Closing prices of the last day, one an hour. */
async function loadLine(env: Env, pair: Pair): Promise<{ symbol: string; closes: string[] }> {
  const to = Date.now()
  const candles = await listCandles(env, { symbol: pair.symbol, period: '60min', from: to - DAY_MS, to })
  return { symbol: pair.symbol, closes: (candles ?? []).map((candle) => candle.close) }
}

const toListedPair = ({ symbol, base, quote }: Pair): ListedPair => ({
  symbol,
  base: { id: base.id, code: base.code, name: base.name, logo: base.logo },
  quoteCode: quote.code,
})
