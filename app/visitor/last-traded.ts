// Product and pair that a visitor traded last: `/trade` leads there.

import { choiceCookie } from './choice-cookies'

/** In tab order. */
export const TRADE_PRODUCTS = ['spot', 'futures', 'options', 'stocks'] as const
export type TradeProduct = (typeof TRADE_PRODUCTS)[number]

export const PRODUCT_COOKIE = 'cm_product'
/** Shares have a cookie of their own: a visitor who returns to coins finds the last coin. */
const PAIR_COOKIES = { coin: 'cm_pair', share: 'cm_share' } as const

export const isTradeProduct = (text: string | null | undefined): text is TradeProduct =>
  TRADE_PRODUCTS.some((product) => product === text)

export const pairCookieOf = (product: TradeProduct): string => PAIR_COOKIES[product === 'stocks' ? 'share' : 'coin']

/** Both cookies as `Set-Cookie` and `document.cookie` take them. */
export const lastTradedCookies = (product: TradeProduct, symbol: string): readonly string[] => [
  choiceCookie(PRODUCT_COOKIE, product),
  choiceCookie(pairCookieOf(product), symbol),
]

export const tradePath = (product: TradeProduct, symbol: string): string =>
  `/trade/${product === 'stocks' ? 'spot' : product}/${symbol}`

interface Listed {
  readonly symbol: string
  readonly isTradable: boolean
}

/** Last visited pair if still listed, otherwise the first tradable; undefined when nothing is listed. */
export const pairToTrade = <Pair extends Listed>(pairs: readonly Pair[], last: string | undefined): Pair | undefined =>
  pairs.find(({ symbol }) => symbol === last) ?? pairs.find(({ isTradable }) => isTradable) ?? pairs[0]
