// What keys did by the day, counted in memory and written a few seconds later: what a restart loses is what was counted since.

import { keyDay } from '#db/account/room'
import { KEY_DAYS_SHOWN } from '#domain/api-key'
import { DAY_MS } from '#domain/time'
import type { Store } from '#party/lib/store'
import { type RowOf, tableOf } from '#party/lib/table'
import type { KeyDayRow } from '#party/protocol/api-key'

const DAYS = tableOf(keyDay)

export class KeyDays {
  readonly #store: Store
  /** Rows of today that are not written yet, by key. */
  readonly #unwritten = new Map<string, RowOf<typeof keyDay>>()

  constructor(store: Store) {
    this.#store = store
  }

  get hasUnwritten(): boolean {
    return this.#unwritten.size > 0
  }

  count(keyId: string, kind: 'requests' | 'orders' | 'refusals', added: number, now: number): void {
    const day = now - (now % DAY_MS)
    const known = this.#unwritten.get(keyId)
    if (known && known.day !== day) this.write()
    const row = this.#unwritten.get(keyId) ?? this.#stored(keyId, day)
    this.#unwritten.set(keyId, { ...row, [kind]: row[kind] + added })
  }

  write(): void {
    if (!this.hasUnwritten) return
    this.#store.runInTransaction(() => {
      for (const row of this.#unwritten.values()) {
        DAYS.put(this.#store, row)
        DAYS.removeAll(this.#store, 'WHERE day <= ?', row.day - KEY_DAYS_SHOWN * DAY_MS)
      }
    })
    this.#unwritten.clear()
  }

  forget(keyId: string | null): void {
    if (keyId === null) this.#unwritten.clear()
    else this.#unwritten.delete(keyId)
    if (keyId === null) DAYS.removeAll(this.#store)
    else DAYS.removeAll(this.#store, 'WHERE key_id = ?', keyId)
  }

  /** The last thirty days, the newest first. */
  rows(now: number): KeyDayRow[] {
    const written = DAYS.rows(this.#store, 'WHERE day > ? ORDER BY day DESC, key_id', now - KEY_DAYS_SHOWN * DAY_MS)
    const isNewer = ({ keyId, day }: KeyDayRow) => this.#unwritten.get(keyId)?.day === day
    return [...this.#unwritten.values(), ...written.filter((row) => !isNewer(row))]
  }

  #stored(keyId: string, day: number): RowOf<typeof keyDay> {
    const stored = DAYS.first(this.#store, 'WHERE key_id = ? AND day = ?', keyId, day)
    return stored ?? { keyId, day, requests: 0, orders: 0, refusals: 0 }
  }
}
