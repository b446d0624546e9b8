// Products that a visitor pins to the top of home: keys in a cookie, the one pinned first in front.

/** Two rows of four on a phone. */
export const PINS_MAX = 8

/** Pins of a visitor who has chosen none, as the cookie stores them. */
export const PINS_PRESET =
  'trade-product-spot.market-list-stocks.trade-product-options.trade-product-futures.buy.earn.copy.nft'

/** A word that a cookie takes as it is: "/trade?product=futures" is "trade-product-futures". */
export const pinKey = (path: string): string => path.slice(1).replaceAll(/[^a-z0-9]+/gi, '-')

export const isPinKey = (text: string): boolean => /^[a-z0-9-]{1,40}$/i.test(text)

/** New cookie value: removes a pinned key, otherwise adds it; unchanged when all places are taken. */
export function togglePin(pinned: readonly string[], key: string): string {
  if (pinned.includes(key)) return pinned.filter((each) => each !== key).join('.')
  return [...pinned, key].slice(0, PINS_MAX).join('.')
}
