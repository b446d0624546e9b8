// The order ticket as a pure model: fields -> summary -> problems. The server decides; this only shows beforehand what it will say.

import type { Pair } from '#domain/catalogue'
import type { Language } from '#domain/language'
import { type Amount, ZERO, amount, formatAmount, minimum, parseAmount, subtract } from '#domain/money/amount'
import { type Ticks, formatLots, lots, lotsForBudget, lotsToBase, notional, ticks } from '#domain/money/price'
import { divideDown } from '#domain/money/rounding'
import { baseUnitsPerLot } from '#domain/money/price'
import type { Refusal } from '#domain/outcome'
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
import type { DepthRow } from '#party/protocol/market'
import { type Meeting, sum, walkBook } from './book-walk'
import { plainDecimal } from './decimal-field'

export interface TicketFields {
  readonly side: Side
  readonly kind: OrderKind
  readonly price: string
  readonly quantity: string
  /** Quote to spend: market buys only. */
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
}

export interface TicketSummary {
  /** Quote that changes hands, before fees. */
  readonly total: Amount
  /** In the asset received, rounded up as the exchange does. */
  readonly fee: Amount
  readonly receives: Amount
  readonly receivedAsset: 'base' | 'quote'
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

  const isBudget = isSizedInQuote(fields)
  const budget = isBudget ? amount(size.value) : null
  const quantity = budget === null ? lots(Number(size.value)) : lotsForBudget(facts.pair, price.value, budget)
  const terms: OrderTerms = {
    ...fields,
    price: price.value,
    quantity: isBudget ? lots(0) : quantity,
    budget,
    selfTrade: 'cancel_newest',
  }
  const problem = checkTerms(facts, terms)
  const levels = fields.side === 'buy' ? facts.asks : facts.bids
  const meetings =
    fields.kind === 'limit'
      ? [{ price: price.value, quantity }]
      : walkBook(facts.pair, levels, budget === null ? { quantity } : { budget })
  return { summary: meetings && summarise(facts, fields, meetings), problems: problem ? [problem] : [] }
}

/** Only a market buy can be sized by what it spends. */
export const isSizedInQuote = (fields: Pick<TicketFields, 'side' | 'kind' | 'sizeIn'>): boolean =>
  fields.kind === 'market' && fields.side === 'buy' && fields.sizeIn === 'quote'

/** The fields with a share of what is available filled in. A market buy is then sized by what it spends: its price is not known yet. */
export function fillPercent(facts: TicketFacts, fields: TicketFields, percent: number): TicketFields {
  const { pair, available } = facts
  if (!available) return fields
  const share = (whole: Amount) => amount(divideDown(whole * BigInt(percent), 100n))
  if (fields.side === 'sell') {
    const count = divideDown(share(available.base), baseUnitsPerLot(pair))
    return { ...fields, quantity: lotsText(pair, count) }
  }
  if (fields.kind === 'market') {
    return { ...fields, sizeIn: 'quote', budget: trimZeros(formatAmount(pair.quote, share(available.quote))) }
  }
  const price = readPrice(facts, fields).value
  if (price === null || price === 0) return fields
  return { ...fields, quantity: lotsText(pair, BigInt(lotsForBudget(pair, price, share(available.quote)))) }
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
  const parsed = parseAmount(pair.quote, text)
  if (parsed.ok) return { value: parsed.value, problem: null }
  return { value: null, problem: { field: 'budget', refusal: parsed.refusal } }
}

function checkTerms(facts: TicketFacts, terms: OrderTerms): TicketProblem | null {
  const field = terms.budget === null ? 'quantity' : 'budget'
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
  const asText = (value: Amount) => trimZeros(formatAmount(asset, value))
  return { code: 'insufficient_available', facts: { asset: asset.code, available: asText(has), needed: asText(needs) } }
}

/** Each fill's fee is rounded up by itself, as the exchange does. */
function summarise(facts: TicketFacts, fields: TicketFields, meetings: readonly Meeting[]): TicketSummary {
  const { pair } = facts
  const fills = meetings.map((meeting) => {
    const feeRate = isTaker(facts, fields, meeting.price) ? pair.takerFee : pair.makerFee
    return fillAmounts(pair, { side: fields.side, ...meeting }, feeRate)
  })
  const received = sum(fills.map((fill) => fill.received))
  const fee = sum(fills.map((fill) => fill.fee))
  return {
    total: sum(meetings.map((meeting) => notional(pair, meeting.price, meeting.quantity))),
    fee,
    receives: subtract(received, minimum(fee, received)),
    receivedAsset: fields.side === 'buy' ? 'base' : 'quote',
  }
}

/** The dearer rate is shown whenever the order could trade at once. */
function isTaker(facts: TicketFacts, fields: TicketFields, price: Ticks): boolean {
  if (fields.isPostOnly && fields.kind === 'limit') return false
  if (fields.kind === 'market') return true
  return fields.side === 'buy' ? facts.bestAsk > 0 && price >= facts.bestAsk : price <= facts.bestBid
}

const lotsText = (pair: Pair, count: bigint): string =>
  count === 0n ? '' : trimZeros(formatLots(pair, lots(Number(count))))
const trimZeros = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

/** Available spot money for the ticket, from balances by asset; nothing yet is zero. */
export const availableFor = (pair: Pair, byAsset: ReadonlyMap<number, Amount>): { base: Amount; quote: Amount } => ({
  base: byAsset.get(pair.base.id) ?? ZERO,
  quote: byAsset.get(pair.quote.id) ?? ZERO,
})

/** Base of `quantity` lots as the ticket shows it. */
export const baseOf = (pair: Pair, quantity: number): Amount => lotsToBase(pair, lots(quantity))
