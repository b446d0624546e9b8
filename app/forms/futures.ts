// Futures ticket as a pure model: fields -> figures and problems, by the settlement functions. Preview only; the server
// decides.

import type { Pair } from '#domain/catalogue'
import {
  type PositionNumbers,
  feeOf,
  liquidationPrice,
  marginOf,
  openPrice,
  overnightOf,
  resultAt,
} from '#domain/futures/position'
import { type HeldPosition, heldOf } from '#domain/futures/appraisal'
import {
  type Direction,
  type EntryKind,
  type FuturesTerms,
  type MarginMode,
  UNVERIFIED_MULTIPLE_MAX,
  checkSize,
  checkStops,
  worthOf,
} from '#domain/futures/terms'
import type { Language } from '#domain/language'
import { type Amount, add } from '#domain/money/amount'
import { checkAvailable } from '#domain/money/available'
import { type Outcome, type Refusal, done, refuse } from '#domain/outcome'
import { parsePrice } from '#domain/spot'
import type { FuturesRow } from '#party/protocol/futures'
import { plainDecimal } from './decimal-field'
import { aboveZero } from './spot'

export interface FuturesFields {
  readonly direction: Direction
  readonly kind: EntryKind
  readonly mode: MarginMode
  readonly multiple: string
  readonly lots: string
  readonly price: string
  readonly takeProfit: string
  readonly stopLoss: string
}

export interface FuturesFacts {
  readonly pair: Pair
  readonly terms: FuturesTerms
  readonly language: Language
  /** Index price in steps; null while there is none. */
  readonly index: number | null
  /** Available balance of the futures wallet; null for a guest. */
  readonly available: Amount | null
  /** What positions and waiting orders hold of that wallet. */
  readonly held: Amount
  /** False limits the leverage of an unverified account. */
  readonly isVerified: boolean
  readonly live: readonly FuturesRow[]
  readonly prices: ReadonlyMap<string, number>
}

export interface FuturesFigures {
  readonly openSteps: number
  readonly worth: Amount
  readonly margin: Amount
  readonly fee: Amount
  /** Null where no price liquidates it. */
  readonly liquidation: number | null
  readonly overnight: Amount
  readonly atTakeProfit: Amount | null
  readonly atStopLoss: Amount | null
}

export type FuturesField = 'price' | 'lots' | 'multiple' | 'takeProfit' | 'stopLoss'

export interface FuturesReading {
  readonly figures: FuturesFigures | null
  readonly problem: { readonly field: FuturesField; readonly refusal: Refusal } | null
}

const NOTHING: FuturesReading = { figures: null, problem: null }

/** Reads the fields into figures or a problem. Empty fields are no problem yet. */
export function readFutures(facts: FuturesFacts, fields: FuturesFields): FuturesReading {
  const { pair, terms, index, available } = facts
  const problem = (field: FuturesField, outcome: Outcome<unknown>): FuturesReading =>
    outcome.ok ? NOTHING : { figures: null, problem: { field, refusal: outcome.refusal } }
  const read = (text: string) => readSteps(pair, plainDecimal(text, facts.language))
  const [price, takeProfit, stopLoss] = [read(fields.price), read(fields.takeProfit), read(fields.stopLoss)]
  if (price && !price.ok && fields.kind !== 'market') return problem('price', price)
  if (takeProfit && !takeProfit.ok) return problem('takeProfit', takeProfit)
  if (stopLoss && !stopLoss.ok) return problem('stopLoss', stopLoss)
  const entry = fields.kind === 'market' ? null : valueOf(price)
  if (index === null || fields.lots === '' || (fields.kind !== 'market' && entry === null)) return NOTHING
  const lots = /^\d{1,9}$/.test(fields.lots) ? parseInt(fields.lots, 10) : -1
  const multiple = parseInt(fields.multiple, 10)
  const tier = checkSize(terms, { lots, multiple }, entry ?? index)
  if (!tier.ok) return problem(tier.refusal.code === 'futures_lots_out_of_bounds' ? 'lots' : 'multiple', tier)
  if (multiple > UNVERIFIED_MULTIPLE_MAX && !facts.isVerified)
    return problem('multiple', refuse('futures_multiple_needs_identity', { max: String(UNVERIFIED_MULTIPLE_MAX) }))
  const stops = { takeProfit: valueOf(takeProfit), stopLoss: valueOf(stopLoss) }
  const sided = checkStops(terms, fields.direction, stops, [entry ?? index])
  if (!sided.ok) return problem(sided.refusal.code.startsWith('futures_stop_loss') ? 'stopLoss' : 'takeProfit', sided)

  const openSteps = entry ?? openPrice(terms, fields.direction, index)
  const worth = worthOf(terms, openSteps, lots)
  const [margin, fee] = [marginOf(worth, multiple), feeOf(worth, terms.fee)]
  const { direction, mode } = fields
  const position: PositionNumbers & { symbol: string } = {
    symbol: pair.symbol,
    direction,
    mode,
    lots,
    openSteps,
    margin,
    maintenanceRate: tier.value.maintenance,
    terms,
  }
  const figures: FuturesFigures = {
    openSteps,
    worth,
    margin,
    fee,
    liquidation: liquidationOf(facts, position, { needed: add(margin, fee), entry }),
    overnight: overnightOf(position, entry ?? index),
    atTakeProfit: stops.takeProfit === null ? null : resultAt(position, stops.takeProfit),
    atStopLoss: stops.stopLoss === null ? null : resultAt(position, stops.stopLoss),
  }
  const covered = available === null ? null : checkAvailable(terms.quote, { available, needed: add(margin, fee) })
  if (covered && !covered.ok) return { figures, problem: { field: 'lots', refusal: covered.refusal } }
  return { figures, problem: null }
}

/** Liquidation price of this order's position, given the open positions. */
function liquidationOf(
  { available, live, prices, index }: FuturesFacts,
  position: PositionNumbers & { readonly symbol: string },
  { needed, entry }: { readonly needed: Amount; readonly entry: number | null },
): number | null {
  const held: HeldPosition[] = live.flatMap((row) => heldOf(row) ?? [])
  const left = (available ?? needed) - needed
  const at = (symbol: string): number =>
    symbol === position.symbol
      ? (entry ?? index ?? 1)
      : (prices.get(symbol) ?? held.find((each) => each.symbol === symbol)?.openSteps ?? 1)
  return liquidationPrice(position, {
    // Without an account, or with too little balance, the position is appraised with zero remaining balance.
    available: (left > 0n ? left : 0n) as Amount,
    positions: [...held, position],
    index: at,
  })
}

const readSteps = (pair: Pair, text: string): Outcome<number> | null => {
  if (text === '') return null
  const parsed = parsePrice(pair, text)
  if (!parsed.ok) return { ok: false, refusal: aboveZero(text, parsed.refusal) }
  return done(parsed.value * pair.tickSteps)
}

const valueOf = (outcome: Outcome<number> | null): number | null => (outcome?.ok ? outcome.value : null)
