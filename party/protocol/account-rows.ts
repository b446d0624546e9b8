// What an Account room tells of itself: rows of its tables as others read them.
// Amounts are canonical integer text in the asset's smallest unit; prices ticks, quantities lots; instants milliseconds.

import type { BillReason } from '#domain/bill-reason'
import type { MarginWallet, Wallet } from '#domain/catalogue'
import type { RefusalFacts } from '#domain/outcome'
import type { CloseReason, OrderKind, OrderState, Side, TimeInForce } from '#domain/order'
import type { MarketRefusal } from '#domain/spot'

export interface BalanceRow {
  readonly wallet: Wallet
  readonly assetId: number
  readonly available: string
  readonly held: string
}

export interface SpotOrderRow {
  readonly orderNo: number
  readonly clientOrderId: string | null
  readonly symbol: string
  readonly side: Side
  readonly kind: OrderKind
  readonly ticks: number
  readonly lots: number
  readonly budget: string | null
  readonly timeInForce: TimeInForce
  readonly isPostOnly: boolean
  readonly state: OrderState
  readonly closeReason: CloseReason | null
  readonly refusal: MarketRefusal | null
  /** Values for the refusal's text; empty without a refusal. */
  readonly refusalFacts: RefusalFacts
  readonly lotsFilled: number
  /** Quote paid or received so far; divided by the base filled it is the average price. */
  readonly quoteFilled: string
  /** Fee so far, in the asset received. */
  readonly fee: string
  readonly openedAt: number
  readonly updatedAt: number
  /** Present when it differs from the pair's own wallet. */
  readonly wallet?: MarginWallet | undefined
}

export interface SpotFillRow {
  readonly tradeNo: number
  readonly orderNo: number
  readonly symbol: string
  readonly side: Side
  readonly role: 'maker' | 'taker'
  readonly ticks: number
  readonly lots: number
  readonly fee: string
  readonly at: number
  /** The counterparty was the house, which publishes the trade's receipt. */
  readonly isOfHouse: boolean
}

/** One change of one wallet's asset: a line of a ledger entry, as the user reads it. */
export interface BillRow {
  readonly id: number
  readonly at: number
  readonly wallet: Wallet
  readonly assetId: number
  readonly reason: BillReason
  readonly ref: string
  /** Receipt that proves the amount, if issued. */
  readonly receiptId: string | null
  /** Signed change of available + held. */
  readonly value: string
  readonly before: string
  readonly after: string
}

export interface MoneyPart {
  readonly assetId: number
  readonly amount: string
}

export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly total: number
}

/** The desk's view of an account. */
export interface Inspection {
  readonly balances: readonly BalanceRow[]
  readonly holds: Page<HoldRow>
  /** Newest first. */
  readonly sessions: readonly SessionRow[]
  readonly entries: Page<EntryRow>
  readonly freeze: FreezeState
}

/** Freezes set by the desk, with the directory's revision. */
export interface FreezeState {
  readonly revision: number
  readonly trading: boolean
  readonly withdrawals: boolean
}

/** Filter of ledger entries by reason, asset and time; absent fields filter nothing. */
export interface EntryFilter {
  readonly reason?: BillReason | undefined
  readonly assetId?: number | undefined
  /** `from` is inclusive, `until` exclusive. */
  readonly from?: number | undefined
  readonly until?: number | undefined
}

export interface HoldRow {
  readonly ref: string
  readonly wallet: Wallet
  readonly assetId: number
  readonly amount: string
}

interface SessionRow {
  readonly openedAt: number
  readonly expiresAt: number
  readonly device: string
  readonly country: string
  readonly city: string
}

/** A session for its owner; `isOwn` marks the calling session. */
export interface OwnSessionRow extends SessionRow {
  readonly sessionId: string
  readonly isOwn: boolean
}

/** One entry of the ledger, system accounts included. */
export interface EntryRow {
  readonly id: number
  readonly at: number
  readonly reason: string
  readonly ref: string
  readonly lines: readonly (readonly [account: string, assetId: number, amount: string])[]
}

/** What `verify` finds: balances rebuilt from entries agree, entries sum to zero, holds equal held balances. */
export interface VerifyReport {
  readonly isSound: boolean
  readonly problems: readonly string[]
  /** Sum of all lines per ledger account and asset, system accounts included: "@market:BTC-USDT" and the like. */
  readonly accounts: readonly { readonly account: string; readonly assetId: number; readonly amount: string }[]
  readonly entryCount: number
  readonly undelivered: number
  /** Amounts in unacknowledged messages to other accounts. */
  readonly owedToPeers: readonly MoneyPart[]
  /** Messages per Market that these sums include: a Market with a higher count has a newer state. */
  readonly heard: readonly { readonly symbol: string; readonly messages: number }[]
}
