// Numbered events of the account's channel. Numbers ascend without gaps: the last one is saved with its change. The newest events stay in
// memory for clients that missed some; older gaps are closed by a snapshot.

import type { BalanceRow } from '#party/protocol/account-rows'
import { counter } from '#db/account/room'
import type { Store } from '#party/lib/store'
import { tableOf } from '#party/lib/table'
import type { TurnLog } from '#party/lib/turn-log'

/** Changes of a turn: balances, and each feature's changes under its name. */
export interface AccountEvent {
  readonly type: 'event'
  readonly seq: number
  readonly at: number
  readonly balances: readonly BalanceRow[]
  readonly [feature: string]: unknown
}

const EVENTS_KEPT = 256

export class EventLog {
  #seq: number
  #recent: AccountEvent[] = []

  constructor(store: Store) {
    this.#seq = tableOf(counter).first(store, "WHERE name = 'event'")?.value ?? 0
  }

  get seq(): number {
    return this.#seq
  }

  record(log: TurnLog, event: Pick<AccountEvent, 'at' | 'balances'>): AccountEvent {
    this.#seq += 1
    log.put(counter, { name: 'event', value: this.#seq })
    const numbered: AccountEvent = { type: 'event', seq: this.#seq, ...event }
    this.#recent.push(numbered)
    if (this.#recent.length > 2 * EVENTS_KEPT) this.#recent = this.#recent.slice(-EVENTS_KEPT)
    return numbered
  }

  /** Events after a number, or null when some are no longer stored and the client needs a snapshot. */
  after(seq: number): readonly AccountEvent[] | null {
    if (seq === this.#seq) return []
    const first = this.#recent[0]
    if (seq > this.#seq || !first || seq < first.seq - 1) return null
    return this.#recent.filter((event) => event.seq > seq)
  }
}
