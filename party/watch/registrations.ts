// What a Watch keeps through a restart: the registrations, and up to which round all of them were checked. The only writer of both tables.

import { decodeAmount } from '#domain/money/amount'
import { progress, registration } from '#db/watch/schema'
import type { Store } from '#party/lib/store'
import { type RowOf, tableOf } from '#party/lib/table'
import type { WatchRegistration } from '#party/protocol/watch'

export type Row = RowOf<typeof registration>

const REGISTRATIONS = tableOf(registration)
const PROGRESS = tableOf(progress)

export class Registrations {
  readonly #store: Store
  #checkedAt: number

  constructor(store: Store) {
    this.#store = store
    this.#checkedAt = PROGRESS.first(store)?.checkedAt ?? 0
  }

  /** As it is stored: rounds up to it are checked, those after it are asked for again after a restart. */
  get checkedAt(): number {
    return this.#checkedAt
  }

  load(): Row[] {
    return REGISTRATIONS.rows(this.#store)
  }

  put(row: Row): void {
    REGISTRATIONS.putAll(this.#store, [row])
  }

  putCheckedAt(checkedAt: number): void {
    PROGRESS.putAll(this.#store, [{ id: 1, checkedAt }])
    this.#checkedAt = checkedAt
  }
}

/** Throws when an amount is none. */
export const rowOf = ({ feature, account, revision, band, exposure }: WatchRegistration): Row => ({
  feature,
  account,
  revision,
  low: band.low,
  high: band.high,
  next: band.next,
  after: band.after,
  long: decodeAmount(exposure.long),
  short: decodeAmount(exposure.short),
  house: decodeAmount(exposure.house),
  fees: decodeAmount(exposure.fees),
  insurance: decodeAmount(exposure.insurance),
})
