// What one feature lends to the others. A feature never imports a sibling: it asks here, and exactly one feature provides each name.

import type { SideRefusal } from '#domain/conditional/triggers'
import type { Taken } from '#domain/insurance'
import type { Asset, Pair, Wallet } from '#domain/catalogue'
import type { TradeStops } from '#domain/copy/plan'
import type { PositionHolder } from '#domain/futures/life'
import type { StopsRefusal } from '#domain/futures/terms'
import type { LimitRefusal, LossRefusal, PauseRefusal } from '#domain/limits/limits'
import type { OwnKind } from '#domain/message'
import type { Amount } from '#domain/money/amount'
import type { CouponTerms } from '#domain/promotion/coupon'
import type { Outcome, Refusal, RefusalFacts } from '#domain/outcome'
import type { OrderKind, OrderState, Side } from '#domain/order'
import type { Lots } from '#domain/money/price'
import type { MarketRefusal, PlaceRefusal } from '#domain/spot'
import type { SpotOrderRow } from '#party/protocol/account-rows'
import type { FuturesCloseRow, FuturesOrder, FuturesRow } from '#party/protocol/futures'
import type { MarketMessage } from '#party/protocol/market'
import type { StockAction } from '#domain/stocks/actions'
import type { MessageFacts, NewMessage } from '#party/protocol/message'
import type { NewOrder } from '#party/protocol/spot'
import type { Line } from './ledger'

export interface FilledFee {
  readonly pair: Pair
  /** Where it came to, and the fee is taken from. */
  readonly wallet: Wallet
  readonly receivedAsset: Asset
  readonly received: Amount
  /** What the Market charges everybody. */
  readonly full: Amount
  readonly quote: Amount
  /** Price in USDT of what the pair is quoted in, for pairs that are quoted in something else; absent while nobody knows it. */
  readonly quotePrice: string | undefined
  readonly at: number
}

export type FuturesPlaceRefusal =
  | 'trading_frozen'
  | 'asset_not_found'
  | 'insufficient_available'
  | 'futures_orders_above_max'
  | 'futures_closing'
  | 'futures_limit_wrong_side'
  | 'futures_stop_wrong_side'
  | StopsRefusal
  | LimitRefusal
  | 'own_limit_cross'

/** What a Market said about cancels and amends, by the number of the command. */
export interface MarketReplies {
  readonly symbol: string
  readonly refused: Map<number, Refusal<MarketRefusal>>
  readonly amended: Set<number>
}

export type BoostTerms = Extract<CouponTerms, { readonly kind: 'rate_boost' }>

/** How a spot order stands. */
export interface OrderStanding {
  readonly orderNo: number
  readonly symbol: string
  readonly side: Side
  readonly kind: OrderKind
  readonly state: OrderState
  readonly refusal: MarketRefusal | null
  readonly refusalFacts: RefusalFacts | null
  readonly lots: Lots
  readonly lotsFilled: Lots
  readonly quoteFilled: Amount
  /** In the asset received. */
  readonly fee: Amount
}

export interface Capabilities {
  /** What the desk has forbidden. Commands that trade or send money away ask first; taking orders back stays allowed. */
  readonly permissions: {
    readonly frozen: { readonly trading: boolean; readonly withdrawals: boolean }
    /** Refused while trading is frozen: orders, amendments, conversions, and whatever else takes a new risk. */
    checkTrading(): Outcome<null, 'trading_frozen'>
    /** Refused while withdrawals are frozen: whatever takes money out of this account. */
    checkWithdrawals(): Outcome<null, 'withdrawals_frozen'>
  }
  readonly notices: {
    /** Into the inbox, to be sent as its user wants it. */
    bring(message: NewMessage & { readonly kind: OwnKind }, at: number): void
    /** An order is over, and something of it was filled. */
    bringOrder(orderNo: number, at: number): void
  }
  readonly fees: {
    /** What is charged for a fill, and the lines that say where it goes. */
    take(fill: FilledFee): { readonly fee: Amount; readonly lines: readonly Line[] }
  }
  readonly orders: {
    /** What a finished order bought or sold, and for how much, by its reference in the ledger. */
    facts(ref: string): MessageFacts
    /** Holds for an order and queues it for its Market; answers its number. Nobody is asked whether trading is frozen. */
    place(order: NewOrder, now: number): Outcome<number, PlaceRefusal>
    /**
     * The same for what a trigger or a liquidation sends: no filter of the pair refuses what is left to sell or to spend. `roundAt` is the round
     * whose tick made the account send it: the order meets the house at the prices of that round or a later one.
     */
    send(order: NewOrder, now: number, roundAt?: number): Outcome<number, PlaceRefusal>
    /** Asks the Market to take an order back, if it has not ended. */
    takeBack(orderNo: number): void
    find(orderNo: number): OrderStanding | undefined
    row(orderNo: number): SpotOrderRow | undefined
    openCount(symbol: string): number
    /** Numbers of those that stand on the margin wallet. */
    openOnMargin(): readonly number[]
    /** Whether every order of a pair is as its Market has it. */
    areAnswered(symbol: string): boolean
    /** A split in the orders that rest. What they hold is free while `splitShares` runs. */
    split(action: StockAction, at: number, splitShares: () => void): void
  }
  /** Conditional orders, which stand beside spot orders and send some. */
  readonly conditionals: {
    /** A Market's message has changed an order. */
    orderChanged(order: OrderStanding, at: number): void
    /** Refused for the limit of an OCO, and where a new price of an entry would lie beyond its own way out. */
    checkAmend(orderNo: number, ticks: number): Outcome<null, SideRefusal | 'conditional_leg_fixed'>
  }
  /** Limits that the user has put on himself. Amounts in USDT's smallest unit. */
  readonly limits: {
    /** Refused while one is reached: whatever takes a new risk asks first. What every feature has running counts. */
    checkStake(stake: Amount, now: number, risk?: Amount): Outcome<null, LimitRefusal>
    /** The same for money that is added to what runs already; `risk` is by how much more may then be lost. */
    checkLoss(risk: Amount, now: number): Outcome<null, LossRefusal>
    /** Refused in a pause or a lock-out, for what was ordered before it. */
    checkPause(now: number): Outcome<null, PauseRefusal>
    /** A new order was made: sessions are measured by them. */
    staked(now: number): void
    /** What settling brought, or took when below zero; it counts to the day of `at`. */
    record(result: bigint, at: number): void
  }
  readonly receipts: {
    /** Keeps what a price decided where anybody may check it; answers its name, the SHA-256 of its JSON with a salt. */
    issue(content: object, at: number): string
    /** By a receipt of this turn the insurance fund took so much of a currency (negative: paid). */
    insure(id: string, taken: Taken): void
  }
  /** Coupons that add to the daily rate of a deposit. */
  readonly boosts: {
    /** Those that may be used now. */
    available(now: number): readonly (BoostTerms & { readonly ref: string; readonly expiresAt: number })[]
    find(ref: string, now: number): Outcome<BoostTerms, 'coupon_not_found' | 'coupon_not_available'>
    spend(ref: string, now: number): void
    /** What it was used for never began. */
    giveBack(ref: string, now: number): void
  }
  /** Contracts for a feature that trades for its owner. Lots are counted as the position's terms count them. */
  readonly futures: {
    readonly wallet: Wallet
    /** Answers the number of a market order that its holder alone may close; refused as any other order. */
    place(order: FuturesOrder & { readonly holder: PositionHolder }, now: number): Outcome<number, FuturesPlaceRefusal>
    /** Whatever side of the price they are on: they are somebody else's. One that has ended is left. */
    setStops(positionNo: number, stops: TradeStops, now: number): void
    /** All above so many lots, at the first tick from now on; one that is still pending opens with so many, or is called off with none. */
    closeTo(positionNo: number, left: number, now: number): void
    /** Its owner may close it from now on. */
    free(positionNo: number, now: number): void
    /** What closing all that is open of it would win at the newest tick since it was freed; null before the first. */
    worthSinceFreed(positionNo: number): Amount | null
    find(positionNo: number): FuturesRow | undefined
    /** What is held for it, pending or open. */
    held(positionNo: number): Amount
    /** Positions that this turn has changed so far, and what it has closed of them. */
    changed(): readonly FuturesRow[]
    closes(): readonly FuturesCloseRow[]
    /** What is saved of the closes of positions, the oldest first. */
    closesOf(positionNos: readonly number[]): readonly FuturesCloseRow[]
    /** What may leave the wallet without endangering cross positions. */
    spare(assetId: number): Amount
  }
  /** The margin wallet, which stands for what was borrowed. */
  readonly loans: {
    /** Refused while it is being sold to repay: its owner trades with it again when that is over. */
    checkUse(): Outcome<null, 'loan_liquidating'>
    /** The same of an order, refused also while the wallet is worth too little for what is owed. */
    checkOrder(): Outcome<null, 'loan_liquidating' | 'loan_rate_low' | 'no_reference_price'>
  }
  /** What was bought with fiat. */
  readonly purchases: {
    /** The payment of one is gone: something of what it brought is owed, or people have yet to decide. */
    isOwing(): boolean
  }
  /** Messages of Markets, in number order and each once. */
  readonly market: {
    apply(symbol: string, message: MarketMessage, replies: MarketReplies): void
  }
}

export const CAPABILITY_NAMES = [
  'permissions',
  'notices',
  'fees',
  'orders',
  'conditionals',
  'limits',
  'receipts',
  'boosts',
  'futures',
  'loans',
  'purchases',
  'market',
] as const satisfies readonly (keyof Capabilities)[]
