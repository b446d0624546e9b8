// The part of an account that investments are.

import type { StoredSeries } from '#domain/invest/series'
import type { AccountBook } from '../book'
import type { InvestShelf } from './shelf'

export const WORD = 'invest'
/** The other side of what is invested and paid. */
export const HOUSE = '@house:invest'

/** What the Worker has checked against the series of the directory; the amount as integer text. */
export interface BuySeries {
  readonly seriesId: number
  readonly shares: number
  readonly assetId: number
  readonly amount: string
  readonly series: StoredSeries
  /** The days that its user was shown, of which the growth is; left out by clients that say none. */
  readonly daysSeen?: number | undefined
}

export interface Invest {
  readonly book: AccountBook
  readonly orders: InvestShelf
  /** The timer has to be set anew at the end of the turn. */
  isStale: boolean
}
