// The order ticket as a pure model: fields -> summary -> problems. The server decides; this only shows beforehand what it will say.

import type { Pair } from '#domain/catalogue'
import type { Language } from '#domain/language'
import { type Amount, ZERO, amount, formatTrimmed, minimum, parseAmount, subtract } from '#domain/money/amount'
import {
  type Lots,
  type Ticks,
  baseUnitsPerLot,
  formatLots,
  formatTicks,
  lots,
  lotsForBudget,
  notional,
  quoteUnitsPerTickLot,
  ticks,
} from '#domain/money/price'
import { divideDown, divideHalfEven } from '#domain/money/rounding'
import { type Outcome, type Refusal, refuse } from '#domain/outcome'
import {
  type OrderKind,
  type OrderTerms,
  type Side,
  type TimeInForce,
  checkFilters,
  fillAmounts,
  holdFor,
  parsePrice,
  parseQuantity,
} from '#domain/spot'
import { type FeeTerms, chargeFees, fillValue } from '#domain/promotion/fee'
import type { DepthRow } from '#party/protocol/market'
import { cutDecimals } from '../text/decimal-text'
import { type Meeting, slippageBasisPoints, sum, walkBook, walkToLimit } from './book-walk'
import { plainDecimal } from './decimal-field'

export interface TicketFields {
  readonly side: Side
  readonly kind: OrderKind
  readonly price: string
  readonly quantity: string
  /** Quote to trade for, when sized in quote. */
  readonly budget: string
  readonly sizeIn: 'base' | 'quote'
  readonly timeInForce: TimeInForce
  readonly isPostOnly: boolean
}

export interface TicketFacts {
  readonly pair: Pair
  /** Decides what a comma in a field means. */
  readonly language: Language
  /** Spot wallet; null for a guest. */
  readonly available: { readonly base: Amount; readonly quote: Amount } | null
  /** Best prices in ticks; zero for an empty side. */
  readonly bestBid: number
  readonly bestAsk: number
  /** The book as the page has it, best level first: what a market order is estimated on. */
  readonly bids: readonly DepthRow[]
  readonly asks: readonly DepthRow[]
  readonly openOrders: number
  /** What this visitor's fees are reduced by; absent for a guest, who is shown the full fee. */
  readonly fees?: OwnFees | null
}

export interface OwnFees {
  readonly terms: FeeTerms
  /** When the terms were read. */
  readonly at: number
  /** Price in USDT of the pair's quote, for pairs quoted in something else. */
  readonly quotePrice: Amount | null
}

export interface TicketSummary {
  /** Quote that changes hands, before fees. */
  readonly total: Amount
  /** In the asset received, rounded up as the exchange does. */
  readonly fee: Amount
  readonly receives: Amount
  readonly receivedAsset: 'base' | 'quote'
  readonly quantity: Lots
  /** Set aside until the order is over, in the asset given. */
  readonly held: Amount
  /** How much worse than the best price what trades at once is on average, in hundredths of a percent; null when nothing does. */
  readonly slippageBasisPoints: number | null
}

export interface TicketProblem {
  readonly field: 'price' | 'quantity' | 'budget'
  readonly refusal: Refusal
}

export interface TicketReading {
  /** Null while the fields do not make an order, or the book that the page has is not deep enough to say. */
  readonly summary: TicketSummary | null
  readonly problems: readonly TicketProblem[]
}

const NOTHING: TicketReading = { summary: null, problems: [] }

/** What the fields come to. Empty fields are not a mistake yet. */
export function readTicket(facts: TicketFacts, fields: TicketFields): TicketReading {
  const price = readPrice(facts, fields)
  const size = isSizedInQuote(fields) ? readBudget(facts, fields) : readQuantity(facts, fields)
  const problems = [price, size].flatMap((part) => (part.problem ? [part.problem] : []))
  if (problems.length > 0) return { summary: null, problems }
  if (price.value === null || size.value === null) return NOTHING

  const quoted = isSizedInQuote(fields) ? amount(size.value) : null
  const quantity = quoted === null ? lots(Number(size.value)) : lotsForBudget(facts.pair, price.value, quoted)
  // A limit asked for in quote is sent as the lots that this buys at its price; only a market buy keeps its budget.
  const budget = fields.kind === 'market' ? quoted : null
  const terms: OrderTerms = {
    ...fields,
    price: price.value,
    quantity: budget === null ? quantity : lots(0),
    budget,
    selfTrade: 'cancel_newest',
  }
  const problem = checkTerms(facts, terms, isSizedInQuote(fields) ? 'budget' : 'quantity')
  const meetings = meet(facts, fields, { price: price.value, quantity, budget })
  const summary = meetings && { ...summarise(facts, fields, meetings), held: holdFor(facts.pair, terms).amount }
  return { summary, problems: problem ? [problem] : [] }
}

function meet(
  { pair, bids, asks }: TicketFacts,
  { side, kind, isPostOnly }: TicketFields,
  { price, quantity, budget }: { price: Ticks; quantity: Lots; budget: Amount | null },
): readonly Meeting[] | null {
  const levels = side === 'buy' ? asks : bids
  if (kind === 'market') return walkBook(pair, levels, budget === null ? { quantity } : { budget })
  return isPostOnly ? [{ price, quantity, role: 'maker' }] : walkToLimit(levels, { side, price, quantity })
}

/** A market sale brings what the book gives: only limits and market buys can be asked for in quote. */
export const isSizedInQuote = (fields: Pick<TicketFields, 'side' | 'kind' | 'sizeIn'>): boolean =>
  fields.sizeIn === 'quote' && (fields.kind === 'limit' || fields.side === 'buy')

/** The fields with a share of what is available filled in. A market buy is then sized by what it spends: its price is not known yet. */
export function fillPercent(facts: TicketFacts, fields: TicketFields, percent: number): TicketFields {
  const { pair, available } = facts
  if (!available) return fields
  const share = (whole: Amount) => amount(divideDown(whole * BigInt(percent), 100n))
  const quoteText = (value: Amount) => formatTrimmed(pair.quote, value)
  const price = readPrice(facts, fields).value
  if (fields.side === 'sell') {
    const count = divideDown(share(available.base), baseUnitsPerLot(pair))
    if (!isSizedInQuote(fields)) return { ...fields, quantity: lotsText(pair, count) }
    return price === null ? fields : { ...fields, budget: quoteText(notional(pair, price, lots(Number(count)))) }
  }
  if (fields.kind === 'market' || isSizedInQuote(fields)) {
    return { ...fields, sizeIn: 'quote', budget: quoteText(share(available.quote)) }
  }
  if (price === null || price === 0) return fields
  return { ...fields, quantity: lotsText(pair, BigInt(lotsForBudget(pair, price, share(available.quote)))) }
}

/** Which share of what is available the fields ask for, in whole percent from 0 to 100: where the slider stands. */
export function percentOf({ available }: TicketFacts, { side }: TicketFields, { summary }: TicketReading): number {
  const whole = side === 'buy' ? available?.quote : available?.base
  if (!summary || !whole) return 0
  const percent = divideHalfEven(summary.held * 100n, whole)
  return percent > 100n ? 100 : Number(percent)
}

/** The price `steps` ticks further; from the best price of the other side when the field holds none. Never below one tick. */
export function stepPrice(facts: TicketFacts, fields: TicketFields, steps: number): string {
  const typed = readPrice(facts, { ...fields, kind: 'limit' }).value
  const best = fields.side === 'buy' ? facts.bestAsk : facts.bestBid
  const next = typed === null ? best : typed + steps
  return next > 0 ? formatTicks(facts.pair, ticks(Math.max(1, next))) : fields.price
}

interface Part<Value> {
  readonly value: Value | null
  readonly problem: TicketProblem | null
}
const EMPTY = { value: null, problem: null }

/** A limit's own price; a market order is estimated at the best price of the other side. */
function readPrice(facts: TicketFacts, fields: TicketFields): Part<Ticks> {
  if (fields.kind === 'market') {
    const best = fields.side === 'buy' ? facts.bestAsk : facts.bestBid
    return best > 0 ? { value: ticks(best), problem: null } : EMPTY
  }
  const text = plainDecimal(fields.price, facts.language)
  if (text === '') return EMPTY
  const parsed = parsePrice(facts.pair, text)
  return parsed.ok
    ? { value: parsed.value, problem: null }
    : { value: null, problem: { field: 'price', refusal: parsed.refusal } }
}

function readQuantity({ pair, language }: TicketFacts, fields: TicketFields): Part<bigint> {
  const text = plainDecimal(fields.quantity, language)
  if (text === '') return EMPTY
  const parsed = parseQuantity(pair, text)
  if (parsed.ok) return { value: BigInt(parsed.value), problem: null }
  return { value: null, problem: { field: 'quantity', refusal: parsed.refusal } }
}

function readBudget({ pair, language }: TicketFacts, fields: TicketFields): Part<bigint> {
  const text = plainDecimal(fields.budget, language)
  if (text === '') return EMPTY
  const parsed = parseBudget(pair, text)
  if (parsed.ok) return { value: parsed.value, problem: null }
  return { value: null, problem: { field: 'budget', refusal: parsed.refusal } }
}

/** Quote as text; refused when its lots could not be counted even at the lowest price. */
export function parseBudget(pair: Pair, text: string): Outcome<Amount> {
  const parsed = parseAmount(pair.quote, text)
  if (!parsed.ok || parsed.value <= BigInt(Number.MAX_SAFE_INTEGER) * quoteUnitsPerTickLot(pair)) return parsed
  return refuse('amount_too_large', { asset: pair.quote.code })
}

function checkTerms(facts: TicketFacts, terms: OrderTerms, field: 'quantity' | 'budget'): TicketProblem | null {
  const filtered = checkFilters(facts.pair, terms, facts.openOrders)
  if (!filtered.ok) return { field, refusal: filtered.refusal }
  if (!facts.available) return null
  const hold = holdFor(facts.pair, terms)
  const has = terms.side === 'buy' ? facts.available.quote : facts.available.base
  if (hold.amount <= has) return null
  const asset = terms.side === 'buy' ? facts.pair.quote : facts.pair.base
  return { field, refusal: insufficient(asset, { has, needs: hold.amount }) }
}

function insufficient(asset: { code: string; scale: number }, { has, needs }: { has: Amount; needs: Amount }): Refusal {
  const facts = { asset: asset.code, available: formatTrimmed(asset, has), needed: formatTrimmed(asset, needs) }
  return { code: 'insufficient_available', facts }
}

/** Each fill's fee is rounded up by itself, as the exchange does. */
function summarise(
  facts: TicketFacts,
  { side }: TicketFields,
  meetings: readonly Meeting[],
): Omit<TicketSummary, 'held'> {
  const { pair } = facts
  const fills = meetings.map((meeting) => ({
    ...fillAmounts(pair, { side, ...meeting }, meeting.role === 'taker' ? pair.takerFee : pair.makerFee),
    quote: notional(pair, meeting.price, meeting.quantity),
  }))
  const received = sum(fills.map((fill) => fill.received))
  const fee = feeOf(pair, facts.fees ?? null, fills)
  const best = side === 'buy' ? facts.bestAsk : facts.bestBid
  return {
    total: totalOf(pair, meetings),
    fee,
    receives: subtract(received, minimum(fee, received)),
    receivedAsset: side === 'buy' ? 'base' : 'quote',
    quantity: lotsOf(meetings),
    slippageBasisPoints: slippageOf(pair, meetings, best),
  }
}

/** With the visitor's own terms it is what the Account will charge, to the last unit. */
function feeOf(
  pair: Pair,
  own: OwnFees | null,
  fills: readonly { readonly received: Amount; readonly fee: Amount; readonly quote: Amount }[],
): Amount {
  if (!own) return sum(fills.map(({ fee }) => fee))
  const { terms, at, quotePrice } = own
  const bases = fills.map(({ fee: full, received, quote }) => {
    return { full, received, value: fillValue(pair.quote, quote, quotePrice), at }
  })
  return chargeFees(bases, terms)
}

function slippageOf(pair: Pair, meetings: readonly Meeting[], best: number): number | null {
  const taken = meetings.filter((meeting) => meeting.role === 'taker')
  if (taken.length === 0 || best === 0) return null
  return slippageBasisPoints(pair, { best: ticks(best), quantity: lotsOf(taken), total: totalOf(pair, taken) })
}

const totalOf = (pair: Pair, meetings: readonly Meeting[]): Amount =>
  sum(meetings.map(({ price, quantity }) => notional(pair, price, quantity)))
const lotsOf = (meetings: readonly Meeting[]): Lots => lots(meetings.reduce((all, { quantity }) => all + quantity, 0))

const lotsText = (pair: Pair, count: bigint): string =>
  count === 0n ? '' : cutDecimals(formatLots(pair, lots(Number(count))), pair.quantityDecimals)

/** Available spot money for the ticket, from balances by asset; nothing yet is zero. */
export const availableFor = (pair: Pair, byAsset: ReadonlyMap<number, Amount>): { base: Amount; quote: Amount } => ({
  base: byAsset.get(pair.base.id) ?? ZERO,
  quote: byAsset.get(pair.quote.id) ?? ZERO,
})
