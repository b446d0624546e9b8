// Rate limits. Each limit is a counter in a window; all limits of an attempt are raised together.

import { type Count, clearCounters, lowerCounters, raiseCounters } from '#db/platform/attempt'
import { type Outcome, done, refuse } from '#domain/outcome'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time'
import { isOwnMachine } from '#session/client-ip'

export interface Limit {
  readonly key: string
  readonly max: number
  readonly windowMs: number
  /** True for a gate: once its limit is exceeded, other counters are not raised. */
  readonly isGate?: boolean
}

/** Seconds between two codes to one target. */
export const CODE_WAIT_SECONDS = 60

/**
 * Limits of sending codes: per target one a minute and 40 a day; per target and IP 10 a day; per IP 30 an hour. One
 * stranger thus cannot use up another's daily limit, and none can at a known place. A logged-in user has a separate
 * daily limit.
 */
export const codeLimits = (env: Env, sent: SentCode & { isOwner?: boolean }): Limit[] => [
  ...targetLimits(sent, `${sent.isOwner ? 'own:' : ''}${sent.target}`),
  ...byAddress(env, sent.ip, { key: 'code:ip', max: 30, windowMs: HOUR_MS }),
]

/**
 * Limits of a target found by national digits, in addition to those of the typed text, because a number has many
 * spellings. The daily limit is shared with the full name. Minute and pair counters are separate; otherwise a request
 * by full name would reveal that the digits matched.
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
 * Login limits: 10 wrong passwords per 15 minutes per IP and account; 50 an hour per account from unknown places.
 * Strangers can lock out each other, but never the owner at a known place.
 */
export const loginLimits = (env: Env, attempt: LoginAttempt): Limit[] => [
  { key: loginPairKey(attempt), max: 10, windowMs: 15 * MINUTE_MS },
  ...(attempt.isKnown ? [] : [{ key: loginAccountKey(attempt), max: 50, windowMs: HOUR_MS }]),
  // Attempts on other accounts behind the same IP must not block the owner.
  ...(attempt.isKnown ? [] : byAddress(env, attempt.ip, { key: 'login:ip', max: 100, windowMs: 15 * MINUTE_MS })),
]

/** Counters cleared by a right password. */
export const loginFailureKeys = (attempt: LoginAttempt): string[] =>
  attempt.isKnown ? [loginPairKey(attempt)] : [loginPairKey(attempt), loginAccountKey(attempt)]

interface LoginAttempt {
  readonly account: string
  readonly ip: string
  /** True for a place where the owner logged in before (known-place.ts). */
  readonly isKnown: boolean
}

export const loginPairKey = ({ account, ip }: Omit<LoginAttempt, 'isKnown'>): string => `login:pair:${ip}:${account}`
const loginAccountKey = ({ account }: LoginAttempt): string => `login:account:${account}`

/** Accounts created per IP. Many users may share an IP, so failed codes do not count here. */
export const registerLimits = (env: Env, ip: string): Limit[] =>
  byAddress(env, ip, { key: 'register:ip', max: 20, windowMs: HOUR_MS })

/** Registration attempts per IP, successful or not. */
export const registerTryLimits = (env: Env, ip: string): Limit[] =>
  byAddress(env, ip, { key: 'register-try:ip', max: 200, windowMs: HOUR_MS })

/** Wrong step-up proofs: five per quarter of an hour, thirty per day. A correct proof clears the counters. */
export const stepUpLimits = (userId: number): Limit[] => [
  { key: `step-up:quarter:${userId}`, max: 5, windowMs: 15 * MINUTE_MS },
  { key: `step-up:day:${userId}`, max: 30, windowMs: DAY_MS },
]

/** Second step of a login, after the right password. */
export const secondStepLimits = (userId: number): Limit[] => [
  { key: `second-step:quarter:${userId}`, max: 10, windowMs: 15 * MINUTE_MS },
  { key: `second-step:day:${userId}`, max: 50, windowMs: DAY_MS },
]

/** Recovery codes and first authenticator codes of a logged-in user, counted apart from login tries. */
export const ownerCodeLimits = (userId: number): Limit[] => [
  { key: `owner-code:quarter:${userId}`, max: 10, windowMs: 15 * MINUTE_MS },
  { key: `owner-code:day:${userId}`, max: 50, windowMs: DAY_MS },
]

/** How often a password reset restores second-step tries; without a limit, an attacker with mail access could guess forever. */
export const secondStepForgivenLimits = (userId: number): Limit[] => [
  { key: `second-step:forgiven:${userId}`, max: 3, windowMs: 7 * DAY_MS },
]

/**
 * Old passwords of a logged-in user. Login and pay password have separate counters: a right one does not forgive
 * guesses at the other.
 */
export const oldPasswordLimits = (userId: number, secret: 'login' | 'pay'): Limit[] => [
  { key: `old-password:${secret}:${userId}`, max: 10, windowMs: HOUR_MS },
]

/** New passwords equal to the account's other password, after the old password or a code was proven. */
export const otherSecretLimits = (userId: number, secret: 'login' | 'pay', by: 'password' | 'code'): Limit[] => [
  { key: `other-secret:${secret}:${by}:${userId}`, max: 10, windowMs: HOUR_MS },
]

/** Each passkey challenge is stored as a row, and anyone can request one on the login page. */
export const challengeLimits = (env: Env, ip: string): Limit[] =>
  byAddress(env, ip, { key: 'challenge:ip', max: 120, windowMs: HOUR_MS })

/** Uploaded pictures, which are stored permanently. */
export const uploadLimits = (userId: number): Limit[] => [
  { key: `upload:hour:${userId}`, max: 40, windowMs: HOUR_MS },
  { key: `upload:day:${userId}`, max: 120, windowMs: DAY_MS },
]

/** Files that a guest uploads into support conversations. Also limited on a developer's machine. */
export const guestUploadLimits = (ip: string): Limit[] => [{ key: `upload:ip:${ip}`, max: 20, windowMs: HOUR_MS }]

/** Verification submissions: each needs human review, and its answer reveals whether a document is registered. */
export const verificationLimits = (userId: number): Limit[] => [
  { key: `verification:day:${userId}`, max: 10, windowMs: DAY_MS },
]

/** Coupon codes, valid or not, to prevent guessing. */
export const couponCodeLimits = (userId: number): Limit[] => [
  { key: `coupon:quarter:${userId}`, max: 10, windowMs: 15 * MINUTE_MS },
  { key: `coupon:day:${userId}`, max: 60, windowMs: DAY_MS },
]

/** Staff login limits, per IP and account, and per IP. A stranger knowing staff e-mails blocks only the own IP. */
export const staffLoginLimits = (env: Env, attempt: { email: string; ip: string }): Limit[] => [
  { key: staffLoginFailureKey(attempt), max: 8, windowMs: 15 * MINUTE_MS },
  ...byAddress(env, attempt.ip, { key: 'desk:ip', max: 60, windowMs: 15 * MINUTE_MS }),
]

export const staffLoginFailureKey = (attempt: { email: string; ip: string }): string =>
  `desk:pair:${attempt.ip}:${attempt.email}`

/** Authenticator codes of staff from all IPs, after the right password: six digits are guessed quickly from many sources. */
export const staffCodeLimits = (staffId: number): Limit[] => [
  { key: `desk:code:quarter:${staffId}`, max: 10, windowMs: 15 * MINUTE_MS },
  { key: `desk:code:day:${staffId}`, max: 50, windowMs: DAY_MS },
]

/** Failed logins recorded in the desk's log, since many sources could fill it. */
export const staffNoteLimits = (staffId: number): Limit[] => [
  { key: `desk:noted:${staffId}`, max: 20, windowMs: HOUR_MS },
]

/** Contact messages, each read by a person. Applies to local development too. */
export const supportLimits = (ip: string): Limit[] => [{ key: `support:ip:${ip}`, max: 5, windowMs: HOUR_MS }]

/** Reported chat messages, each reviewed by a person. */
export const chatReportLimits = (userId: number): Limit[] => [
  { key: `chat-report:${userId}`, max: 20, windowMs: HOUR_MS },
]

/** New support threads, each answered by a person. Applies to local development too. */
export const supportThreadLimits = (ip: string): Limit[] => [{ key: `thread:ip:${ip}`, max: 10, windowMs: HOUR_MS }]

/**
 * Wrong codes per IP of visitors who requested none. The main protection is per code: 5 wrong guesses of its requester
 * and 10 of all others, 5 per IP. An IP can request 30 codes an hour, hence 150 guesses plus these 200: 350 an hour
 * over all targets. Guessing one of 1,000,000 codes takes 2,857 hours on average, about 119 days, for a random account.
 * A single account gets at most 600 guesses a day from all sources, while its owner receives 40 mails.
 */
export const codeCheckLimits = (env: Env, ip: string): Limit[] =>
  byAddress(env, ip, { key: 'check:ip', max: 200, windowMs: HOUR_MS })

/** Codes submitted by a logged-in user, right or wrong. */
export const ownCodeCheckLimits = (userId: number): Limit[] => [
  { key: `check:user:${userId}`, max: 60, windowMs: HOUR_MS },
]

/**
 * Raises every counter; refuses when one exceeds its limit, with `seconds` until the last exceeded one resets. A
 * refused attempt lowers the other counters again, so that a blocked stranger cannot fill shared counters.
 */
export async function countAttempt(
  env: Env,
  limits: readonly Limit[],
  now: number,
): Promise<Outcome<null, 'too_many_requests'>> {
  return judgeCounts(env, { limits, counts: await raiseCounters(env.DB, limits, now) }, now)
}

/** Evaluates counters already raised. */
export async function judgeCounts(
  env: Env,
  { limits, counts }: { readonly limits: readonly Limit[]; readonly counts: readonly Count[] },
  now: number,
): Promise<Outcome<null, 'too_many_requests'>> {
  const maxima = new Map(limits.map(({ key, max }) => [key, max]))
  const over = counts.filter(({ key, count }) => count > (maxima.get(key) ?? 0))
  if (over.length === 0) return done(null)
  await uncountAttempt(
    env,
    counts.filter((counter) => !over.includes(counter)),
  )
  const waitMs = Math.max(...over.map(({ expiresAt }) => expiresAt - now))
  return refuse('too_many_requests', { seconds: String(Math.ceil(waitMs / SECOND_MS)) })
}

/** Returns the tries of a right attempt, where only wrong ones count. */
export const uncountAttempt = async (env: Env, limits: readonly Pick<Limit, 'key'>[]): Promise<void> => {
  if (limits.length > 0)
    await lowerCounters(
      env.DB,
      Array.from(limits, ({ key }) => key),
    )
}

export const forgiveAttempts = (env: Env, keys: readonly string[]): Promise<void> => clearCounters(env.DB, keys)

/** Per-IP limit as a gate; local development machines are exempt. */
function byAddress(env: Env, ip: string, limit: Limit): Limit[] {
  if (isOwnMachine(env, ip)) return []
  return [{ ...limit, key: `${limit.key}:${ip}`, isGate: true }]
}
