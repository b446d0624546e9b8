// Known login places of an account. Strangers who exhaust an account's shared limits must not lock out its owner: a
// place of an earlier successful proof (password, or code from the account's mail) has its own limits.

import { createHmac } from 'node:crypto'
import { hasMark, keepMark } from '#db/platform/attempt'
import { DAY_MS } from '#domain/time'

const KNOWN_FOR_MS = 90 * DAY_MS

interface AccountAttempt {
  /** Full account name, because national digits may be shared. */
  readonly account: string
  readonly ip: string
}

export const isKnownPlace = (env: Env, attempt: AccountAttempt, now: number): Promise<boolean> =>
  hasMark(env.DB, markOf(env, attempt), now)

/** Call only after a proof: from then on, attempts from elsewhere cannot use up this place's tries. */
export const rememberPlace = (env: Env, attempt: AccountAttempt, now: number): Promise<void> =>
  keepMark(env.DB, markOf(env, attempt), now + KNOWN_FOR_MS)

/** HMAC, so that the directory does not reveal login places. */
const markOf = ({ SESSION_SECRET }: Env, { account, ip }: AccountAttempt): string =>
  `known:${createHmac('sha256', SESSION_SECRET).update(`known\n${account}\n${ip}`).digest('base64url')}`
