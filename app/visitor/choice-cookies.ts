// Choice cookies, written by server and page. They contain nothing secret.

export const LANGUAGE_COOKIE = 'cm_language'
export const FIAT_COOKIE = 'cm_fiat'
export const OFFSET_COOKIE = 'cm_offset'

/** Cookie for all paths of this site, valid for a year. Values come from fixed lists, so escaping is unnecessary. */
export const choiceCookie = (name: string, value: string): string =>
  `${name}=${value}; Path=/; Max-Age=31536000; SameSite=Lax`
