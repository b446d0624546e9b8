// Words between an Account and the room of a sale, and what its channel tells. Amounts are canonical integer text, instants milliseconds.

import type { Lot, LotState } from '#domain/nft/artwork'
import type { BidRefusal } from '#domain/nft/auction'
import type { Refusal } from '#domain/outcome'

/** What of a sale never changes. */
export interface LotTerms {
  readonly lot: Lot
  readonly work: string
  /** Whom a royalty goes to; null for the house. */
  readonly royaltyTo: number | null
}

/** What an account does at a sale, under its own number: the same account and number again is the same act. */
export interface LotAct {
  readonly account: number
  readonly actNo: number
  readonly kind: 'bid' | 'buy' | 'pay'
  /** All of a bid, or what is paid; null for a bid of so many steps over whatever is the highest. */
  readonly price: string | null
  readonly steps: number
  /** What the account has set aside as the margin of a bid: one that takes more is not taken. */
  readonly marginMost: string
}

export type LotRefusal =
  | BidRefusal
  | 'nft_lot_not_found'
  | 'nft_not_started'
  | 'nft_ended'
  | 'nft_own_work'
  | 'nft_price_changed'
  | 'nft_not_auction'
  | 'nft_not_fixed'
  | 'nft_nothing_to_pay'
  | 'nft_pay_late'
  | 'nft_taken_down'

/** What the house and the fees get of a sale; the rest goes to users, whom the room pays. */
export interface Split {
  readonly fee: string
  readonly house: string
}

export type LotAnswer =
  | {
      readonly isIn: true
      readonly price: string
      readonly at: number
      readonly split: Split | null
      /** All that is deposited for a bid; absent of anything else. */
      readonly margin?: string
    }
  | { readonly isIn: false; readonly refusal: Refusal<LotRefusal> }

export interface LotBid {
  readonly seq: number
  readonly account: number
  readonly price: string
  readonly at: number
}

/** Called by Accounts and by the Worker, with text that they build, typed. */
export interface LotRpc {
  act(message: string): Promise<string>
  /** Bids, newest first. */
  bids(limit: number): Promise<string>
  /** Closes what has ended or was taken down; says how the sale stands. */
  close(): Promise<LotState | null>
}

/** Everything that a client needs: each message is the whole state, and an older one changes nothing. */
export interface LotSocketMessage {
  readonly type: 'lot'
  readonly seq: number
  readonly state: LotState
  readonly highest: string | null
  readonly bidCount: number
  readonly endsAt: number
  /** Newest first. `bidder` counts bidders of this sale from 1 and names nobody. */
  readonly bids: readonly {
    readonly seq: number
    readonly bidder: number
    readonly price: string
    readonly at: number
  }[]
}

/** What a room tells an account of a sale; the same again changes nothing. `work` is its name. */
export type LotNews = { readonly lotId: number; readonly work: string } & (
  | { readonly kind: 'margin_back'; readonly isCalledOff: boolean }
  /** `actNo`: the bid that won, and `margin` all that is deposited for it. */
  | {
      readonly kind: 'won'
      readonly price: string
      readonly payBy: number
      readonly actNo: number
      readonly margin: string
    }
  | { readonly kind: 'forfeit'; readonly toHouse: boolean }
  | { readonly kind: 'outbid'; readonly price: string; readonly seq: number; readonly assetId: number }
  | {
      readonly kind: 'credit'
      readonly reason: 'nft_sold' | 'nft_royalty' | 'nft_forfeit_received'
      readonly assetId: number
      readonly amount: string
    }
)

export interface NftActRow {
  readonly actNo: number
  readonly lotId: number
  readonly kind: LotAct['kind']
  readonly assetId: number
  /** What the room made of it; what was asked before it has answered. */
  readonly price: string | null
  readonly state: 'sent' | 'in' | 'refused'
  readonly at: number
}

export interface NftStakeRow {
  readonly lotId: number
  readonly assetId: number
  readonly margin: string
  readonly state: NftStakeState
  readonly price: string | null
  readonly payBy: number | null
  readonly at: number
}

/** `asked` until the room has taken a bid, `bidding` while the margin is held; then how it ended. */
export type NftStakeState = 'asked' | 'bidding' | 'won' | 'paid' | 'returned' | 'forfeited'

/** Acts of one account that wait for their room. */
export const ACTS_WAITING_MAX = 50
