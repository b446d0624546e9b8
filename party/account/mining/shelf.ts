// Deposits of the user: those that run in memory, all of them saved with the book. It keeps facts; commands and days decide what they are.

import { type Amount, amount, decodeAmount } from '#domain/money/amount'
import type { DepositBoost } from '#domain/mining/deposit'
import { rate } from '#domain/money/rate'
import { miningDeposit, miningYield } from '#db/account/mining'
import type { Store } from '#party/lib/store'
import { type RowOf, tableOf } from '#party/lib/table'
import type { TurnLog } from '#party/lib/turn-log'

type Stored = RowOf<typeof miningDeposit>
/** What a deposit was made of never changes. */
type Fixed = 'orderNo' | 'productId' | 'assetId' | 'amount' | 'steps' | 'terms' | 'boost' | 'acceptedAt'

export type Deposit = Readonly<Pick<Stored, Fixed>> & Omit<Stored, Fixed>
type Yield = RowOf<typeof miningYield>

const DEPOSITS = tableOf(miningDeposit)

/** What a reference of the ledger says of a deposit. */
export const depositRef = (orderNo: number): string => `mining:${orderNo}`

export const isLive = ({ state }: Deposit): boolean => state === 'pending' || state === 'running'
/** The directory has not heard of its last change. */
export const isUntold = ({ told, revision }: Deposit): boolean => told < revision

export const boostOf = ({ boost }: Pick<Deposit, 'boost'>): DepositBoost | null =>
  boost && {
    boost: rate(BigInt(boost.boost)),
    days: boost.days,
    principalMax: boost.principalMax === null ? null : decodeAmount(boost.principalMax),
  }

export class DepositShelf {
  static readonly tables = [miningDeposit, miningYield] as const

  readonly #store: Store
  /** Those that run, and those that the directory has to hear of. */
  readonly #kept = new Map<number, Deposit>()
  readonly #changed = new Map<number, Deposit>()
  /** Ended since the last checkpoint: the table may not know them yet. */
  readonly #uncheckpointed = new Map<number, Deposit>()
  #yields: Yield[] = []
  #orderNoLast: number

  constructor(store: Store) {
    this.#store = store
    this.#orderNoLast = DEPOSITS.last(store, 'orderNo')
    const kept = "WHERE state IN ('pending', 'running') OR told < revision ORDER BY order_no"
    for (const row of DEPOSITS.rows(store, kept)) this.#kept.set(row.orderNo, row)
  }

  nextOrderNo(): number {
    this.#orderNoLast += 1
    return this.#orderNoLast
  }

  /** Says that a deposit is new or was changed, so that it is saved and told. */
  touch(deposit: Deposit): void {
    this.#changed.set(deposit.orderNo, deposit)
    if (isLive(deposit) || isUntold(deposit)) this.#kept.set(deposit.orderNo, deposit)
    else {
      this.#kept.delete(deposit.orderNo)
      this.#uncheckpointed.set(deposit.orderNo, deposit)
    }
  }

  addYield(row: Yield): void {
    this.#yields.push(row)
  }

  find(orderNo: number): Deposit | undefined {
    const known = this.#kept.get(orderNo) ?? this.#uncheckpointed.get(orderNo)
    if (known || orderNo > this.#orderNoLast) return known
    return DEPOSITS.first(this.#store, 'WHERE order_no = ?', orderNo)
  }

  /** Pending and running ones, in the order of their acceptance. */
  live(): Deposit[] {
    return [...this.#kept.values()].filter(isLive)
  }

  untold(): Deposit[] {
    return [...this.#kept.values()].filter(isUntold)
  }

  lockedIn(productId: number): Amount {
    const own = this.live().filter((deposit) => deposit.productId === productId)
    return amount(own.reduce((sum, deposit) => sum + deposit.amount, 0n))
  }

  changed(): readonly Deposit[] {
    return [...this.#changed.values()]
  }

  save(log: TurnLog): void {
    for (const deposit of this.#changed.values()) log.put(miningDeposit, deposit)
    for (const row of this.#yields) log.add(miningYield, row)
    this.#changed.clear()
    this.#yields = []
  }

  /** The table holds everything that was saved: ended deposits leave memory. */
  checkpointed(): void {
    this.#uncheckpointed.clear()
    for (const each of this.#changed.values()) if (!isLive(each)) this.#uncheckpointed.set(each.orderNo, each)
  }
}
