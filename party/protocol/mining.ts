// Words of an Account room about locked deposits. Instants are milliseconds, amounts and rates canonical integer text.

import type { DepositState } from '#domain/mining/deposit'
import type { StoredBoost, StoredMiningTerms } from '#domain/mining/terms'

/** A deposit, from the lock to its end. */
export interface DepositRow {
  readonly orderNo: number
  readonly productId: number
  readonly assetId: number
  readonly amount: string
  readonly terms: StoredMiningTerms
  readonly boost: StoredBoost | null
  readonly isRenewed: boolean
  readonly state: DepositState
  readonly acceptedAt: number
  readonly startsAt: number
  readonly maturesAt: number
  readonly term: number
  readonly daysPaid: number
  readonly daysPaidAll: number
  readonly yielded: string
  readonly penalty: string
  readonly endedAt: number | null
  /** Newest receipt: of the deposit, or of its redemption; null before it runs. */
  readonly receiptId: string | null
}

/** Filters of deposit lists. `ended`: redeemed early, or returned. Cancelled deposits are in no list. */
export const DEPOSIT_STAGES = ['live', 'ended', 'redeemed', 'all'] as const
export type DepositStage = (typeof DEPOSIT_STAGES)[number]

export interface YieldRow {
  /** Days since 1970, UTC. */
  readonly day: number
  readonly amount: string
  readonly isBoosted: boolean
}

/** Most running deposits per account. */
export const DEPOSITS_LIVE_MAX = 100
