// The pair that was looked at last, kept in a cookie: `/trade` leads there. Pages set it by script, the server for who has none.

import { choiceCookie } from './choice-cookies'

export const PAIR_COOKIE = 'cm_pair'

export const pairCookie = (symbol: string): string => choiceCookie(PAIR_COOKIE, symbol)

interface Listed {
  readonly symbol: string
  readonly isTradable: boolean
}

/** The pair last visited while it is listed, else the first that trades; undefined where nothing is listed. */
export const pairToTrade = <Pair extends Listed>(pairs: readonly Pair[], last: string | undefined): Pair | undefined =>
  pairs.find(({ symbol }) => symbol === last) ?? pairs.find(({ isTradable }) => isTradable) ?? pairs[0]
