// The rules of the quiz: a question with two to six options, whose stakes form one pool. Who named the right option gets the stake back and
// shares what the others staked, less the fee; the house stakes nothing and wins nothing.

import { type Amount, ZERO, add, amount, formatTrimmed, subtract, total } from '../money/amount'
import { type Rate, applyRateDown } from '../money/rate'
import { allocate, divideDown } from '../money/rounding'
import { type Outcome, done, refuse } from '../outcome'
import { DAY_MS } from '../time'

export const OPTIONS_MIN = 2
export const OPTIONS_MAX = 6
/** The answer of an event that is called off: every stake comes back. Options count from 1. */
export const VOID_ANSWER = 0
/** After an answer was entered bettors may object for so long; then it is paid. */
export const OBJECTION_MS = DAY_MS
export const OBJECTION_LENGTH = { min: 10, max: 500 } as const
/** The wallet that stakes are taken from and paid to. */
export const QUIZ_WALLET = 'change'
/** Stakes carry so many decimals at most. */
const STAKE_DECIMALS = 2

/** What of an event never changes once it is published. */
export interface QuizTerms {
  readonly id: number
  readonly optionCount: number
  readonly asset: { readonly id: number; readonly code: string; readonly scale: number }
  /** Of what was staked on wrong options. */
  readonly fee: Rate
  readonly stakeMin: Amount
  readonly stakeMax: Amount
  readonly opensAt: number
  readonly closesAt: number
}

/** What people of the desk have entered, and whether it was paid. */
export interface QuizAnswer {
  readonly answer: number
  readonly evidence: string
  readonly decidedAt: number
  readonly settledAt: number | null
}

export const QUIZ_PHASES = ['not_started', 'guessing', 'over', 'unsettled', 'settled'] as const
export type QuizPhase = (typeof QUIZ_PHASES)[number]

/** An answer that was entered before the closing does not count. */
export const countsFor = ({ closesAt }: Pick<QuizTerms, 'closesAt'>, answer: QuizAnswer | null): QuizAnswer | null =>
  answer && answer.decidedAt >= closesAt ? answer : null

/** How an event stands at an instant; an answer from before the closing is no answer. */
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

/** How a bet stands, in the words that its owner reads. */
export const BET_STANDINGS = [
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
export type BetStanding = (typeof BET_STANDINGS)[number]

/** A bet in the words that its owner reads: its own state where it is decided, the event's phase until then. */
export function standingOf(
  { state, option }: { readonly state: QuizBetState; readonly option: number },
  phase: QuizPhase,
  answer: number | null,
): BetStanding {
  if (state === 'won') return 'bonus_paid'
  if (state === 'lost') return 'missed'
  if (state === 'void' || state === 'refused') return state
  // The answer stands, and what it pays is on its way.
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
  /** What comes back of the bet, its stake included. */
  readonly paid: Amount
  /** Its part of the fee; all parts together are the fee. */
  readonly fee: Amount
}

/**
 * What each bet is paid, in the order of the bets. Void, or named by nobody: every stake comes back. Else the right ones get their stakes
 * and share what the others staked less the fee, by their stakes, what rounding leaves over to the largest remainders, of equal ones to the
 * earlier. What is paid and the fee add up to the pool.
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

/** What a stake on an option would be paid if it were right and nobody else came: with the stake in the pool. */
export function wouldPay(
  sums: readonly Amount[],
  { option, stake, fee }: { readonly option: number; readonly stake: Amount; readonly fee: Rate },
): Amount {
  const own = add(sums[option - 1] ?? ZERO, stake)
  const others = total(sums.filter((_, index) => index !== option - 1))
  const shared = subtract(others, applyRateDown(others, fee))
  return own === 0n ? ZERO : add(stake, amount(divideDown(shared * stake, own)))
}
