// Finance staff who claim and decide reviews by the desk's own forms, one after another in random order. Unanswered forms are sent again
// under the same command id. A clerk doesn't know how the process dies.

import type { Case } from './customers'
import type { Random } from './random'

/** Finished reviews, shared by both clerks of a desk. */
export type Closed = Set<number>

export class Clerk {
  readonly #cookie: string
  readonly #random: Random
  readonly complaints: string[] = []
  /** Answers that never came. */
  unanswered = 0
  /** Reviews that the desk confirmed as decided by this clerk. */
  readonly #decided = new Set<number>()
  readonly #decisions = new Map<number, string>()

  constructor(
    readonly name: string,
    cookie: string,
    random: Random,
  ) {
    this.#cookie = cookie
    this.#random = random
  }

  /** Decides open reviews until none is left, the process dies, or `isOver` returns true. `onSend` is called for each form. */
  async work(
    url: string,
    {
      cases,
      closed,
      isOver,
      onSend,
    }: {
      readonly cases: readonly Case[]
      readonly closed: Closed
      readonly isOver: () => boolean
      readonly onSend: () => void
    },
  ): Promise<void> {
    const send = (form: Readonly<Record<string, string>>, reviewId: number) => {
      onSend()
      return this.#send(url, reviewId, form)
    }
    for (;;) {
      const left = cases.filter(({ reviewId }) => !closed.has(reviewId) && !this.#decided.has(reviewId))
      const next = left[Math.floor(this.#random() * left.length)]
      if (!next || isOver()) return
      const { reviewId, verdict } = next
      const claimed = await send({ step: 'claim', commandId: crypto.randomUUID() }, reviewId)
      if (claimed === 'unanswered' || isOver()) return
      // Also without a claim: an earlier decision may have succeeded with its answer lost.
      const form = { step: 'decide', verdict, reason: verdict === 'reject' ? 'Not yours.' : '' }
      const told = await send({ ...form, commandId: this.#decisionOf(reviewId) }, reviewId)
      if (told === 'unanswered') return
      if (told === 'not taken') continue
      this.#decided.add(reviewId)
      if (told !== 'seconding') closed.add(reviewId)
    }
  }

  /** The command of this clerk's decision: the same however often it is sent. */
  #decisionOf(reviewId: number): string {
    const commandId = this.#decisions.get(reviewId) ?? crypto.randomUUID()
    this.#decisions.set(reviewId, commandId)
    return commandId
  }

  /** The value of `done=`; "not taken" for a refused form. */
  async #send(url: string, reviewId: number, form: Readonly<Record<string, string>>): Promise<string> {
    try {
      const response = await fetch(`${url}/admin/reviews/${reviewId}`, {
        method: 'POST',
        headers: { Cookie: `cm_staff=${this.#cookie}; cm_language=en`, Origin: url },
        body: new URLSearchParams(form),
        redirect: 'manual',
        signal: AbortSignal.timeout(60_000),
      })
      await response.arrayBuffer()
      if (response.status === 200) return 'not taken'
      const done = new URL(response.headers.get('Location') ?? '/', url).searchParams.get('done')
      if (response.status !== 302 || done === null)
        this.complaints.push(`${this.name}: review ${reviewId} was answered ${response.status}`)
      return done ?? 'not taken'
    } catch {
      this.unanswered += 1
      return 'unanswered'
    }
  }
}
