// Secret cookie of a browser that requests a code: proves at submission that the same browser requested it.

import { HOUR_MS } from '#domain/time'
import { hostCookieName, readRawCookie, writeHostCookie } from './cookie'

/** Longer than a code's lifetime; renewed with each requested code. */
const LIFE_SECONDS = HOUR_MS / 1000

const NAME = 'cm_requester'

/** Null when missing or malformed. */
export function readRequesterSecret(request: Request): string | null {
  const secret = readRawCookie(request, hostCookieName(request.url, NAME))
  return secret !== undefined && /^[\w-]{43}$/.test(secret) ? secret : null
}

export const makeRequesterSecret = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Set-Cookie value. Lax, so that a link from another site opens a page that recognises its browser. */
export const makeRequesterCookie = (request: Request, secret: string): string =>
  writeHostCookie(request, { name: NAME, value: secret, maxAgeSeconds: LIFE_SECONDS, sameSite: 'Lax' })
