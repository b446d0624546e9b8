// State of investments in an account.

import type { StoredSeries } from '#domain/invest/series'
import type { AccountState } from '../state'
import type { InvestStore } from './store'

export const FEATURE_NAME = 'invest'
/** Counterparty account of investments and payouts. */
export const HOUSE = '@house:invest'

/** Input checked by the Worker against the directory's series; the amount as integer text. */
export interface BuySeries {
  readonly seriesId: number
  readonly shares: number
  readonly assetId: number
  readonly amount: string
  readonly series: StoredSeries
  /** Days shown to the user, which give the growth; omitted by some clients. */
  readonly daysSeen?: number | undefined
}

export interface Invest {
  readonly account: AccountState
  readonly orders: InvestStore
  /** The timer is recomputed at the end of the turn. */
  isDirty: boolean
}
