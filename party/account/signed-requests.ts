// Signed requests that were taken lately, so that a copy of one is refused. It outlives the account state, which a failed turn discards.
// After a restart a copy is not recognised here: its command id, which the signature covers, gives a repeated command its first answer.

import { type Outcome, done, refuse } from '#domain/outcome'
import type { KeyProof } from '#party/protocol/api-key'

/** Requests remembered at once. A program that sends more within its windows must wait. */
const SIGNED_REQUESTS_MAX = 20_000

interface Taken {
  readonly requestId: string
  readonly until: number
}

export class SignedRequests {
  /** By the hash of key and text, or the id of a request that a login proved. */
  readonly #taken = new Map<string, Taken>()

  /** True for a further call of a request that was taken. */
  has(hash: string, { requestId }: KeyProof): boolean {
    return this.#taken.get(hash)?.requestId === requestId
  }

  /** Takes a genuine request that is in time, once. */
  take(hash: string, proof: KeyProof, now: number): Outcome<null, 'request_replayed' | 'too_many_requests'> {
    if (this.#taken.has(hash)) return this.has(hash, proof) ? done(null) : refuse('request_replayed')
    if (this.#taken.size >= SIGNED_REQUESTS_MAX) this.#forget(now)
    if (this.#taken.size >= SIGNED_REQUESTS_MAX) return refuse('too_many_requests', { seconds: '1' })
    this.#taken.set(hash, { requestId: proof.requestId, until: proof.timestamp + proof.recvWindow })
    return done(null)
  }

  /** A request past its window is refused by its time. */
  #forget(now: number): void {
    for (const [hash, { until }] of this.#taken) if (until < now) this.#taken.delete(hash)
  }
}
