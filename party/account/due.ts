// Named timers over the room's single alarm. A timer is set once and stays until cleared, so that a busy room
// does not write one with every order: an alarm that finds nothing to do costs less than moving it each time.

import { type TimerName, timer } from '#db/account/room'
import type { Store } from '#party/lib/store'
import { tableOf } from '#party/lib/table'

const TIMERS = tableOf(timer)

export class Timers {
  readonly #store: Store
  readonly #due = new Map<TimerName, number>()
  readonly #changed = new Set<TimerName>()

  constructor(store: Store) {
    this.#store = store
    for (const { name, dueAt } of TIMERS.rows(store)) this.#due.set(name, dueAt)
  }

  /** Sets a timer that is not set yet; one that is set keeps its time. */
  ensure(name: TimerName, dueAt: number): void {
    if (!this.#due.has(name)) this.set(name, dueAt)
  }

  set(name: TimerName, dueAt: number): void {
    this.#due.set(name, dueAt)
    this.#changed.add(name)
  }

  clear(name: TimerName): void {
    if (this.#due.delete(name)) this.#changed.add(name)
  }

  isDue(name: TimerName, now: number): boolean {
    const dueAt = this.#due.get(name)
    return dueAt !== undefined && dueAt <= now
  }

  /** When the alarm has to ring next, or null. */
  next(): number | null {
    return this.#due.size === 0 ? null : Math.min(...this.#due.values())
  }

  save(): void {
    for (const name of this.#changed) {
      const dueAt = this.#due.get(name)
      if (dueAt === undefined) TIMERS.remove(this.#store, { name })
      else TIMERS.put(this.#store, { name, dueAt })
    }
    this.#changed.clear()
  }
}
