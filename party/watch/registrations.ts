// What a Watch keeps through a restart: the registrations, and up to which round all of them were checked. The only writer of both tables.
// Registrations that come within moments are written in one commit. Nothing says that a round was checked before what it led to is written.

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

  /** `soon` runs something once what comes at the same time has come. */
  constructor(store: Store, soon: (work: () => void) => void) {
    this.#store = store
    this.#soon = soon
    this.#checkedAt = PROGRESS.first(store)?.checkedAt ?? 0
  }

  /** As it is stored: rounds up to it are checked, those after it are asked for again after a restart. */
  get checkedAt(): number {
    return this.#checkedAt
  }

  load(): Row[] {
    return REGISTRATIONS.rows(this.#store)
  }

  /**
   * It is written soon, with others. What is lost before, nobody was told of; or an account has answered it when it was woken, and is woken
   * again, because that round does not count as checked yet.
   */
  put(row: Row): void {
    this.#unwritten.set(keyOf(row), row)
    // What cannot be written stays for the next time, at the latest for when a round counts as checked.
    this.written().catch(() => undefined)
  }

  /** Resolves when all that was put is written. */
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
