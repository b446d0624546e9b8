// Lock form as a pure model: fields -> yield, cost and problems, by the domain functions. Preview only; the server
// decides.

import type { Language } from '#domain/language'
import {
  type DepositBoost,
  dayYield,
  maturesAt,
  nextMidnight,
  paysAt,
  redemptionOf,
  termYield,
} from '#domain/mining/deposit'
import { type MiningTerms, checkLock } from '#domain/mining/terms'
import { type Amount, decodeAmount, parseAmount } from '#domain/money/amount'
import { checkAvailable } from '#domain/money/available'
import { type Rate, rate } from '#domain/money/rate'
import type { Outcome, Refusal } from '#domain/outcome'
import { plainDecimal } from './decimal-field'

export interface LockFields {
  readonly amount: string
  /** Coupon reference, or empty. */
  readonly coupon: string
  readonly isRenewed: boolean
}

export interface BoostChoice {
  readonly ref: string
  readonly boost: string
  readonly days: number
  readonly principalMax: { readonly assetId: number; readonly amount: string } | null
}

export interface LockFacts {
  readonly terms: MiningTerms
  readonly boosts: readonly BoostChoice[]
  readonly language: Language
  /** Available balance of the source wallet; null for a guest. */
  readonly available: Amount | null
  readonly now: number
}

export interface LockFigures {
  readonly amount: Amount
  readonly dailyRate: Rate
  readonly dayYield: Amount
  readonly totalYield: Amount
  readonly startsAt: number
  readonly firstPaidAt: number
  readonly maturesAt: number
  /** Penalty of a redemption on the first day. */
  readonly penalty: Amount
}

export interface LockReading {
  readonly figures: LockFigures | null
  readonly problem: Refusal | null
}

const boostOf = ({ boost, days, principalMax }: BoostChoice): DepositBoost => ({
  boost: rate(BigInt(boost)),
  days,
  principalMax: principalMax === null ? null : decodeAmount(principalMax.amount),
})

/** Reads the fields into figures or a problem. Empty fields are no problem yet. */
export function readLock({ terms, boosts, language, available, now }: LockFacts, fields: LockFields): LockReading {
  if (fields.amount.trim() === '') return { figures: null, problem: null }
  const refused = (outcome: Outcome<unknown>): LockReading => ({
    figures: null,
    problem: outcome.ok ? null : outcome.refusal,
  })
  const parsed = parseAmount(terms.asset, plainDecimal(fields.amount, language))
  if (!parsed.ok) return refused(parsed)
  const checked = checkLock(terms, parsed.value)
  if (!checked.ok) return refused(checked)
  const amount = parsed.value
  const { dailyRate } = checked.value.tier
  const coupon = boosts.find(({ ref }) => ref === fields.coupon)
  const boost = coupon ? boostOf(coupon) : null
  const startsAt = nextMidnight(now)
  const term = { startsAt, days: terms.days }
  const figures: LockFigures = {
    amount,
    dailyRate,
    dayYield: dayYield(amount, dailyRate, boost),
    totalYield: termYield({ amount, dailyRate, days: terms.days, boost }),
    startsAt,
    firstPaidAt: paysAt({ startsAt }, 0, terms.payMinute),
    maturesAt: maturesAt(term),
    penalty: redemptionOf({ ...term, amount, penaltyRatio: terms.penaltyRatio }, startsAt).penalty,
  }
  const covered = available === null ? null : checkAvailable(terms.asset, { available, needed: amount })
  return { figures, problem: covered && !covered.ok ? covered.refusal : null }
}
