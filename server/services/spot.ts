// Spot orders for users and clients: decimal text in, Account rows out. Parses text onto the pair's price grid, then
// calls the user's Account once. Decides nothing about money or matching.

import { type Catalogue, type Pair, findPair } from '#domain/catalogue'
import { type Lots, lots } from '#domain/money/price'
import { encodeAmount, parseAmount } from '#domain/money/amount'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { OrderStage, Side } from '#domain/order'
import { checkSpotFields } from '#domain/order-fields'
import { type OrderText, checkTerms, parsePrice, parseQuantity, worstTicks } from '#domain/spot'
import type { SpotFillRow, SpotOrderRow, Page } from '#party/protocol/account'
import { type NewOrder, ORDERS_PER_COMMAND_MAX, type OrderName } from '#party/protocol/spot'
import type { MarketReference } from '#party/protocol/market'
import type { Session } from '#session/session'
import { callAccount, runCommand } from './account-room'
import { loadCatalogue } from './catalogue'
import { referencePrice } from './market'
import { indexMarks } from './quotes'
import { admitOrder } from './stocks'

export interface AmendForm {
  /** Absent: the price stays. */
  readonly price?: string | undefined
  /** The new whole quantity, filled part included. Absent: it stays. */
  readonly quantity?: string | undefined
}

/** Filter: `from` inclusive, `until` exclusive; absent fields do not filter. */
interface Narrowing {
  readonly side?: Side | undefined
  readonly from?: number | undefined
  readonly until?: number | undefined
}

export interface OrderFilter extends Narrowing {
  readonly symbol?: string | undefined
  readonly stage?: OrderStage | undefined
  readonly page: number
  readonly limit: number
}

export async function placeOrder(
  env: Env,
  session: Session,
  { form, ...command }: { readonly commandId: string; readonly form: OrderText; readonly country?: string },
): Promise<Outcome<SpotOrderRow>> {
  const outcome = await placeOrders(env, session, { ...command, forms: [form] })
  if (!outcome.ok) return outcome
  return outcome.value[0] ?? refuse('request_malformed')
}

/** Several orders in one command. A malformed order refuses the whole batch; otherwise each order has its own outcome. */
export async function placeOrders(
  env: Env,
  session: Session,
  command: { readonly commandId: string; readonly forms: readonly OrderText[]; readonly country?: string },
): Promise<Outcome<readonly Outcome<SpotOrderRow>[]>> {
  if (command.forms.length > ORDERS_PER_COMMAND_MAX) {
    return refuse('orders_above_batch_max', { bound: String(ORDERS_PER_COMMAND_MAX) })
  }
  const { commandId, forms } = command
  return runCommand(env, session, { type: 'place_spot_orders', commandId, asked: forms }, () =>
    readOrders(env, command, session.key?.isAgent && session.key.keyId),
  )
}

async function readOrders(
  env: Env,
  command: { readonly forms: readonly OrderText[]; readonly country?: string },
  agent?: string,
): Promise<Outcome<{ readonly orders: readonly NewOrder[]; readonly marks?: Readonly<Record<string, number>> }>> {
  const catalogue = await loadCatalogue(env)
  for (const form of command.forms) {
    const admitted = await admitForm(env, catalogue, form, command.country)
    if (!admitted.ok) return admitted
  }
  const references = referencesOf(env)
  const parsed = await Promise.all(command.forms.map((form) => parseOrder(catalogue, references, form)))
  const orders: NewOrder[] = []
  for (const order of parsed) {
    if (!order.ok) return order
    orders.push({ ...order.value, ...(agent !== undefined && { agent, needsIndex: true as const }) })
  }
  return done({ orders, ...(agent !== undefined && { marks: await indexMarks(env) }) })
}

const admitForm = (env: Env, catalogue: Catalogue, { symbol, side }: OrderText, country = '') =>
  admitOrder(env, { pair: findPair(catalogue, symbol), side, country })

export function cancelOrder(
  env: Env,
  session: Session,
  command: { readonly commandId: string; readonly order: OrderName },
): Promise<Outcome<SpotOrderRow>> {
  return callAccount(env, session, { type: 'cancel_spot_order', ...command })
}

/** Cancels all open orders, or those of one pair. Returns the order numbers requested to cancel. */
export async function cancelAll(
  env: Env,
  session: Session,
  command: { readonly commandId: string; readonly symbol: string | null },
): Promise<Outcome<{ readonly orderNos: readonly number[] }>> {
  if (command.symbol !== null && !findPair(await loadCatalogue(env), command.symbol)) return refuse('pair_not_found')
  return callAccount(env, session, { type: 'cancel_spot_orders', ...command })
}

/**
 * Amends price or quantity. Only a smaller size at the same price keeps the queue position. An invalid price is refused
 * with `field: 'price'`, because its code is shared with other amounts.
 */
export async function amendOrder(
  env: Env,
  session: Session,
  command: {
    readonly commandId: string
    readonly order: OrderName
    readonly form: AmendForm
    readonly country: string
  },
): Promise<Outcome<SpotOrderRow>> {
  const { commandId, order, form, country } = command
  const [catalogue, found] = await Promise.all([loadCatalogue(env), findOrder(env, session, order)])
  if (!found.ok) return found
  const pair = findPair(catalogue, found.value.symbol)
  if (!pair) return refuse('pair_not_found')
  // Absent values stay absent: only the Account may fill them, after its check for a repeated command id.
  const price = form.price === undefined ? done(null) : parsePrice(pair, form.price)
  if (!price.ok) return refuse(price.refusal.code, { ...price.refusal.facts, field: 'price' })
  const quantity = form.quantity === undefined ? done(null) : parseQuantity(pair, form.quantity)
  if (!quantity.ok) return quantity
  const { side, ticks, lots } = found.value
  if ((price.value ?? 0) > ticks || (quantity.value ?? 0) > lots) {
    const admitted = await admitOrder(env, { pair, side, country })
    if (!admitted.ok) return admitted
  }
  return callAccount(env, session, {
    type: 'amend_spot_order',
    commandId,
    order,
    ticks: price.value,
    lots: quantity.value,
  })
}

export function findOrder(env: Env, session: Session, order: OrderName): Promise<Outcome<SpotOrderRow>> {
  return callAccount(env, session, { type: 'spot_order', order })
}

/** Newest first. */
export function listOrders(env: Env, session: Session, filter: OrderFilter): Promise<Outcome<Page<SpotOrderRow>>> {
  const { symbol = null, stage = null, ...narrowed } = filter
  return callAccount(env, session, { type: 'spot_orders', symbol, stage, ...narrowed })
}

/** Fills, newest first; filtered by `orderNo` or `symbol`. */
export function listFills(env: Env, session: Session, filter: FillFilter): Promise<Outcome<Page<SpotFillRow>>> {
  const { orderNo = null, symbol = null, ...narrowed } = filter
  return callAccount(env, session, { type: 'spot_fills', orderNo, symbol, ...narrowed })
}

/** Range of a walk: rows with numbers below `before`, newest first, null for the newest; or from `first` on, oldest first. */
interface RowRange {
  readonly symbol: string | null
  readonly from?: number | undefined
  readonly until?: number | undefined
  readonly before: number | null
  readonly first?: number | undefined
  readonly limit: number
}

export const listOrdersBefore = (
  env: Env,
  session: Session,
  walk: RowRange & { readonly stage: OrderStage | null },
): Promise<Outcome<readonly SpotOrderRow[]>> => callAccount(env, session, { type: 'spot_orders_before', ...walk })

/** Fills with their cursor numbers. */
export const listFillsBefore = (
  env: Env,
  session: Session,
  walk: RowRange & { readonly orderNo: number | null },
): Promise<Outcome<readonly (SpotFillRow & { readonly id: number })[]>> =>
  callAccount(env, session, { type: 'spot_fills_before', ...walk })

interface FillFilter extends Narrowing {
  readonly orderNo?: number | undefined
  readonly symbol?: string | undefined
  readonly page: number
  readonly limit: number
}

const ROWS_PER_READ = 500

/**
 * All orders in pages, newest first, up to `now`, so that new orders do not shift pages. An order ending meanwhile may
 * shift others by one row; no order is returned twice.
 */
export const eachOrderPage = (env: Env, session: Session, filter: Omit<OrderFilter, 'page' | 'limit'>, now: number) =>
  eachPage<SpotOrderRow>(
    (page) => {
      const until = Math.min(filter.until ?? now, now)
      return listOrders(env, session, { ...filter, until, ...page })
    },
    ({ orderNo }) => String(orderNo),
  )

export const eachFillPage = (env: Env, session: Session, filter: Omit<FillFilter, 'page' | 'limit'>, now: number) =>
  eachPage<SpotFillRow>(
    (page) => {
      const until = Math.min(filter.until ?? now, now)
      return listFills(env, session, { ...filter, until, ...page })
    },
    ({ symbol, tradeNo, orderNo }) => `${symbol} ${tradeNo} ${orderNo}`,
  )

export async function* eachPage<Row>(
  read: (page: { readonly page: number; readonly limit: number }) => Promise<Outcome<Page<Row>>>,
  keyOf: (row: Row) => string,
): AsyncGenerator<Outcome<readonly Row[]>, void> {
  const before = new Set<string>()
  for (let page = 1; ; page += 1) {
    const found = await read({ page, limit: ROWS_PER_READ })
    if (!found.ok) {
      yield found
      return
    }
    const { rows } = found.value
    yield done(rows.filter((row) => !before.has(keyOf(row))))
    if (rows.length < ROWS_PER_READ) return
    before.clear()
    for (const row of rows) before.add(keyOf(row))
  }
}

type References = (symbol: string) => Promise<MarketReference | null>

/** Reference prices cached per command: one call per market. */
export function referencesOf(env: Env): References {
  const asked = new Map<string, Promise<MarketReference | null>>()
  return (symbol) => {
    const answer = asked.get(symbol) ?? referencePrice(env, symbol)
    asked.set(symbol, answer)
    return answer
  }
}

/**
 * Parses an order to the price grid. Contradictory terms are refused before any room call. A market order is bounded by
 * the pair's price band; without a reference price it still goes to the Account, which refuses it unless it repeats an
 * executed command.
 */
export async function parseOrder(
  catalogue: Catalogue,
  references: References,
  text: OrderText,
): Promise<Outcome<NewOrder>> {
  const { side, kind, timeInForce = kind === 'limit' ? 'gtc' : 'ioc', isPostOnly = false } = text
  const pair = findPair(catalogue, text.symbol)
  if (!pair) return refuse('pair_not_found')
  const has = {
    price: text.price !== undefined,
    quantity: text.quantity !== undefined,
    budget: text.quoteAmount !== undefined,
  }
  const taken = checkSpotFields(text)
  if (!taken.ok) return taken
  const agreed = checkTerms({ side, kind, timeInForce, isPostOnly, has })
  if (!agreed.ok) return agreed
  const limit = kind === 'market' ? done(null) : parsePrice(pair, text.price ?? '')
  if (!limit.ok) return limit
  const size = parseSize(pair, text)
  if (!size.ok) return size
  return done({
    symbol: pair.symbol,
    clientOrderId: text.clientOrderId ?? null,
    side,
    kind,
    ticks: limit.value ?? worstTicks(side, await references(pair.symbol)),
    ...size.value,
    timeInForce,
    isPostOnly,
    selfTrade: text.selfTrade ?? 'cancel_newest',
    ...(text.wallet && { wallet: text.wallet }),
  })
}

export function parseSize(
  pair: Pair,
  { quoteAmount, quantity }: Pick<OrderText, 'quoteAmount' | 'quantity'>,
): Outcome<{ readonly lots: Lots; readonly budget: string | null }> {
  if (quoteAmount === undefined) {
    const counted = parseQuantity(pair, quantity ?? '')
    return counted.ok ? done({ lots: counted.value, budget: null }) : counted
  }
  const budget = parseAmount(pair.quote, quoteAmount)
  if (!budget.ok) return budget
  if (budget.value === 0n) return refuse('amount_not_positive')
  return done({ lots: lots(0), budget: encodeAmount(budget.value) })
}
