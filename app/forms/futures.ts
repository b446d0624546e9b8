// Futures ticket as a pure model: fields -> figures and problems, by the settlement functions. Preview only; the server
// decides.

import type { Pair } from '#domain/catalogue'
import { heldOf } from '#domain/futures/appraisal'
import {
  type OrderOutlook,
  type SidesRefusal,
  checkIsolated,
  checkSides,
  orderOutlook,
  worstOf,
} from '#domain/futures/order'
import {
  type Direction,
  type EntryKind,
  type FuturesTerms,
  type MarginMode,
  UNVERIFIED_LEVERAGE_MAX,
  checkSize,
} from '#domain/futures/terms'
import type { Language } from '#domain/language'
import type { Amount } from '#domain/money/amount'
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
  readonly leverage: string
  readonly lots: string
  readonly price: string
  readonly take_profit: string
  readonly stop_loss: string
}

/** Fields that show and close the visitor's own positions of any pair. */
export interface OwnFacts {
  readonly language: Language
  /** Contracts are margined in it. */
  readonly quote: FuturesTerms['quote']
  /** Available balance of the futures wallet; null for a guest. */
  readonly available: Amount | null
  /** Amount of that wallet held by positions and pending orders. */
  readonly held: Amount
  readonly live: readonly FuturesRow[]
  readonly prices: ReadonlyMap<string, number>
}

export interface FuturesFacts extends OwnFacts {
  readonly pair: Pair
  readonly terms: FuturesTerms
  /** Index price in steps; null while there is none. */
  readonly index: number | null
  /** False limits the leverage of an unverified account. */
  readonly isVerified: boolean
}

export type FuturesField = 'price' | 'lots' | 'leverage' | 'take_profit' | 'stop_loss'

export interface FuturesReading {
  readonly figures: OrderOutlook | null
  readonly problem: { readonly field: FuturesField; readonly refusal: Refusal } | null
}

const NOTHING: FuturesReading = { figures: null, problem: null }

/** Reads the fields into figures or a problem. Empty fields are no problem yet. */
export function readFutures(facts: FuturesFacts, fields: FuturesFields): FuturesReading {
  const { pair, terms, index, available } = facts
  const problem = (field: FuturesField, outcome: Outcome<unknown>): FuturesReading =>
    outcome.ok ? NOTHING : { figures: null, problem: { field, refusal: outcome.refusal } }
  const read = (text: string) => readSteps(pair, plainDecimal(text, facts.language))
  const [price, takeProfit, stopLoss] = [read(fields.price), read(fields.take_profit), read(fields.stop_loss)]
  if (price && !price.ok && fields.kind !== 'market') return problem('price', price)
  if (takeProfit && !takeProfit.ok) return problem('take_profit', takeProfit)
  if (stopLoss && !stopLoss.ok) return problem('stop_loss', stopLoss)
  const entry = fields.kind === 'market' ? null : valueOf(price)
  if (index === null || fields.lots === '' || (fields.kind !== 'market' && entry === null)) return NOTHING
  const lots = /^\d{1,9}$/.test(fields.lots) ? parseInt(fields.lots, 10) : -1
  const leverage = parseInt(fields.leverage, 10)
  const tier = checkSize(terms, { lots, leverage }, entry ?? index)
  if (!tier.ok) return problem(tier.refusal.code === 'futures_lots_out_of_bounds' ? 'lots' : 'leverage', tier)
  if (leverage > UNVERIFIED_LEVERAGE_MAX && !facts.isVerified)
    return problem('leverage', refuse('futures_leverage_needs_identity', { max: String(UNVERIFIED_LEVERAGE_MAX) }))
  const { direction, kind, mode } = fields
  const order = {
    ...{ symbol: pair.symbol, direction, kind, mode, lots, leverage, reference: index, entrySteps: entry },
    worstSteps: kind === 'market' ? worstOf(direction, index) : null,
    takeProfit: valueOf(takeProfit),
    stopLoss: valueOf(stopLoss),
    maintenanceRate: tier.value.maintenance,
  }
  const sided = checkSides(terms, order)
  if (!sided.ok) return problem(fieldOf(sided.refusal.code), sided)
  const { live, prices } = facts
  const beside = { available, prices, held: live.flatMap((row) => heldOf(row) ?? []) }
  const figures = orderOutlook(terms, order, beside)
  const covered = available === null ? null : checkAvailable(terms.quote, { available, needed: figures.needed })
  if (covered && !covered.ok) return { figures, problem: { field: 'lots', refusal: covered.refusal } }
  const isolated = kind === 'market' ? checkIsolated(terms.quote, mode, figures, beside) : done(null)
  return { figures, problem: isolated.ok ? null : { field: 'lots', refusal: isolated.refusal } }
}

const fieldOf = (code: SidesRefusal): FuturesField => {
  if (code.startsWith('futures_take_profit')) return 'take_profit'
  return code.startsWith('futures_stop_loss') ? 'stop_loss' : 'price'
}

const readSteps = (pair: Pair, text: string): Outcome<number> | null => {
  if (text === '') return null
  const parsed = parsePrice(pair, text)
  if (!parsed.ok) return { ok: false, refusal: aboveZero(text, parsed.refusal) }
  return done(parsed.value * pair.tickSteps)
}

/** Typed price of an order that waits for one, in steps; null for a market order, or while it is no price. */
export const readEntry = (
  { pair, language }: Pick<FuturesFacts, 'pair' | 'language'>,
  { kind, price }: Pick<FuturesFields, 'kind' | 'price'>,
): number | null => (kind === 'market' ? null : valueOf(readSteps(pair, plainDecimal(price, language))))

const valueOf = (outcome: Outcome<number> | null): number | null => (outcome?.ok ? outcome.value : null)
