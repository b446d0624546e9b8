// Who asks for a code and who brings one, where nobody is logged in yet: a browser by a secret of its own, so that neighbours behind
// one address are told apart; clients of the wire, which keep no cookies, by their address.

import { createHmac } from 'node:crypto'

export interface Visitor {
  readonly clientIp: string
  /** The secret of the browser's cookie. */
  readonly browser?: string | null
}

/** Under which name a code waits. */
export const askerOf = (env: Env, { clientIp, browser }: Visitor): string =>
  browser ? browserName(env, browser) : clientIp

/**
 * Wrong guesses at codes that others have asked for are counted by the address: secrets are made as one likes. A browser may bring what
 * was asked for without one from its address.
 */
export const guesserOf = (env: Env, { clientIp, browser }: Visitor) => ({
  guesser: clientIp,
  askers: browser ? [browserName(env, browser), clientIp] : [clientIp],
})

/** Keyed: whoever reads the directory has no secret of a browser. */
const browserName = ({ SESSION_SECRET }: Env, browser: string): string =>
  `browser-${createHmac('sha256', SESSION_SECRET).update(`asker\n${browser}`).digest('base64url')}`
