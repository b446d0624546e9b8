// Terms of futures on one symbol, and rules that follow from them: order limits and maintenance tiers. Prices count price steps of the
// pair. The lot size makes one tick of one lot a whole number of quote units, so every notional is exact.

import { assert } from '../assert'
import { type Amount, amount, formatTrimmed } from '../money/amount'
import { type Rate, rate } from '../money/rate'
import { type Outcome, done, refuse } from '../outcome'
import { formatSteps } from '../quotes/steps'

/** Wallet of futures margins and payouts. */
export const FUTURES_WALLET = 'lever'

export type Direction = 'long' | 'short'
export type MarginMode = 'cross' | 'isolated'
export type EntryKind = 'market' | 'limit' | 'stop'

/** Tier of positions with a notional at opening up to `upTo` and above the previous tier. */
export interface MaintenanceTier {
  readonly upTo: Amount
  /** Rate on the notional at opening: equity at or below it is liquidated. */
  readonly maintenance: Rate
  readonly leverageMax: number
}

/** Terms stored with an order: later edits don't affect it. */
export interface PositionTerms {
  readonly version: string
  readonly priceDecimals: number
  /** Value of one price tick on one lot (or one of its parts), in quote units. */
  readonly stepValue: bigint
  /** Parts per lot, where lots are counted in parts. */
  readonly lotParts?: number | undefined
  /** Spread between buy and sell as a fraction of the price: half on each side. */
  readonly spread: Rate
  /** Rate on the notional at opening. */
  readonly fee: Rate
  /** Rate on the notional at each UTC midnight. */
  readonly overnight: Rate
  /** Rate on the notional at liquidation; at most the remaining amount. */
  readonly liquidationFee: Rate
}

/** The terms of an order, as JSON can hold them: rates and amounts as integer text. */
export interface StoredTerms {
  readonly version: string
  readonly priceDecimals: number
  readonly stepValue: string
  readonly lotParts?: number | undefined
  readonly spread: string
  readonly fee: string
  readonly overnight: string
  readonly liquidationFee: string
}

export interface FuturesTerms extends PositionTerms {
  readonly symbol: string
  /** Base units of 1e-8 in one lot. */
  readonly lotSize: bigint
  readonly quote: { readonly id: number; readonly code: string; readonly scale: number }
  readonly leverages: readonly number[]
  readonly lotsMin: number
  readonly lotsMax: number
  /** Ascending. A larger notional is refused. */
  readonly tiers: readonly MaintenanceTier[]
  /** The house's largest exposure on one side, over all users, in quote units. */
  readonly exposureMax: Amount
  /** Closed for opening by the desk; closing always works. */
  readonly isOpen: boolean
}

/** Highest leverage without a verified identity. */
export const UNVERIFIED_LEVERAGE_MAX = 20

export const readTerms = ({ version, priceDecimals, lotParts, ...text }: StoredTerms): PositionTerms => ({
  version,
  priceDecimals,
  stepValue: BigInt(text.stepValue),
  ...(lotParts === undefined ? {} : { lotParts }),
  spread: rate(BigInt(text.spread)),
  fee: rate(BigInt(text.fee)),
  overnight: rate(BigInt(text.overnight)),
  liquidationFee: rate(BigInt(text.liquidationFee)),
})

export const storeTerms = (terms: PositionTerms): StoredTerms => ({
  version: terms.version,
  priceDecimals: terms.priceDecimals,
  stepValue: terms.stepValue.toString(),
  ...(terms.lotParts === undefined ? {} : { lotParts: terms.lotParts }),
  spread: terms.spread.toString(),
  fee: terms.fee.toString(),
  overnight: terms.overnight.toString(),
  liquidationFee: terms.liquidationFee.toString(),
})

/** Lots as people count them, out of parts. */
export const wholeLots = (lots: number, { lotParts = 1 }: { readonly lotParts?: number | undefined }): number =>
  lots / lotParts

/** Same terms with lots split into parts; null when one part's tick isn't a whole number of units. */
export function inParts(terms: FuturesTerms, parts: number): FuturesTerms | null {
  if (terms.stepValue % BigInt(parts) !== 0n) return null
  const { lotsMin, lotsMax } = terms
  const stepValue = terms.stepValue / BigInt(parts)
  return { ...terms, stepValue, lotParts: parts, lotsMin: lotsMin * parts, lotsMax: lotsMax * parts }
}

/** Decimals of a quantity of the base as lots count it. */
export const LOT_DECIMALS = 8

/** Value of one price tick on one lot in quote units; asserts a whole number, which the desk table checks earlier. */
export function stepValueOf(lotSize: bigint, priceDecimals: number, quoteScale: number): bigint {
  const value = lotSize * 10n ** BigInt(quoteScale)
  const divisor = 10n ** BigInt(priceDecimals + LOT_DECIMALS)
  assert(value > 0n && value % divisor === 0n, 'one step of one lot is a whole number of quote units')
  return value / divisor
}

/** Exact notional of lots at a price. */
export const notionalOf = ({ stepValue }: Pick<PositionTerms, 'stepValue'>, priceSteps: number, lots: number): Amount =>
  amount(BigInt(priceSteps) * BigInt(lots) * stepValue)

export interface OrderSize {
  readonly lots: number
  readonly leverage: number
}

export type SizeRefusal = 'futures_lots_out_of_bounds' | 'futures_leverage_not_offered' | 'futures_leverage_above_tier'

/** Tier of an order's size at a price; or the refusal with its limit. */
export function checkSize(
  terms: FuturesTerms,
  { lots, leverage }: OrderSize,
  priceSteps: number,
): Outcome<MaintenanceTier, SizeRefusal> {
  const { lotsMin, lotsMax, leverages, tiers, quote } = terms
  const bounds = (max: number) => ({ min: String(wholeLots(lotsMin, terms)), max: String(wholeLots(max, terms)) })
  if (!Number.isSafeInteger(lots) || lots < lotsMin || lots > lotsMax)
    return refuse('futures_lots_out_of_bounds', bounds(lotsMax))
  if (!leverages.includes(leverage))
    return refuse('futures_leverage_not_offered', { offered: leverages.map((each) => `${each}×`).join(', ') })
  const notional = notionalOf(terms, priceSteps, lots)
  const tier = tiers.find(({ upTo }) => notional <= upTo)
  if (!tier) {
    const last = tiers.at(-1)
    const lotsAllowed = last ? last.upTo / notionalOf(terms, priceSteps, 1) : 0n
    return refuse('futures_lots_out_of_bounds', bounds(parseInt(lotsAllowed.toString(), 10)))
  }
  if (leverage > tier.leverageMax)
    return refuse('futures_leverage_above_tier', {
      max: String(tier.leverageMax),
      notional: formatTrimmed(quote, notional),
      asset: quote.code,
    })
  return done(tier)
}

export interface Stops {
  readonly takeProfit: number | null
  readonly stopLoss: number | null
}

export type StopsRefusal =
  | 'futures_take_profit_too_low'
  | 'futures_take_profit_too_high'
  | 'futures_stop_loss_too_low'
  | 'futures_stop_loss_too_high'

/** Take-profit beyond, stop-loss before both the opening price and the price now, seen in the direction of the position. */
export function checkStops(
  { priceDecimals }: Pick<PositionTerms, 'priceDecimals'>,
  direction: Direction,
  { takeProfit, stopLoss }: Stops,
  prices: readonly number[],
): Outcome<null, StopsRefusal> {
  const sign = direction === 'long' ? 1 : -1
  const highest = Math.max(...prices)
  const lowest = Math.min(...prices)
  const [beyond, before] = sign > 0 ? [highest, lowest] : [lowest, highest]
  const text = (priceSteps: number) => ({ price: formatSteps(priceSteps, priceDecimals) })
  if (takeProfit !== null && (takeProfit - beyond) * sign <= 0)
    return sign > 0
      ? refuse('futures_take_profit_too_low', text(beyond))
      : refuse('futures_take_profit_too_high', text(beyond))
  if (stopLoss !== null && (before - stopLoss) * sign <= 0)
    return sign > 0
      ? refuse('futures_stop_loss_too_high', text(before))
      : refuse('futures_stop_loss_too_low', text(before))
  return done(null)
}
