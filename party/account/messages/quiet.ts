// The user's quiet hours, and the messages held back until they end. Both are in tables, so a restart loses neither.

import { type MessageKind, isHeldQuiet } from '#domain/message'
import { type QuietHours, quietUntil } from '#domain/quiet-hours'
import { heldMessage, quietHours } from '#db/account/inbox'
import type { Store } from '#party/lib/store'
import { tableOf } from '#party/lib/table'

const HOURS = tableOf(quietHours)
const HELD = tableOf(heldMessage)

export class Quiet {
  readonly #store: Store
  #hours: QuietHours | null

  constructor(store: Store) {
    this.#store = store
    const row = HOURS.first(store)
    this.#hours = row ? { from: row.fromMinute, until: row.untilMinute, zone: row.zone } : null
  }

  get hours(): QuietHours | null {
    return this.#hours
  }

  /** True while messages wait for the end. */
  get isHolding(): boolean {
    return HELD.first(this.#store, 'LIMIT 1') !== undefined
  }

  /** Null switches them off. */
  set(hours: QuietHours | null): void {
    HOURS.removeAll(this.#store, '')
    if (hours) HOURS.put(this.#store, { id: 1, fromMinute: hours.from, untilMinute: hours.until, zone: hours.zone })
    this.#hours = hours
  }

  /** When messages may leave again; null while they may. */
  endsAt(now: number): number | null {
    return this.#hours && quietUntil(this.#hours, now)
  }

  /** Holds a message back when its kind waits and the hours are quiet; false: it may leave. */
  hold(message: { readonly id: number; readonly kind: MessageKind }, now: number): boolean {
    if (!isHeldQuiet(message.kind) || this.endsAt(now) === null) return false
    HELD.ensure(this.#store, { messageId: message.id })
    return true
  }

  /** Numbers of held messages, oldest first, each returned once; none while it is quiet. */
  release(now: number): number[] {
    if (this.endsAt(now) !== null) return []
    const ids = HELD.rows(this.#store, 'ORDER BY message_id').map(({ messageId }) => messageId)
    HELD.removeAll(this.#store, '')
    return ids
  }
}
