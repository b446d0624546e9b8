// State of the NFT feature, and its rows for clients.

import { encodeAmount } from '#domain/money/amount'
import type { NftActRow, NftStakeRow } from '#party/protocol/lot'
import type { AccountState } from '../state'
import type { Act, NftStore, BidMargin } from './store'

export interface Nft {
  readonly account: AccountState
  readonly store: NftStore
}

export const actRow = ({ actNo, lotId, kind, assetId, price, state, at }: Act): NftActRow => ({
  ...{ actNo, lotId, kind, assetId, price, state, at },
})

export const bidMarginRow = ({ lotId, assetId, margin, state, price, payBy, at }: BidMargin): NftStakeRow => ({
  ...{ lotId, assetId, state, payBy, at },
  margin: encodeAmount(margin),
  price: price === null ? null : encodeAmount(price),
})
