// Commands on spot orders: place, cancel, cancel all, amend. Each refuses first and writes after: a hold, the order, and a numbered command
// for the pair's Market. Matching happens in the Market only.

import type { EntryRefusal } from '#domain/conditional/triggers'
import { type Pair, type Wallet, findPair, tradingWallet } from '#domain/catalogue'
import { type Amount, ZERO, decodeAmount, encodeAmount, subtract } from '#domain/money/amount'
import { checkAvailable } from '#domain/money/available'
import { lots, ticks } from '#domain/money/price'
import { type Outcome, type Refusal, done, refuse } from '#domain/outcome'
import {
  type FilterRefusal,
  type OrderTerms,
  type PlaceRefusal,
  type TermsRefusal,
  checkFilters,
  checkTerms,
  holdFor,
} from '#domain/spot'
import { type SessionRefusal, whyNotInSession } from '#domain/stocks/session'
import { type NewOrder, ORDERS_PER_COMMAND_MAX, type OrderName } from '#party/protocol/spot'
import type { AccountState } from '../state'
import type { PendingOrderChange, CancelledOrders, PlacedOrders, Spot } from './state'
import { type SpotOrder, isOpen, orderRef } from './order-store'
import { amendHold } from './settlement'

type AmendRefusal =
  | FilterRefusal
  | SessionRefusal
  | 'order_not_found'
  | 'order_not_open'
  | 'amend_in_progress'
  | 'amend_below_filled'
  | 'conditional_leg_fixed'
  | EntryRefusal
  | 'trading_frozen'
  | 'pair_not_found'
  | 'insufficient_available'
  | 'no_reference_price'
  | 'loan_liquidating'
  | 'loan_rate_low'

/** Waits for the Markets of accepted orders; each order has its own outcome. */
export function placeOrders(
  spot: Spot,
  orders: readonly NewOrder[],
  now: number,
): Outcome<PlacedOrders, 'request_malformed' | 'orders_above_batch_max' | 'trading_frozen'> {
  if (orders.length === 0) return refuse('request_malformed')
  if (orders.length > ORDERS_PER_COMMAND_MAX)
    return refuse('orders_above_batch_max', { bound: String(ORDERS_PER_COMMAND_MAX) })
  const admitted = spot.account.capabilities.permissions.checkTrading()
  if (!admitted.ok) return admitted
  const items = orders.map((order): number | Refusal<PlaceRefusal> => {
    const usable = order.wallet ? spot.account.capabilities.loans.checkOrder() : done(null)
    if (!usable.ok) return usable.refusal
    const placed = placeOrder(spot, order, { now })
    return placed.ok ? placed.value : placed.refusal
  })
  return done({ items })
}

interface Placing {
  readonly now: number
  readonly roundAt?: number | undefined
  /** The size comes from an accepted trigger or from a rule: the remaining amount to sell or spend may violate a filter by now. */
  readonly isSizeAccepted?: boolean
}

/** What an order that may be placed needs. */
interface Placeable {
  readonly pair: Pair
  readonly terms: OrderTerms
  readonly needed: ReturnType<typeof holdFor>
  readonly wallet: Wallet
}

/** Refuses what cannot be placed now; writes nothing. */
export function checkOrder(
  { account, orders }: Spot,
  order: NewOrder,
  { now, isSizeAccepted = false }: Placing,
): Outcome<Placeable, PlaceRefusal> {
  const pair = findPair(account.catalogue, order.symbol)
  const read = readTerms(order)

  if (!pair) return refuse('pair_not_found', { pair: order.symbol })
  if (!pair.isTradable) return refuse('market_closed', { pair: pair.symbol })
  if (!read.ok) return read
  const terms = read.value
  const inSession = whyNotInSession(pair.stock, { now, mayRest: terms.timeInForce === 'gtc' })
  if (inSession) return { ok: false, refusal: inSession }
  // A retried command must return its first outcome, so a missing reference price is refused only here, after the idempotency lookup.
  if (order.ticks === 0) return refuse('no_reference_price')
  if (order.clientOrderId !== null && orders.find({ clientOrderId: order.clientOrderId })) {
    return refuse('client_order_id_in_use', { clientOrderId: order.clientOrderId })
  }
  const filters = isSizeAccepted ? done(null) : checkFilters(pair, terms, orders.openCount(pair.symbol))
  if (!filters.ok) return filters
  const needed = holdFor(pair, terms)
  const wallet = tradingWallet(pair, order.wallet)
  const received = terms.side === 'buy' ? pair.base : pair.quote
  if (order.wallet && !received.wallets.includes(wallet))
    return refuse('wallet_not_for_asset', { asset: received.code })
  const covered = checkHold(account, { pair, wallet }, needed)
  return covered.ok ? done({ pair, terms, needed, wallet }) : covered
}

/** Places an order and returns its number. The caller checks the trading freeze. */
export function placeOrder(spot: Spot, order: NewOrder, placing: Placing): Outcome<number, PlaceRefusal> {
  const checked = checkOrder(spot, order, placing)
  if (!checked.ok) return checked
  const { account, orders } = spot
  const { pair, terms, needed, wallet } = checked.value
  const { now, roundAt } = placing
  const orderNo = orders.nextOrderNo()
  account.ledger.hold({ ref: orderRef(orderNo), wallet, ...needed }, 'spot_hold', now)
  orders.add(openOrder(order, terms, orderNo, now))
  const budget = terms.budget === null ? null : encodeAmount(terms.budget)
  account.streams.queue(pair.symbol, {
    ...{ type: 'submit', orderNo, ...terms, budget },
    ...(roundAt !== undefined && { roundAt }),
    ...(order.needsIndex && { needsIndex: order.needsIndex }),
    // The liquidation of a margin wallet goes on with another pair instead.
    ...(roundAt !== undefined && order.wallet === undefined && { waitsOutPause: true as const }),
  })
  return done(orderNo)
}

/** Asks the Market to take an order back, if it has not ended. */
export function cancelForAccount({ account, orders }: Spot, orderNo: number): void {
  const order = orders.find({ orderNo })
  if (order && isOpen(order)) account.streams.queue(order.symbol, { type: 'cancel', orderNo })
}

/** Waits for the Market's answer, because the order may fill meanwhile. */
export function cancelOrder(
  { account, orders }: Spot,
  name: OrderName,
): Outcome<PendingOrderChange, 'order_not_found' | 'order_not_open' | 'loan_liquidating'> {
  const order = orders.find(name)

  if (!order) return refuse('order_not_found')
  if (!isOpen(order)) return refuse('order_not_open')
  if (isLiquidation(account, order)) return refuse('loan_liquidating')

  const { orderNo, symbol } = order
  return done({ orderNo, symbol, seq: account.streams.queue(symbol, { type: 'cancel', orderNo }) })
}

export function cancelAll({ account, orders }: Spot, symbol: string | null): Outcome<CancelledOrders, never> {
  const open = orders.openOrders(symbol)
  const own = open.filter((order) => !isLiquidation(account, order))

  if (own.length < open.length)
    for (const order of own) account.streams.queue(order.symbol, { type: 'cancel', orderNo: order.orderNo })
  else
    for (const pairSymbol of new Set(own.map((order) => order.symbol)))
      account.streams.queue(pairSymbol, { type: 'cancel_spot_orders' })
  return done({ orderNos: own.map((order) => order.orderNo) })
}

/** While a margin wallet is sold, its orders are the liquidation's and not its owner's to cancel. */
const isLiquidation = ({ capabilities }: AccountState, { wallet }: Pick<SpotOrder, 'wallet'>): boolean =>
  Boolean(wallet) && !capabilities.loans.checkUse().ok

/** Requested change: null leaves price or quantity unchanged. */
interface AmendOrder {
  readonly order: OrderName
  readonly ticks: number | null
  readonly lots: number | null
}

/** A dearer amend holds the difference first; a cheaper one gets it back when the Market has agreed. */
export function amendOrder(
  { account, orders }: Spot,
  command: AmendOrder,
  now: number,
): Outcome<PendingOrderChange, AmendRefusal> {
  const order = orders.find(command.order)

  if (!order) return refuse('order_not_found')
  if (!isOpen(order) || order.kind !== 'limit') return refuse('order_not_open')
  const target = { ticks: ticks(command.ticks ?? order.ticks), lots: lots(command.lots ?? order.lots) }
  if (order.amend) return refuse('amend_in_progress')
  const beside = account.capabilities.conditionals.checkAmend(order.orderNo, target.ticks)
  if (!beside.ok) return beside
  const admitted = account.capabilities.permissions.checkTrading()
  if (!admitted.ok) return admitted
  const usable = order.wallet ? account.capabilities.loans.checkOrder() : done(null)
  if (!usable.ok) return usable
  const pair = findPair(account.catalogue, order.symbol)
  if (!pair) return refuse('pair_not_found', { pair: order.symbol })
  const inSession = whyNotInSession(pair.stock, { now, mayRest: true })
  if (inSession) return { ok: false, refusal: inSession }
  if (target.lots <= order.lotsFilled) return refuse('amend_below_filled')
  // The filter's count of open orders includes this order.
  const filters = checkFilters(pair, { ...order, ...target }, orders.openCount(pair.symbol) - 1)
  if (!filters.ok) return filters
  const extra = extraHold(account, pair, order, target)
  const wallet = tradingWallet(pair, order.wallet)
  const covered = checkHold(account, { pair, wallet }, extra)
  if (!covered.ok) return covered

  const { orderNo, symbol } = order
  if (extra.amount > 0n) account.ledger.hold({ ref: orderRef(orderNo), wallet, ...extra }, 'spot_hold', now)
  const seq = account.streams.queue(symbol, { type: 'amend', orderNo, ticks: target.ticks, lots: target.lots })
  order.amend = { seq, ...target }
  orders.touch(order, now)
  return done({ orderNo, symbol, seq })
}

/** Additional hold of the amended order, never negative. */
function extraHold(
  account: AccountState,
  pair: Pair,
  order: SpotOrder,
  target: Pick<SpotOrder, 'ticks' | 'lots'>,
): { assetId: number; amount: Amount } {
  const { assetId, amount: wanted } = amendHold(pair, order, target)
  const missing = subtract(wanted, account.ledger.holdLeft(orderRef(order.orderNo)))
  return { assetId, amount: missing > 0n ? missing : ZERO }
}

function checkHold(
  account: AccountState,
  { pair, wallet }: { readonly pair: Pair; readonly wallet: Wallet },
  { assetId, amount: needed }: { readonly assetId: number; readonly amount: Amount },
): Outcome<null, 'insufficient_available'> {
  const asset = assetId === pair.base.id ? pair.base : pair.quote
  return checkAvailable(asset, { available: account.ledger.available(wallet, asset.id), needed })
}

/** Terms of an order, or the refusal of a contradictory combination. The command's schema has checked each field. */
export function readTerms(order: NewOrder): Outcome<OrderTerms, TermsRefusal> {
  const { side, kind, timeInForce, isPostOnly, selfTrade, budget } = order
  const has = { price: order.ticks > 0, quantity: order.lots > 0, budget: budget !== null }
  const agreed = checkTerms({ side, kind, timeInForce, isPostOnly, has })
  if (!agreed.ok) return agreed
  return done({
    side,
    kind,
    ticks: ticks(order.ticks),
    lots: lots(order.lots),
    budget: budget === null ? null : decodeAmount(budget),
    timeInForce,
    isPostOnly,
    selfTrade,
  })
}

const openOrder = (
  { symbol, clientOrderId, wallet, agent }: NewOrder,
  terms: OrderTerms,
  orderNo: number,
  now: number,
): SpotOrder => ({
  ...terms,
  orderNo,
  clientOrderId,
  symbol,
  state: 'pending',
  closeReason: null,
  refusal: null,
  refusalFacts: null,
  lotsFilled: lots(0),
  quoteFilled: ZERO,
  fee: ZERO,
  openedAt: now,
  updatedAt: now,
  amend: null,
  wallet: wallet ?? null,
  agent: agent ?? null,
})
