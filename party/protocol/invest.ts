// Words of an Account room about investments. Prices are steps of the symbol, instants milliseconds, amounts canonical integer text.

import type { StoredSeries } from '#domain/invest/series'
import type { InvestState, PaidSide } from '#domain/invest/settlement'

/** An investment, from the purchase to its payout. */
export interface InvestRow {
  readonly orderNo: number
  readonly seriesId: number
  readonly series: StoredSeries
  readonly shares: number
  readonly assetId: number
  readonly amount: string
  readonly state: InvestState
  readonly acceptedAt: number
  readonly maturesAt: number
  readonly fixingSteps: number | null
  readonly side: PaidSide | null
  readonly paidAssetId: number | null
  readonly paid: string | null
  readonly receiptId: string | null
  readonly endedAt: number | null
}

/** Filters of investment lists. `live`: purchased and settling. `ended`: paid or void. Cancelled orders are in no list. */
export const INVEST_STAGES = ['purchased', 'settling', 'success', 'fail', 'live', 'ended', 'all'] as const
export type InvestStage = (typeof INVEST_STAGES)[number]

/** The fixing of a symbol at an instant; null steps: no tick existed, and dependent orders are void. */
export interface SymbolFixing {
  readonly symbol: string
  readonly at: number
  readonly steps: number | null
  readonly receiptId: string | null
}

/** Most running orders per account. */
export const INVEST_LIVE_MAX = 100
