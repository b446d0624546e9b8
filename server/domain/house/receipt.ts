// Receipt of the house's spot trades at one set of its quotes: the tick that they follow, its settings and inventory, and each trade's price.

import * as v from 'valibot'
import { lots } from '../money/price'
import { RATE_ONE, rate } from '../money/rate'
import type { Side } from '../order'
import { count, listOf, name, orNull, signedUnits, tick, units } from '../published-forms'
import type { Tick } from '../quotes/chain'
import type { ReceiptKind } from '../receipt-kind'
import { type HouseQuotes, type HouseTerms, indexTicksOf, quoteAround } from './quotes'

export const HOUSE_RULE = 'house-1'
/** Most trades in one receipt. */
export const HOUSE_TRADES_MAX = 1_000

const LEVELS_MAX = 100
const DECIMALS_MAX = 18

const HOUSE_WAYS = ['quoted', 'crossed'] as const
/** `quoted`: a user's order met a quote. `crossed`: the index price crossed a user's resting order. */
export type HouseWay = (typeof HOUSE_WAYS)[number]

const SHAPE = v.strictObject({
  rule: v.literal(HOUSE_RULE),
  ...{ at: count, ticks: listOf(tick, 1), way: v.picklist(HOUSE_WAYS) },
  pair: v.strictObject({ symbol: name, priceDecimals: count, tickSteps: count, quantityDecimals: count }),
  house: v.strictObject({
    ...{ spread: units, levelStep: units, levels: count, size: count },
    ...{ inventoryAtFullSkew: count, inventoryMax: count },
  }),
  inventory: signedUnits,
  trades: listOf(
    v.strictObject({ no: count, side: v.picklist(['buy', 'sell']), ticks: count, lots: count, from: orNull(count) }),
    HOUSE_TRADES_MAX,
  ),
})
export type HouseReceipt = v.InferOutput<typeof SHAPE>

export const HOUSE_TRADES: ReceiptKind<HouseReceipt> = { shape: SHAPE, check: checkHouse }

/** A trade's receipt is found by this name before its hash is known. */
export const tradeReceiptName = (symbol: string, tradeNo: number): string => `trade-${symbol}-${tradeNo}`

export const TRADE_RECEIPT_NAME = /^trade-([A-Z0-9]{1,20}-[A-Z0-9]{1,20})-([1-9]\d{0,14})$/

/** What quotes come from. */
export interface HouseBasis {
  readonly way: HouseWay
  readonly tick: Tick
  readonly pair: HouseReceipt['pair']
  readonly house: HouseReceipt['house']
  /** Base lots that the house has; negative when it owes. */
  readonly inventory: string
}

/** A trade by the house's side. */
export interface HouseTrade {
  readonly no: number
  readonly side: Side
  readonly ticks: number
  readonly lots: number
  /** The user's order was accepted at this instant, and waited for a tick from then on; null for a resting order. */
  readonly from: number | null
}

export const wordsOfHouse = (terms: HouseTerms): HouseReceipt['house'] => ({
  ...{ spread: terms.spread.toString(), levelStep: terms.levelStep.toString(), levels: terms.levels, size: terms.size },
  ...{ inventoryAtFullSkew: terms.inventoryAtFullSkew, inventoryMax: terms.inventoryMax },
})

/** No salt: trade numbers make each text unique, and a repeated computation gives the same name. */
export const houseReceipt = (
  { tick: { symbol, seq, at: tickAt, price, source, previousHash, hash }, ...basis }: HouseBasis,
  at: number,
  trades: readonly HouseTrade[],
): HouseReceipt => ({
  ...{ rule: HOUSE_RULE, at, ticks: [{ symbol, seq, at: tickAt, price, source, previousHash, hash }] },
  ...{ way: basis.way, pair: basis.pair, house: basis.house, inventory: basis.inventory, trades },
})

function checkHouse(receipt: HouseReceipt): string[] {
  const { at, ticks, way, pair, trades } = receipt
  const [first] = ticks
  if (!first || first.symbol !== pair.symbol) return ['its tick is not that of its pair']
  const quotes = quotesOf(receipt, first)
  if (typeof quotes === 'string') return [quotes]
  if (trades.length === 0) return ['it holds no trade']
  const problems: string[] = []
  if (at < first.at) problems.push('it is from before its tick')
  for (const [index, trade] of trades.entries()) {
    if (trade.no <= (trades[index - 1]?.no ?? 0)) problems.push(`trade ${trade.no} is not in order`)
    if (trade.lots === 0) problems.push(`trade ${trade.no} trades nothing`)
    const isWaited = trade.from !== null && trade.from <= first.at
    if (way === 'quoted' ? !isWaited : trade.from !== null)
      problems.push(`trade ${trade.no} was not made by a tick from its order on`)
  }
  return [...problems, ...(way === 'quoted' ? beyondQuotes(quotes, trades) : beyondCrossing(quotes, trades))]
}

function quotesOf({ pair, house, inventory }: HouseReceipt, { price }: Tick): HouseQuotes | string {
  const [spread, levelStep] = [rate(BigInt(house.spread)), rate(BigInt(house.levelStep))]
  const isGrid = pair.tickSteps > 0 && pair.priceDecimals <= DECIMALS_MAX
  if (!isGrid || house.levels > LEVELS_MAX || spread > RATE_ONE || levelStep > RATE_ONE)
    return 'its settings are not those of a pair'
  const index = indexTicksOf(pair, price)
  if (index === null) return 'its price is none of its pair'
  const terms = {
    ...{ spread, levelStep, levels: house.levels, size: lots(house.size) },
    ...{ inventoryAtFullSkew: lots(house.inventoryAtFullSkew), inventoryMax: lots(house.inventoryMax) },
  }
  return quoteAround(terms, index, BigInt(inventory))
}

/** Each trade has a quoted price, and trades at one price take at most the quoted lots. */
function beyondQuotes({ bids, asks }: HouseQuotes, trades: HouseReceipt['trades']): string[] {
  const left = { buy: new Map(bids), sell: new Map(asks) }
  return trades.flatMap(({ no, side, ticks, lots: traded }) => {
    const lotsLeft = left[side].get(ticks)
    if (lotsLeft === undefined) return [`trade ${no} is at ${ticks}, where the house quoted nothing`]
    left[side].set(ticks, lotsLeft - traded)
    return lotsLeft < traded ? [`trade ${no} is of more than the house quoted at ${ticks}`] : []
  })
}

/** Each trade is at a price that the index has crossed, and together they stay within what the house may hold. */
function beyondCrossing(
  { takeBuysFrom, takeSellsTo, buyLotsMax, sellLotsMax }: HouseQuotes,
  trades: HouseReceipt['trades'],
): string[] {
  const left = { buy: buyLotsMax, sell: sellLotsMax }
  return trades.flatMap(({ no, side, ticks, lots: traded }) => {
    const isCrossed = side === 'sell' ? ticks >= takeBuysFrom : ticks <= takeSellsTo
    if (!isCrossed) return [`trade ${no} is at ${ticks}, which the index price has not crossed`]
    left[side] -= traded
    return left[side] < 0 ? [`trade ${no} is of more than the house may hold`] : []
  })
}
