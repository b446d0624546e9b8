// How much the clients of one address may send. Counted before anything of it is read.

import { TokenBucket, type TokenBucketTerms } from '../lib/token-bucket'

const BUCKETS_KEPT = 5_000

export class RequestLimits {
  readonly #terms: TokenBucketTerms
  readonly #buckets = new Map<string, TokenBucket>()

  constructor(terms: TokenBucketTerms) {
    this.#terms = terms
  }

  /** False for one too many. */
  admit(who: string, now: number): boolean {
    // Full means many addresses: starting anew is cheaper than keeping order among them.
    if (this.#buckets.size >= BUCKETS_KEPT) this.#buckets.clear()
    const bucket = this.#buckets.get(who) ?? new TokenBucket(this.#terms, now)
    this.#buckets.set(who, bucket)
    return bucket.take(1, now) === 0
  }
}
