// Who gets how much of a sale that more was applied for than there is. Each gets the same part of what counts of the own application; whole
// tokens that rounding down leaves over go to the largest remainders, one each, of equal ones to the earlier application.
// What a cap takes from one is no part of the total, so that it goes to all in their proportion. Nothing here is random and nobody chooses.

import { divideDown } from '../money/rounding'

/** Tokens, and how much of all applications counts. Both are safe integers, and so is everything below. */
export interface Sale {
  readonly supply: number
  readonly total: number
}

/** What counts of an application: no more than its user may be given. */
export const weightOf = ({ applied, cap }: { readonly applied: number; readonly cap: number }): number =>
  Math.min(applied, cap)

export interface Share {
  readonly whole: number
  /** Of the division, below `total`: the larger, the sooner one more token. */
  readonly remainder: number
}

/** weight × supply / total. Where there is enough, everybody gets what counts. */
export function shareOf(weight: number, { supply, total }: Sale): Share {
  if (total <= supply) return { whole: weight, remainder: 0 }
  const product = BigInt(weight) * BigInt(supply)
  const whole = divideDown(product, BigInt(total))
  return { whole: countOf(whole), remainder: countOf(product - whole * BigInt(total)) }
}

/** Whole tokens that are left when everybody has the whole part of the share. */
export const tokensLeft = ({ supply, total }: Sale, dealt: number): number => Math.min(supply, total) - dealt

/** The last application that gets one more token, in the order of remainders. */
export interface LastRounded {
  readonly remainder: number
  readonly claim: number
}

/** The order in which tokens that are left are given. Claims are numbered as they came. */
export const byRemainder = (
  left: { readonly remainder: number; readonly claim: number },
  right: { readonly remainder: number; readonly claim: number },
): number => right.remainder - left.remainder || left.claim - right.claim

/** What an application is allotted. `last` is null when nothing was left. */
export const allottedOf = (
  { whole, remainder, claim }: Share & { readonly claim: number },
  last: LastRounded | null,
): number => whole + (last !== null && byRemainder({ remainder, claim }, last) <= 0 ? 1 : 0)

/** An entry of the published list, as the tree over it hashes it. */
export const listEntry = ({
  project,
  claim,
  applied,
  allotted,
}: {
  readonly project: number
  readonly claim: number
  readonly applied: number
  readonly allotted: number
}): string => `${IEO_RULE}|${project}|${claim}|${applied}|${allotted}`

export const IEO_RULE = 'ieo-1'

/** A quotient and a remainder are no more than what was divided, which were safe integers. */
// eslint-disable-next-line no-restricted-syntax -- a count of tokens, and small enough to be exact
const countOf = (value: bigint): number => Number(value)
