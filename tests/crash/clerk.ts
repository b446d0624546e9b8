// Finance staff who claim and decide reviews by the desk's own forms, one after another in random order. Unanswered forms are sent again
// under the same command id. A clerk doesn't know how the process dies.

import { setTimeout as wait } from 'node:timers/promises'
import type { Pace } from './lives'
import type { Random } from './random'
import type { Case } from './requests'
import { REPEATED_AFTER_MS } from './sender'

/** Shared state of both clerks. */
export interface Desk {
  readonly cases: readonly Case[]
  /** Decided reviews. */
  readonly closed: Set<number>
}

export class Clerk {
  readonly #cookie: string
  readonly #random: Random
  readonly complaints: string[] = []
  sent = 0
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

  /** Decides open reviews until none is left, the process dies, or `goOn` returns false. */
  async work(url: string, { cases, closed }: Desk, goOn: Pace): Promise<void> {
    for (;;) {
      const left = cases.filter(({ reviewId }) => !closed.has(reviewId) && !this.#decided.has(reviewId))
      const next = left[Math.floor(this.#random() * left.length)]
      if (!next || !(await goOn())) return
      const { reviewId, verdict } = next
      const claimed = await this.#send(url, reviewId, { step: 'claim', commandId: crypto.randomUUID() })
      if (claimed === 'unanswered' || !(await goOn())) return
      // Also without a claim: an earlier decision may have succeeded with its answer lost.
      const form = { step: 'decide', verdict, reason: verdict === 'reject' ? 'Not yours.' : '' }
      const told = await this.#send(url, reviewId, { ...form, commandId: this.#decisionOf(reviewId) })
      if (told === 'unanswered') return
      if (told === 'went wrong') await wait(REPEATED_AFTER_MS)
      if (told === 'went wrong' || told === 'not taken') continue
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

  /** The value of `done=`; "not taken" for a refused form, "went wrong" for a server error, after which its effect is unknown. */
  async #send(url: string, reviewId: number, form: Readonly<Record<string, string>>): Promise<string> {
    this.sent += 1
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
      if (response.status >= 500) return 'went wrong'
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
