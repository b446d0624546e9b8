// Who a guest is to support: an id that this browser keeps, signed here so that nobody makes up another's.

import { createHmac, timingSafeEqual } from 'node:crypto'
import { DAY_MS } from '#domain/time'
import { hostCookieName, readRawCookie, writeHostCookie } from './cookie'

const LIFE_SECONDS = (90 * DAY_MS) / 1000
const NAME = 'cm_guest'

type Secret = Pick<Env, 'SESSION_SECRET'>

/** A guest who was not here before: the token is what the browser, or a client, shows from now on. */
export function makeGuest(env: Secret): { readonly guestId: string; readonly token: string } {
  const guestId = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url')
  return { guestId, token: `${guestId}.${signOf(env, guestId)}` }
}

/** The guest whom a token proves; null for none and for one that was not made here. */
export function verifyGuest(env: Secret, token: string): string | null {
  const [, guestId, sign] = /^([\w-]{22})\.([\w-]{43})$/.exec(token) ?? []
  if (guestId === undefined || sign === undefined) return null
  return timingSafeEqual(Buffer.from(sign), Buffer.from(signOf(env, guestId))) ? guestId : null
}

export const readGuest = (request: Request, env: Secret): string | null =>
  verifyGuest(env, readRawCookie(request, hostCookieName(request.url, NAME)) ?? '')

export const makeGuestCookie = (request: Request, token: string): string =>
  writeHostCookie(request, { name: NAME, value: token, maxAgeSeconds: LIFE_SECONDS, sameSite: 'Lax' })

const signOf = (env: Secret, guestId: string): string =>
  createHmac('sha256', env.SESSION_SECRET).update(`guest\n${guestId}`).digest('base64url')
