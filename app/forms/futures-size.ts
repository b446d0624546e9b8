// Size of a futures order by a share of the free balance or by its value, in whole lots. Pure.

import { neededFor, worstOf } from '#domain/futures/order'
import { openPrice } from '#domain/futures/position'
import { notionalOf } from '#domain/futures/terms'
import { type Amount, amount, formatTrimmed, parseAmount } from '#domain/money/amount'
import { divideDown, divideHalfEven } from '#domain/money/rounding'
import { plainDecimal } from './decimal-field'
import { type FuturesFacts, type FuturesFields, readEntry } from './futures'

type Typed = Pick<FuturesFields, 'direction' | 'kind' | 'price' | 'leverage'>

/** The most lots whose margin and fee a share of the free balance pays; 0 while the price is not known. */
export function lotsForShare(facts: FuturesFacts, fields: Typed, percent: number): number {
  const { terms, index, available } = facts
  const { direction, kind } = fields
  const entrySteps = readEntry(facts, fields)
  if (index === null || available === null || (kind !== 'market' && entrySteps === null)) return 0
  const share = amount(divideDown(available * BigInt(percent), 100n))
  const worstSteps = kind === 'market' ? worstOf(direction, index) : null
  const leverage = parseInt(fields.leverage, 10)
  const price = { direction, kind, entrySteps, worstSteps, reference: index, takeProfit: null, stopLoss: null }
  let [low, high] = [0, terms.lotsMax]
  while (low < high) {
    const lots = Math.ceil((low + high) / 2)
    if (neededFor(terms, { ...price, lots, leverage }) <= share) low = lots
    else high = lots - 1
  }
  return low
}

/** Share of the free balance that an order takes, in whole percent: the place of the slider. */
export function shareOf({ available }: Pick<FuturesFacts, 'available'>, needed: Amount | undefined): number {
  if (!available || needed === undefined) return 0
  const percent = divideHalfEven(needed * 100n, available)
  return percent > 100n ? 100 : Number(percent)
}

/** Notional of one lot at the expected entry price; null without a price. */
function valueOfLot(facts: FuturesFacts, fields: Typed): Amount | null {
  const { terms, index } = facts
  const entry = readEntry(facts, fields)
  if (entry !== null) return notionalOf(terms, entry, 1)
  return index === null || fields.kind !== 'market'
    ? null
    : notionalOf(terms, openPrice(terms, fields.direction, index), 1)
}

/** Whole lots for a typed value; "" below one lot or for malformed text. */
export function lotsForValue(facts: FuturesFacts, fields: Typed, text: string): string {
  const lot = valueOfLot(facts, fields)
  const value = parseAmount(facts.quote, plainDecimal(text, facts.language))
  if (!value.ok || !lot) return ''
  const lots = value.value / lot
  return lots === 0n ? '' : lots.toString()
}

/** Value of typed lots as plain text: "" while it is not known. */
export function valueForLots(facts: FuturesFacts, fields: Typed & Pick<FuturesFields, 'lots'>): string {
  const lot = valueOfLot(facts, fields)
  const isWhole = /^\d{1,9}$/.test(fields.lots)
  return lot && isWhole ? formatTrimmed(facts.quote, amount(lot * BigInt(fields.lots))) : ''
}
