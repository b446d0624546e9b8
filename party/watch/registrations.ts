// Durable state of a Watch: registrations, and the last round that all of them were checked against. The only writer of both tables.
// Registrations that arrive within moments share one commit. A round is saved as checked only after its effects are saved.

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
  readonly #soon: (work: () => void) => void
  readonly #unwritten = new Map<string, Row>()
  #writing: Promise<void> | null = null
  #checkedAt: number

  /** `soon` runs work after other requests of the same moment have arrived. */
  constructor(store: Store, soon: (work: () => void) => void) {
    this.#store = store
    this.#soon = soon
    this.#checkedAt = PROGRESS.first(store)?.checkedAt ?? 0
  }

  /** Saved value: rounds up to it are checked, later rounds are read again after a restart. */
  get checkedAt(): number {
    return this.#checkedAt
  }

  load(): Row[] {
    return REGISTRATIONS.rows(this.#store)
  }

  /**
   * Saved soon, together with others. An unsaved registration lost in a crash was not confirmed; or it was an account's answer to a
   * wake-up, which is repeated because its round isn't saved as checked.
   */
  put(row: Row): void {
    this.#unwritten.set(keyOf(row), row)
    // What cannot be written stays for the next time, at the latest for when a round counts as checked.
    this.written().catch(() => undefined)
  }

  /** Resolves once all registrations are saved. */
  written(): Promise<void> {
    if (this.#unwritten.size === 0) return Promise.resolve()
    this.#writing ??= new Promise<void>((resolve) => this.#soon(resolve)).then(() => {
      this.#writing = null
      this.#write()
    })
    return this.#writing
  }

  putCheckedAt(checkedAt: number): void {
    this.#store.runInTransaction(() => {
      this.#write()
      PROGRESS.putAll(this.#store, [{ id: 1, checkedAt }])
    })
    this.#checkedAt = checkedAt
  }

  #write(): void {
    REGISTRATIONS.putAll(this.#store, [...this.#unwritten.values()])
    this.#unwritten.clear()
  }
}

export const keyOf = ({ feature, account }: Pick<Row, 'feature' | 'account'>): string => `${feature}|${account}`

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
