// Words of an Account room about sales of tokens. Amounts are canonical integer text in the asset's smallest unit, quantities whole tokens,
// instants milliseconds.

import type { IeoCause, IeoState, StoredIeoTerms } from '#domain/ieo/order'
import type { Tick } from '#domain/quotes/chain'

export type { IeoClaimed } from '#domain/ieo/order'

/** An application, from the hold to the last token unlocked. */
export interface IeoRow {
  readonly orderNo: number
  readonly projectId: number
  readonly assetId: number
  readonly payAssetId: number
  readonly quantity: number
  readonly held: string
  readonly tick: Tick | null
  readonly terms: StoredIeoTerms
  readonly state: IeoState
  readonly cause: IeoCause | null
  readonly claimNo: number | null
  readonly allotted: number | null
  readonly paid: string
  readonly unlockedDays: number
  readonly unlocked: string
  readonly acceptedAt: number
  readonly settledAt: number | null
  readonly deliveredAt: number | null
}

/** Most unfinished applications per account. */
export const IEO_LIVE_MAX = 200
