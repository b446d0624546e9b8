// How much the clients of one address may send. Counted before anything of it is read.

import { TokenBucket, type TokenBucketTerms } from './token-bucket'

const BUCKETS_KEPT = 5_000

export class RequestLimits {
  readonly #terms: TokenBucketTerms
  readonly #buckets = new Map<string, TokenBucket>()

  constructor(terms: TokenBucketTerms) {
    this.#terms = terms
  }

  /** False for one too many. */
  admit(who: string, now: number): boolean {
    const bucket = this.#buckets.get(who) ?? new TokenBucket(this.#terms, now)
    // The last in the map is the one that sent last, so who has been quiet longest is forgotten first.
    this.#buckets.delete(who)
    this.#buckets.set(who, bucket)
    const [quietest] = this.#buckets.keys()
    if (this.#buckets.size > BUCKETS_KEPT && quietest !== undefined) this.#buckets.delete(quietest)
    return bucket.take(1, now) === 0
  }
}
