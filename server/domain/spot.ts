// Spot orders: their words, the checks an order passes before money is held, and how much is held for it.
// Prices are ticks and quantities lots of the order's pair throughout.

import type { MarginWallet, Pair } from './catalogue'
import { type Amount, formatTrimmed, parseAmount, subtract, trimZeros } from './money/amount'
import {
  type Lots,
  type Ticks,
  formatLots,
  formatTicks,
  lots,
  lotsToBase,
  lotsWorth,
  notional,
  notionalUp,
  ticks,
} from './money/price'
import { type Rate, applyRateUp } from './money/rate'
import { divideDown } from './money/rounding'
import type { OrderKind, SelfTradePrevention, Side, TimeInForce } from './order'
import { type Outcome, type RefusalFacts, done, refuse } from './outcome'
import type { SessionRefusal } from './stocks/session'

export type FilterRefusal =
  | 'price_off_tick'
  | 'price_out_of_band'
  | 'quantity_off_lot'
  | 'stock_below_smallest'
  | 'quantity_below_min'
  | 'quantity_above_max'
  | 'budget_above_max'
  | 'notional_below_min'
  | 'open_orders_above_max'

/** Refusals that only the Market can give, because they depend on the book and the index price. */
export type MarketRefusal =
  | 'price_out_of_band'
  | 'post_only_would_take'
  | 'fill_or_kill_unfilled'
  | 'order_not_open'
  | 'amend_below_filled'
  | 'market_closed'
  | 'no_reference_price'
  | SessionRefusal

/** Which terms of an order do not go together. */
export type TermsRefusal =
  | 'post_only_needs_resting'
  | 'market_order_never_rests'
  | 'budget_needs_market_buy'
  | 'price_missing'
  | 'quantity_missing'

/** Terms of an order besides price and size. */
interface OrderKindTerms {
  readonly side: Side
  readonly kind: OrderKind
  readonly timeInForce: TimeInForce
  readonly isPostOnly: boolean
}

/** An order as asked for, on the pair's grid. A limit order has lots; a market order has lots or a budget of quote. */
export interface OrderTerms extends OrderKindTerms {
  /** The limit; for a market order the worst price it may trade at. */
  readonly ticks: Ticks
  /** Zero when `budget` rules. */
  readonly lots: Lots
  /** Quote to spend: market buys by quote amount only. */
  readonly budget: Amount | null
  readonly selfTrade: SelfTradePrevention
}

/** Refusals by an Account, before any Market is called. */
export type PlaceRefusal =
  | FilterRefusal
  | TermsRefusal
  | SessionRefusal
  | 'pair_not_found'
  | 'market_closed'
  | 'no_reference_price'
  | 'client_order_id_in_use'
  | 'insufficient_available'
  | 'wallet_not_for_asset'
  | 'loan_liquidating'
  | 'loan_rate_low'

/** An order in decimal text, as people and clients write it. `quantity` is base; `quoteAmount` is quote to spend, of market buys only. */
export interface OrderText {
  readonly symbol: string
  readonly side: Side
  readonly kind: OrderKind
  readonly price?: string | undefined
  readonly quantity?: string | undefined
  readonly quoteAmount?: string | undefined
  /** Absent: a limit rests until it is cancelled, a market order does not rest. */
  readonly timeInForce?: TimeInForce | undefined
  readonly isPostOnly?: boolean | undefined
  readonly selfTrade?: SelfTradePrevention | undefined
  readonly clientOrderId?: string | undefined
  /** Absent: the wallet that the pair is traded from. */
  readonly wallet?: MarginWallet | undefined
}

/** A market order never rests, and only an order that rests can be post-only: choices that a form keeps for another kind are dropped. */
export const termsOfKind = ({
  kind,
  timeInForce,
  isPostOnly,
}: Pick<OrderKindTerms, 'kind' | 'timeInForce' | 'isPostOnly'>): Pick<OrderKindTerms, 'timeInForce' | 'isPostOnly'> =>
  kind === 'limit'
    ? { timeInForce, isPostOnly }
    : { timeInForce: timeInForce === 'gtc' ? 'ioc' : timeInForce, isPostOnly: false }

/** Whether an order's terms are consistent, in any notation. Everyone who accepts orders calls it. */
export function checkTerms({
  side,
  kind,
  timeInForce,
  isPostOnly,
  has,
}: OrderKindTerms & { readonly has: Readonly<Record<'price' | 'quantity' | 'budget', boolean>> }): Outcome<
  null,
  TermsRefusal
> {
  if (isPostOnly && (kind === 'market' || timeInForce !== 'gtc')) return refuse('post_only_needs_resting')
  if (kind === 'market' && timeInForce === 'gtc') return refuse('market_order_never_rests')
  if (has.budget && (kind === 'limit' || side === 'sell' || has.quantity)) return refuse('budget_needs_market_buy')
  if (kind === 'limit' && !has.price) return refuse('price_missing')
  return has.budget || has.quantity ? done(null) : refuse('quantity_missing')
}

/** Text ("61234.5") to ticks; the refusal names the tick size and the nearest valid price at or below. */
export function parsePrice(
  pair: Pair,
  text: string,
): Outcome<Ticks, FilterRefusal | 'amount_malformed' | 'amount_too_large'> {
  const counted = countSteps(pair.quote.code, text, BigInt(pair.tickSteps) * 10n ** BigInt(20 - pair.priceDecimals))
  if (!counted.ok) return counted
  const { count, isWhole } = counted.value
  const price = ticks(Number(count))
  if (isWhole && price > 0) return done(price)
  return refuse('price_off_tick', priceFacts(pair, ticks(1), ticks(price || 1)))
}

/** Text ("0.01") to lots; the refusal names the lot size and the nearest quantity at or below that an order may have. */
export function parseQuantity(
  pair: Pair,
  text: string,
): Outcome<Lots, FilterRefusal | 'amount_malformed' | 'amount_too_large'> {
  const counted = countSteps(pair.base.code, text, 10n ** BigInt(20 - pair.quantityDecimals))
  if (!counted.ok) return counted
  const { count, isWhole } = counted.value
  const quantity = lots(Number(count))
  if (isWhole && quantity > 0) return done(quantity)
  if (pair.stock && quantity === 0) return refuse('stock_below_smallest', quantityFacts(pair, lots(1)))
  const { quantityMin, quantityMax } = pair.filters
  const nearest = lots(Math.min(Math.max(quantity, quantityMin), quantityMax))
  return refuse('quantity_off_lot', quantityFacts(pair, lots(1), nearest))
}

/** Number of 10^-20 steps in a text, rounded down, and whether that is exact. */
function countSteps(
  code: string,
  text: string,
  step: bigint,
): Outcome<{ count: bigint; isWhole: boolean }, 'amount_malformed' | 'amount_too_large'> {
  const parsed = parseAmount({ code, scale: 20 }, text)
  if (!parsed.ok)
    return refuse(
      parsed.refusal.code === 'amount_too_large' ? 'amount_too_large' : 'amount_malformed',
      parsed.refusal.facts,
    )
  const count = divideDown(parsed.value, step)
  if (count > BigInt(Number.MAX_SAFE_INTEGER) / 1024n) return refuse('amount_too_large', { asset: code })
  return done({ count, isWhole: count * step === parsed.value })
}

/** Values of a refused price: the limit and the nearest valid price, both in quote. */
export const priceFacts = (pair: Pair, bound: Ticks, nearest = bound): RefusalFacts => ({
  bound: trimZeros(formatTicks(pair, bound)),
  nearest: trimZeros(formatTicks(pair, nearest)),
  asset: pair.quote.code,
})

/** Values of a refused quantity, in base. */
const quantityFacts = (pair: Pair, bound: Lots, nearest = bound): RefusalFacts => ({
  bound: trimZeros(formatLots(pair, bound)),
  nearest: trimZeros(formatLots(pair, nearest)),
  asset: pair.base.code,
})

/** Filters that need no book: checked in this order, before any hold. A budget is at most the cost of the largest quantity at the worst price. */
export function checkFilters(pair: Pair, terms: OrderTerms, openOrders: number): Outcome<null, FilterRefusal> {
  const { filters } = pair
  if (terms.budget === null && terms.lots < filters.quantityMin) {
    return refuse('quantity_below_min', quantityFacts(pair, filters.quantityMin))
  }
  if (terms.lots > filters.quantityMax) {
    return refuse('quantity_above_max', quantityFacts(pair, filters.quantityMax))
  }
  const budgetMax = notional(pair, terms.ticks, filters.quantityMax)
  if (terms.budget !== null && terms.budget > budgetMax) {
    const bound = formatTrimmed(pair.quote, budgetMax)
    return refuse('budget_above_max', { bound, nearest: bound, asset: pair.quote.code })
  }
  const value = terms.budget ?? notional(pair, terms.ticks, terms.lots)
  if (value < leastNotional(pair, terms)) {
    // Stated in quote only: the matching quantity depends on a price that may be invalid itself.
    return refuse('notional_below_min', {
      bound: formatTrimmed(pair.quote, filters.notionalMin),
      asset: pair.quote.code,
    })
  }
  if (openOrders >= filters.openOrdersMax) {
    return refuse('open_orders_above_max', {
      bound: String(filters.openOrdersMax),
      nearest: String(filters.openOrdersMax),
    })
  }
  return done(null)
}

/**
 * Smallest notional at the order's price. A market sell uses its worst price, at the band's lower edge below the index, so its minimum is
 * lowered by the same rate: otherwise a sale worth the minimum at the index would be refused.
 */
function leastNotional(pair: Pair, { side, kind }: OrderTerms): Amount {
  const { notionalMin, priceBand } = pair.filters
  return kind === 'market' && side === 'sell' ? subtract(notionalMin, applyRateUp(notionalMin, priceBand)) : notionalMin
}

/** The least quantity that passes every filter at `price`. */
export function leastQuantity(pair: Pair, price: Ticks): Lots {
  const { quantityMin, notionalMin } = pair.filters
  return lots(Math.max(quantityMin, lotsWorth(pair, price, notionalMin)))
}

/**
 * The worst price of a market order: the edge of the pair's band on the order's side. Zero without a reference price, which the Account
 * refuses.
 */
export const worstTicks = (
  side: Side,
  reference: { readonly lowTicks: number; readonly highTicks: number } | null,
): Ticks => ticks((side === 'buy' ? reference?.highTicks : reference?.lowTicks) ?? 0)

/** Hold of an order: quote for a buy (at its worst price, or its budget), base for a sell. Fees are deducted from the received amount. */
export function holdFor(pair: Pair, terms: OrderTerms): { assetId: number; amount: Amount } {
  if (terms.side === 'sell') return { assetId: pair.base.id, amount: lotsToBase(pair, terms.lots) }
  return { assetId: pair.quote.id, amount: terms.budget ?? notionalUp(pair, terms.ticks, terms.lots) }
}

/**
 * The trading fee before discounts: taken in the received asset and rounded up, so the fraction of a unit goes to the house. The Account
 * lowers it by level and coupon, and pays it to the house (party/account/promotion/trading-fee.ts).
 */
const tradingFee = (received: Amount, feeRate: Rate): Amount => applyRateUp(received, feeRate)

/** Amounts of one fill for one party, with the trading fee at the maker's or taker's rate of the pair. */
export function fillAmounts(
  pair: Pair,
  fill: { readonly side: Side; readonly price: Ticks; readonly quantity: Lots },
  feeRate: Rate,
): { paid: Amount; received: Amount; fee: Amount } {
  const base = lotsToBase(pair, fill.quantity)
  const quote = notional(pair, fill.price, fill.quantity)
  const [paid, received] = fill.side === 'buy' ? [quote, base] : [base, quote]
  return { paid, received, fee: tradingFee(received, feeRate) }
}
