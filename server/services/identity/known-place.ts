// Known login places of an account. Strangers who exhaust an account's shared limits must not lock out its owner: a
// place of an earlier successful proof (password, or code from the account's mail) has its own limits.

import { hasMark, keepMark } from '#db/platform/attempt'
import { DAY_MS } from '#domain/time'
import { installationDigest } from '#lib/digest'

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
const markOf = (env: Env, { account, ip }: AccountAttempt): string =>
  `known:${installationDigest(env, 'known', `${account}\n${ip}`)}`
