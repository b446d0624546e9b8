// The price between the two sides of the book. Pure.

import type { Pair } from '#domain/catalogue'
import type { DepthRow, TapeTrade } from '#party/protocol/market'
import type { Quote } from '#party/protocol/quotes'
import type { Numbers } from '../../text/numbers'

export interface LastPrice {
  readonly words: string
  /** Which way it went last. */
  readonly isUp: boolean
}

interface PriceFacts {
  readonly pair: Pair
  /** Best first. */
  readonly book: { readonly bids: readonly DepthRow[]; readonly asks: readonly DepthRow[] }
  /** Newest first. */
  readonly trades: readonly TapeTrade[]
  readonly quote: Quote | undefined
}

/**
 * The last trade here while it stands between the two sides: once the book has moved away from it, the market is elsewhere. Without one
 * that holds it is the price of the feed; null while there is neither.
 */
export function lastPrice(
  numbers: Numbers,
  { pair, book: { bids, asks }, trades, quote }: PriceFacts,
): LastPrice | null {
  const trade = trades[0]
  if (trade && trade.ticks >= (bids[0]?.[0] ?? 0) && trade.ticks <= (asks[0]?.[0] ?? Infinity)) {
    return { words: numbers.price(pair, trade.ticks), isUp: trade.side === 'buy' }
  }
  return quote ? { words: numbers.decimal(quote.price), isUp: !quote.change.startsWith('-') } : null
}
