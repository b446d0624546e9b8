// Public prices of the last minute, which may decide a position before its account has acted on them.

import { findPair } from '#domain/catalogue'
import { MINUTE_MS } from '#domain/time'
import type { PricePoint } from '#party/protocol/quotes'
import { loadCatalogue } from './catalogue'
import { recentPrices } from './quotes'

/** None while the prices cannot be read: then nobody has seen them either. */
export async function seenPrices(env: Env, symbol: string): Promise<readonly PricePoint[]> {
  const pair = findPair(await loadCatalogue(env), symbol)
  const to = Date.now()
  return pair ? recentPrices(env, pair, { from: to - MINUTE_MS, to }).catch(() => []) : []
}
