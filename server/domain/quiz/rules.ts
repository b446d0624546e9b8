// Rules of the quiz: a question with two to six options, whose stakes form one pool. Winners get their stakes back and share the losing
// stakes, less the fee; the house takes no side.

import { type Amount, ZERO, add, amount, formatTrimmed, subtract, total } from '../money/amount'
import { type Rate, applyRateDown } from '../money/rate'
import { allocate, divideDown } from '../money/rounding'
import { type Outcome, done, refuse } from '../outcome'
import { DAY_MS } from '../time'

export const OPTIONS_MIN = 2
export const OPTIONS_MAX = 6
/** Answer of a cancelled event: every stake is refunded. Options count from 1. */
export const VOID_ANSWER = 0
/** Objection period of bettors after the answer; then it is settled. */
export const OBJECTION_MS = DAY_MS
export const OBJECTION_LENGTH = { min: 10, max: 500 } as const
/** Wallet of stakes and payouts. */
export const QUIZ_WALLET = 'change'
/** Most decimals of a stake. */
const STAKE_DECIMALS = 2

/** Immutable terms of a published event. */
export interface QuizTerms {
  readonly id: number
  readonly optionCount: number
  readonly asset: { readonly id: number; readonly code: string; readonly scale: number }
  /** Rate on stakes of wrong options. */
  readonly fee: Rate
  readonly stakeMin: Amount
  readonly stakeMax: Amount
  readonly opensAt: number
  readonly closesAt: number
}

/** Terms with the English question and options, which are committed to with the bets. */
export interface EventTerms extends QuizTerms {
  readonly question: string
  readonly options: readonly string[]
}

/** Answer entered by the desk, and its settlement. */
export interface QuizAnswer {
  readonly answer: number
  readonly evidence: string
  readonly decidedAt: number
  readonly settledAt: number | null
}

export const QUIZ_PHASES = ['not_started', 'guessing', 'over', 'unsettled', 'settled'] as const
export type QuizPhase = (typeof QUIZ_PHASES)[number]

/** An answer entered before the closing time is invalid. */
export const countsFor = ({ closesAt }: Pick<QuizTerms, 'closesAt'>, answer: QuizAnswer | null): QuizAnswer | null =>
  answer && answer.decidedAt >= closesAt ? answer : null

/** Phase of an event at an instant; an answer entered before the closing is ignored. */
export function phaseOf(
  terms: Pick<QuizTerms, 'opensAt' | 'closesAt'>,
  entered: QuizAnswer | null,
  now: number,
): QuizPhase {
  if (now < terms.opensAt) return 'not_started'
  if (now < terms.closesAt) return 'guessing'
  const answer = countsFor(terms, entered)
  if (!answer) return 'over'
  return answer.settledAt === null ? 'unsettled' : 'settled'
}

export const objectionsEndAt = ({ decidedAt }: Pick<QuizAnswer, 'decidedAt'>): number => decidedAt + OBJECTION_MS

export type QuizBetState = 'sent' | 'in' | 'refused' | 'won' | 'lost' | 'void'

/** Displayed states of a bet. */
export const BET_STATUSES = [
  'not_started',
  'guessing',
  'over',
  'unsettled',
  'guessed_right',
  'bonus_paid',
  'missed',
  'void',
  'refused',
] as const
export type BetStatus = (typeof BET_STATUSES)[number]

/** Displayed state of a bet: its own state once decided, the event's phase before. */
export function betStatusOf(
  { state, option }: { readonly state: QuizBetState; readonly option: number },
  phase: QuizPhase,
  answer: number | null,
): BetStatus {
  if (state === 'won') return 'bonus_paid'
  if (state === 'lost') return 'missed'
  if (state === 'void' || state === 'refused') return state
  // The answer is final, and its payouts are in progress.
  if (phase === 'settled') return answer === option ? 'guessed_right' : 'unsettled'
  return phase
}

export type QuizStakeRefusal = 'quiz_option_unknown' | 'quiz_stake_decimals' | 'quiz_stake_out_of_bounds'

/** Refuses an option that the event has not, more decimals than stakes have, and a stake beyond the event's bounds, in units of its asset. */
export function checkBet(
  { optionCount, asset, stakeMin, stakeMax }: QuizTerms,
  { option, stake }: { readonly option: number; readonly stake: Amount },
): Outcome<null, QuizStakeRefusal> {
  if (!Number.isSafeInteger(option) || option < 1 || option > optionCount)
    return refuse('quiz_option_unknown', { max: String(optionCount) })
  if (stake % 10n ** BigInt(Math.max(0, asset.scale - STAKE_DECIMALS)) !== 0n)
    return refuse('quiz_stake_decimals', { decimals: String(STAKE_DECIMALS) })
  if (stake < stakeMin || stake > stakeMax)
    return refuse('quiz_stake_out_of_bounds', {
      min: formatTrimmed(asset, stakeMin),
      max: formatTrimmed(asset, stakeMax),
      asset: asset.code,
    })
  return done(null)
}

export interface PoolBet {
  readonly option: number
  readonly stake: Amount
}

export interface PaidBet {
  /** Payout of the bet, including its stake. */
  readonly paid: Amount
  /** Its part of the fee; all parts together are the fee. */
  readonly fee: Amount
}

/**
 * Payouts of all bets, in their order. A void event, or an answer without bets: every stake is refunded. Otherwise winners get their stakes
 * back and share the losing stakes less the fee, in proportion to their stakes; rounding remainders go to the largest remainders, ties to
 * the earlier bet. Payouts and fee add up to the pool.
 */
export function shareOut(
  bets: readonly PoolBet[],
  { answer, fee }: { readonly answer: number; readonly fee: Rate },
): readonly PaidBet[] {
  const right = bets.filter(({ option }) => option === answer)
  if (right.length === 0) return bets.map(({ stake }) => ({ paid: stake, fee: ZERO }))
  const weights = right.map(({ stake }) => stake)
  const lost = subtract(total(bets.map(({ stake }) => stake)), total(weights))
  // Fraction dropped, in favour of the bettors.
  const taken = applyRateDown(lost, fee)
  const shares = byLargestRemainder(lost - taken, weights)
  const fees = allocate(taken, weights)
  let next = 0
  return bets.map(({ option, stake }) => {
    if (option !== answer) return { paid: ZERO, fee: ZERO }
    const at = next++
    return { paid: add(stake, amount(shares[at] ?? 0n)), fee: amount(fees[at] ?? 0n) }
  })
}

function byLargestRemainder(sum: bigint, weights: readonly bigint[]): bigint[] {
  const all = weights.reduce((left, right) => left + right, 0n)
  const shares = weights.map((weight) => divideDown(sum * weight, all))
  const left = sum - shares.reduce((before, share) => before + share, 0n)
  const order = weights
    .map((weight, index) => ({ index, remainder: (sum * weight) % all }))
    .sort((one, other) =>
      one.remainder === other.remainder ? one.index - other.index : one.remainder > other.remainder ? -1 : 1,
    )
  for (const { index } of order.slice(0, parseInt(String(left), 10))) shares[index] = (shares[index] ?? 0n) + 1n
  return shares
}

/** Payout of a stake on an option if it won without further bets, with the stake in the pool. */
export function wouldPay(
  sums: readonly Amount[],
  { option, stake, fee }: { readonly option: number; readonly stake: Amount; readonly fee: Rate },
): Amount {
  const own = add(sums[option - 1] ?? ZERO, stake)
  const others = total(sums.filter((_, index) => index !== option - 1))
  const shared = subtract(others, applyRateDown(others, fee))
  return own === 0n ? ZERO : add(stake, amount(divideDown(shared * stake, own)))
}
