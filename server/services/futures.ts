// Futures service: parses text to steps, adds terms and current price, calls the user's Account. No money decisions.

import type { ListPart } from '#domain/list-part'
import * as v from 'valibot'
import { type Catalogue, type Pair, findPair } from '#domain/catalogue'
import { type FuturesAppraisal, appraiseFutures, heldOf } from '#domain/futures/appraisal'
import type { FuturesEnd } from '#domain/futures/life'
import { type Beside, type OrderOutlook, checkIsolated, checkSides, orderOutlook, worstOf } from '#domain/futures/order'
import { type FuturesTerms, UNVERIFIED_LEVERAGE_MAX, checkSize, readTerms, storeTerms } from '#domain/futures/terms'
import { type Amount, decodeAmount } from '#domain/money/amount'
import { rate } from '#domain/money/rate'
import { checkFuturesFields } from '#domain/order-fields'
import { type Outcome, done, refuse } from '#domain/outcome'
import { parsePrice } from '#domain/spot'
import { findPassedBasic } from '#db/platform/verification'
import type { Page } from '#party/protocol/account'
import type { FuturesClosings, FuturesHistoryRow, FuturesOrder, FuturesRow } from '#party/protocol/futures'
import type { Session } from '#session/session'
import { callAccount } from './account-room'
import { loadCatalogue } from './catalogue'
import { findTerms, listTerms } from './futures-terms'
import { checkGate } from './gates'
import { count, decimal, id, symbol } from './input'
import { accountCommand, operation } from './operation'
import { indexPrices } from './quotes'
import { seenPrices } from './seen-prices'

/** Fields of a preview and of an order. */
export const newContract = v.object({
  symbol,
  direction: v.picklist(['long', 'short']),
  kind: v.optional(v.picklist(['market', 'limit', 'stop']), 'market'),
  mode: v.optional(v.picklist(['cross', 'isolated']), 'cross'),
  leverage: count(4),
  lots: count(9),
  /** Of a limit or stop order. */
  price: v.optional(decimal),
  /** Worst price of a market order; absent: one percent from the current price. */
  worst_price: v.optional(decimal),
  take_profit: v.optional(decimal),
  stop_loss: v.optional(decimal),
})
type NewContract = v.InferOutput<typeof newContract>

/** Fields of the prices that close a position. */
export const STOPS = {
  futures_stop_loss_too_high: 'stop_loss',
  futures_stop_loss_too_low: 'stop_loss',
  futures_take_profit_too_high: 'take_profit',
  futures_take_profit_too_low: 'take_profit',
}

interface ContractMarket {
  readonly pair: Pair
  readonly terms: FuturesTerms
  /** Index price in steps. */
  readonly reference: number
}

interface Placing {
  readonly form: NewContract
  /** ISO 3166 country of the user, or empty. */
  readonly country: string
}

/** Places an order. A market order resolves after the first tick opened it. */
export const placeFutures = accountCommand('place_futures_order', {
  input: newContract,
  refusedAt: {
    amount_not_positive: 'lots',
    futures_lots_out_of_bounds: 'lots',
    futures_leverage_above_tier: 'leverage',
    futures_leverage_needs_identity: 'leverage',
    futures_leverage_not_offered: 'leverage',
    insufficient_available: 'lots',
    price_missing: 'price',
    ...STOPS,
  },
  prepare: ({ env, session, country }, form) => readPlacing(env, session, { form, country }),
})

const sizeOf = ({ symbol: of, direction, kind, mode, leverage, lots }: NewContract) => ({
  symbol: of,
  direction,
  kind,
  mode,
  leverage,
  lots,
})

/** Reads an order for placing or previewing; a guest's preview skips the identity check. */
export async function readPlacing(
  env: Env,
  session: Session | null,
  { form, country }: Placing,
): Promise<Outcome<FuturesOrder>> {
  const taken = checkFuturesFields(form)
  if (!taken.ok) return taken
  const admitted = await checkGate(env, 'futures', country)
  if (!admitted.ok) return admitted
  const place = await findPlace(env, form.symbol)
  if (!place.ok) return place
  const { pair, terms, reference } = place.value
  if (!terms.isOpen) return refuse('futures_halted', { pair: pairText(form.symbol) })
  if (form.kind !== 'market' && form.price === undefined) return refuse('price_missing')
  const { price, worst_price, take_profit, stop_loss } = form
  const prices = readPrices(pair, { price, worst_price, take_profit, stop_loss })
  if (!prices.ok) return prices
  const tier = checkSize(terms, form, prices.value.price ?? reference)
  if (!tier.ok) return tier
  if (form.leverage > UNVERIFIED_LEVERAGE_MAX && session && !(await isIdentityVerified(env, session)))
    return refuse('futures_leverage_needs_identity', { max: String(UNVERIFIED_LEVERAGE_MAX) })
  const { worst_price: worst } = prices.value
  return done({
    ...sizeOf(form),
    entrySteps: prices.value.price,
    worstSteps: form.kind === 'market' ? (worst ?? worstOf(form.direction, reference)) : null,
    takeProfit: prices.value.take_profit,
    stopLoss: prices.value.stop_loss,
    assetId: terms.quote.id,
    maintenanceRate: tier.value.maintenance.toString(),
    reference,
    terms: storeTerms(terms),
  })
}

/** True when the full leverage range is allowed. */
export const isIdentityVerified = async (env: Env, { userId }: Session): Promise<boolean> =>
  (await findPassedBasic(env.DB, userId)) !== null

export interface FuturesPreview extends OrderOutlook {
  readonly quote: FuturesTerms['quote']
  readonly priceDecimals: number
}

/** Figures of an order, refused whenever placing it is. A guest's order skips the checks of the account. */
export async function previewFutures(
  env: Env,
  session: Session | null,
  input: Placing,
): Promise<Outcome<FuturesPreview>> {
  const read = await readPlacing(env, session, input)
  if (!read.ok) return read
  const order = read.value
  const [beside, terms] = await Promise.all([readBeside(env, session, order), findTerms(env, order.symbol)])
  if (!beside.ok) return beside
  if (!terms) return refuse('futures_not_offered', { pair: pairText(order.symbol) })
  const outlook = orderOutlook(
    readTerms(order.terms),
    { ...order, maintenanceRate: rate(BigInt(order.maintenanceRate)) },
    beside.value,
  )
  if (order.kind === 'market') {
    // Placing cancels an order whose opening would liquidate it, or would leave the cross positions too little equity.
    if (outlook.liquidation === order.reference) return refuse('futures_margin_short')
    const isolated = checkIsolated(terms.quote, order.mode, outlook, beside.value)
    if (!isolated.ok) return isolated
  }
  return done({ ...outlook, quote: terms.quote, priceDecimals: terms.priceDecimals })
}

/** Checks an order in the account, and reads the account state that decides its liquidation price. */
async function readBeside(env: Env, session: Session | null, order: FuturesOrder): Promise<Outcome<Beside>> {
  if (!session) {
    const sided = checkSides(order.terms, order)
    return sided.ok ? done({ available: null, held: [], prices: new Map() }) : sided
  }
  const [checked, quoted] = await Promise.all([
    callAccount(env, session, { type: 'preview_futures_order', ...order }),
    indexPrices(env),
  ])
  if (!checked.ok) return checked
  return done({
    available: decodeAmount(checked.value.available),
    held: checked.value.rows.flatMap((row) => heldOf(row) ?? []),
    prices: new Map(quoted.map(({ symbol, priceSteps }) => [symbol, priceSteps])),
  })
}

/** Closes some lots of a position, or all. Resolves after the first tick closed it, or with the pending state when that takes long. */
export const closeFutures = operation({
  input: v.object({ position_id: id, lots: v.optional(count(9)) }),
  refusedAt: { futures_lots_out_of_bounds: 'lots' },
  run: async ({ env, session, commandId }, { position_id: positionNo, lots = null }): Promise<Outcome<FuturesRow>> => {
    const closed = await callAccount(env, session, { type: 'close_futures', commandId, positionNo, lots })
    if (!closed.ok) return closed
    const [row] = closed.value
    return row ? done(row) : refuse('futures_position_not_found')
  },
})

/** Closes all positions, optionally of one symbol or direction. */
export const closeManyFutures = operation({
  input: v.object({ symbol: v.optional(symbol), direction: v.optional(v.picklist(['long', 'short'])) }),
  run: ({ env, session, commandId }, { symbol: of = null, direction = null }): Promise<Outcome<FuturesClosings>> =>
    callAccount(env, session, { type: 'close_many_futures', commandId, symbol: of, direction }),
})

/** Cancels a pending order. */
export const cancelFutures = operation({
  input: v.object({ position_id: id }),
  run: async ({ env, session, commandId }, { position_id: positionNo }): Promise<Outcome<FuturesRow>> => {
    const found = await findFutures(env, session, positionNo)
    if (!found.ok) return found
    const seen = await seenPrices(env, found.value.symbol)
    return callAccount(env, session, { type: 'cancel_futures_order', commandId, positionNo, seen })
  },
})

export const findFutures = (env: Env, session: Session, positionNo: number): Promise<Outcome<FuturesHistoryRow>> =>
  callAccount(env, session, { type: 'futures_position', positionNo })

/** Those that ended, newest first. */
export const listEndedFutures = (
  env: Env,
  session: Session,
  filter: ListPart & {
    readonly symbol: string | null
    readonly only: FuturesEnd | null
    /** Include open positions that are partly closed. */
    readonly hasParts?: boolean
  },
): Promise<Outcome<Page<FuturesHistoryRow>>> => callAccount(env, session, { type: 'futures_ended', ...filter })

/** Open positions and waiting orders, appraised at current prices. */
export interface FuturesOverview {
  readonly rows: readonly FuturesRow[]
  readonly available: Amount
  readonly held: Amount
  readonly prices: ReadonlyMap<string, number>
  readonly appraisal: FuturesAppraisal
}

export async function loadFutures(env: Env, session: Session): Promise<Outcome<FuturesOverview>> {
  const [terms] = await listTerms(env)
  const assetId = terms?.quote.id ?? USDT_ID
  const [live, quoted] = await Promise.all([
    callAccount(env, session, { type: 'futures_live', assetId }),
    indexPrices(env),
  ])
  if (!live.ok) return live
  const wallet = { available: decodeAmount(live.value.available), held: decodeAmount(live.value.held) }
  const prices = new Map(quoted.map(({ symbol, priceSteps }) => [symbol, priceSteps]))
  const { rows } = live.value
  return done({ rows, ...wallet, prices, appraisal: appraiseFutures(rows, wallet, prices) })
}

const USDT_ID = 3

export async function findPlace(env: Env, symbol: string): Promise<Outcome<ContractMarket>> {
  const [catalogue, terms, prices]: [Catalogue, FuturesTerms | undefined, Awaited<ReturnType<typeof indexPrices>>] =
    await Promise.all([loadCatalogue(env), findTerms(env, symbol), indexPrices(env)])
  const pair = findPair(catalogue, symbol)
  if (!pair || !terms) return refuse('futures_not_offered', { pair: pairText(symbol) })
  const reference = prices.find((price) => price.symbol === symbol)?.priceSteps
  return reference === undefined ? refuse('no_reference_price') : done({ pair, terms, reference })
}

/** Parses price texts to steps of the pair; a refusal names the field. Absent prices are null. */
export function readPrices<Name extends string>(
  pair: Pair,
  texts: Readonly<Record<Name, string | undefined>>,
): Outcome<Record<Name, number | null>> {
  const prices: Partial<Record<Name, number | null>> = {}
  for (const [name, text] of Object.entries(texts) as [Name, string | undefined][]) {
    if (text === undefined) {
      prices[name] = null
      continue
    }
    const price = parsePrice(pair, text)
    if (!price.ok) return refuse(price.refusal.code, { ...price.refusal.facts, field: name })
    prices[name] = price.value * pair.tickSteps
  }
  // Every name was given a value above.
  return done(prices as Record<Name, number | null>)
}

const pairText = (symbol: string): string => symbol.replace('-', '/')
