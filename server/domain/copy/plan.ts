// Whether and how a follower copies a trade, by the follower's settings and the current terms. A missed copy has a named reason. The price
// is still unknown: the copy opens at the first tick after the account gets the event.

import { type GateRow, isOpenIn } from '../gate'
import {
  type Direction,
  type FuturesTerms,
  type SizeRefusal,
  type StoredTerms,
  UNVERIFIED_LEVERAGE_MAX,
  checkSize,
  inParts,
  readTerms,
  storeTerms,
  notionalOf,
} from '../futures/terms'
import { marginOf } from '../futures/position'
import { type Amount, type AssetScale, amount } from '../money/amount'
import { type Rate, RATE_ONE, rate } from '../money/rate'
import { divideDown } from '../money/rounding'
import { type Outcome, done, refuse } from '../outcome'
import { type FollowSettings, PARTS, checkMargin, copyLots, hundredthsText } from './terms'

/** A trade as its trader's account tells it: lots in hundredths, prices in steps, amounts as integer text. */
export interface OpenedTrade {
  readonly positionNo: number
  readonly symbol: string
  readonly assetId: number
  readonly direction: Direction
  readonly leverage: number
  readonly lots: number
  readonly steps: number
  readonly priceDecimals: number
  readonly margin: string
  readonly openedAt: number
}

/** Stops of an open trade; lots in hundredths, null for all. */
export interface TradeStops {
  readonly takeProfit: number | null
  readonly stopLoss: number | null
  readonly takeProfitLots: number | null
  readonly stopLossLots: number | null
}

/** Current terms for copying a trade, in JSON-compatible form. */
export interface CopyMarket {
  readonly isOpen: boolean
  readonly slippageMax: string
  readonly gates: readonly GateRow[]
  /** Null for a symbol without futures. */
  readonly futures: {
    readonly isOpen: boolean
    readonly lotsMin: number
    readonly lotsMax: number
    readonly leverages: readonly number[]
    readonly tiers: readonly { readonly upTo: string; readonly maintenance: string; readonly leverageMax: number }[]
    readonly quote: { readonly id: number; readonly code: string; readonly scale: number }
    readonly terms: StoredTerms
  } | null
}

export function storeMarket(
  {
    isOpen,
    slippageMax,
    gates,
  }: { readonly isOpen: boolean; readonly slippageMax: Rate; readonly gates: readonly GateRow[] },
  terms: FuturesTerms | undefined,
): CopyMarket {
  const own = gates
    .filter(({ product }) => product === 'copy' || product === 'futures')
    .map((row) => ({ product: row.product, country: row.country, isOpen: row.isOpen }))
  const futures = terms && {
    isOpen: terms.isOpen,
    lotsMin: terms.lotsMin,
    lotsMax: terms.lotsMax,
    leverages: terms.leverages,
    tiers: terms.tiers.map(({ upTo, maintenance, leverageMax }) => ({
      upTo: upTo.toString(),
      maintenance: maintenance.toString(),
      leverageMax,
    })),
    quote: terms.quote,
    terms: storeTerms(terms),
  }
  return { isOpen, slippageMax: slippageMax.toString(), gates: own, futures: futures ?? null }
}

const readMarket = (symbol: string, futures: NonNullable<CopyMarket['futures']>): FuturesTerms => ({
  ...readTerms(futures.terms),
  symbol,
  lotSize: 0n,
  quote: futures.quote,
  leverages: futures.leverages,
  lotsMin: futures.lotsMin,
  lotsMax: futures.lotsMax,
  tiers: futures.tiers.map(({ upTo, maintenance, leverageMax }) => ({
    upTo: amount(BigInt(upTo)),
    maintenance: rate(BigInt(maintenance)),
    leverageMax,
  })),
  exposureMax: amount(0n),
  isOpen: futures.isOpen,
})

export interface Follower {
  readonly settings: FollowSettings
  readonly country: string
  readonly isVerified: boolean
  /** Margin of this trader's copies now. */
  readonly running: Amount
  readonly asset: AssetScale
}

export interface CopyPlan {
  /** Counted as the terms count them: whole lots, or hundredths. */
  readonly lots: number
  readonly terms: StoredTerms
  readonly maintenanceRate: string
  readonly worstSteps: number
}

export type PlanRefusal =
  | 'copy_halted'
  | 'product_not_in_country'
  | 'futures_not_offered'
  | 'futures_halted'
  | 'copy_lots_too_small'
  | 'futures_leverage_needs_identity'
  | 'copy_order_above_max'
  | 'copy_margin_above_max'
  | SizeRefusal

/**
 * Order that copies a trade by the follower's settings, or a refusal: copy trading or the futures are closed for the follower, too few
 * lots, an unverified follower's leverage, or a margin (in the follower's asset) above the limit per order or per trader.
 */
export function planCopy(follower: Follower, trade: OpenedTrade, market: CopyMarket): Outcome<CopyPlan, PlanRefusal> {
  const { symbol, leverage, steps } = trade
  const { country, settings, asset, running } = follower
  const pair = symbol.replace('-', '/')
  if (!market.isOpen) return refuse('copy_halted')
  if (!isOpenIn(market.gates, 'copy', country) || !isOpenIn(market.gates, 'futures', country))
    return refuse('product_not_in_country')
  if (!market.futures) return refuse('futures_not_offered', { pair })
  const offered = readMarket(symbol, market.futures)
  if (!offered.isOpen) return refuse('futures_halted', { pair })
  const wanted = copyLots(settings, trade.lots)
  if (wanted < offered.lotsMin * PARTS)
    return refuse('copy_lots_too_small', { min: hundredthsText(offered.lotsMin * PARTS) })
  const { terms, lots } = countedIn(offered, wanted)
  const tier = checkSize(terms, { lots, leverage }, steps)
  if (!tier.ok) return tier
  if (leverage > UNVERIFIED_LEVERAGE_MAX && !follower.isVerified)
    return refuse('futures_leverage_needs_identity', { max: String(UNVERIFIED_LEVERAGE_MAX) })
  const needed = marginOf(notionalOf(terms, steps, lots), leverage)
  const allowed = checkMargin(asset, settings, { needed, running })
  if (!allowed.ok) return allowed
  return done({
    lots,
    terms: storeTerms(terms),
    maintenanceRate: tier.value.maintenance.toString(),
    worstSteps: worstOf(trade, rate(BigInt(market.slippageMax))),
  })
}

/** Lots in whole numbers if possible; otherwise in hundredths if one hundredth has a whole value; otherwise rounded down. */
function countedIn(offered: FuturesTerms, wanted: number): { readonly terms: FuturesTerms; readonly lots: number } {
  const whole = { terms: offered, lots: Math.floor(wanted / PARTS) }
  if (wanted % PARTS === 0) return whole
  const terms = inParts(offered, PARTS)
  return terms ? { terms, lots: wanted } : whole
}

function worstOf({ direction, steps }: OpenedTrade, slippageMax: Rate): number {
  const most = parseInt(divideDown(BigInt(steps) * slippageMax, RATE_ONE).toString(), 10)
  return direction === 'long' ? steps + most : Math.max(1, steps - most)
}
