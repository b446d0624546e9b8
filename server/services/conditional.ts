// Conditional orders for users and clients: decimal text in, Account rows out. Parses text onto the pair's price grid,
// adds the current price, then calls the user's Account once. Decides nothing about money.

import type { ListPart } from '#domain/list-part'
import { type Pair, findPair } from '#domain/catalogue'
import type { ConditionalText, EntryText } from '#domain/conditional/text'
import { TRAIL_RATE_BOUNDS } from '#domain/conditional/triggers'
import { parsePercent } from '#domain/money/rate'
import { checkConditionalFields } from '#domain/order-fields'
import type { Side } from '#domain/order'
import { type Outcome, done, refuse } from '#domain/outcome'
import { parsePrice } from '#domain/spot'
import type { Page, SpotOrderRow, AccountRequests } from '#party/protocol/account'
import type { ConditionalRow } from '#party/protocol/conditional'
import type { Session } from '#session/session'
import { callAccount } from './account-room'
import { loadCatalogue } from './catalogue'
import { indexPrices } from './quotes'
import { eachPage, parseOrder, parseSize, referencesOf } from './spot'

/** Conditional order with its linked limit order (OCO) or entry order. */
export interface PlacedConditional {
  readonly conditional: ConditionalRow
  readonly order: SpotOrderRow | null
}

/** List filter; `from` inclusive, `until` exclusive. */
interface OrderNarrowing {
  readonly symbol?: string | null | undefined
  readonly side?: Side | undefined
  readonly from?: number | undefined
  readonly until?: number | undefined
}

type Asked = Omit<AccountRequests['place_conditional'], 'type' | 'commandId'>

export async function placeConditional(
  env: Env,
  session: Session,
  { commandId, form }: { readonly commandId: string; readonly form: ConditionalText },
): Promise<Outcome<PlacedConditional>> {
  const [catalogue, reference] = await Promise.all([loadCatalogue(env), referenceOf(env, form.symbol)])
  const pair = findPair(catalogue, form.symbol)
  if (!pair) return refuse('pair_not_found')
  const asked = readConditional(pair, form)
  if (!asked.ok) return asked
  return callAccount(env, session, { type: 'place_conditional', commandId, ...asked.value, reference })
}

/** Places an entry order with attached exits, which activate for its filled quantity. */
export async function placeEntry(
  env: Env,
  session: Session,
  { commandId, form }: { readonly commandId: string; readonly form: EntryText },
): Promise<Outcome<PlacedConditional>> {
  const [catalogue, reference] = await Promise.all([loadCatalogue(env), referenceOf(env, form.entry.symbol)])
  const pair = findPair(catalogue, form.entry.symbol)
  if (!pair) return refuse('pair_not_found')
  if (form.takeProfit === undefined && form.stopLoss === undefined) return refuse('conditional_trigger_missing')
  const prices = readPrices(pair, { profitSteps: form.takeProfit, stopSteps: form.stopLoss })
  if (!prices.ok) return prices
  const entry = await parseOrder(catalogue, referencesOf(env), form.entry)
  if (!entry.ok) return entry
  if (entry.value.wallet) return refuse('exit_not_on_margin')
  return callAccount(env, session, {
    type: 'place_conditional',
    commandId,
    ...NOTHING,
    symbol: pair.symbol,
    side: form.entry.side === 'buy' ? 'sell' : 'buy',
    kind: 'attached',
    ...prices.value,
    entry: entry.value,
    reference,
  })
}

const NOTHING = {
  stopSteps: null,
  profitSteps: null,
  trailSteps: null,
  trailRate: null,
  limitTicks: null,
  legTicks: null,
  lots: 0,
  budget: null,
  entry: null,
} as const

/** Current index price; zero if unknown, and the Account then refuses unless the command repeats an accepted order. */
async function referenceOf(env: Env, symbol: string): Promise<number> {
  const prices = await indexPrices(env)
  return prices.find((each) => each.symbol === symbol)?.priceSteps ?? 0
}

function readConditional(pair: Pair, form: ConditionalText): Outcome<Omit<Asked, 'reference'>> {
  const { kind, side, price, triggerPrice, stopLimitPrice, quoteAmount } = form
  const isOco = kind === 'oco'
  const taken = checkConditionalFields(form)
  if (!taken.ok) return taken
  if (kind !== 'trailing' && triggerPrice === undefined) return refuse('conditional_trigger_missing')
  if (isOco && price === undefined) return refuse('price_missing')
  const limit = isOco ? stopLimitPrice : price
  const isTwice = quoteAmount !== undefined && form.quantity !== undefined
  if (isTwice || (quoteAmount !== undefined && (side === 'sell' || isOco || limit !== undefined)))
    return refuse('budget_needs_market_buy')
  if (quoteAmount === undefined && form.quantity === undefined) return refuse('quantity_missing')
  const trigger = kind === 'take_profit' ? 'profitSteps' : 'stopSteps'
  const triggers = readPrices(pair, kind === 'trailing' ? {} : { [trigger]: triggerPrice })
  if (!triggers.ok) return triggers
  const limits = readTicks(pair, { limitTicks: limit, legTicks: isOco ? price : undefined })
  if (!limits.ok) return limits
  const trail = kind === 'trailing' ? readTrail(pair, form) : done({ trailSteps: null, trailRate: null })
  if (!trail.ok) return trail
  const size = parseSize(pair, form)
  if (!size.ok) return size
  return done({
    ...NOTHING,
    symbol: pair.symbol,
    side,
    kind,
    ...triggers.value,
    ...limits.value,
    ...trail.value,
    ...size.value,
  })
}

/** Texts to ticks by name; null for missing texts. */
function readTicks<Name extends string>(
  pair: Pair,
  texts: Readonly<Record<Name, string | undefined>>,
): Outcome<Record<Name, number | null>> {
  const read = {} as Record<Name, number | null>
  for (const name of Object.keys(texts) as Name[]) {
    const parsed = texts[name] === undefined ? done(null) : parsePrice(pair, texts[name])
    if (!parsed.ok) return refuse(parsed.refusal.code, { ...parsed.refusal.facts, field: name })
    read[name] = parsed.value
  }
  return done(read)
}

function readPrices<Name extends string>(
  pair: Pair,
  texts: Readonly<Record<Name, string | undefined>>,
): Outcome<Record<Name, number | null>> {
  const read = readTicks(pair, texts)
  if (!read.ok) return read
  for (const name of Object.keys(texts) as Name[]) {
    const count = read.value[name]
    if (count !== null) read.value[name] = count * pair.tickSteps
  }
  return read
}

function readTrail(
  pair: Pair,
  { trailAmount, trailPercent }: ConditionalText,
): Outcome<Pick<Asked, 'trailSteps' | 'trailRate'>> {
  if ((trailAmount === undefined) === (trailPercent === undefined)) return refuse('conditional_trail_missing')
  if (trailAmount !== undefined) {
    const distance = readPrices(pair, { trailSteps: trailAmount })
    return distance.ok ? done({ ...distance.value, trailRate: null }) : distance
  }
  const rate = parsePercent(trailPercent ?? '')
  if (rate.ok && rate.value > 0n && rate.value < 1_000_000_000n)
    return done({ trailSteps: null, trailRate: rate.value.toString() })
  return refuse('conditional_trail_out_of_bounds', TRAIL_RATE_BOUNDS)
}

/** Also cancels the limit order of an OCO. */
export const cancelConditional = (
  env: Env,
  session: Session,
  command: { readonly commandId: string; readonly conditionalNo: number },
): Promise<Outcome<PlacedConditional>> => callAccount(env, session, { type: 'cancel_conditional', ...command })

/** Cancels all waiting conditional orders, or those of one pair. */
export const cancelConditionals = (
  env: Env,
  session: Session,
  command: { readonly commandId: string; readonly symbol: string | null },
): Promise<Outcome<{ readonly conditionalNos: readonly number[] }>> =>
  callAccount(env, session, { type: 'cancel_conditionals', ...command })

/** Waiting conditional orders, newest first. */
export async function listLiveConditionals(
  env: Env,
  session: Session,
  symbol: string | null,
): Promise<Outcome<readonly ConditionalRow[]>> {
  const live = await callAccount(env, session, { type: 'conditionals_live', symbol })
  return live.ok ? done([...live.value].reverse()) : live
}

export const findConditional = (env: Env, session: Session, conditionalNo: number): Promise<Outcome<ConditionalRow>> =>
  callAccount(env, session, { type: 'conditional_order', conditionalNo })

/** All ended conditional orders as of `now`, in pages. */
export const eachEndedConditionalPage = (env: Env, session: Session, filter: OrderNarrowing, now: number) =>
  eachPage<ConditionalRow>(
    (page) => listEndedConditionals(env, session, { ...filter, until: Math.min(filter.until ?? now, now), ...page }),
    ({ conditionalNo }) => String(conditionalNo),
  )

/** Ended conditional orders, newest first. */
export const listEndedConditionals = (
  env: Env,
  session: Session,
  { symbol = null, ...filter }: OrderNarrowing & ListPart,
): Promise<Outcome<Page<ConditionalRow>>> =>
  callAccount(env, session, { type: 'conditionals_ended', symbol, ...filter })
