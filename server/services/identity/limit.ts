// How often anybody may try. Each limit is one counter in a window; all limits of one attempt are raised together.

import { type Count, clearCounters, lowerCounters, raiseCounters } from '#db/platform/attempt'
import { type Outcome, done, refuse } from '#domain/outcome'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time'
import { isOwnMachine } from '#session/client-ip'

export interface Limit {
  readonly key: string
  readonly max: number
  readonly windowMs: number
  /** While this one is over, nothing is written down for the others. */
  readonly isGate?: boolean
}

/** Seconds between two codes to one target. */
export const CODE_WAIT_SECONDS = 60

/**
 * Sending costs money and patience: one a minute and forty a day to a target, ten of these from one address, and thirty an hour
 * from an address to anybody. So one stranger cannot use up the day of somebody else, and many cannot where that one is known.
 * Who is logged in has a day of one's own.
 */
export const codeLimits = (env: Env, sent: SentCode & { isOwner?: boolean }): Limit[] => [
  ...targetLimits(sent, `${sent.isOwner ? 'own:' : ''}${sent.target}`),
  ...byAddress(env, sent.ip, { key: 'code:ip', max: 30, windowMs: HOUR_MS }),
]

/**
 * The same for whom bare digits have found, beside those of what was typed: a number has many spellings. The day is that of its full name.
 * Minute and pair are apart from those, which would tell too soon, to who asks by the full name next, that the digits were found.
 */
export const foundLimits = (sent: SentCode): Limit[] =>
  targetLimits({ ...sent, target: `found:${sent.target}` }, sent.target)

interface SentCode {
  readonly target: string
  readonly purpose: string
  readonly ip: string
  readonly isKnown?: boolean
}

const targetLimits = (sent: SentCode, day: string): Limit[] => [
  { key: codeMinuteKey(sent), max: 1, windowMs: CODE_WAIT_SECONDS * SECOND_MS },
  ...(sent.isKnown ? [] : [{ key: `code:day:${day}`, max: 40, windowMs: DAY_MS }]),
  { key: `code:pair:${sent.ip}:${sent.target}`, max: 10, windowMs: DAY_MS },
]

export const codeMinuteKey = (sent: { target: string; purpose: string }): string =>
  `code:minute:${sent.purpose}:${sent.target}`

/**
 * Ten wrong passwords in a quarter of an hour from one address stop that address for the account; fifty an hour from all addresses that are
 * not known for it stop those. Who knows an account's name can lock strangers out of it, and never its owner.
 */
export const loginLimits = (env: Env, attempt: LoginAttempt): Limit[] => [
  { key: loginPairKey(attempt), max: 10, windowMs: 15 * MINUTE_MS },
  ...(attempt.isKnown ? [] : [{ key: loginAccountKey(attempt), max: 50, windowMs: HOUR_MS }]),
  // What neighbours behind the same address do to other accounts is none of its owner's doing.
  ...(attempt.isKnown ? [] : byAddress(env, attempt.ip, { key: 'login:ip', max: 100, windowMs: 15 * MINUTE_MS })),
]

/** Counters that a right password clears: those that its wrong ones have raised. */
export const loginFailureKeys = (attempt: LoginAttempt): string[] =>
  attempt.isKnown ? [loginPairKey(attempt)] : [loginPairKey(attempt), loginAccountKey(attempt)]

interface LoginAttempt {
  readonly account: string
  readonly ip: string
  /** Its owner has come in from there (known-place.ts). */
  readonly isKnown: boolean
}

export const loginPairKey = ({ account, ip }: Omit<LoginAttempt, 'isKnown'>): string => `login:pair:${ip}:${account}`
const loginAccountKey = ({ account }: LoginAttempt): string => `login:account:${account}`

/** Accounts made at one address. Behind it may stand a whole office, whose neighbour's wrong codes do not count here. */
export const registerLimits = (env: Env, ip: string): Limit[] =>
  byAddress(env, ip, { key: 'register:ip', max: 20, windowMs: HOUR_MS })

/** Whatever is sent to make one, right or not. */
export const registerTryLimits = (env: Env, ip: string): Limit[] =>
  byAddress(env, ip, { key: 'register-try:ip', max: 200, windowMs: HOUR_MS })

/** Proving oneself wrongly before money leaves: five times in a quarter of an hour, thirty times a day. The right proof clears them. */
export const stepUpLimits = (userId: number): Limit[] => [
  { key: `step-up:quarter:${userId}`, max: 5, windowMs: 15 * MINUTE_MS },
  { key: `step-up:day:${userId}`, max: 30, windowMs: DAY_MS },
]

/** The second step of a login, by whoever knows the password. */
export const secondStepLimits = (userId: number): Limit[] => [
  { key: `second-step:quarter:${userId}`, max: 10, windowMs: 15 * MINUTE_MS },
  { key: `second-step:day:${userId}`, max: 50, windowMs: DAY_MS },
]

/** Recovery codes and first codes of an app by whoever holds a session: they use up no tries of the login. */
export const ownerCodeLimits = (userId: number): Limit[] => [
  { key: `owner-code:quarter:${userId}`, max: 10, windowMs: 15 * MINUTE_MS },
  { key: `owner-code:day:${userId}`, max: 50, windowMs: DAY_MS },
]

/** How often a reset gives the second step its tries back: else whoever reads the mail would guess without end. */
export const secondStepForgivenLimits = (userId: number): Limit[] => [
  { key: `second-step:forgiven:${userId}`, max: 3, windowMs: 7 * DAY_MS },
]

/** An old password of somebody who is logged in. Each secret has its own counter: the right one forgives no guesses at the other. */
export const oldPasswordLimits = (userId: number, secret: 'login' | 'pay'): Limit[] => [
  { key: `old-password:${secret}:${userId}`, max: 10, windowMs: HOUR_MS },
]

/** A new password that may be the other one of the account, asked by whoever has proven the old password or has a code. */
export const otherSecretLimits = (userId: number, secret: 'login' | 'pay', by: 'password' | 'code'): Limit[] => [
  { key: `other-secret:${secret}:${by}:${userId}`, max: 10, windowMs: HOUR_MS },
]

/** Asking a passkey costs a row; a stranger may ask at the login page. */
export const challengeLimits = (env: Env, ip: string): Limit[] =>
  byAddress(env, ip, { key: 'challenge:ip', max: 120, windowMs: HOUR_MS })

/** Pictures sent in, which are kept for good. */
export const uploadLimits = (userId: number): Limit[] => [
  { key: `upload:hour:${userId}`, max: 40, windowMs: HOUR_MS },
  { key: `upload:day:${userId}`, max: 120, windowMs: DAY_MS },
]

/** Files that a guest sends into conversations with support. On a developer's machine too. */
export const guestUploadLimits = (ip: string): Limit[] => [{ key: `upload:ip:${ip}`, max: 20, windowMs: HOUR_MS }]

/** Each submission is read by a person, and answers whether a document is known here. */
export const verificationLimits = (userId: number): Limit[] => [
  { key: `verification:day:${userId}`, max: 10, windowMs: DAY_MS },
]

/** Coupon codes, right or wrong: they are guessed at otherwise. */
export const couponCodeLimits = (userId: number): Limit[] => [
  { key: `coupon:quarter:${userId}`, max: 10, windowMs: 15 * MINUTE_MS },
  { key: `coupon:day:${userId}`, max: 60, windowMs: DAY_MS },
]

/**
 * The desk's own door. Wrong tries are counted for the source and the account together, and for the source: a stranger who knows who works
 * here locks out nobody but the own source.
 */
export const staffLoginLimits = (env: Env, attempt: { email: string; ip: string }): Limit[] => [
  { key: staffLoginFailureKey(attempt), max: 8, windowMs: 15 * MINUTE_MS },
  ...byAddress(env, attempt.ip, { key: 'desk:ip', max: 60, windowMs: 15 * MINUTE_MS }),
]

export const staffLoginFailureKey = (attempt: { email: string; ip: string }): string =>
  `desk:pair:${attempt.ip}:${attempt.email}`

/** Codes of the app from everywhere, by whoever knows the password: six digits are soon guessed from many sources at once. */
export const staffCodeLimits = (staffId: number): Limit[] => [
  { key: `desk:code:quarter:${staffId}`, max: 10, windowMs: 15 * MINUTE_MS },
  { key: `desk:code:day:${staffId}`, max: 50, windowMs: DAY_MS },
]

/** Failed logins that the desk's log tells of: many sources could fill it otherwise. */
export const staffNoteLimits = (staffId: number): Limit[] => [
  { key: `desk:noted:${staffId}`, max: 20, windowMs: HOUR_MS },
]

/** Each message is read by a person. On a developer's machine too: there it is one sender. */
export const supportLimits = (ip: string): Limit[] => [{ key: `support:ip:${ip}`, max: 5, windowMs: HOUR_MS }]

/** Lines of the chat that are reported, each of which a person reads. */
export const chatReportLimits = (userId: number): Limit[] => [
  { key: `chat-report:${userId}`, max: 20, windowMs: HOUR_MS },
]

/** Threads that are begun, each of which a person answers. On a developer's machine too. */
export const supportThreadLimits = (ip: string): Limit[] => [{ key: `thread:ip:${ip}`, max: 10, windowMs: HOUR_MS }]

/**
 * Wrong codes of whoever brings none that was asked for there. The wall against guessing is each code's own: it stands five wrong guesses
 * of its asker and ten of all others, five of these from one address. An address may ask for thirty codes an hour, so its guesses at
 * them are 150 an hour, and with these 200 they are 350 for whatever there is: one in 2,800 hours is right, a hundred days and more of
 * breaking in nowhere in particular. At one account it is six hundred a day from everywhere together, of which the owner reads in forty messages.
 */
export const codeCheckLimits = (env: Env, ip: string): Limit[] =>
  byAddress(env, ip, { key: 'check:ip', max: 200, windowMs: HOUR_MS })

/** Codes that a user who is logged in brings, right or wrong. */
export const ownCodeCheckLimits = (userId: number): Limit[] => [
  { key: `check:user:${userId}`, max: 60, windowMs: HOUR_MS },
]

/**
 * Raises every counter and refuses when one is over its limit; `seconds` says when the last of them opens again. A refused attempt
 * is given back to the counters that had room: else a stranger whom one limit stops would go on filling those of everybody.
 */
export async function countAttempt(
  env: Env,
  limits: readonly Limit[],
  now: number,
): Promise<Outcome<null, 'too_many_requests'>> {
  return judgeCounts(env, { limits, counts: await raiseCounters(env.DB, limits, now) }, now)
}

/** The same for counters that are raised already. */
export async function judgeCounts(
  env: Env,
  { limits, counts }: { readonly limits: readonly Limit[]; readonly counts: readonly Count[] },
  now: number,
): Promise<Outcome<null, 'too_many_requests'>> {
  const maxima = new Map(limits.map(({ key, max }) => [key, max]))
  const over = counts.filter(({ key, count }) => count > (maxima.get(key) ?? 0))
  if (over.length === 0) return done(null)
  await takeBackAttempt(
    env,
    counts.filter((counter) => !over.includes(counter)),
  )
  const waitMs = Math.max(...over.map(({ expiresAt }) => expiresAt - now))
  return refuse('too_many_requests', { seconds: String(Math.ceil(waitMs / SECOND_MS)) })
}

/** An attempt that was right after all, where only wrong ones count. */
export const takeBackAttempt = async (env: Env, limits: readonly Pick<Limit, 'key'>[]): Promise<void> => {
  if (limits.length > 0)
    await lowerCounters(
      env.DB,
      Array.from(limits, ({ key }) => key),
    )
}

export const forgiveAttempts = (env: Env, keys: readonly string[]): Promise<void> => clearCounters(env.DB, keys)

/** Limits per address, whose strangers fill nobody's counters; a developer's own machine is not limited. */
function byAddress(env: Env, ip: string, limit: Limit): Limit[] {
  if (isOwnMachine(env, ip)) return []
  return [{ ...limit, key: `${limit.key}:${ip}`, isGate: true }]
}
