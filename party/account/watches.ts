// What this account has told the Watches of symbols, by feature: where it wants to be woken, and what it has at stake there. Every change
// raises a revision, which is owed to the Watch until it is known to have arrived. It sends nothing itself.

import { type Amount, ZERO, add, encodeAmount } from '#domain/money/amount'
import type { WatchBand, WatchRegistration } from '#party/protocol/watch'
import { watchRegistration } from '#db/account/room'
import type { Store } from '#party/lib/store'
import { type RowOf, tableOf } from '#party/lib/table'
import type { TurnLog } from '#party/lib/turn-log'

type Row = RowOf<typeof watchRegistration>

/** Worth of what is open on each side. */
export interface Sides {
  readonly long: Amount
  readonly short: Amount
}

/** What an event brought the house, the fees and the insurance fund. */
export interface Takings {
  readonly house?: Amount
  readonly fees?: Amount
  readonly insurance?: Amount
}

export class Watches {
  static readonly tables = [watchRegistration] as const

  readonly #rows = new Map<string, Row>()
  readonly #changed = new Set<Row>()
  readonly #answering = new Set<Row>()

  constructor(store: Store) {
    for (const row of tableOf(watchRegistration).rows(store)) this.#rows.set(keyOf(row.feature, row.symbol), row)
  }

  /** True while a Watch may not know the newest revision. */
  get isUntold(): boolean {
    for (const row of this.#rows.values()) if (row.told < row.revision) return true
    return false
  }

  /** Where a feature wants to be woken from now on; the same again changes nothing. */
  set(feature: string, symbol: string, { low, high, next }: Omit<WatchBand, 'after'>, { long, short }: Sides): void {
    const row = this.#get(feature, symbol)
    const isSame = row.low === low && row.high === high && row.next === next && row.long === long && row.short === short
    if (isSame && row.revision > 0) return
    this.#change(Object.assign(row, { low, high, next, long, short }))
  }

  /** The account has acted on a tick: it and those before wake it no more. */
  acted(feature: string, symbol: string, at: number): void {
    const row = this.#get(feature, symbol)
    if (at > row.after) this.#change(Object.assign(row, { after: at }))
  }

  take(feature: string, symbol: string, { house = ZERO, fees = ZERO, insurance = ZERO }: Takings): void {
    const row = this.#get(feature, symbol)
    this.#change(
      Object.assign(row, {
        house: add(row.house, house),
        fees: add(row.fees, fees),
        insurance: add(row.insurance, insurance),
      }),
    )
  }

  /** Up to when the account has acted. */
  actedAt(feature: string, symbol: string): number {
    return this.#rows.get(keyOf(feature, symbol))?.after ?? 0
  }

  untold(): readonly Readonly<Row>[] {
    return [...this.#rows.values()].filter((row) => row.told < row.revision)
  }

  /** What the Watch is told, or answered when it wakes the account. */
  registration(account: number, feature: string, symbol: string): WatchRegistration {
    const { revision, low, high, next, after, ...row } = this.#get(feature, symbol)
    const exposure = {
      long: encodeAmount(row.long),
      short: encodeAmount(row.short),
      house: encodeAmount(row.house),
      fees: encodeAmount(row.fees),
      insurance: encodeAmount(row.insurance),
    }
    return { feature, account, revision, band: { low, high, next, after }, exposure }
  }

  /**
   * The Watch gets what this turn leaves as an answer, and asks again until it has it. So it is told in no other way, unless something
   * else was on its way to it before.
   */
  answering(feature: string, symbol: string): void {
    const row = this.#get(feature, symbol)
    if (row.told === row.revision) this.#answering.add(row)
  }

  /** The turn changes nothing more: what is answered counts as told. */
  answered(): void {
    for (const row of this.#answering) this.markTold(row.feature, row.symbol, row.revision)
    this.#answering.clear()
  }

  markTold(feature: string, symbol: string, revision: number): void {
    const row = this.#get(feature, symbol)
    if (revision <= row.told) return
    row.told = revision
    this.#changed.add(row)
  }

  save(log: TurnLog): void {
    for (const row of this.#changed) log.put(watchRegistration, row)
    this.#changed.clear()
  }

  #change(row: Row): void {
    row.revision += 1
    this.#changed.add(row)
  }

  #get(feature: string, symbol: string): Row {
    const key = keyOf(feature, symbol)
    const existing = this.#rows.get(key)
    if (existing) return existing
    const opened: Row = {
      feature,
      symbol,
      revision: 0,
      told: 0,
      low: null,
      high: null,
      next: null,
      after: 0,
      long: ZERO,
      short: ZERO,
      house: ZERO,
      fees: ZERO,
      insurance: ZERO,
    }
    this.#rows.set(key, opened)
    return opened
  }
}

const keyOf = (feature: string, symbol: string): string => `${feature}|${symbol}`
