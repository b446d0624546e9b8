// Public stock data: listings, trading hours, exchange calendars.

import type { Pair } from '#domain/catalogue'
import { type Outcome, done } from '#domain/outcome'
import type { Side } from '#domain/order'
import { type SessionState, type StockListing, stateOf } from '#domain/stocks/session'
import { loadCatalogue } from './catalogue'
import { checkGate } from './gates'

export interface ListedStock {
  readonly pair: Pair
  readonly listing: StockListing
  readonly session: SessionState
}

/** In display order. */
export async function listStocks(env: Pick<Env, 'DB'>, now: number): Promise<readonly ListedStock[]> {
  const { pairs } = await loadCatalogue(env)
  return pairs.flatMap((pair) => {
    const { stock } = pair
    return stock ? [{ pair, listing: stock, session: stateOf(stock, now) }] : []
  })
}

/** Country gate for buying stocks. Selling is always allowed, and coins are not gated. */
export async function admitOrder(
  env: Pick<Env, 'DB'>,
  { pair, side, country }: { readonly pair: Pair | undefined; readonly side: Side; readonly country: string },
): Promise<Outcome<null, 'product_not_in_country'>> {
  return pair?.stock && side === 'buy' ? checkGate(env, 'stocks', country) : done(null)
}
