// Capabilities that features offer each other. A feature never imports a sibling: it calls a capability, which exactly one feature
// provides.

import type { EntryRefusal } from '#domain/conditional/triggers'
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
  /** Wallet that received the fill and pays the fee. */
  readonly wallet: Wallet
  readonly receivedAsset: Asset
  readonly received: Amount
  /** Fee by the Market's standard rate. */
  readonly full: Amount
  readonly quote: Amount
  /** USDT price of the pair's quote asset, for pairs quoted in another asset; absent while the price is unknown. */
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

/** A Market's replies to cancels and amendments, by command number. */
export interface MarketReplies {
  readonly symbol: string
  readonly refused: Map<number, Refusal<MarketRefusal>>
  readonly amended: Set<number>
}

type BoostTerms = Extract<CouponTerms, { readonly kind: 'rate_boost' }>

/** How a spot order stands. */
export interface OrderStatus {
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

export interface Liquidation {
  readonly priceSteps: number
  /** Where it lies from the price that the account last acted on. */
  readonly side: 'below' | 'above'
}

/** Index prices by symbol, in steps of the pair. */
export type Marks = Readonly<Record<string, number>> | undefined

export interface AgentTrade {
  readonly keyId: string
  readonly symbol: string
  readonly base: Amount
  readonly quote: Amount
}

export interface Capabilities {
  /** What the desk has forbidden. Commands that trade or send money away ask first; taking orders back stays allowed. */
  readonly permissions: {
    readonly frozen: { readonly trading: boolean; readonly withdrawals: boolean }
    /** Refused while trading is frozen; called by orders, amendments, conversions and every other new risk. */
    checkTrading(): Outcome<null, 'trading_frozen'>
    /** Refused while withdrawals are frozen; called by every operation that takes money out of the account. */
    checkWithdrawals(): Outcome<null, 'withdrawals_frozen'>
  }
  readonly notices: {
    /** Adds a message to the inbox and queues it for the user's chosen channels. */
    add(message: NewMessage & { readonly kind: OwnKind }, at: number): void
    /** Inbox message for an order that ended with at least one fill. */
    addOrder(orderNo: number, at: number): void
  }
  readonly fees: {
    /** The fee of a fill and its ledger lines. */
    take(fill: FilledFee): { readonly fee: Amount; readonly lines: readonly Line[] }
  }
  readonly orders: {
    /** Quantities and prices of a finished order, by its ledger reference. */
    facts(ref: string): MessageFacts
    /** Holds the order's amount, queues the order for its Market and returns its number. Doesn't check the trading freeze. */
    place(order: NewOrder, now: number): Outcome<number, PlaceRefusal>
    /**
     * Places an order sent by a trigger or a liquidation: pair filters don't refuse a remainder to sell or spend. `roundAt` is the price
     * round whose tick caused the order: the house fills it at prices of that round or a later one.
     */
    send(order: NewOrder, now: number, roundAt?: number): Outcome<number, PlaceRefusal>
    /** Asks the Market to take an order back, if it has not ended. */
    cancelForAccount(orderNo: number): void
    /** Asks the Markets to take back every open order that its owner may cancel. */
    cancelAll(): void
    find(orderNo: number): OrderStatus | undefined
    row(orderNo: number): SpotOrderRow | undefined
    openCount(symbol: string): number
    /** Unfilled lots of an agent's open orders. */
    openOfAgent(agent: string, symbol: string, side: Side): Lots
    /** Numbers of open orders on the margin wallet. */
    openOnMargin(): readonly number[]
    /** Whether the Market has answered every order command of a pair. */
    areAnswered(symbol: string): boolean
    /** Applies a stock split to resting orders. `splitShares` runs while their holds are released. */
    split(action: StockAction, at: number, splitShares: () => void): void
  }
  /** Conditional orders, which stand beside spot orders and send some. */
  readonly conditionals: {
    /** A Market's message has changed an order. */
    orderChanged(order: OrderStatus, at: number): void
    /** Refuses to amend the limit of an OCO, and an entry price beyond the entry's own exit. */
    checkAmend(orderNo: number, ticks: number): Outcome<null, EntryRefusal | 'conditional_leg_fixed'>
  }
  /** Limits that the user has put on himself. Amounts in USDT's smallest unit. */
  readonly limits: {
    /** Refused when a loss or stake limit is reached; every new risk calls it first. The stakes of all features count. */
    checkStake(stake: Amount, now: number, risk?: Amount): Outcome<null, LimitRefusal>
    /** Same check for margin added to an open position; `risk` is the additional possible loss. */
    checkLoss(risk: Amount, now: number): Outcome<null, LossRefusal>
    /** Refused during a pause or lock-out, for orders placed before it began. */
    checkPause(now: number): Outcome<null, PauseRefusal>
    /** A new order was made: sessions are measured by them. */
    staked(now: number): void
    /** Records the pnl of a settlement (negative: a loss) for the day of `at`. */
    record(result: bigint, at: number): void
  }
  /** What agents traded today, for their limits of loss. */
  readonly agentTrades: {
    /** A fill of an agent's order, after its fee: negative amounts left the account. */
    add(trade: AgentTrade, at: number): void
    /** Refused when the loss of the day is too large and the order gives back nothing of what the day left. */
    check(
      asked: { readonly keyId: string; readonly order: NewOrder; readonly marks: Marks },
      now: number,
    ): Outcome<null, 'agent_loss_reached' | 'no_reference_price'>
  }
  readonly receipts: {
    /** Stores a public receipt; returns its name, the SHA-256 of its JSON with a salt. */
    issue(content: object, at: number): string
    /** Records that a receipt of this turn moved an amount into the insurance fund (negative: out of it). */
    insure(id: string, taken: Taken): void
  }
  /** Coupons that add to the daily rate of a deposit. */
  readonly boosts: {
    /** Usable boosts. */
    available(now: number): readonly (BoostTerms & { readonly ref: string; readonly expiresAt: number })[]
    find(ref: string, now: number): Outcome<BoostTerms, 'coupon_not_found' | 'coupon_not_available'>
    spend(ref: string, now: number): void
    /** Returns the boost when its deposit never started. */
    giveBack(ref: string, now: number): void
  }
  /** Contracts for a feature that trades for its owner. Lots are counted as the position's terms count them. */
  readonly futures: {
    readonly wallet: Wallet
    /** Answers the number of a market order that its holder alone may close; refused as any other order. */
    place(order: FuturesOrder & { readonly holder: PositionHolder }, now: number): Outcome<number, FuturesPlaceRefusal>
    /** Sets stops on either side of the price: they belong to the trader who is copied. An ended position is left unchanged. */
    setStops(positionNo: number, stops: TradeStops, now: number): void
    /** Closes everything above `left` lots at the next tick. A pending position opens with `left` lots, or is cancelled at 0. */
    closeTo(positionNo: number, left: number, now: number): void
    /** Hands the position to its owner, who may close it. */
    free(positionNo: number, now: number): void
    /** Profit of closing the whole position at the newest tick since it was freed; null before the first tick. */
    worthSinceFreed(positionNo: number): Amount | null
    find(positionNo: number): FuturesRow | undefined
    /** Amount held for the position, pending or open. */
    held(positionNo: number): Amount
    /** Positions changed in this turn, and their closes. */
    changed(): readonly FuturesRow[]
    closes(): readonly FuturesCloseRow[]
    /** Saved closes of positions, oldest first. */
    closesOf(positionNos: readonly number[]): readonly FuturesCloseRow[]
    /** Amount that can leave the wallet without endangering cross positions. */
    spare(assetId: number): Amount
    /** Index price that liquidates an open position while other prices stay as the account last acted on them; null without one. */
    liquidation(positionNo: number): Liquidation | null
    /** Grows with every turn that can have moved a liquidation price. */
    readonly riskChanges: number
  }
  /** The margin wallet, which is the collateral of loans. */
  readonly loans: {
    /** Refused while the wallet is liquidated to repay the loans; afterwards its owner trades with it again. */
    checkUse(): Outcome<null, 'loan_liquidating'>
    /** Same check for an order; also refused while the wallet's value is below the order floor of the debt. */
    checkOrder(): Outcome<null, 'loan_liquidating' | 'loan_rate_low' | 'no_reference_price'>
  }
  /** Works of art, by the ledger reference of their purchase or sale; null while unknown. */
  readonly works: {
    workOf(ref: string): number | null
  }
  /** Fiat purchases. */
  readonly purchases: {
    /** Whether a reversed payment left a debt, or its review by the desk is open. */
    isOwing(): boolean
  }
  /** What the account did today, for the desk's sums. */
  readonly activity: {
    /** Value traded, in the asset that it was paid in. */
    traded(assetId: number, value: Amount, at: number): void
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
  'agentTrades',
  'receipts',
  'boosts',
  'futures',
  'loans',
  'works',
  'purchases',
  'activity',
  'market',
] as const satisfies readonly (keyof Capabilities)[]
