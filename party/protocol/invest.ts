// Words of an Account room about investments. Prices are steps of the symbol, instants milliseconds, amounts canonical integer text.

import type { StoredSeries } from '#domain/invest/series'
import type { InvestState, PaidSide } from '#domain/invest/settlement'

export type { StoredSeries } from '#domain/invest/series'

/** An order, from the purchase to what was paid. */
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

/** What a list of orders is narrowed to. `live`: purchased and settling. `ended`: paid, or void. One that was called off is in none of them. */
export const INVEST_STAGES = ['purchased', 'settling', 'success', 'fail', 'live', 'ended', 'all'] as const
export type InvestStage = (typeof INVEST_STAGES)[number]

/** The fixing of a symbol at an instant; null steps: there was no tick, and what hangs on it is void. */
export interface SymbolFixing {
  readonly symbol: string
  readonly at: number
  readonly steps: number | null
  readonly receiptId: string | null
}

/** Orders of one account that run at once. */
export const INVEST_LIVE_MAX = 100
