// Moves the house's orders to its target quotes: takes orders crossed by the index price, then cancels and places only the differences.
// Uses the same matching as user orders; the only privilege is that the house pays no fee to itself.

import { type HouseQuotes, quoteAround } from '#domain/house/quotes'
import { type HouseWay, wordsOfHouse } from '#domain/house/receipt'
import type { Side } from '#domain/order'
import { mayTrade } from '#domain/stocks/session'
import type { DepthLevel } from './book'
import { HOUSE, type MarketState } from './state'
import { type CommandContext, close, submitForHouse } from './trading'

const NO_QUOTES: HouseQuotes = {
  bids: [],
  asks: [],
  takeBuysFrom: Infinity,
  takeSellsTo: 0,
  buyLotsMax: 0,
  sellLotsMax: 0,
}

/** Deep enough to see every level that users built between two ticks; what lies beyond is taken at the next tick. */
const TAKEN_LEVELS_MAX = 1000

export function requote(state: MarketState, context: CommandContext, inventoryLots: bigint): void {
  const quotes = wantedQuotes(context, inventoryLots)
  cancelUnwanted(state, context, quotes)
  quoteBy(state, context, { way: 'crossed', inventoryLots })
  const sold = take(state, context, { side: 'sell', ticks: quotes.takeBuysFrom, lotsMax: quotes.sellLotsMax })
  const bought = take(state, context, { side: 'buy', ticks: quotes.takeSellsTo, lotsMax: quotes.buyLotsMax })
  // Lots taken now count towards the inventory limit.
  const left = sold + bought === 0 ? quotes : wantedQuotes(context, inventoryLots + BigInt(bought - sold))
  if (left !== quotes) cancelUnwanted(state, context, left)
  quoteBy(state, context, { way: 'quoted', inventoryLots: inventoryLots + BigInt(bought - sold) })
  place(state, context, 'buy', left.bids)
  place(state, context, 'sell', left.asks)
}

/** Following trades use quotes computed from this tick and inventory. */
function quoteBy(
  state: MarketState,
  { pair, tick }: CommandContext,
  { way, inventoryLots }: { readonly way: HouseWay; readonly inventoryLots: bigint },
): void {
  if (!pair || !tick) return state.houseRounds.quoteBy(null)
  const { symbol, priceDecimals, tickSteps, quantityDecimals } = pair
  const grid = { symbol, priceDecimals, tickSteps, quantityDecimals }
  const house = wordsOfHouse(pair.house)
  state.houseRounds.quoteBy({ way, tick, pair: grid, house, inventory: String(inventoryLots) })
}

/** None when the house is switched off, the pair or its exchange is closed, or there is no index price to quote around. */
function wantedQuotes({ pair, band, now }: CommandContext, inventoryLots: bigint): HouseQuotes {
  if (!pair?.isTradable || !pair.house.isOn || !band || !mayTrade(pair.stock, now)) return NO_QUOTES
  return quoteAround(pair.house, band.indexTicks, inventoryLots)
}

/** Keeps a quote whose price is wanted and whose size is whole; otherwise it is replaced. */
function cancelUnwanted(state: MarketState, context: CommandContext, quotes: HouseQuotes): void {
  const wanted = { buy: new Map(quotes.bids), sell: new Map(quotes.asks) }
  for (const order of state.ordersOf(HOUSE)) {
    if (wanted[order.side].get(order.ticks) !== order.lotsLeft) close(state, context, order, 'cancelled')
  }
}

/**
 * A user's limit that the index price has crossed by half the spread is filled at the user's own price, as the wire contract has it:
 * "fills when the market crosses". Answers the lots that the house took.
 */
function take(
  state: MarketState,
  context: CommandContext,
  { side, ticks, lotsMax }: { readonly side: Side; readonly ticks: number; readonly lotsMax: number },
): number {
  const makers: Side = side === 'sell' ? 'buy' : 'sell'
  const isCrossed = (price: number): boolean => (side === 'sell' ? price >= ticks : price <= ticks)
  const best = state.book.best(makers)
  if (best === 0 || !isCrossed(best)) return 0
  const own = new Map<number, number>()
  for (const order of state.ordersOf(HOUSE)) if (order.side === makers) own.set(order.ticks, order.lotsLeft)
  let lots = 0
  for (const [price, lotsThere] of state.book.depth(makers, TAKEN_LEVELS_MAX)) {
    if (!isCrossed(price)) break
    lots = Math.min(lots + lotsThere - (own.get(price) ?? 0), lotsMax)
  }
  if (lots > 0) submitForHouse(state, context, { side, ticks, lots, as: 'taking' })
  return lots
}

function place(state: MarketState, context: CommandContext, side: Side, levels: readonly DepthLevel[]): void {
  const placed = new Set<number>()
  for (const order of state.ordersOf(HOUSE)) if (order.side === side) placed.add(order.ticks)
  for (const [ticks, lots] of levels) {
    if (!placed.has(ticks)) submitForHouse(state, context, { side, ticks, lots, as: 'quote' })
  }
}
