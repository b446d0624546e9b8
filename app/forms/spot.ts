// Spot order ticket as a pure model: fields -> summary -> problems. Preview only; the server decides.

import type { MarginWallet, Pair } from '#domain/catalogue'
import type { MarginChoice } from '#services/loan/margin'
import type { Language } from '#domain/language'
import { type Amount, amount, minimum, parseAmount, subtract, trimZeros } from '#domain/money/amount'
import { checkAvailable } from '#domain/money/available'
import {
  COUNT_MAX,
  type Lots,
  type Ticks,
  formatLots,
  lots,
  lotsForBudget,
  notional,
  tickLotsForBudget,
  ticks,
} from '#domain/money/price'
import { type Outcome, type Refusal, done, refuse } from '#domain/outcome'
import type { OrderKind, Side, TimeInForce } from '#domain/order'
import { bandAround, checkBand } from '#domain/price-band'
import {
  type OrderTerms,
  checkFilters,
  fillAmounts,
  holdFor,
  leastQuantity,
  parsePrice,
  parseQuantity,
  termsOfKind,
} from '#domain/spot'
import { type FeeTerms, chargeTradingFees, fillValue } from '#domain/promotion/fee'
import type { DepthRow } from '#party/protocol/market'
import { cutDecimals } from '../text/decimal-text'
import { type Meeting, slippageBasisPoints, sum, walkBook, walkToLimit } from './book-walk'
import { plainDecimal } from './decimal-field'
import { type Outlook, outlookOf } from './ticket-outlook'

/** Kinds of conditional orders. */
export const PLANS = ['stop', 'take_profit', 'trailing', 'oco'] as const

export interface TicketFields {
  readonly side: Side
  readonly kind: OrderKind
  readonly price: string
  readonly quantity: string
  /** Amount in the quote asset, when sized in quote. */
  readonly budget: string
  readonly sizeIn: 'base' | 'quote'
  readonly timeInForce: TimeInForce
  readonly isPostOnly: boolean
  /** Absent for an immediate order. */
  readonly plan?: (typeof PLANS)[number] | undefined
  /** Trigger price of a stop, take-profit, or the stop of an OCO. */
  readonly trigger?: string
  /** How far a trailing stop stays behind, in quote unless in percent. */
  readonly trail?: string
  readonly trailIn?: 'amount' | 'percent'
  /** Absent for the pair's own wallet. */
  readonly wallet?: MarginWallet | undefined
  /** Take-profit and stop-loss of an immediate order. */
  readonly takeProfit?: string
  readonly stopLoss?: string
}

export interface TicketFacts {
  readonly pair: Pair
  /** Determines the meaning of a comma in a field. */
  readonly language: Language
  /** Of the wallet that the order uses; null for a guest. */
  readonly available: { readonly base: Amount; readonly quote: Amount } | null
  /** Margin wallet balances; absent without a margin wallet, and where margin is not allowed. */
  readonly margin?: (MarginChoice & { readonly available: { readonly base: Amount; readonly quote: Amount } }) | null
  /** Best prices in ticks; zero for an empty side. */
  readonly bestBid: number
  readonly bestAsk: number
  /** Zero while the market has no index price. */
  readonly indexTicks: number
  /** Order book of the page, best level first: the basis of a market order's estimate. */
  readonly bids: readonly DepthRow[]
  readonly asks: readonly DepthRow[]
  readonly openOrders: number
  /** The visitor's fee discounts; absent for a guest, who sees the full fee. */
  readonly fees?: OwnFees | null
}

export interface OwnFees {
  readonly terms: FeeTerms
  /** Time when the terms were read (ms). */
  readonly at: number
  /** Price in USDT of the pair's quote, for pairs quoted in something else. */
  readonly quotePrice: Amount | null
}

export interface TicketSummary {
  /** Quote that changes hands, before fees. */
  readonly total: Amount
  /** Fee in the received asset, rounded up as in the exchange. */
  readonly fee: Amount
  readonly receives: Amount
  readonly receivedAsset: 'base' | 'quote'
  /** Quantity that would trade or rest. */
  readonly quantity: Lots
  /** Requested quantity. */
  readonly ordered: Lots
  /** Amount held until the order ends, in the given asset. */
  readonly held: Amount
  /** Slippage in basis points: average price of the immediate fills against the best price; null when nothing fills immediately. */
  readonly slippageBasisPoints: number | null
}

export type TicketField = 'price' | 'quantity' | 'budget' | 'trigger' | 'trail' | 'takeProfit' | 'stopLoss'

export interface TicketProblem {
  readonly field: TicketField
  readonly refusal: Refusal
}

export interface TicketReading {
  /** Null while the fields form no order, or the loaded book is too shallow. */
  readonly summary: TicketSummary | null
  readonly problems: readonly TicketProblem[]
  /** Reason why the order would expire unfilled against the current book; absent when it would not. */
  readonly outlook?: Outlook
}

const NOTHING: TicketReading = { summary: null, problems: [] }

/** Reads the ticket into summary and problems. Empty fields are no problem yet. */
export function readTicket(facts: TicketFacts, fields: TicketFields): TicketReading {
  const price = readPrice(facts, fields)
  const size = isSizedInQuote(fields) ? readBudget(facts, fields) : readQuantity(facts, fields)
  const problems = [price, size].flatMap((part) => (part.problem ? [part.problem] : []))
  if (problems.length > 0) return { summary: null, problems }
  if (price.value === null || size.value === null) return NOTHING

  const quoted = isSizedInQuote(fields) ? amount(size.value) : null
  const quantity = quoted === null ? lots(Number(size.value)) : lotsForBudget(facts.pair, price.value, quoted)
  // A limit order sized in quote is submitted in lots bought at its price; only a market buy keeps its budget.
  const budget = fields.kind === 'market' ? quoted : null
  const terms: OrderTerms = {
    side: fields.side,
    kind: fields.kind,
    ...termsOfKind(fields),
    ticks: price.value,
    lots: budget === null ? quantity : lots(0),
    budget,
    selfTrade: 'cancel_newest',
  }
  const problem = checkOrder(facts, terms, isSizedInQuote(fields) ? 'budget' : 'quantity')
  const meetings = meet(facts, fields, { price: price.value, quantity, budget })
  const { amount: held } = holdFor(facts.pair, terms)
  const summary = meetings && { ...summarise(facts, fields, meetings), ordered: quantity, held }
  const outlook = outlookOf(facts, fields, { price: price.value, quantity })
  return { summary, problems: problem ? [problem] : [], ...(outlook && { outlook }) }
}

function meet(
  { pair, bids, asks }: TicketFacts,
  { side, kind, isPostOnly, timeInForce }: TicketFields,
  { price, quantity, budget }: { price: Ticks; quantity: Lots; budget: Amount | null },
): readonly Meeting[] | null {
  const levels = side === 'buy' ? asks : bids
  if (kind === 'market') return walkBook(pair, levels, budget === null ? { quantity } : { budget })
  if (isPostOnly) return [{ price, quantity, role: 'maker' }]
  const met = walkToLimit(levels, { side, price, quantity })
  // IOC and FOK orders never rest in the book: only taker fills count.
  return timeInForce === 'gtc' ? met : met.filter(({ role }) => role === 'taker')
}

/** Quote sizing is possible for limit orders and market buys; the proceeds of a market sale depend on the book. */
export const isSizedInQuote = (fields: Pick<TicketFields, 'side' | 'kind' | 'sizeIn'>): boolean =>
  fields.sizeIn === 'quote' && (fields.kind === 'limit' || fields.side === 'buy')

interface Part<Value> {
  readonly value: Value | null
  readonly problem: TicketProblem | null
}
const EMPTY = { value: null, problem: null }

/** The limit price; for a market order the best price of the other side. */
export function readPrice(facts: TicketFacts, fields: TicketFields): Part<Ticks> {
  // A market order with a trigger will execute near its trigger price.
  if (fields.kind === 'market') {
    const trigger = fields.plan && parsePrice(facts.pair, plainDecimal(fields.trigger ?? '', facts.language))
    if (trigger?.ok) return { value: trigger.value, problem: null }
    const best = fields.side === 'buy' ? facts.bestAsk : facts.bestBid
    return best > 0 ? { value: ticks(best), problem: null } : EMPTY
  }
  const text = plainDecimal(fields.price, facts.language)
  if (text === '') return EMPTY
  const parsed = parsePrice(facts.pair, text)
  if (!parsed.ok) return { value: null, problem: { field: 'price', refusal: aboveZero(text, parsed.refusal) } }
  const near = checkNear(facts, parsed.value)
  return { value: parsed.value, problem: near.ok ? null : { field: 'price', refusal: near.refusal } }
}

/** Price band check, whose refusal names the nearest allowed price. */
const checkNear = ({ pair, indexTicks }: TicketFacts, price: Ticks): Outcome<null, 'price_out_of_band'> =>
  indexTicks > 0 ? checkBand(pair, bandAround(pair, indexTicks), price) : done(null)

/** Zero is reported as "not positive" rather than off the price grid. */
export const aboveZero = (text: string, refusal: Refusal): Refusal =>
  /^[0.]+$/.test(text) ? { code: 'price_not_positive', facts: {} } : refusal

export function readQuantity(facts: TicketFacts, fields: TicketFields): Part<bigint> {
  const { pair, language } = facts
  const text = plainDecimal(fields.quantity, language)
  if (text === '') return EMPTY
  const parsed = parseQuantity(pair, text)
  if (parsed.ok) return { value: BigInt(parsed.value), problem: null }
  return { value: null, problem: { field: 'quantity', refusal: nameLeast(facts, fields, parsed.refusal) } }
}

/** Raises the refusal's nearest quantity to the minimum order value, where it is below. */
function nameLeast(facts: TicketFacts, fields: TicketFields, refusal: Refusal): Refusal {
  const price = readPrice(facts, fields).value
  const nearest = parseQuantity(facts.pair, String(refusal.facts['nearest']))
  if (!price || !nearest.ok) return refusal
  const least = leastQuantity(facts.pair, price)
  if (nearest.value >= least) return refusal
  return { ...refusal, facts: { ...refusal.facts, nearest: trimZeros(formatLots(facts.pair, least)) } }
}

export function readBudget({ pair, language }: TicketFacts, fields: TicketFields): Part<bigint> {
  const text = plainDecimal(fields.budget, language)
  if (text === '') return EMPTY
  const parsed = parseBudget(pair, text)
  if (parsed.ok) return { value: parsed.value, problem: null }
  return { value: null, problem: { field: 'budget', refusal: parsed.refusal } }
}

/** Budget in quote; refused if its lots exceed the countable range even at the lowest price. */
export function parseBudget(pair: Pair, text: string): Outcome<Amount> {
  const parsed = parseAmount(pair.quote, text)
  if (!parsed.ok || tickLotsForBudget(pair, parsed.value) <= COUNT_MAX) return parsed
  return refuse('amount_too_large', { asset: pair.quote.code })
}

function checkOrder(facts: TicketFacts, terms: OrderTerms, field: 'quantity' | 'budget'): TicketProblem | null {
  const filtered = checkFilters(facts.pair, terms, facts.openOrders)
  if (!filtered.ok) return { field, refusal: filtered.refusal }
  if (!facts.available) return null
  const paid = terms.side === 'buy' ? 'quote' : 'base'
  const needed = holdFor(facts.pair, terms).amount
  const covered = checkAvailable(facts.pair[paid], { available: facts.available[paid], needed })
  return covered.ok ? null : { field, refusal: covered.refusal }
}

/** Rounds fees up per fill, like the exchange. */
export function summarise(
  facts: TicketFacts,
  { side }: TicketFields,
  meetings: readonly Meeting[],
): Omit<TicketSummary, 'held' | 'ordered'> {
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

/** Fee of all fills. With the user's own fee terms it equals the charged fee to the last unit. */
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
  return chargeTradingFees(bases, terms)
}

function slippageOf(pair: Pair, meetings: readonly Meeting[], best: number): number | null {
  const taken = meetings.filter((meeting) => meeting.role === 'taker')
  if (taken.length === 0 || best === 0) return null
  return slippageBasisPoints(pair, { best: ticks(best), quantity: lotsOf(taken), total: totalOf(pair, taken) })
}

const totalOf = (pair: Pair, meetings: readonly Meeting[]): Amount =>
  sum(meetings.map(({ price, quantity }) => notional(pair, price, quantity)))
const lotsOf = (meetings: readonly Meeting[]): Lots => lots(meetings.reduce((all, { quantity }) => all + quantity, 0))

export const lotsText = (pair: Pair, count: bigint): string =>
  count === 0n ? '' : cutDecimals(formatLots(pair, lots(Number(count))), pair.quantityDecimals)
