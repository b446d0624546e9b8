// Registrations of this account with the Watches of symbols, by feature: wake-up band and exposure. Every change
// raises a revision, which is owed until the Watch confirms it. This class sends nothing.

import { type Amount, ZERO, add, encodeAmount } from '#domain/money/amount'
import type { WakeMessage, WatchBand, WatchRegistration } from '#party/protocol/watch'
import { watchRegistration } from '#db/account/room'
import type { Store } from '#party/lib/store'
import { type RowOf, tableOf } from '#party/lib/table'
import type { TurnLog } from '#party/lib/turn-log'

type Row = RowOf<typeof watchRegistration>

/** Value of open positions on each side. */
export interface Sides {
  readonly long: Amount
  readonly short: Amount
}

/** Revenue of an event for the house, the fees and the insurance fund. */
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
  get hasUnsent(): boolean {
    for (const row of this.#rows.values()) if (row.told < row.revision) return true
    return false
  }

  /** Sets the band in which a feature sleeps; an equal band changes nothing. */
  set(feature: string, symbol: string, { low, high, next }: Omit<WatchBand, 'after'>, { long, short }: Sides): void {
    const row = this.#get(feature, symbol)
    const isSame = row.low === low && row.high === high && row.next === next && row.long === long && row.short === short
    if (isSame && row.revision > 0) return
    this.#change(Object.assign(row, { low, high, next, long, short }))
  }

  /** Marks a tick as processed: it and earlier ones don't wake the account again. */
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

  /** Time of the last tick that the account acted on. */
  actedAt(feature: string, symbol: string): number {
    return this.#rows.get(keyOf(feature, symbol))?.after ?? 0
  }

  /**
   * Time of a request. The clock of a slow call may be behind the last tick that the feature acted on; a request dated before that tick would
   * have missed it.
   */
  requestedAt(feature: string, symbol: string, now: number): number {
    return Math.max(now, this.actedAt(feature, symbol) + 1)
  }

  /**
   * True for a wake-up that the Watch sent before it had the newest registration, if that one awaits a tick earlier than the wake-up's round.
   * The account ignores it and answers with the newest registration; the Watch wakes the account again with the earlier tick.
   */
  isTooLate({
    feature,
    symbol,
    revision,
    beforeAt,
  }: Pick<WakeMessage, 'feature' | 'symbol' | 'revision' | 'beforeAt'>): boolean {
    const newest = this.#get(feature, symbol)
    const isAwaited = newest.next !== null && beforeAt !== null && newest.next <= beforeAt && newest.after < beforeAt
    return revision < newest.revision && isAwaited
  }

  unsent(): readonly Readonly<Row>[] {
    return [...this.#rows.values()].filter((row) => row.told < row.revision)
  }

  /** Registration sent to the Watch, or returned to it after a wake-up. */
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
   * The Watch receives the result of this turn as the answer to its wake-up call, which it retries. So the revision
   * isn't sent separately, unless an earlier one was still unsent.
   */
  answering(feature: string, symbol: string): void {
    const row = this.#get(feature, symbol)
    if (row.told === row.revision) this.#answering.add(row)
  }

  /** At the end of the turn: an answered revision counts as sent. */
  answered(): void {
    for (const row of this.#answering) this.markSent(row.feature, row.symbol, row.revision)
    this.#answering.clear()
  }

  markSent(feature: string, symbol: string, revision: number): void {
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
