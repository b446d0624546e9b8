// Words of an Account room: what the Worker asks by RPC and what a user's own socket carries. Both speak the same requests.
// Amounts are canonical integer text in the asset's smallest unit; prices ticks, quantities lots; instants milliseconds.

import type { Wallet } from '#domain/catalogue'
import type { Outcome } from '#domain/outcome'
import type { CouponRefusal } from '#domain/promotion/coupon'
import type { OrderKind, OrderStage, SelfTradePrevention, Side, TimeInForce } from '#domain/order'
import type {
  BalanceRow,
  BillReason,
  BillRow,
  SpotFillRow,
  SpotOrderRow,
  OwnSessionRow,
  Page,
  WatchRow,
} from './account-rows'
import type { DeskQuery, DeskResults } from './account-desk'
import type { AccountPeerRpc } from './account-peer'
import type {
  FeeStanding,
  PromotionQuery,
  PromotionResults,
  PromotionSystemRequest,
  PromotionSystemResults,
} from './account-promotion'
import type {
  FundsCommand,
  FundsQuery,
  FundsRefusal,
  FundsResults,
  FundsSystemRequest,
  FundsSystemResults,
} from './funds'
import type {
  MessageCommand,
  MessageQuery,
  MessageResults,
  MessageSystemRequest,
  MessageSystemResults,
} from './message'

export type {
  BalanceRow,
  BillReason,
  BillRow,
  EntryRow,
  SpotFillRow,
  HoldRow,
  Inspection,
  SpotOrderRow,
  OwnSessionRow,
  Page,
  SessionRow,
  WatchRow,
} from './account-rows'

/** An order as a client asks for it, already on the pair's grid. */
export interface NewOrder {
  readonly symbol: string
  readonly clientOrderId: string | null
  readonly side: Side
  readonly kind: OrderKind
  /** The limit, or the worst price of a market order; 0 when a market order found no reference price to derive it from. */
  readonly ticks: number
  readonly lots: number
  readonly budget: string | null
  readonly timeInForce: TimeInForce
  readonly isPostOnly: boolean
  readonly selfTrade: SelfTradePrevention
}

/** Names one order: by its number or by the client's own id. */
export type OrderName = { readonly orderNo: number } | { readonly clientOrderId: string }

/** What moves money or orders. `commandId` is made by the caller; its outcome is remembered for a day. */
export type AccountCommand = { readonly commandId: string } & (
  | { readonly type: 'place_spot_orders'; readonly orders: readonly NewOrder[] }
  | { readonly type: 'cancel_spot_order'; readonly order: OrderName }
  | { readonly type: 'cancel_spot_orders'; readonly symbol: string | null }
  /** Null leaves the price or the quantity as it is. */
  | {
      readonly type: 'amend_spot_order'
      readonly order: OrderName
      readonly ticks: number | null
      readonly lots: number | null
    }
  | {
      readonly type: 'transfer'
      readonly assetId: number
      readonly amount: string
      readonly from: Wallet
      readonly to: Wallet
    }
  | FundsCommand
  | { readonly type: 'watch'; readonly assetId: number }
  | { readonly type: 'unwatch'; readonly watchId: number }
  /** Rows that are not named follow those that are. */
  | { readonly type: 'arrange_watches'; readonly watchIds: readonly number[] }
  | MessageCommand
  | { readonly type: 'use_coupon'; readonly ref: string }
)

export interface BillQuery {
  readonly wallet: Wallet | null
  readonly assetId: number | null
  readonly reason: BillReason | null
  /** Instants: not before `from`, before `until`. */
  readonly from?: number | null
  readonly until?: number | null
  /** With a wallet: all bills of each entry that touches it, not its own alone. */
  readonly isWhole?: boolean
}

/** What only reads. Pages count from 1. */
export type AccountQuery =
  | { readonly type: 'profile_check' }
  | { readonly type: 'balances' }
  | {
      readonly type: 'orders'
      readonly symbol: string | null
      readonly stage: OrderStage | null
      readonly page: number
      readonly limit: number
    }
  | { readonly type: 'order'; readonly order: OrderName }
  | {
      readonly type: 'fills'
      readonly orderNo: number | null
      /** Absent: of every pair. */
      readonly symbol?: string | null
      readonly page: number
      readonly limit: number
    }
  | (BillQuery & { readonly type: 'bills'; readonly page: number; readonly limit: number })
  /** For a file, without a count: the newest bills older than the one with the number `before`; null: the newest of all. */
  | (BillQuery & { readonly type: 'bills_before'; readonly before: number | null; readonly limit: number })
  | { readonly type: 'watches' }
  | FundsQuery
  | MessageQuery
  | PromotionQuery
  | { readonly type: 'sessions' }

export type AccountRequest = AccountCommand | AccountQuery

/** What each request answers when it is not refused. */
export interface AccountResults extends FundsResults, MessageResults, PromotionResults {
  readonly place_spot_orders: readonly Outcome<SpotOrderRow>[]
  readonly cancel_spot_order: SpotOrderRow
  readonly cancel_spot_orders: { readonly orderNos: readonly number[] }
  readonly amend_spot_order: SpotOrderRow
  readonly transfer: { readonly entryId: number }
  readonly watch: WatchRow
  readonly unwatch: { readonly id: number }
  readonly arrange_watches: readonly WatchRow[]
  readonly profile_check: { readonly sessionId: string; readonly expiresAt: number }
  readonly balances: readonly BalanceRow[]
  readonly orders: Page<SpotOrderRow>
  readonly order: SpotOrderRow
  readonly fills: Page<SpotFillRow>
  readonly bills: Page<BillRow>
  readonly bills_before: readonly BillRow[]
  readonly watches: readonly WatchRow[]
  readonly sessions: readonly OwnSessionRow[]
}

export type AccountRefusal =
  | CouponRefusal
  | 'session_ended'
  | 'insufficient_available'
  | 'amount_not_positive'
  | 'asset_not_found'
  | 'wallet_same'
  | 'wallet_not_for_asset'
  | 'command_id_reused'
  | 'command_id_malformed'
  | 'orders_above_batch_max'
  | 'already_watched'
  | 'watch_not_found'
  | 'message_not_found'
  | 'amend_in_progress'
  | 'trading_frozen'
  | 'withdrawals_frozen'
  | 'request_malformed'
  | FundsRefusal

/** RPC of an Account room, one room per user named by the user's id in decimal. Arguments and answers are JSON text. */
export interface AccountRpc extends AccountPeerRpc {
  /** A user's request under a session; answers an `Outcome<AccountResults[type]>`. */
  asUser(sessionId: string, request: string): Promise<string>
  /** Trusted callers only: never reachable from a request's own data. Answers `SystemResults[type]`. */
  asSystem(request: string): Promise<string>
  /** Messages of a Market's outbox: JSON of `MarketAnswer`; answers the number of the last message stored. */
  deliver(symbol: string, answer: string): Promise<number>
}

/** What the Worker itself may ask of an Account. */
export type SystemRequest =
  | {
      readonly type: 'open_session'
      readonly sessionId: string
      readonly expiresAt: number
      readonly device: string
      /** ISO country and city where the edge saw it opened, when it said so. */
      readonly country?: string
      readonly city?: string
    }
  | { readonly type: 'end_session'; readonly sessionId: string }
  | { readonly type: 'end_all_sessions' }
  /** Play money of demo mode, once per `ref`. */
  | {
      readonly type: 'grant_demo'
      readonly ref: string
      readonly grants: readonly { readonly assetId: number; readonly amount: string; readonly wallet: Wallet }[]
    }
  /** What the desk has forbidden. An older revision than the newest heard changes nothing. */
  | {
      readonly type: 'freeze'
      readonly revision: number
      readonly trading: boolean
      readonly withdrawals: boolean
    }
  /** An entry that two people at the desk agreed on, once per `ref`; `amount` is signed. */
  | {
      readonly type: 'correct'
      readonly ref: string
      readonly assetId: number
      readonly wallet: Wallet
      readonly amount: string
    }
  | DeskQuery
  | MessageSystemRequest
  | FundsSystemRequest
  | PromotionSystemRequest
  | { readonly type: 'verify' }
  | { readonly type: 'sweep' }

/** What each system request answers. */
export interface SystemResults extends DeskResults, FundsSystemResults, MessageSystemResults, PromotionSystemResults {
  readonly open_session: { readonly sessionId: string }
  readonly end_session: { readonly isEnded: boolean }
  readonly end_all_sessions: { readonly ended: number }
  /** `isGranted` is false when the same ref was granted before. */
  readonly grant_demo: { readonly isGranted: boolean }
  /** The newest revision heard. */
  readonly freeze: { readonly revision: number }
  readonly correct: Outcome<{ readonly entryId: number }>
  readonly verify: VerifyReport
  readonly sweep: { readonly owed: number }
}

/** The most orders in one `place_spot_orders`. */
export const ORDERS_PER_COMMAND_MAX = 50

/** The most rows that one `arrange_watches` names. */
export const WATCHES_ARRANGED_MAX = 500

/** What `verify` finds: balances rebuilt from entries agree, entries sum to zero, holds equal held balances. */
export interface VerifyReport {
  readonly isSound: boolean
  readonly problems: readonly string[]
  /** Sum of all lines per ledger account and asset, system accounts included: "@market:BTC-USDT" and the like. */
  readonly accounts: readonly { readonly account: string; readonly assetId: number; readonly amount: string }[]
  readonly entryCount: number
  readonly undelivered: number
  /** What messages to other accounts carry that these have not acknowledged. */
  readonly owedToPeers: readonly { readonly assetId: number; readonly amount: string }[]
  /** How many messages of each Market these sums know of: a Market that has made more is newer than they are. */
  readonly heard: readonly { readonly symbol: string; readonly messages: number }[]
}

/** What an account's own socket says. Events are numbered without gaps; a client that missed some asks again from its last number. */
export type AccountSocketMessage =
  | {
      readonly type: 'snapshot'
      readonly seq: number
      readonly balances: readonly BalanceRow[]
      readonly openOrders: readonly SpotOrderRow[]
      /** What a client may have missed before: the newest orders that ended, and the newest fills. Newest first. */
      readonly endedOrders: readonly SpotOrderRow[]
      readonly fills: readonly SpotFillRow[]
      readonly unreadMessages: number
      readonly fees: FeeStanding
    }
  | {
      readonly type: 'event'
      readonly seq: number
      readonly at: number
      readonly balances: readonly BalanceRow[]
      readonly orders: readonly SpotOrderRow[]
      readonly fills: readonly SpotFillRow[]
      readonly unreadMessages: number
      /** Absent while nothing of it has changed. */
      readonly fees?: FeeStanding
    }
  | { readonly type: 'answer'; readonly id: string; readonly outcome: Outcome<unknown> }

/** What an account's own socket may hear. Requests are the same as by RPC, so order entry is just a request. */
export type AccountSocketRequest =
  | { readonly type: 'resume'; readonly after: number }
  | { readonly type: 'request'; readonly id: string; readonly request: AccountRequest }
