// Requester of a code before login: a browser by its own secret, so that users behind one IP are distinguished; API
// clients without cookies by IP.
import { installationDigest } from '#lib/digest'

export interface Visitor {
  readonly clientIp: string
  /** The secret of the browser's cookie. */
  readonly browser?: string | null
}

/** Under which name a code waits. */
export const requesterOf = (env: Env, { clientIp, browser }: Visitor): string =>
  browser ? browserName(env, browser) : clientIp

/**
 * Attempt source. Wrong guesses at foreign codes count per IP, since browser secrets are free to create. A browser may
 * also use a code that its IP requested without a secret.
 */
export const guesserOf = (env: Env, { clientIp, browser }: Visitor) => ({
  attemptSource: clientIp,
  requesters: browser ? [browserName(env, browser), clientIp] : [clientIp],
})

/** HMAC, so that directory readers cannot recover a browser secret. */
const browserName = (env: Env, browser: string): string => `browser-${installationDigest(env, 'requester', browser)}`
