// Named timers over the room's single alarm. A timer is set once and stays until cleared, so that a busy room
// does not write one with every order: an alarm that finds nothing to do costs less than moving it each time.

import type { Store } from '#party/lib/store'

/**
 * `rebate` sends what inviters are owed, `post` brings it, `level` reviews the day, `follow` tells the directory, `coupon` ends coupons,
 * `notice` has own messages sent.
 */
export type TimerName = 'deliver' | 'prune' | 'rebate' | 'post' | 'level' | 'follow' | 'coupon' | 'notice'

export class Timers {
  readonly #store: Store
  readonly #due = new Map<TimerName, number>()
  readonly #changed = new Set<TimerName>()

  constructor(store: Store) {
    this.#store = store
    for (const { name, dueAt } of store.rows<{ name: TimerName; dueAt: number }>(
      'SELECT name, due_at AS dueAt FROM timer',
    )) {
      this.#due.set(name, dueAt)
    }
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
      if (dueAt === undefined) this.#store.run('DELETE FROM timer WHERE name = ?', name)
      else this.#store.run('INSERT OR REPLACE INTO timer (name, due_at) VALUES (?, ?)', name, dueAt)
    }
    this.#changed.clear()
  }
}
