// Identity verification (specification §4 and §6): levels, states, and limits per level.

import { btcText } from './funds/withdrawal'
import { type Amount, ZERO, add, amount, formatTrimmed } from './money/amount'
import { type Outcome, done, refuse } from './outcome'
import { DAY_MS } from './time'

/** 1 basic (Lv1): who one is. 2 advanced (Lv2): pictures that show it. */
export const VERIFICATION_LEVELS = [1, 2] as const
export type VerificationLevel = (typeof VERIFICATION_LEVELS)[number]

/** States of one level. A failed user may submit again. */
export const VERIFICATION_STATES = ['none', 'under_review', 'passed', 'failed'] as const
export type VerificationState = (typeof VERIFICATION_STATES)[number]

/** How the user's row and the wire count the states of a level; one that failed is none again. */
export const REVIEW_STATUS = { none: 0, under_review: 1, passed: 2, failed: 0 } as const satisfies Readonly<
  Record<VerificationState, number>
>

/** The highest level that a user has passed; 0 before the first. */
export function levelPassed(user: {
  readonly reviewStatus: number
  readonly advancedReviewStatus: number
}): 0 | VerificationLevel {
  if (user.reviewStatus !== REVIEW_STATUS.passed) return 0
  return user.advancedReviewStatus === REVIEW_STATUS.passed ? 2 : 1
}

const WHOLE_BTC = 10n ** 8n
const USDT_SCALE = 6
const WHOLE_USDT = 10n ** BigInt(USDT_SCALE)

export interface Caps {
  /** Value of all withdrawals within any 24 hours, in BTC at scale 8. */
  readonly withdrawalBtc: Amount
  /** Value of one order with fiat, in USDT at scale 6. */
  readonly fiatOrderUsdt: Amount
}

/**
 * Specification §6. Unverified users may withdraw only small amounts, so abuse doesn't pay, and can't buy with fiat; deposits and trading
 * are open.
 */
const CAPS: Readonly<Record<0 | VerificationLevel, Caps>> = {
  0: { withdrawalBtc: amount(WHOLE_BTC / 20n), fiatOrderUsdt: ZERO },
  1: { withdrawalBtc: amount(200n * WHOLE_BTC), fiatOrderUsdt: amount(2_000n * WHOLE_USDT) },
  2: { withdrawalBtc: amount(500n * WHOLE_BTC), fiatOrderUsdt: amount(1_000_000n * WHOLE_USDT) },
}

export const WITHDRAWAL_WINDOW_MS = DAY_MS

export const capsOf = (level: 0 | VerificationLevel): Caps => CAPS[level]

export type CapRefusal = 'identity_check_needed' | 'withdrawal_above_cap'

/**
 * Daily limit of withdrawals: one withdrawal together with those of the last 24 hours, all as BTC values at scale 8. Above the level's limit
 * but within a higher one, the identity check is requested (answer type 998 of the old wire); above the highest it is refused. The Account decides by
 * this when it holds the amount (party/account/funds/withdrawals.ts); the Worker asks it before, so that no one-time code is spent in vain.
 */
export function checkDailyWithdrawalLimit(
  level: 0 | VerificationLevel,
  value: { readonly usedBtc: Amount; readonly askedBtc: Amount },
): Outcome<null, CapRefusal> {
  const wanted = add(value.usedBtc, value.askedBtc)
  if (wanted <= CAPS[level].withdrawalBtc) return done(null)
  const isFor = isForHigher(level, (caps) => wanted <= caps.withdrawalBtc)
  if (isFor) return refuse('identity_check_needed')
  return refuse('withdrawal_above_cap', { cap: btcText(CAPS[level].withdrawalBtc), used: btcText(value.usedBtc) })
}

export type FiatOrderRefusal = 'identity_check_needed' | 'fiat_order_above_cap'

/** Checks one fiat order by its amount in a coin worth one dollar; refused like a withdrawal. */
export function checkFiatOrderCap(
  level: 0 | VerificationLevel,
  coins: { readonly scale: number; readonly amount: Amount },
): Outcome<null, FiatOrderRefusal> {
  const isWithin = ({ fiatOrderUsdt }: Caps) => coins.amount * WHOLE_USDT <= fiatOrderUsdt * 10n ** BigInt(coins.scale)
  if (isWithin(CAPS[level])) return done(null)
  if (isForHigher(level, isWithin)) return refuse('identity_check_needed')
  return refuse('fiat_order_above_cap', { cap: fiatCapText(CAPS[level]) })
}

/** Same check of a quote: verified users see their level's limit before they fill in the order. */
export function checkFiatQuoteCap(
  level: 0 | VerificationLevel,
  coins: { readonly scale: number; readonly amount: Amount },
): Outcome<null, FiatOrderRefusal | 'fiat_order_above_level'> {
  const fits = level === 0 ? done(null) : checkFiatOrderCap(level, coins)
  if (fits.ok || fits.refusal.code !== 'identity_check_needed') return fits
  const cap = fiatCapText(CAPS[level])
  return refuse('fiat_order_above_level', { level: String(level), cap, higher: String(level + 1) })
}

export const fiatCapText = ({ fiatOrderUsdt }: Pick<Caps, 'fiatOrderUsdt'>): string =>
  formatTrimmed({ scale: USDT_SCALE }, fiatOrderUsdt)

/** Whether a higher verification level would allow it; unverified users are always asked to verify first. */
const isForHigher = (level: 0 | VerificationLevel, isWithin: (caps: Caps) => boolean): boolean =>
  level === 0 || VERIFICATION_LEVELS.some((above) => above > level && isWithin(CAPS[above]))
