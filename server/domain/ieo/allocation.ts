// Who gets how much of a sale that more was applied for than there is. Each person gets the same part of what counts of all the own
// applications; whole tokens that rounding down leaves over go to the largest remainders, one each, of equal ones to whoever applied first.
// A person's tokens fill the own applications in order, so that many small ones get what a large one gets.
// What a cap takes from one is no part of the total, so that it goes to all in their proportion. Nothing here is random and nobody chooses.

import { divideDown } from '../money/rounding'

/** Tokens, and how much of everybody's applications counts. Both are safe integers, and so is everything below. */
export interface Sale {
  readonly supply: number
  readonly total: number
}

/** An application among those of the same person. */
export interface Application {
  /** Applications are numbered as they came. */
  readonly claim: number
  readonly applied: number
  /** The number of this person's first application, and how much they applied for before this one and in all. */
  readonly first: number
  readonly before: number
  readonly inAll: number
}

/** What counts of a person's applications: no more than one may be given. */
export const weightOf = ({ inAll, cap }: { readonly inAll: number; readonly cap: number }): number =>
  Math.min(inAll, cap)

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

/** The last person who gets one more token, in the order of remainders. */
export interface LastRounded {
  readonly remainder: number
  readonly first: number
}

/** The order in which people are given the tokens that are left. */
export const byRemainder = (left: LastRounded, right: LastRounded): number =>
  right.remainder - left.remainder || left.first - right.first

/** What an application is allotted of its person's share. `last` is null when nothing was left. */
export function allottedOf(
  { whole, remainder, first, before, applied }: Share & Pick<Application, 'first' | 'before' | 'applied'>,
  last: LastRounded | null,
): number {
  const person = whole + (last !== null && byRemainder({ remainder, first }, last) <= 0 ? 1 : 0)
  return Math.min(applied, Math.max(0, person - before))
}

/** An entry of the published list, as the tree over it hashes it. */
export const listEntry = ({
  project,
  claim,
  first,
  applied,
  allotted,
}: Pick<Application, 'claim' | 'first' | 'applied'> & {
  readonly project: number
  readonly allotted: number
}): string => `${IEO_RULE}|${project}|${claim}|${first}|${applied}|${allotted}`

export const IEO_RULE = 'ieo-2'

/** A quotient and a remainder are no more than what was divided, which were safe integers. */
// oxlint-disable-next-line money/no-floats -- a count of tokens, and small enough to be exact
const countOf = (value: bigint): number => Number(value)
