// Request limit per address, counted before any input is parsed.

import { TokenBucket, type TokenBucketTerms } from '#domain/token-bucket'

const BUCKETS_KEPT = 5_000

export class RequestLimits {
  readonly #terms: TokenBucketTerms
  readonly #buckets = new Map<string, TokenBucket>()

  constructor(terms: TokenBucketTerms) {
    this.#terms = terms
  }

  /** False above the limit. */
  admit(who: string, now: number): boolean {
    const bucket = this.#buckets.get(who) ?? new TokenBucket(this.#terms, now)
    // The map is ordered by last use, so its first address is the one idle longest.
    this.#buckets.delete(who)
    this.#buckets.set(who, bucket)
    const [quietest] = this.#buckets.keys()
    if (this.#buckets.size > BUCKETS_KEPT && quietest !== undefined) this.#buckets.delete(quietest)
    return bucket.take(1, now) === 0
  }
}
