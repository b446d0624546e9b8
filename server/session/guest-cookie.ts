// Guest identity for support: a browser id, signed to prevent forgery.

import { isSameText } from '#domain/same-text'
import { DAY_MS } from '#domain/time'
import { installationDigest } from '#lib/digest'
import { hostCookieName, readRawCookie, writeHostCookie } from './cookie'

const LIFE_SECONDS = (90 * DAY_MS) / 1000
const NAME = 'cm_guest'

type Secret = Pick<Env, 'SESSION_SECRET'>

/** New guest with its token, stored by the browser or API client. */
export function makeGuest(env: Secret): { readonly guestId: string; readonly token: string } {
  const guestId = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url')
  return { guestId, token: `${guestId}.${signOf(env, guestId)}` }
}

/** Guest id of a token; null when missing or the signature is invalid. */
export function verifyGuest(env: Secret, token: string): string | null {
  const [, guestId, sign] = /^([\w-]{22})\.([\w-]{43})$/.exec(token) ?? []
  if (guestId === undefined || sign === undefined) return null
  return isSameText(sign, signOf(env, guestId)) ? guestId : null
}

export const readGuest = (request: Request, env: Secret): string | null =>
  verifyGuest(env, readRawCookie(request, hostCookieName(request.url, NAME)) ?? '')

export const makeGuestCookie = (request: Request, token: string): string =>
  writeHostCookie(request, { name: NAME, value: token, maxAgeSeconds: LIFE_SECONDS, sameSite: 'Lax' })

const signOf = (env: Secret, guestId: string): string => installationDigest(env, 'guest', guestId)
