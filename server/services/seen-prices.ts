// Public prices of the last minute, which may decide a position before its account has acted on them.

import { findPair } from '#domain/catalogue'
import { MINUTE_MS } from '#domain/time'
import type { PricePoint, SymbolPrice } from '#party/protocol/quotes'
import type { Session } from '#session/session'
import { callAccount } from './account-room'
import { loadCatalogue } from './catalogue'
import { recentPrices } from './quotes'

/** Empty while Quotes fails: unread prices are unseen prices. */
export async function seenPrices(env: Env, symbol: string): Promise<readonly PricePoint[]> {
  const pair = findPair(await loadCatalogue(env), symbol)
  const to = Date.now()
  return pair ? recentPrices(env, pair, { from: to - MINUTE_MS, to }).catch(() => []) : []
}

/** Recent prices of every symbol where the account has positions with margin in this asset. */
export async function seenByAccount(env: Env, session: Session, assetId: number): Promise<readonly SymbolPrice[]> {
  const live = await callAccount(env, session, { type: 'futures_live', assetId })
  const symbols = live.ok ? [...new Set(live.value.rows.map(({ symbol }) => symbol))] : []
  const seen = await Promise.all(
    symbols.map(async (symbol) => (await seenPrices(env, symbol)).map((price) => ({ symbol, ...price }))),
  )
  return seen.flat()
}
