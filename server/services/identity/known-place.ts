// From where the owner of an account has come in. What strangers do to an account's common limits must not shut its owner out: a place where
// the right password was given, or a code from the account's own mail, has limits of its own and none in common with others.

import { createHmac } from 'node:crypto'
import { hasMark, keepMark } from '#db/platform/attempt'
import { DAY_MS } from '#domain/time'

const KNOWN_FOR_MS = 90 * DAY_MS

interface AccountAttempt {
  /** Its full name: digits alone may be somebody else's as well. */
  readonly account: string
  readonly ip: string
}

export const isKnownPlace = (env: Env, attempt: AccountAttempt, now: number): Promise<boolean> =>
  hasMark(env.DB, markOf(env, attempt), now)

/** Only after a proof: from now on nobody elsewhere can use up the tries of this place. */
export const rememberPlace = (env: Env, attempt: AccountAttempt, now: number): Promise<void> =>
  keepMark(env.DB, markOf(env, attempt), now + KNOWN_FOR_MS)

/** Keyed: the directory tells nobody who was where. */
const markOf = ({ SESSION_SECRET }: Env, { account, ip }: AccountAttempt): string =>
  `known:${createHmac('sha256', SESSION_SECRET).update(`known\n${account}\n${ip}`).digest('base64url')}`
