// Choice cookies. They contain nothing secret.

/** Written by server and page. */
export const LANGUAGE_COOKIE = 'cm_language'
export const FIAT_COOKIE = 'cm_fiat'
export const OFFSET_COOKIE = 'cm_offset'

/** Public profile of the account that used this browser last, so that its first page already shows name and picture. Written by the page only. */
export const PROFILE_COOKIE = 'cm_profile'

/** Written by the server only. */
export const THEME_COOKIE = 'cm_theme'
export const RISE_COOKIE = 'cm_rise'
export const PINS_COOKIE = 'cm_pins'
export const ANNOUNCEMENT_COOKIE = 'cm_announcement'

/** Scripts cannot read them, and need not. */
const SERVER_ONLY: ReadonlySet<string> = new Set([THEME_COOKIE, RISE_COOKIE, PINS_COOKIE, ANNOUNCEMENT_COOKIE])

/** Cookie for all paths of this site, valid for a year. The value is already escaped. */
export const choiceCookie = (name: string, value: string): string =>
  `${name}=${value}; Path=/; Max-Age=31536000; SameSite=Lax${SERVER_ONLY.has(name) ? '; HttpOnly' : ''}`
