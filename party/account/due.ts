// Timers over the room's single alarm, keyed by kind and subject. A timer stays set until it is cleared, so a busy
// room doesn't rewrite one with every order: an alarm without work costs less than moving it each time.

import { timer } from '#db/account/room'
import type { Store } from '#party/lib/store'
import { type RowOf, tableOf } from '#party/lib/table'

const TIMERS = tableOf(timer)

type DueTimer = RowOf<typeof timer>

export class Timers {
  readonly #store: Store
  readonly #timers = new Map<string, DueTimer>()
  readonly #changed = new Map<string, Pick<DueTimer, 'kind' | 'ref'>>()

  constructor(store: Store) {
    this.#store = store
    for (const row of TIMERS.rows(store)) this.#timers.set(keyOf(row.kind, row.ref), row)
  }

  /** Sets a timer unless it exists; an existing timer keeps its time. */
  ensure(kind: string, dueAt: number, ref = ''): void {
    if (!this.#timers.has(keyOf(kind, ref))) this.set(kind, dueAt, ref)
  }

  /** Like `ensure`, and moves a later timer to this time. */
  advance(kind: string, dueAt: number, ref = ''): void {
    const known = this.#timers.get(keyOf(kind, ref))
    if (!known || known.dueAt > dueAt) this.set(kind, dueAt, ref)
  }

  set(kind: string, dueAt: number, ref = ''): void {
    this.#timers.set(keyOf(kind, ref), { kind, ref, dueAt })
    this.#changed.set(keyOf(kind, ref), { kind, ref })
  }

  clear(kind: string, ref = ''): void {
    if (this.#timers.delete(keyOf(kind, ref))) this.#changed.set(keyOf(kind, ref), { kind, ref })
  }

  has(kind: string, ref = ''): boolean {
    return this.#timers.has(keyOf(kind, ref))
  }

  /** Oldest due timer outside `had`; the timer stays set. */
  firstDue(now: number, had: ReadonlySet<string>): (DueTimer & { readonly key: string }) | undefined {
    let first: (DueTimer & { readonly key: string }) | undefined
    for (const [key, row] of this.#timers) {
      if (row.dueAt > now || had.has(key) || (first && first.dueAt <= row.dueAt)) continue
      first = { ...row, key }
    }
    return first
  }

  isAnyDue(now: number, isOfKind: (kind: string) => boolean): boolean {
    for (const { kind, dueAt } of this.#timers.values()) if (dueAt <= now && isOfKind(kind)) return true
    return false
  }

  /** Time of the next alarm, or null. */
  next(): number | null {
    let next: number | null = null
    for (const { dueAt } of this.#timers.values()) next = Math.min(next ?? dueAt, dueAt)
    return next
  }

  save(): void {
    for (const [key, named] of this.#changed) {
      const row = this.#timers.get(key)
      if (row === undefined) TIMERS.remove(this.#store, named)
      else TIMERS.put(this.#store, row)
    }
    this.#changed.clear()
  }
}

const keyOf = (kind: string, ref: string): string => `${kind}|${ref}`
