// Request weights of /v1 and their limits per minute. Pure: time is an argument.

import type { TokenBucketTerms } from './token-bucket'
import { MINUTE_MS, SECOND_MS } from './time'

/** Weight limit per minute of one account's keys together. */
export const ACCOUNT_WEIGHT_MAX = 6_000
/** Weight limit per minute of one network address without key or session. */
export const ADDRESS_WEIGHT_MAX = 1_200

/** Far above the rate of a person or a modest program. Each order of a batch counts separately. */
const COMMANDS: TokenBucketTerms = { atOnceMax: 1_000, perSecond: 100 }

/** Commands of one account, by whomever they are sent; `perSecond` is what the operator configured, as text. */
export function commandTerms(perSecond: string | undefined): TokenBucketTerms {
  const terms = perSecond ? { ...COMMANDS, perSecond: parseInt(perSecond, 10) } : COMMANDS
  return { ...terms, atOnceMax: Math.max(terms.atOnceMax, terms.perSecond) }
}

/** Sum of a running minute of the clock. In memory only: a restart begins at zero. */
export class MinuteSum {
  #minute = 0
  #sum = 0

  /** The sum with this addition. */
  add(weight: number, now: number): number {
    this.#sum = this.at(now) + weight
    return this.#sum
  }

  at(now: number): number {
    const minute = Math.floor(now / MINUTE_MS)
    if (minute !== this.#minute) [this.#minute, this.#sum] = [minute, 0]
    return this.#sum
  }
}

/** Whole seconds until the next minute begins, when all sums are zero again. */
export const secondsToNextMinute = (now: number): number => Math.ceil((MINUTE_MS - (now % MINUTE_MS)) / SECOND_MS)
