// Numbered events of the account's channel. Numbers ascend without gaps: the last one is saved with its change. The newest events stay in
// memory for clients that missed some, and those of an account with API keys are stored: a program must hear each fill, even after a restart.
// Older gaps are closed by a snapshot.

import type { BalanceRow } from '#party/protocol/account-rows'
import { channelEvent, counter } from '#db/account/room'
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
const EVENTS_STORED = 10_000

export class EventLog {
  static readonly tables = [channelEvent]
  readonly #store: Store
  #seq: number
  #recent: AccountEvent[] = []

  constructor(store: Store) {
    this.#store = store
    this.#seq = tableOf(counter).first(store, "WHERE name = 'event'")?.value ?? 0
  }

  get seq(): number {
    return this.#seq
  }

  /** Numbers an event. `isStored`: the account has API keys. */
  record(
    log: TurnLog,
    { isStored, ...event }: Pick<AccountEvent, 'at' | 'balances'> & { readonly isStored: boolean },
  ): AccountEvent {
    this.#seq += 1
    log.put(counter, { name: 'event', value: this.#seq })
    const numbered: AccountEvent = { type: 'event', seq: this.#seq, ...event }
    if (isStored) {
      log.add(channelEvent, { seq: this.#seq, event: JSON.stringify(numbered) })
      if (this.#seq > EVENTS_STORED) log.remove(channelEvent, { seq: this.#seq - EVENTS_STORED })
    }
    this.#recent.push(numbered)
    if (this.#recent.length > 2 * EVENTS_KEPT) this.#recent = this.#recent.slice(-EVENTS_KEPT)
    return numbered
  }

  /** Events after a number, or null when some are no longer stored and the client needs a snapshot. Reads tables. */
  after(seq: number): readonly AccountEvent[] | null {
    if (seq === this.#seq) return []
    if (seq > this.#seq) return null
    const first = this.#recent[0]
    if (first && seq >= first.seq - 1) return this.#recent.filter((event) => event.seq > seq)
    const stored = tableOf(channelEvent).rows(this.#store, 'WHERE seq > ? ORDER BY seq', seq)
    // Events from before the first key, or between two keys, are missing.
    if (stored.length !== this.#seq - seq) return null
    return stored.map(({ event }) => JSON.parse(event) as AccountEvent)
  }
}
