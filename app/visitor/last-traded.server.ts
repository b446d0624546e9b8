// The cookies of product and pair that a visitor traded last, as the server reads and writes them.

import { redirect } from '@remix-run/cloudflare'
import type { Catalogue } from '#domain/catalogue'
import { loadCatalogue } from '#services/catalogue'
import {
  type TradeProduct,
  PRODUCT_COOKIE,
  isTradeProduct,
  lastTradedCookies,
  pairCookieOf,
  pairToTrade,
  tradePath,
} from './last-traded'
import { isDocument, readCookie } from './visitor.server'

/** Tradable pairs of a product. Futures and options use the USDT index price. */
const pairsOf = ({ pairs }: Catalogue, product: TradeProduct) =>
  pairs.filter(({ stock, quote }) => {
    if (product === 'stocks') return Boolean(stock)
    return !stock && (product === 'spot' || quote.code === 'USDT')
  })

/** The pair that this product begins with for this visitor; undefined where none is listed. */
export const lastPairOf = (request: Request, catalogue: Catalogue, product: TradeProduct) =>
  pairToTrade(pairsOf(catalogue, product), readCookie(request, pairCookieOf(product)))

/** Redirect to the trade page of the requested product, otherwise the last one. Other query parameters are kept. */
export async function redirectToTrade(request: Request, env: Env, asked?: TradeProduct): Promise<Response | null> {
  const query = new URL(request.url).searchParams
  const product = [asked, query.get('product'), readCookie(request, PRODUCT_COOKIE)].find(isTradeProduct) ?? 'spot'
  query.delete('product')
  const pair = lastPairOf(request, await loadCatalogue(env), product)
  return pair ? redirect(tradePath(product, pair.symbol) + (query.size > 0 ? `?${query.toString()}` : '')) : null
}

/**
 * Headers that remember product and pair for a visitor without scripts. A page that a script fetches may be a prefetch: there the page itself
 * sets the cookies when it is shown.
 */
export function rememberTraded(request: Request, product: TradeProduct, symbol: string): ResponseInit {
  const isKnown =
    readCookie(request, PRODUCT_COOKIE) === product && readCookie(request, pairCookieOf(product)) === symbol
  if (isKnown || !isDocument(request)) return {}
  return { headers: lastTradedCookies(product, symbol).map((cookie): [string, string] => ['Set-Cookie', cookie]) }
}
