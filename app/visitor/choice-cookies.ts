// The plain cookies that keep a visitor's choices, as server and page both write them. They say nothing secret.

export const LANGUAGE_COOKIE = 'cm_language'
export const FIAT_COOKIE = 'cm_fiat'
export const OFFSET_COOKIE = 'cm_offset'

/** A cookie of a year, for every page of this site alone. The value is a word of our own, in which nothing has to be escaped. */
export const choiceCookie = (name: string, value: string): string =>
  `${name}=${value}; Path=/; Max-Age=31536000; SameSite=Lax`

/** The pair that was looked at last, kept in a cookie: `/trade` leads there. Pages set it by script, the server for who has none. */
export const PAIR_COOKIE = 'cm_pair'

export const pairCookie = (symbol: string): string => choiceCookie(PAIR_COOKIE, symbol)

interface Listed {
  readonly symbol: string
  readonly isTradable: boolean
}

/** The pair last visited while it is listed, else the first that trades; undefined where nothing is listed. */
export const pairToTrade = <Pair extends Listed>(pairs: readonly Pair[], last: string | undefined): Pair | undefined =>
  pairs.find(({ symbol }) => symbol === last) ?? pairs.find(({ isTradable }) => isTradable) ?? pairs[0]
