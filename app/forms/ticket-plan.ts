// Ticket model of conditional orders and attached exits: fields -> summary -> problems, by the server's rules.

import { type Trail, checkSides, checkTrail, ticksOf, trailDistance } from '#domain/conditional/triggers'
import { heldFor, legTerms, needOf } from '#domain/conditional/need'
import { amount } from '#domain/money/amount'
import { checkAvailable } from '#domain/money/available'
import { type Lots, type Ticks, lots, lotsForBudget, ticks } from '#domain/money/price'
import { parsePercent } from '#domain/money/rate'
import type { Refusal } from '#domain/outcome'
import { bandAround, checkBand } from '#domain/price-band'
import { checkFilters, parsePrice } from '#domain/spot'
import { plainDecimal } from './decimal-field'
import {
  type TicketFacts,
  type TicketFields,
  type TicketProblem,
  type TicketReading,
  aboveZero,
  isSizedInQuote,
  readBudget,
  readPrice,
  readQuantity,
  readTicket,
  summarise,
} from './spot'

type PlanField = 'trigger' | 'trail' | 'takeProfit' | 'stopLoss'

interface Part<Value> {
  readonly value: Value | null
  readonly problem: TicketProblem | null
}
const EMPTY = { value: null, problem: null }
const NOTHING: TicketReading = { summary: null, problems: [] }

/** Reads the ticket: immediate or conditional. */
export function readAnyTicket(facts: TicketFacts, fields: TicketFields): TicketReading {
  if (fields.plan) return readPlan(facts, fields)
  const reading = readTicket(facts, fields)
  const problems = exitProblems(facts, fields)
  return problems.length === 0 ? reading : { ...reading, problems: [...reading.problems, ...problems] }
}

/** Current index price in steps; zero when unknown. */
const referenceOf = ({ pair, indexTicks }: TicketFacts): number => indexTicks * pair.tickSteps

function readPlan(facts: TicketFacts, fields: TicketFields): TicketReading {
  const { pair } = facts
  const isLimit = fields.kind === 'limit'
  const trigger = fields.plan === 'trailing' ? readTrail(facts, fields) : readStepsIn(facts, fields, 'trigger')
  // The limit order of an OCO rests in the book now; limits of other plans are near their trigger.
  const price = !isLimit ? EMPTY : fields.plan === 'oco' ? readPrice(facts, fields) : readLimit(facts, fields)
  const size = isSizedInQuote(fields) ? readBudget(facts, fields) : readQuantity(facts, fields)
  const problems = [trigger, price, size].flatMap(({ problem }) => (problem ? [problem] : []))
  if (problems.length > 0) return { summary: null, problems }
  if (trigger.value === null || size.value === null || (isLimit && price.value === null)) return NOTHING
  const limit = price.value
  const wrong = sideProblem(facts, fields, { trigger: trigger.value, limit })
  if (wrong) return { summary: null, problems: [wrong] }
  const at = limit ?? ticks(Math.floor(trigger.value / pair.tickSteps))
  if (at === 0) return NOTHING
  const quoted = isSizedInQuote(fields) ? amount(size.value) : null
  const quantity = quoted === null ? lots(Number(size.value)) : lotsForBudget(pair, at, quoted)
  const budget = isLimit ? null : quoted
  return weigh(facts, fields, { trigger: trigger.value, limit, at, quantity, budget })
}

interface Weighed {
  readonly trigger: number
  readonly limit: Ticks | null
  readonly at: Ticks
  readonly quantity: Lots
  readonly budget: ReturnType<typeof amount> | null
}

function weigh(facts: TicketFacts, fields: TicketFields, order: Weighed): TicketReading {
  const { pair, available } = facts
  const { side, plan } = fields
  const { trigger, limit, at, quantity, budget } = order
  const isOco = plan === 'oco'
  const sized = { lots: budget === null ? quantity : lots(0), budget }
  const need = needOf(pair, { side, trigger, limitTicks: isOco ? null : limit, ...sized })
  const leg = isOco ? legTerms(side, at, quantity) : null
  const held = heldFor(pair, need, leg).amount
  const field = isSizedInQuote(fields) ? 'budget' : 'quantity'
  const asset = side === 'buy' ? 'quote' : 'base'
  const filters = checkFilters(pair, leg ?? need.terms, leg ? facts.openOrders : 0)
  const covered = available && checkAvailable(pair[asset], { available: available[asset], needed: held })
  const refusal = !filters.ok ? filters.refusal : covered && !covered.ok ? covered.refusal : null
  const meeting = { price: at, quantity, role: limit === null ? ('taker' as const) : ('maker' as const) }
  const summary = { ...summarise(facts, fields, [meeting]), slippageBasisPoints: null, ordered: quantity, held }
  return { summary, problems: refusal ? [{ field, refusal }] : [] }
}

function readLimit({ pair, language }: TicketFacts, fields: TicketFields): Part<Ticks> {
  const text = plainDecimal(fields.price, language)
  if (text === '') return EMPTY
  const parsed = parsePrice(pair, text)
  return parsed.ok
    ? { value: parsed.value, problem: null }
    : { value: null, problem: { field: 'price', refusal: aboveZero(text, parsed.refusal) } }
}

/** Price typed into a field, in steps. */
function readStepsIn(
  { pair, language }: TicketFacts,
  fields: TicketFields,
  field: Exclude<PlanField, 'trail'>,
): Part<number> {
  const text = plainDecimal(fields[field] ?? '', language)
  if (text === '') return EMPTY
  const parsed = parsePrice(pair, text)
  if (!parsed.ok) return { value: null, problem: { field, refusal: aboveZero(text, parsed.refusal) } }
  return { value: parsed.value * pair.tickSteps, problem: null }
}

/** Distance of a trailing stop; null for an empty field. */
export function trailIn(facts: TicketFacts, fields: TicketFields): Trail | Refusal | null {
  const text = plainDecimal(fields.trail ?? '', facts.language)
  if (text === '') return null
  if (fields.trailIn === 'percent') {
    const parsed = parsePercent(text)
    return parsed.ok ? { rate: parsed.value } : parsed.refusal
  }
  const parsed = parsePrice(facts.pair, text)
  return parsed.ok ? { priceSteps: parsed.value * facts.pair.tickSteps } : aboveZero(text, parsed.refusal)
}

/** Initial trigger price of a trailing order at the current price. */
function readTrail(facts: TicketFacts, fields: TicketFields): Part<number> {
  const trail = trailIn(facts, fields)
  const reference = referenceOf(facts)
  if (trail === null || reference === 0) return EMPTY
  if ('code' in trail) return { value: null, problem: { field: 'trail', refusal: trail } }
  const checked = checkTrail(trail, { reference, priceDecimals: facts.pair.priceDecimals })
  if (!checked.ok) return { value: null, problem: { field: 'trail', refusal: checked.refusal } }
  const distance = trailDistance(trail, reference)
  return { value: fields.side === 'sell' ? reference - distance : reference + distance, problem: null }
}

function sideProblem(
  facts: TicketFacts,
  { plan, side }: TicketFields,
  { trigger, limit }: { readonly trigger: number; readonly limit: Ticks | null },
): TicketProblem | null {
  const { pair } = facts
  const { priceDecimals, tickSteps } = pair
  const reference = referenceOf(facts)
  if (reference === 0 || plan === 'trailing') return null
  const leg = plan === 'oco' && limit !== null ? limit * tickSteps : null
  const stopSteps = plan === 'take_profit' ? null : trigger
  const profitSteps = plan === 'take_profit' ? trigger : leg
  const sided = checkSides({ side, stopSteps, profitSteps, reference, priceDecimals })
  if (!sided.ok) {
    const isLeg = leg !== null && (sided.refusal.code === 'conditional_above_price') === (side === 'sell')
    return { field: isLeg ? 'price' : 'trigger', refusal: sided.refusal }
  }
  if (leg !== null || limit === null) return null
  const band = bandAround(pair, ticksOf(trigger, tickSteps))
  const inBand = checkBand(pair, band, limit)
  return inBand.ok ? null : { field: 'price', refusal: inBand.refusal }
}

/** Take-profit and stop-loss must lie on either side of the entry price. */
function exitProblems(facts: TicketFacts, fields: TicketFields): readonly TicketProblem[] {
  const [profit, stop] = [readStepsIn(facts, fields, 'takeProfit'), readStepsIn(facts, fields, 'stopLoss')]
  const typed = [profit, stop].flatMap(({ problem }) => (problem ? [problem] : []))
  const { priceDecimals, tickSteps } = facts.pair
  const entry = fields.kind === 'limit' ? (readPrice(facts, fields).value ?? 0) * tickSteps : referenceOf(facts)
  if (typed.length > 0 || entry === 0) return typed
  const side = fields.side === 'buy' ? 'sell' : 'buy'
  return (
    [
      ['takeProfit', { profitSteps: profit.value, stopSteps: null }],
      ['stopLoss', { profitSteps: null, stopSteps: stop.value }],
    ] as const
  ).flatMap(([field, triggers]) => {
    const checked = checkSides({ side, ...triggers, reference: entry, priceDecimals })
    return checked.ok ? [] : [{ field, refusal: checked.refusal }]
  })
}
