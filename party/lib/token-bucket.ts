// How much somebody may ask for: so much at once, and so much a second in the long run. In memory: a room that was away begins with all of it.

export interface TokenBucketTerms {
  readonly atOnceMax: number
  readonly perSecond: number
}

export class TokenBucket {
  readonly #terms: TokenBucketTerms
  #left: number
  #at: number

  constructor(terms: TokenBucketTerms, now: number) {
    this.#terms = terms
    this.#left = terms.atOnceMax
    this.#at = now
  }

  /** Seconds to wait, in whole ones; 0 when what was asked for is granted, and only then it counts. */
  take(cost: number, now: number): number {
    const { atOnceMax, perSecond } = this.#terms
    const gained = (Math.max(0, now - this.#at) / 1000) * perSecond
    this.#left = Math.min(atOnceMax, this.#left + gained)
    this.#at = now
    if (cost <= this.#left) {
      this.#left -= cost
      return 0
    }
    return Math.ceil((cost - this.#left) / perSecond)
  }
}
