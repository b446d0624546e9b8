// Commands on conditional orders. Each refuses first and writes after. The hold is made at acceptance; an OCO's limit and an attached
// order's entry are ordinary orders, sent in the same turn.

import { type Pair, findPair } from '#domain/catalogue'
import { trailOf } from '#domain/conditional/receipt'
import { heldFor, legTerms, needOf } from '#domain/conditional/need'
import {
  type EntryRefusal,
  type SideRefusal,
  checkEntryPrice,
  checkSides,
  checkTrail,
  ticksOf,
  trailDistance,
} from '#domain/conditional/triggers'
import { type Amount, ZERO, decodeAmount, subtract } from '#domain/money/amount'
import { checkAvailable } from '#domain/money/available'
import { type Ticks, lots, ticks } from '#domain/money/price'
import { rate } from '#domain/money/rate'
import { type Outcome, done, refuse } from '#domain/outcome'
import { bandAround, checkBand } from '#domain/price-band'
import { type PlaceRefusal, checkFilters, holdFor } from '#domain/spot'
import { CONDITIONALS_LIVE_MAX } from '#party/protocol/conditional'
import { endUnsent } from './trigger'
import { type PendingOrder, type Conditionals, type NewConditional, WALLET, FEATURE_NAME } from './state'
import { type Conditional, conditionalRef, triggersOf } from './store'

type Refusal =
  | PlaceRefusal
  | SideRefusal
  | 'request_malformed'
  | 'trading_frozen'
  | 'price_out_of_band'
  | 'conditional_trail_out_of_bounds'
  | 'conditional_orders_above_max'
  | 'stock_no_conditional'

/** Amount to hold, and the price that it was computed with. */
interface Held {
  readonly assetId: number
  readonly amount: Amount
  readonly worstTicks: Ticks | null
}

interface Placing {
  readonly pair: Pair
  readonly input: NewConditional
  readonly now: number
}

export function placeConditional(
  conditionals: Conditionals,
  input: NewConditional,
  now: number,
): Outcome<PendingOrder, Refusal> {
  const { account, orders } = conditionals
  const pair = findPair(account.catalogue, input.symbol)

  const admitted = account.capabilities.permissions.checkTrading()
  if (!admitted.ok) return admitted
  if (!pair) return refuse('pair_not_found', { pair: input.symbol })
  if (!pair.isTradable) return refuse('market_closed', { pair: pair.symbol })
  // Refused for stocks: a trigger would have to wait for trading hours, and a split would move its price.
  if (pair.stock) return refuse('stock_no_conditional')
  if (!isWhole(input)) return refuse('request_malformed', { field: input.kind })
  if (input.reference === 0) return refuse('no_reference_price')
  if (orders.liveCount >= CONDITIONALS_LIVE_MAX)
    return refuse('conditional_orders_above_max', { bound: String(CONDITIONALS_LIVE_MAX) })
  const placed = checkTriggerPrices(pair, input)
  if (!placed.ok) return placed
  const placing = { pair, input, now }
  if (input.kind === 'attached') return placeAttached(conditionals, placing)
  const need = checkNeed(pair, input)
  if (!need.ok) return need
  return input.kind === 'oco'
    ? placeOco(conditionals, placing, need.value)
    : placeAlone(conditionals, placing, need.value)
}

/** Which parts the kind goes with. */
function isWhole({ kind, side, entry, ...input }: NewConditional): boolean {
  const { stopSteps: stop, profitSteps: profit, trailSteps, trailRate, legTicks, limitTicks, budget } = input
  const trails = [trailSteps, trailRate].filter((each) => each !== null).length
  const isSized = budget === null ? input.lots > 0 : input.lots === 0 && side === 'buy' && limitTicks === null
  const isAlone = legTicks === null && entry === null && isSized
  switch (kind) {
    case 'stop':
      return isAlone && stop !== null && profit === null && trails === 0
    case 'take_profit':
      return isAlone && profit !== null && stop === null && trails === 0
    case 'trailing':
      return isAlone && stop === null && profit === null && trails === 1 && limitTicks === null
    case 'oco':
      return (
        legTicks !== null && stop !== null && profit === null && trails === 0 && !entry && input.lots > 0 && !budget
      )
    case 'attached':
      return (
        entry !== null &&
        // An attached exit order is held in the pair's own wallet.
        entry.wallet === undefined &&
        entry.side !== side &&
        entry.symbol === input.symbol &&
        (stop !== null || profit !== null) &&
        trails === 0 &&
        legTicks === null &&
        limitTicks === null
      )
  }
}

function checkTriggerPrices(
  pair: Pair,
  input: NewConditional,
): Outcome<null, SideRefusal | 'conditional_trail_out_of_bounds' | 'price_out_of_band'> {
  const { side, stopSteps, legTicks, limitTicks, entry } = input
  const { priceDecimals, tickSteps } = pair
  const trail = trailIn(input)
  const isLimitEntry = entry?.kind === 'limit' && entry.ticks > 0
  const reference = isLimitEntry ? entry.ticks * tickSteps : input.reference
  const profitSteps = legTicks === null ? input.profitSteps : legTicks * tickSteps
  if (trail) return checkTrail(trail, { reference, priceDecimals })
  const sided = checkSides({ side, stopSteps, profitSteps, reference, priceDecimals })
  if (!sided.ok || limitTicks === null) return sided
  return checkBand(pair, bandAround(pair, ticksOf(expectedTriggerPrice(input), tickSteps)), limitTicks)
}

/** Refuses an amendment of an entry as its placement would. An OCO's limit is fixed: its stop's hold was computed from the limit's price and size. */
export function checkAmend(
  conditionals: Conditionals,
  orderNo: number,
  ticks: number,
): Outcome<null, EntryRefusal | 'conditional_leg_fixed'> {
  const order = conditionals.orders.live().find(({ linkedNo }) => linkedNo === orderNo)
  if (!order) return done(null)
  return order.kind === 'oco'
    ? refuse('conditional_leg_fixed')
    : checkEntryPrice({ ...triggersOf(order), priceDecimals: order.priceDecimals }, ticks * order.tickSteps)
}

const trailIn = ({ trailSteps, trailRate }: NewConditional) =>
  trailOf({ trailSteps, trailRate: trailRate === null ? null : BigInt(trailRate) })

/** Expected trigger price, as far as it is known at placement. */
function expectedTriggerPrice(input: NewConditional): number {
  const { side, stopSteps, profitSteps, reference } = input
  const trail = trailIn(input)
  const distance = trail ? trailDistance(trail, reference) : 0
  return stopSteps ?? profitSteps ?? (side === 'sell' ? reference - distance : reference + distance)
}

/** Computes the hold for the order that the trigger sends, and checks that order against the pair's filters. */
function checkNeed(pair: Pair, input: NewConditional): Outcome<Held, PlaceRefusal> {
  const { side, limitTicks, budget } = input
  const need = needOf(pair, {
    side,
    trigger: expectedTriggerPrice(input),
    limitTicks,
    lots: lots(input.lots),
    budget: budget === null ? null : decodeAmount(budget),
  })
  // The limit of open orders is checked when the order is sent.
  const filters = checkFilters(pair, need.terms, 0)
  if (!filters.ok) return filters
  const leg = input.legTicks === null ? null : legTerms(side, input.legTicks, lots(input.lots))
  return done({ ...heldFor(pair, need, leg), worstTicks: need.worstTicks })
}

function checkCovered(conditionals: Conditionals, pair: Pair, need: Held): Outcome<null, 'insufficient_available'> {
  const asset = need.assetId === pair.base.id ? pair.base : pair.quote
  return checkAvailable(asset, {
    available: conditionals.account.ledger.available(WALLET, asset.id),
    needed: need.amount,
  })
}

function placeAlone(conditionals: Conditionals, placing: Placing, need: Held): Outcome<PendingOrder, Refusal> {
  const covered = checkCovered(conditionals, placing.pair, need)
  if (!covered.ok) return covered
  return accept(conditionals, placing, { need, linkedNo: null })
}

/** An OCO holds the larger need of its two orders: the limit order has its own hold, and the stop holds the difference. */
function placeOco(conditionals: Conditionals, placing: Placing, need: Held): Outcome<PendingOrder, Refusal> {
  const { pair, input, now } = placing
  const covered = checkCovered(conditionals, pair, need)
  if (!covered.ok) return covered
  const leg = legTerms(input.side, input.legTicks ?? 0, lots(input.lots))
  const order = { ...leg, symbol: input.symbol, clientOrderId: null, budget: null }
  const placed = conditionals.account.capabilities.orders.place(order, now)
  if (!placed.ok) return placed
  const rest = { ...need, amount: subtract(need.amount, holdFor(pair, leg).amount) }
  return accept(conditionals, placing, { need: rest, linkedNo: placed.value })
}

/** An attached exit holds nothing until its entry has filled. */
function placeAttached(conditionals: Conditionals, placing: Placing): Outcome<PendingOrder, Refusal> {
  const { pair, input, now } = placing
  if (!input.entry) return refuse('request_malformed')
  const placed = conditionals.account.capabilities.orders.place(input.entry, now)
  if (!placed.ok) return placed
  const asset = input.side === 'sell' ? pair.base : pair.quote
  const need = { assetId: asset.id, amount: ZERO, worstTicks: null }
  return accept(conditionals, placing, { need, linkedNo: placed.value })
}

function accept(
  conditionals: Conditionals,
  { pair, input, now }: Placing,
  { need, linkedNo }: { readonly need: Held; readonly linkedNo: number | null },
): Outcome<PendingOrder, never> {
  const conditionalNo = conditionals.orders.nextNumber()
  const { assetId, amount, worstTicks } = need
  const ref = conditionalRef(conditionalNo)
  if (amount > 0n) conditionals.account.ledger.hold({ ref, wallet: WALLET, assetId, amount }, 'conditional_hold', now)
  const isAttached = input.kind === 'attached'
  const acceptedAt = conditionals.account.watches.requestedAt(FEATURE_NAME, input.symbol, now)
  conditionals.orders.touch({
    ...NOT_ENDED,
    conditionalNo,
    symbol: input.symbol,
    side: input.side,
    kind: input.kind,
    stopSteps: input.stopSteps,
    profitSteps: input.profitSteps,
    trailSteps: input.trailSteps,
    trailRate: input.trailRate === null ? null : rate(BigInt(input.trailRate)),
    bestTick: null,
    bestSteps: null,
    limitTicks: input.limitTicks === null ? null : ticks(input.limitTicks),
    worstTicks,
    lots: lots(isAttached ? 0 : input.lots),
    budget: input.budget === null ? null : decodeAmount(input.budget),
    assetId,
    held: amount,
    linkedNo,
    legTicks: input.legTicks === null ? null : ticks(input.legTicks),
    priceDecimals: pair.priceDecimals,
    tickSteps: pair.tickSteps,
    priceBand: pair.filters.priceBand,
    state: isAttached ? 'waiting' : 'live',
    acceptedAt,
    since: isAttached ? null : acceptedAt,
    isSeen: false,
  })
  conditionals.dirtySymbols.add(input.symbol)
  return done({ conditionalNo })
}

const NOT_ENDED = {
  end: null,
  cause: null,
  firedSteps: null,
  firedAt: null,
  receiptId: null,
  orderNo: null,
  refusal: null,
  refusalFacts: null,
  endedAt: null,
} as const

/** Cancelling an OCO cancels its limit leg too; the entry of an attached order stays. */
export function cancelConditional(
  conditionals: Conditionals,
  conditionalNo: number,
  now: number,
): Outcome<PendingOrder, 'conditional_not_found' | 'conditional_not_live'> {
  const order = conditionals.orders.find(conditionalNo)
  if (!order) return refuse('conditional_not_found')
  if (!isCancellable(order)) return refuse('conditional_not_live')
  cancel(conditionals, order, now)
  return done({ conditionalNo })
}

export function cancelConditionals(
  conditionals: Conditionals,
  symbol: string | null,
  now: number,
): Outcome<{ readonly conditionalNos: readonly number[] }, never> {
  const wanted = conditionals.orders.live(symbol).filter(isCancellable)
  for (const order of wanted) cancel(conditionals, order, now)
  return done({ conditionalNos: wanted.map(({ conditionalNo }) => conditionalNo) })
}

/** A triggered order is already being sent and can't be cancelled. */
const isCancellable = ({ state }: Conditional): boolean => state === 'waiting' || state === 'live'

function cancel(conditionals: Conditionals, order: Conditional, now: number): void {
  if (order.kind === 'oco' && order.linkedNo !== null)
    conditionals.account.capabilities.orders.cancelForAccount(order.linkedNo)
  endUnsent(conditionals, order, 'user', now)
}
