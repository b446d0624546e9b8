// Token bucket: a burst limit and a long-term rate. In memory only: after a restart the bucket is full.

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

  /** Whole seconds to wait; 0 when the cost is granted, and only then it is deducted. */
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
