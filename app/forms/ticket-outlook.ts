// Predicts whether an order expires unfilled because of its own terms, against the book on the page. Pure; the market
// decides.

import type { Lots, Ticks } from '#domain/money/price'
import type { OrderKind, Side, TimeInForce } from '#domain/order'
import type { DepthRow } from '#party/protocol/market'
import { walkToLimit } from './book-walk'

/** post_only: would trade at once. fok: cannot fill completely. ioc: cannot fill at all. terms: post-only contradicts IOC or FOK. */
export type Outlook = 'post_only' | 'fok' | 'ioc' | 'terms'

interface Book {
  readonly bids: readonly DepthRow[]
  readonly asks: readonly DepthRow[]
}

interface Terms {
  readonly side: Side
  readonly kind: OrderKind
  readonly timeInForce: TimeInForce
  readonly isPostOnly: boolean
}

/** Null when no obstacle exists, or the loaded book is too shallow to tell. */
export function outlookOf(
  { bids, asks }: Book,
  { side, kind, timeInForce, isPostOnly }: Terms,
  { price, quantity }: { readonly price: Ticks; readonly quantity: Lots },
): Outlook | null {
  if (kind === 'market' || (timeInForce === 'gtc' && !isPostOnly)) return null
  if (isPostOnly && timeInForce !== 'gtc') return 'terms'
  const levels = side === 'buy' ? asks : bids
  const met = walkToLimit(levels, { side, price, quantity })
  const isTaking = met.some(({ role }) => role === 'taker')
  if (isPostOnly) return isTaking ? 'post_only' : null
  const last = levels.at(-1)?.[0]
  // Beyond the last loaded level the book may have more liquidity at this price, so no prediction is made.
  const isSeen = last !== undefined && (side === 'buy' ? last > price : last < price)
  if (!isSeen || met.every(({ role }) => role === 'taker')) return null
  return timeInForce === 'fok' ? 'fok' : isTaking ? null : 'ioc'
}
