// The desk's cookie: never sent along from another site, gone after a working day.

import { HOUR_MS, MINUTE_MS } from '#domain/time'
import { readRawCookie } from './cookie'

export const DESK_SESSION_MS = 10 * HOUR_MS
/** Who has done nothing for so long is logged out. */
export const DESK_IDLE_MS = 30 * MINUTE_MS

/**
 * `__Host-` is allowed over https alone, and keeps other hosts of the domain from setting it. It asks for every path, which the desk needs
 * too: the data of its first page is at "/admin.data", outside of "/admin".
 */
const nameOf = (url: string): string => (isHttps(url) ? '__Host-cm_staff' : 'cm_staff')

const isHttps = (url: string): boolean => new URL(url).protocol === 'https:'

/** The token as it came; null when there is none of its form. */
export function readDeskToken(request: Request): string | null {
  const token = readRawCookie(request, nameOf(request.url))
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : null
}

export const makeDeskCookie = (request: Request, token: string): string =>
  writeCookie(request, token, DESK_SESSION_MS / 1000)

export const clearDeskCookie = (request: Request): string => writeCookie(request, '', 0)

function writeCookie(request: Request, value: string, maxAgeSeconds: number): string {
  const secure = isHttps(request.url) ? '; Secure' : ''
  return `${nameOf(request.url)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`
}
