// Allotment of an oversubscribed token sale. Everyone gets the same fraction of their counted applications; whole tokens left by rounding
// down go to the largest remainders, one each, ties to the earliest applicant. An applicant's tokens fill the own applications in order, so
// many small ones get as much as one large one. Amounts above a user's cap are excluded from the total, so all share them in proportion.
// Nothing is random or chosen.

import { divideDown } from '../money/rounding'

/** Supply, and total of counted applications. Both are safe integers, and so are all numbers below. */
export interface Sale {
  readonly supply: number
  readonly total: number
}

/** An application with the same applicant's other ones. */
export interface Application {
  /** Applications are numbered as they came. */
  readonly claim: number
  readonly applied: number
  /** Number of the applicant's first application, quantity applied for before this one, and total. */
  readonly first: number
  readonly before: number
  readonly inAll: number
}

/** Counted quantity of an applicant: at most the user's cap. */
export const weightOf = ({ inAll, cap }: { readonly inAll: number; readonly cap: number }): number =>
  Math.min(inAll, cap)

export interface Share {
  readonly whole: number
  /** Of the division, below `total`: the larger, the sooner one more token. */
  readonly remainder: number
}

/** weight × supply / total. With enough supply, everyone gets their counted quantity. */
export function shareOf(weight: number, { supply, total }: Sale): Share {
  if (total <= supply) return { whole: weight, remainder: 0 }
  const product = BigInt(weight) * BigInt(supply)
  const whole = divideDown(product, BigInt(total))
  return { whole: countOf(whole), remainder: countOf(product - whole * BigInt(total)) }
}

/** Whole tokens left after everyone got the whole part of their share. */
export const tokensLeft = ({ supply, total }: Sale, dealt: number): number => Math.min(supply, total) - dealt

/** The last person who gets one more token, in the order of remainders. */
export interface LastRounded {
  readonly remainder: number
  readonly first: number
}

/** Order of the applicants for the remaining tokens. */
export const byRemainder = (left: LastRounded, right: LastRounded): number =>
  right.remainder - left.remainder || left.first - right.first

/** An application's part of its applicant's share. `last` is null when no tokens were left. */
export function allottedOf(
  { whole, remainder, first, before, applied }: Share & Pick<Application, 'first' | 'before' | 'applied'>,
  last: LastRounded | null,
): number {
  const person = whole + (last !== null && byRemainder({ remainder, first }, last) <= 0 ? 1 : 0)
  return Math.min(applied, Math.max(0, person - before))
}

/** Entry of the published list, as hashed by its Merkle tree. */
export const listEntry = (
  {
    project,
    claim,
    first,
    applied,
    allotted,
  }: Pick<Application, 'claim' | 'first' | 'applied'> & {
    readonly project: number
    readonly allotted: number
  },
  rule: typeof IEO_RULE | typeof OLD_IEO_RULE = IEO_RULE,
): string => `${rule}|${project}|${claim}|${first}|${applied}|${allotted}`

export const IEO_RULE = 'ieo-3'
/** Of sales whose applications were not committed to. */
export const OLD_IEO_RULE = 'ieo-2'

/** Quotient and remainder never exceed their safe-integer inputs. */
// oxlint-disable-next-line money/no-floats -- a count of tokens, and small enough to be exact
const countOf = (value: bigint): number => Number(value)
