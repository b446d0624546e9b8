// The part of an account that locked deposits are.

import type { StoredMiningTerms } from '#domain/mining/terms'
import type { AccountState } from '../state'
import type { Deposit, DepositStore } from './store'

export const FEATURE_NAME = 'mining'
/** Counterparty account of yields and penalties. */
export const HOUSE = '@house:mining'

/** Input checked by the Worker against the directory's terms; amounts as integer text. */
export interface LockDeposit {
  readonly productId: number
  readonly assetId: number
  readonly amount: string
  readonly steps: number
  /** Largest amount that this user may lock in the product. */
  readonly userMax: string
  readonly terms: StoredMiningTerms
  /** Version of the terms shown to the user; omitted by some clients. */
  readonly seen?: string | undefined
  /** A coupon of kind rate boost, by its reference. */
  readonly coupon: string | null
  readonly isRenewed: boolean
}

export interface Mining {
  readonly account: AccountState
  readonly deposits: DepositStore
  /** The timer is recomputed at the end of the turn. */
  isStale: boolean
}

/** Changes that the directory shows are counted. */
export function change(mining: Mining, deposit: Deposit, changes: Partial<Deposit>): void {
  Object.assign(deposit, changes, { revision: deposit.revision + 1 })
  mining.deposits.touch(deposit)
  mining.isStale = true
}
