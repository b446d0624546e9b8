// Receipt of a tick's decision about a futures position: all inputs and the result. `checkFuturesReceipt` verifies it from its own data
// alone, by the formulas of the settlement. It contains no personal data.

import { amount } from '../money/amount'
import { rate } from '../money/rate'
import type { Tick } from '../quotes/chain'
import { parseSteps } from '../quotes/steps'
import type { CloseCause } from './life'
import {
  type PositionNumbers,
  closePrice,
  crossRisk,
  isLiquidated,
  isolatedRisk,
  maintenanceOf,
  resultAt,
} from './position'
import type { Direction, MarginMode } from './terms'

export const FUTURES_RULE = 'futures-1'

/** A position in a receipt: prices in ticks, amounts and rates as integer text. */
export interface ReceiptPosition {
  readonly no: number
  readonly symbol: string
  readonly direction: Direction
  readonly mode: MarginMode
  readonly lots: number
  readonly openSteps: number
  readonly margin: string
  readonly maintenanceRate: string
  readonly takeProfit: number | null
  readonly stopLoss: number | null
  readonly priceDecimals: number
  readonly stepValue: string
  /** Parts per lot, where lots are counted in parts. */
  readonly lotParts?: number | undefined
  readonly spread: string
}

export interface FuturesReceipt {
  readonly rule: typeof FUTURES_RULE
  readonly cause: CloseCause
  /** Time of the tick that decided. */
  readonly at: number
  /** Tick of the position's symbol, then of the other symbols involved. */
  readonly ticks: readonly Tick[]
  readonly position: ReceiptPosition
  /** When the user asked for the close: the first tick from then on counts. Null for other causes. */
  readonly acceptedAt: number | null
  /** Closed lots. */
  readonly lots: number
  /** For a cross liquidation: the balance and all other cross positions of the wallet at that time. */
  readonly available: string | null
  readonly others: readonly ReceiptPosition[]
  /** Closing price, and what closing won (negative: lost). */
  readonly price: number
  readonly result: string
}

const numbersOf = (position: ReceiptPosition): PositionNumbers & { readonly symbol: string } => ({
  symbol: position.symbol,
  direction: position.direction,
  mode: position.mode,
  lots: position.lots,
  openSteps: position.openSteps,
  margin: amount(BigInt(position.margin)),
  maintenanceRate: rate(BigInt(position.maintenanceRate)),
  terms: {
    version: '',
    priceDecimals: position.priceDecimals,
    stepValue: BigInt(position.stepValue),
    spread: rate(BigInt(position.spread)),
    fee: rate(0n),
    overnight: rate(0n),
    liquidationFee: rate(0n),
  },
})

/** A close by the user takes the first tick of the position's symbol from the request on. */
export const firstTickOfClose = ({ acceptedAt }: FuturesReceipt): readonly number[] =>
  acceptedAt === null ? [] : [acceptedAt]

/** Problems of a receipt, in English; empty when it is correct. Its ticks are checked elsewhere. */
export function checkFuturesReceipt(receipt: FuturesReceipt): string[] {
  const { position, cause, ticks, lots, acceptedAt } = receipt
  const numbers = numbersOf(position)
  const prices = new Map<string, number>()
  for (const { symbol, priceDecimals } of [...receipt.others, position]) {
    const tick = ticks.find((each) => each.symbol === symbol)
    const priceSteps = tick ? parseSteps(tick.price, priceDecimals) : null
    if (priceSteps === null) return [`there is no tick of ${symbol}`]
    prices.set(symbol, priceSteps)
  }
  const index = (symbol: string): number => prices.get(symbol) ?? 0
  const price = index(position.symbol)
  const problems: string[] = []
  if (ticks[0]?.symbol !== position.symbol) problems.push('the first tick is of another symbol')
  if (ticks[0]?.at !== receipt.at) problems.push('the tick is not of the time that the receipt says')
  if (ticks.some(({ at }) => at > receipt.at)) problems.push('a tick is later than the receipt says')
  if ((cause === 'user') !== (acceptedAt !== null)) problems.push('only a close by the user has a time of its request')
  if (acceptedAt !== null && receipt.at < acceptedAt) problems.push('its tick is from before the request')
  const expected = closePrice(numbers.terms, numbers.direction, price)
  if (expected !== receipt.price) problems.push(`the price is ${receipt.price} and should be ${expected}`)
  const result = resultAt(numbers, price, lots)
  if (result.toString() !== receipt.result) problems.push(`the result is ${receipt.result} and should be ${result}`)
  const isDue = DUE[cause]
  if (isDue && !isDue({ receipt, numbers, price, index }))
    problems.push(`the price did not reach what "${cause}" waits for`)
  return problems
}

interface Deciding {
  readonly receipt: FuturesReceipt
  readonly numbers: PositionNumbers & { readonly symbol: string }
  readonly price: number
  readonly index: (symbol: string) => number
}

const isBeyond = (direction: Direction, price: number, edge: number | null): boolean =>
  edge !== null && (direction === 'long' ? price >= edge : price <= edge)
const opposite = (direction: Direction): Direction => (direction === 'long' ? 'short' : 'long')

/** Whether the tick allowed the event. A close by the user, or to cover a loss, depends on no price. */
const DUE: Partial<Record<FuturesReceipt['cause'], (deciding: Deciding) => boolean>> = {
  take_profit: ({ receipt: { position }, price }) => isBeyond(position.direction, price, position.takeProfit),
  stop_loss: ({ receipt: { position }, price }) => isBeyond(opposite(position.direction), price, position.stopLoss),
  liquidation: ({ receipt, numbers, price, index }) => {
    if (numbers.mode === 'isolated') return isLiquidated(isolatedRisk(numbers, price))
    const all = [numbers, ...receipt.others.map(numbersOf)]
    const isLargest = all.every((each) => maintenanceOf(each) <= maintenanceOf(numbers))
    return isLargest && isLiquidated(crossRisk(amount(BigInt(receipt.available ?? '0')), all, index))
  },
}
