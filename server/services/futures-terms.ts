// Public futures data: terms and receipts.

import type { FuturesTerms } from '#domain/futures/terms'
import { IsolateCache } from '#domain/isolate-cache'
import { loadFuturesTerms } from '#db/platform/futures'
import { findReceipt } from '#db/platform/receipt'
import { loadCatalogue } from './catalogue'

const kept = new IsolateCache<D1Database, readonly FuturesTerms[]>(30_000)

/** Terms of all symbols in display order, cached for 30 s. */
export async function listTerms(env: Pick<Env, 'DB'>): Promise<readonly FuturesTerms[]> {
  const known = kept.get(env.DB, Date.now())
  if (known) return known
  const terms = await loadFuturesTerms(env.DB, await loadCatalogue(env))
  if (terms.length > 0) kept.set(env.DB, terms, Date.now())
  return terms
}

export const findTerms = async (env: Pick<Env, 'DB'>, symbol: string): Promise<FuturesTerms | undefined> =>
  (await listTerms(env)).find((terms) => terms.symbol === symbol)

/** Text of a public receipt; null for an unknown id. */
export const readReceipt = (env: Pick<Env, 'DB'>, id: string): Promise<string | null> => findReceipt(env.DB, id)
