// Public futures data: terms and receipts.

import type { FuturesTerms } from '#domain/futures/terms'
import { IsolateCache } from '#domain/isolate-cache'
import { loadFuturesTerms } from '#db/platform/futures'
import { findReceipt, findTradeReceipt } from '#db/platform/receipt'
import { TRADE_RECEIPT_NAME } from '#domain/house/receipt'
import { loadCatalogue } from './catalogue'

const termsCache = new IsolateCache<D1Database, readonly FuturesTerms[]>(30_000)

/** Terms of all symbols in display order, cached for 30 s. */
export async function listTerms(env: Pick<Env, 'DB'>): Promise<readonly FuturesTerms[]> {
  const known = termsCache.get(env.DB, Date.now())
  if (known) return known
  const terms = await loadFuturesTerms(env.DB, await loadCatalogue(env))
  if (terms.length > 0) termsCache.set(env.DB, terms, Date.now())
  return terms
}

export const findTerms = async (env: Pick<Env, 'DB'>, symbol: string): Promise<FuturesTerms | undefined> =>
  (await listTerms(env)).find((terms) => terms.symbol === symbol)

/** Text of a public receipt, found by receipt name or house trade; null when unknown. */
export function readReceipt(env: Pick<Env, 'DB'>, name: string): Promise<string | null> {
  const [, symbol, tradeNo] = TRADE_RECEIPT_NAME.exec(name) ?? []
  return symbol === undefined || tradeNo === undefined
    ? findReceipt(env.DB, name)
    : findTradeReceipt(env.DB, symbol, parseInt(tradeNo, 10))
}
