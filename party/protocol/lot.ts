// Protocol between an Account and the room of a sale, and its socket messages. Amounts are canonical integer text, instants milliseconds.

import type { Lot, SaleState } from '#domain/nft/artwork'
import type { BidRefusal } from '#domain/nft/auction'
import type { Refusal } from '#domain/outcome'

/** Immutable terms of a sale. */
export interface SaleTerms {
  readonly lot: Lot
  readonly work: string
  /** Whom a royalty goes to; null for the house. */
  readonly royaltyTo: number | null
}

/** An act at a sale, identified by account and act number. */
export interface SaleRequest {
  readonly account: number
  readonly actNo: number
  readonly kind: 'bid' | 'buy' | 'pay'
  /** Price of a bid or payment; null for a bid of `steps` above the highest bid. */
  readonly price: string | null
  readonly steps: number
  /** Margin that the account has held for a bid: a bid that needs more is refused. */
  readonly marginMost: string
}

export type SaleRequestRefusal =
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

/** Parts of a sale for fees and house; the room pays the rest to users. */
export interface Split {
  readonly fee: string
  readonly house: string
}

export type SaleAnswer =
  | {
      readonly isAccepted: true
      readonly price: string
      readonly at: number
      readonly split: Split | null
      /** Total deposit of a bid; absent for other acts. */
      readonly margin?: string
      /** The work that was bought or paid; absent for a bid. */
      readonly workId?: number
    }
  | { readonly isAccepted: false; readonly refusal: Refusal<SaleRequestRefusal> }

export interface SaleBid {
  readonly seq: number
  readonly account: number
  readonly price: string
  readonly at: number
}

/** Called by Accounts and by the Worker, with text that they build, typed. */
export interface SaleRpc {
  act(message: string): Promise<string>
  /** Bids, newest first. */
  bids(limit: number): Promise<string>
  /** Closes an ended or withdrawn sale; returns its state. */
  close(): Promise<SaleState | null>
}

/** Complete state of a sale: an older message changes nothing. */
export interface SaleSocketMessage {
  readonly type: 'lot'
  readonly seq: number
  readonly state: SaleState
  readonly highest: string | null
  readonly bidCount: number
  readonly endsAt: number
  /** Newest first. `bidder` numbers the bidders of this sale from 1 and identifies no user. */
  readonly bids: readonly {
    readonly seq: number
    readonly bidder: number
    /** The account is one of the demo's own. */
    readonly isDemo?: boolean
    readonly price: string
    readonly at: number
  }[]
}

/** Message of a sale's room to an account; a repetition changes nothing. `work` is the work's name. */
export type SaleUpdate = { readonly lotId: number; readonly work: string } & (
  | { readonly kind: 'margin_back'; readonly isCalledOff: boolean }
  /** `actNo` is the winning bid, `margin` its total deposit. */
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
      readonly workId: number
    }
)

export interface NftActRow {
  readonly actNo: number
  readonly lotId: number
  readonly kind: SaleRequest['kind']
  readonly assetId: number
  /** The room's result; before its answer, the requested values. */
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
type NftStakeState = 'asked' | 'bidding' | 'won' | 'paid' | 'returned' | 'forfeited'

/** Acts of one account that wait for their room. */
export const ACTS_WAITING_MAX = 50
