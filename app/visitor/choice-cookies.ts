// The plain cookies that keep a visitor's choices, as server and page both write them. They say nothing secret.

export const LANGUAGE_COOKIE = 'cm_language'
export const FIAT_COOKIE = 'cm_fiat'
export const OFFSET_COOKIE = 'cm_offset'

/** A cookie of a year, for every page of this site alone. The value is a word of our own, in which nothing has to be escaped. */
export const choiceCookie = (name: string, value: string): string =>
  `${name}=${value}; Path=/; Max-Age=31536000; SameSite=Lax`
