// Store of the user's deposits: running ones in memory, all saved with the account. It stores state only; commands and days change it.

import { type Amount, amount, decodeAmount } from '#domain/money/amount'
import type { DepositBoost } from '#domain/mining/deposit'
import { rate } from '#domain/money/rate'
import { miningDeposit, miningYield } from '#db/account/mining'
import { CachedRows } from '#party/lib/cached-rows'
import type { Store } from '#party/lib/store'
import type { RowOf } from '#party/lib/table'
import type { TurnLog } from '#party/lib/turn-log'

type Stored = RowOf<typeof miningDeposit>
/** Immutable columns of a deposit. */
type Fixed = 'orderNo' | 'productId' | 'assetId' | 'amount' | 'steps' | 'terms' | 'boost' | 'acceptedAt'

export type Deposit = Readonly<Pick<Stored, Fixed>> & Omit<Stored, Fixed>
type Yield = RowOf<typeof miningYield>

/** Ledger reference of a deposit. */
export const depositRef = (orderNo: number): string => `mining:${orderNo}`

export const isLive = ({ state }: Deposit): boolean => state === 'pending' || state === 'running'
/** The directory is missing its last change. */
const isUnreported = ({ told, revision }: Deposit): boolean => told < revision

export const boostOf = ({ boost }: Pick<Deposit, 'boost'>): DepositBoost | null =>
  boost && {
    boost: rate(BigInt(boost.boost)),
    days: boost.days,
    principalMax: boost.principalMax === null ? null : decodeAmount(boost.principalMax),
  }

export class DepositStore extends CachedRows<typeof miningDeposit, Deposit> {
  static readonly tables = [miningDeposit, miningYield] as const
  #yields: Yield[] = []

  constructor(store: Store) {
    const cached = "WHERE state IN ('pending', 'running') OR told < revision ORDER BY order_no"
    const isCached = (deposit: Deposit) => isLive(deposit) || isUnreported(deposit)
    super(store, { schema: miningDeposit, number: 'orderNo', cached, isCached })
  }

  addYield(row: Yield): void {
    this.#yields.push(row)
  }

  /** Pending and running deposits, in order of acceptance. */
  override live(): Deposit[] {
    return super.live().filter(isLive)
  }

  unreported(): Deposit[] {
    return super.live().filter(isUnreported)
  }

  lockedIn(productId: number): Amount {
    const own = this.live().filter((deposit) => deposit.productId === productId)
    return amount(own.reduce((sum, deposit) => sum + deposit.amount, 0n))
  }

  override save(log: TurnLog): void {
    super.save(log)
    for (const row of this.#yields) log.add(miningYield, row)
    this.#yields = []
  }
}
