// Addresses that programs know of every site: whom to tell of a vulnerability (RFC 9116), and where a password is changed
// (https://w3c.github.io/webappsec-change-password-url).

import { Hono } from 'hono'
import { LANGUAGE_TAGS } from './domain/language'

/** RFC 9116 recommends less than a year. */
const GOOD_FOR_DAYS = 180
const DAY_MS = 86_400_000

/** Contents of security.txt at `origin`. Expires at the end of a day, so that caches agree. */
function securityText(origin: string, now: number): string {
  const expires = new Date((Math.floor(now / DAY_MS) + GOOD_FOR_DAYS) * DAY_MS).toISOString()
  return [
    `Contact: ${origin}/contact`,
    `Expires: ${expires}`,
    `Preferred-Languages: ${Object.values(LANGUAGE_TAGS).join(', ')}`,
    `Canonical: ${origin}/.well-known/security.txt`,
    '',
  ].join('\n')
}

export const wellKnown = new Hono<{ Bindings: Env }>()
  .get('/security.txt', (context) => context.text(securityText(new URL(context.req.url).origin, Date.now())))
  .get('/change-password', (context) => context.redirect('/settings/security/password', 302))
