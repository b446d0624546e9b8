// The desk's session cookie: never sent by other sites' pages, expires after a working day.

import { HOUR_MS, MINUTE_MS } from '#domain/time'
import { hostCookieName, readRawCookie, writeHostCookie } from './cookie'

export const DESK_SESSION_MS = 10 * HOUR_MS
/** Idle time (ms) until a staff session ends. */
export const DESK_IDLE_MS = 30 * MINUTE_MS

/** Valid for every path, because the data of the desk's first page is at "/admin.data", outside "/admin". */
const NAME = 'cm_staff'

/** Session token of the cookie; null when missing or malformed. */
export function readDeskToken(request: Request): string | null {
  const token = readRawCookie(request, hostCookieName(request.url, NAME))
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : null
}

export const makeDeskCookie = (request: Request, token: string): string =>
  writeCookie(request, token, DESK_SESSION_MS / 1000)

export const clearDeskCookie = (request: Request): string => writeCookie(request, '', 0)

const writeCookie = (request: Request, value: string, maxAgeSeconds: number): string =>
  writeHostCookie(request, { name: NAME, value, maxAgeSeconds, sameSite: 'Strict' })
