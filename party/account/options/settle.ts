// Option actions at a tick of their symbol: pending orders open with it, due orders settle with it. An order uses only the first tick after
// its start time; where an earlier tick may have been missed, rounds are read again.

import { type Amount, ZERO, add, negate, subtract } from '#domain/money/amount'
import { rate } from '#domain/money/rate'
import {
  type RejectCause,
  ENTRY_WITHIN_MS,
  EXIT_WITHIN_MS,
  type OptionOutcome,
  dueAt,
  outcomeOf,
  optionPayout,
} from '#domain/options/settlement'
import { OPTIONS_WALLET } from '#domain/options/terms'
import type { Tick } from '#domain/quotes/chain'
import { parseSteps } from '#domain/quotes/steps'
import type { WakeMessage } from '#party/protocol/watch'
import type { Turn } from '../feature'
import type { Line } from '../ledger'
import { type Options, FEATURE_NAME } from './state'
import { notifyEnded } from './notices'
import { receiptOf } from './receipt'
import { type Option, optionRef, resultOf } from './store'

/** The first instant whose tick an order takes. */
export const waitsFrom = ({ state, acceptedAt, dueAt: due }: Option): number =>
  state === 'open' && due !== null ? due : acceptedAt + 1

/** A tick of the symbol, the time of the tick before it (null: unknown), and the sides closed by the exposure limit. */
interface TickContext {
  readonly tick: Tick
  readonly beforeAt: number | null
  readonly closedSides: readonly ('long' | 'short')[]
  readonly now: number
}

export function onTick(options: Options, wake: Omit<WakeMessage, 'feature' | 'revision'>, { now }: Turn): void {
  const { symbol, round, beforeAt, closedSides } = wake
  options.dirtySymbols.add(symbol)
  const tick = round.ticks.find((each) => each.symbol === symbol)
  // Orders of a symbol are decided only by a tick of that symbol in this round.
  if (!tick || tick.at !== round.at) return
  for (const order of options.orders.live(symbol)) take(options, order, { tick, beforeAt, closedSides, now })
}

function take(options: Options, order: Option, context: TickContext): void {
  const { tick, beforeAt, closedSides, now } = context
  const from = waitsFrom(order)
  const priceSteps = parseSteps(tick.price, order.terms.priceDecimals)
  if (tick.at < from || priceSteps === null) return
  if (beforeAt === null || beforeAt >= from) {
    // An earlier missed tick decides this order.
    options.passedOver.add(order.orderNo)
    return
  }
  if (order.state === 'pending') {
    if (tick.at > order.acceptedAt + ENTRY_WITHIN_MS) rejectOrder(options, order, { cause: 'no_price', now })
    else if (closedSides.includes(order.direction === 'rise' ? 'long' : 'short'))
      rejectOrder(options, order, { cause: 'exposure_full', now })
    else begin(options, order, { tick, priceSteps })
  } else if (tick.at > from + EXIT_WITHIN_MS) makeVoid(options, order, now)
  else settle(options, order, { tick, priceSteps, now })
}

function begin(
  options: Options,
  order: Option,
  { tick, priceSteps }: { readonly tick: Tick; readonly priceSteps: number },
): void {
  Object.assign(order, {
    state: 'open',
    entryTick: tick,
    entrySteps: priceSteps,
    dueAt: dueAt(tick.at, order.seconds),
  })
  options.orders.touch(order)
}

/** Frees everything that an order holds which never began. */
export function rejectOrder(
  { account, orders, dirtySymbols }: Options,
  order: Option,
  { cause, now }: { readonly cause: RejectCause; readonly now: number },
): void {
  const ref = optionRef(order.orderNo)
  account.ledger.release(ref, account.ledger.holdLeft(ref), 'options_release', now)
  Object.assign(order, { state: 'called_off', cause, endedAt: now })
  orders.touch(order)
  dirtySymbols.add(order.symbol)
}

/** No price in time: stake and fee are refunded, with a receipt. */
export function makeVoid(options: Options, order: Option, now: number): void {
  const { account, orders, dirtySymbols } = options
  const ref = optionRef(order.orderNo)
  account.ledger.release(ref, account.ledger.holdLeft(ref), 'options_release', now)
  const endedAt = waitsFrom(order) + EXIT_WITHIN_MS
  const paid = add(order.stake, order.fee)
  const receiptId = account.capabilities.receipts.issue(
    receiptOf(options, order, { outcome: 'void', at: endedAt, exit: null, paid }),
    now,
  )
  Object.assign(order, { state: 'void', paid: paid.toString(), receiptId, endedAt })
  orders.touch(order)
  dirtySymbols.add(order.symbol)
  notifyEnded(options, order, now)
}

function settle(
  options: Options,
  order: Option,
  { tick, priceSteps, now }: { readonly tick: Tick; readonly priceSteps: number; readonly now: number },
): void {
  const { account, orders, dirtySymbols } = options
  const outcome = outcomeOf(order.direction, order.entrySteps ?? priceSteps, priceSteps)
  const paid = optionPayout({ ...order, ratio: rate(BigInt(order.terms.ratio)) }, outcome)
  pay(options, order, { outcome, paid, now })
  const receiptId = account.capabilities.receipts.issue(
    receiptOf(options, order, { outcome, at: tick.at, exit: tick, paid }),
    now,
  )
  Object.assign(order, {
    state: 'settled',
    outcome,
    exitAt: tick.at,
    exitSteps: priceSteps,
    paid: paid.toString(),
    receiptId,
    endedAt: tick.at,
  })
  account.capabilities.limits.record(resultOf(order), tick.at)
  if (outcome !== 'even') account.capabilities.activity.traded(order.assetId, order.stake, now)
  orders.touch(order)
  dirtySymbols.add(order.symbol)
  notifyEnded(options, order, now)
}

/** Moves the stake to the house, or refunds it with the house's profit payment; the fee goes to the fees. A tie refunds everything. */
function pay(
  { account }: Options,
  { orderNo, assetId, stake, fee, symbol }: Option,
  { outcome, paid, now }: { readonly outcome: OptionOutcome; readonly paid: Amount; readonly now: number },
): void {
  const ref = optionRef(orderNo)
  if (outcome === 'even') return account.ledger.release(ref, paid, 'options_release', now)
  const feeLine: Line = { account: '@fees', assetId, amount: fee, reason: 'options_fee' }
  if (outcome === 'lost') {
    const lines: Line[] = [{ account: '@house:options', assetId, amount: stake }, feeLine]
    account.ledger.capture({ ref, captured: add(stake, fee), released: ZERO, reason: 'options_loss', lines }, now)
    return account.watches.take(FEATURE_NAME, symbol, { house: stake, fees: fee })
  }
  if (fee > 0n)
    account.ledger.capture({ ref, captured: fee, released: stake, reason: 'options_fee', lines: [feeLine] }, now)
  else account.ledger.release(ref, stake, 'options_release', now)
  const profit = subtract(paid, stake)
  const lines: Line[] = [
    { account: '@house:options', assetId, amount: negate(profit) },
    { account: `${OPTIONS_WALLET}:available`, assetId, amount: profit },
  ]
  if (profit > 0n) account.ledger.post({ reason: 'options_profit', ref, lines }, now)
  account.watches.take(FEATURE_NAME, symbol, { house: negate(profit), fees: fee })
}
