// Preview of closing a futures position or changing its margin at the current price, by the domain functions. The
// server decides.

import { heldOf } from '#domain/futures/appraisal'
import { checkLeaving } from '#domain/futures/cross-equity'
import { type OrderOutlook, isStopBeyond } from '#domain/futures/order'
import {
  closingOf,
  feeOf,
  isMarginEnough,
  liquidationPrice,
  marginNeeded,
  marginOf,
  marginRatio,
  openPrice,
} from '#domain/futures/position'
import { notionalOf } from '#domain/futures/terms'
import { type Amount, ZERO, add, formatTrimmed, maximum, negate, parseAmount, subtract } from '#domain/money/amount'
import { checkAvailable } from '#domain/money/available'
import { type Refusal, refuse } from '#domain/outcome'
import type { FuturesRow } from '#party/protocol/futures'
import { plainDecimal } from './decimal-field'
import type { OwnFacts } from './futures'

interface ClosingOutlook {
  /** In steps, the spread paid. */
  readonly price: number
  readonly result: Amount
  /** Released margin of the closed lots. */
  readonly freed: Amount
}

/** Null without a price, or when the text is not a valid number of lots. */
export function readClosing(
  { prices }: Pick<OwnFacts, 'prices'>,
  row: FuturesRow,
  lotsText: string,
): ClosingOutlook | null {
  const held = heldOf(row)
  const index = prices.get(row.symbol)
  const lots = /^\d{1,9}$/.test(lotsText) ? parseInt(lotsText, 10) : 0
  return held && index !== undefined && lots >= 1 && lots <= row.lots ? closingOf(held, index, lots) : null
}

interface Reversal {
  readonly closing: ClosingOutlook
  readonly direction: 'long' | 'short'
  /** Of the position that is opened, in steps. */
  readonly price: number
  readonly margin: Amount
  readonly fee: Amount
}

/** What a reversal closes and opens at the current price; null without one. */
export function readReversal(facts: Pick<OwnFacts, 'prices'>, row: FuturesRow): Reversal | null {
  const held = heldOf(row)
  const index = facts.prices.get(row.symbol)
  if (!held || index === undefined) return null
  const direction = row.direction === 'long' ? 'short' : 'long'
  const price = openPrice(held.terms, direction, index)
  const notional = notionalOf(held.terms, price, row.lots)
  return {
    closing: closingOf(held, index, row.lots),
    direction,
    price,
    margin: marginOf(notional, row.leverage),
    fee: feeOf(notional, held.terms.fee),
  }
}

/** Compares a stop-loss with the position's liquidation price; null without an index price. */
export function readStop(
  { prices, live, available }: OwnFacts,
  row: FuturesRow,
  stopLoss: number | null,
): Pick<OrderOutlook, 'liquidation' | 'isStopBeyondLiquidation'> | null {
  const position = heldOf(row)
  const now = prices.get(row.symbol)
  if (!position || now === undefined) return null
  const positions = live.flatMap((each) => heldOf(each) ?? [])
  const index = (symbol: string): number =>
    prices.get(symbol) ?? positions.find((each) => each.symbol === symbol)?.openSteps ?? 1
  const liquidation = liquidationPrice(position, { available: available ?? ZERO, positions, index })
  const { direction } = position
  return { liquidation, isStopBeyondLiquidation: isStopBeyond({ direction, stopLoss, liquidation, index: now }) }
}

export interface MarginFields {
  readonly way: 'add' | 'take'
  readonly amount: string
}

interface MarginFigures {
  readonly margin: Amount
  /** In steps; null where no price liquidates it. */
  readonly liquidation: number | null
  /** In units of 1e-8; null without equity. */
  readonly ratio: bigint | null
}

interface MarginOutlook {
  readonly now: MarginFigures
  /** Null while the amount is empty or invalid. */
  readonly after: MarginFigures | null
  readonly problem: Refusal | null
}

export function readMargin(facts: OwnFacts, row: FuturesRow, { way, amount }: MarginFields): MarginOutlook | null {
  const held = heldOf(row)
  const index = facts.prices.get(row.symbol)
  if (!held || index === undefined) return null
  const { quote } = facts
  const figuresOf = (margin: Amount): MarginFigures => {
    const position = { ...held, margin }
    const around = { available: ZERO, positions: [], index: () => index }
    return { margin, liquidation: liquidationPrice(position, around), ratio: marginRatio(position, index) }
  }
  const outlook = { now: figuresOf(held.margin), after: null, problem: null }
  if (amount === '') return outlook
  const parsed = parseAmount(quote, plainDecimal(amount, facts.language))
  if (!parsed.ok) return { ...outlook, problem: parsed.refusal }
  if (way === 'add') {
    const available = facts.available ?? ZERO
    const covered = checkAvailable(quote, { available, needed: parsed.value })
    if (!covered.ok) return { ...outlook, problem: covered.refusal }
    const positions = facts.live.flatMap((each) => heldOf(each) ?? [])
    const spared = checkLeaving(quote, parsed.value, { available, positions, prices: facts.prices })
    if (!spared.ok) return { ...outlook, problem: spared.refusal }
  }
  const margin = add(held.margin, way === 'add' ? parsed.value : negate(parsed.value))
  const changed = { ...held, margin, leverage: row.leverage }
  if (way === 'take' && !isMarginEnough(changed, index)) {
    const spare = maximum(ZERO, subtract(held.margin, marginNeeded(changed)))
    const facts = { available: formatTrimmed(quote, spare), asset: quote.code }
    return { ...outlook, problem: refuse('futures_margin_needed', facts).refusal }
  }
  return { ...outlook, after: figuresOf(margin) }
}
