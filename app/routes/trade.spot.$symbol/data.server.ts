// Loader and order actions of spot trading on a pair; loader data is the initial state before channels connect.

import { type ActionFunctionArgs, type LoaderFunctionArgs, data, redirect } from '@remix-run/cloudflare'
import { type Catalogue, type Pair, findPair } from '#domain/catalogue'
import type { Language } from '#domain/language'
import { roundText } from '#domain/log/leaf'
import { parseUsdt } from '#domain/money/valuation'
import { type Outcome, done } from '#domain/outcome'
import { lastOpenSecond } from '#domain/stocks/calendar'
import { DAY_MS } from '#domain/time'
import type { BalanceRow, SpotFillRow, SpotOrderRow } from '#party/protocol/account'
import type { ConditionalRow } from '#party/protocol/conditional'
import type { WatchRow } from '#party/protocol/watchlist'
import { type VipStatusRow, feeTermsOf } from '#party/protocol/account-promotion'
import { DEPTH_LEVELS, type MarketDepth, type TapeTrade } from '#party/protocol/market'
import type { Quote } from '#party/protocol/quotes'
import { callAccount } from '#services/account-room'
import { loadCatalogue } from '#services/catalogue'
import { listEndedConditionals, listLiveConditionals, placeConditional, placeEntry } from '#services/conditional'
import { orderBook, recentTrades } from '#services/market'
import { type MarginChoice, loadMarginChoice } from '#services/loan/margin'
import { listCandles, listQuotes, newestRound } from '#services/quotes'
import { companyActions } from '#services/stock-actions'
import { listFills, listOrders, placeOrder } from '#services/spot'
import { listWatches } from '#services/watchlist'
import { placeOf } from '#session/place'
import { type Session, readSession } from '#session/session'
import { readPageId } from '../../forms/command-id.server'
import { checkForm } from '../../forms/taken-fields.server'
import type { OrderAnswer } from '../../forms/order-answer'
import type { OwnFees } from '../../forms/spot'
import { refuseUnlessEnded } from '../../forms/form-input.server'
import { exitsOf, ticketTakes, toConditionalForm, toOrderForm } from '../../forms/spot-submission'
import { checkTicket } from '../../forms/ticket-form.server'
import { type OrderResult, orderAnswer, runOrderForm } from '../../forms/order-actions.server'
import {
  areAmountsHidden,
  fieldOf,
  readTerminalLayout,
  readFormLanguage,
  readLanguage,
  readOwnForm,
  throwIfSessionEnded,
} from '../../visitor/visitor.server'
import { lastPairOf, rememberTraded } from '../../visitor/last-traded.server'
import { sketchOf } from '../../chart/sketch.server'
import { answerOr } from '../../site/failures.server'
import { listedPair } from '../../text/listed-pair'
import { broughtTexts } from '../../text/words.server'

const TAPE_LENGTH = 40
const HISTORY_LENGTH = 20

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { env } = context
  const catalogue = await loadCatalogue(env)
  const pair = requirePair(catalogue, params['symbol'])
  const to = Date.now()
  // While its exchange is closed, a share shows its last session.
  const lineEnd = pair.stock ? lastOpenSecond(pair.stock.exchange, to) : to
  const [quotes, book, trades, candles, own, actions] = await Promise.all([
    answerOr(listQuotes(env), []),
    // If the market room is unreachable, the page renders and reports the missing book.
    answerOr<MarketDepth | null>(orderBook(env, pair.symbol, DEPTH_LEVELS), null),
    answerOr<TapeTrade[]>(recentTrades(env, pair.symbol, { limit: TAPE_LENGTH }), []),
    answerOr(listCandles(env, { symbol: pair.symbol, period: '15min', from: lineEnd - DAY_MS, to: lineEnd }), null),
    loadOwn(request, env, pair),
    pair.stock ? companyActions(env, pair.symbol) : null,
  ])
  const drawn = {
    title: `${pair.base.code}/${pair.quote.code}`,
    texts: broughtTexts(readLanguage(request), 'conditional'),
    pair,
    pairs: catalogue.pairs.filter(({ stock }) => !stock === !pair.stock).map(listedPair),
    coinSymbol: pair.stock ? (lastPairOf(request, catalogue, 'futures')?.symbol ?? '') : pair.symbol,
    assets: catalogue.assets.map(({ id, code, scale, logo }) => ({ id, code, scale, logo })),
    quotes,
    book,
    trades,
    closes: (candles ?? []).map((candle) => candle.close),
    sketch: sketchOf(candles),
    own,
    actions,
    fees: ownFees(quotes, pair, own?.vipStatus ?? null, to),
    isHidden: areAmountsHidden(request),
    layout: readTerminalLayout(request),
    commandId: crypto.randomUUID(),
  }
  return data(drawn, rememberTraded(request, pair.stock ? 'stocks' : 'spot', pair.symbol))
}

function requirePair(catalogue: Catalogue, symbol: string | undefined): Pair {
  const wanted = (symbol ?? '').toUpperCase()
  const pair = catalogue.pairs.find((listed) => listed.symbol === wanted)
  if (!pair) throw data(null, { status: 404 })
  if (wanted !== symbol) throw redirect(`/trade/spot/${wanted}`)
  return pair
}

interface Own {
  readonly balances: readonly BalanceRow[]
  readonly margin: MarginChoice | null
  readonly openOrders: readonly SpotOrderRow[]
  readonly endedOrders: readonly SpotOrderRow[]
  readonly fills: readonly SpotFillRow[]
  readonly conditionals: readonly ConditionalRow[]
  readonly endedConditionals: readonly ConditionalRow[]
  readonly watches: readonly WatchRow[]
  readonly vipStatus: VipStatusRow
}

/** Own data of the visitor; null for a guest or an ended session, since the market is public. */
async function loadOwn(request: Request, env: Env, pair: Pair): Promise<Own | null> {
  const session = await readSession(request, env)
  if (!session) return null
  const { symbol } = pair
  const [balances, open, ended, fills, waiting, past, watches, vipStatus] = await Promise.all([
    callAccount(env, session, { type: 'balances' }),
    listOrders(env, session, { symbol, stage: 'open', page: 1, limit: 100 }),
    listOrders(env, session, { symbol, stage: 'closed', page: 1, limit: HISTORY_LENGTH }),
    listFills(env, session, { symbol, page: 1, limit: HISTORY_LENGTH }),
    listLiveConditionals(env, session, symbol),
    listEndedConditionals(env, session, { symbol, page: 1, limit: HISTORY_LENGTH }),
    listWatches(env, session),
    callAccount(env, session, { type: 'standing' }),
  ])
  if (!balances.ok || !open.ok || !ended.ok || !fills.ok || !watches.ok || !vipStatus.ok) return null
  if (!waiting.ok || !past.ok) return null
  return {
    balances: balances.value,
    margin: pair.stock ? null : await loadMarginChoice(env, session, balances.value),
    openOrders: open.value.rows,
    endedOrders: ended.value.rows,
    fills: fills.value.rows,
    conditionals: waiting.value,
    endedConditionals: past.value.rows,
    watches: watches.value,
    vipStatus: vipStatus.value,
  }
}

/** Fee terms of the visitor, for the ticket's fee estimate. */
function ownFees(quotes: readonly Quote[], pair: Pair, vipStatus: VipStatusRow | null, at: number): OwnFees | null {
  if (!vipStatus) return null
  const price = quotes.find(({ symbol }) => symbol === `${pair.quote.code}-USDT`)?.price
  return { terms: feeTermsOf(vipStatus), at, quotePrice: price === undefined ? null : parseUsdt(price) }
}

export async function action({ request, params, context }: ActionFunctionArgs): Promise<OrderAnswer> {
  const { env } = context
  const { session, form } = await readOwnForm(request, env)
  // The newest price round is read before the order is placed and shown with the answer, as proof that it was published before the outcome.
  const round = fieldOf(form, 'intent') === 'place' ? await newestRound(env) : null
  const outcome = await run(env, session, {
    request,
    form,
    symbol: params['symbol'] ?? '',
    language: readFormLanguage(request, form),
  })
  throwIfSessionEnded(request, outcome)
  return { ...orderAnswer(request, form, outcome), ...(round && outcome.ok && { round: roundText(round) }) }
}

/** Forms carry the page's command id, so a double submit executes once. */
async function run(
  env: Env,
  session: Session,
  { request, form, symbol, language }: { request: Request; form: FormData; symbol: string; language: Language },
): Promise<Outcome<OrderResult>> {
  if (fieldOf(form, 'intent') !== 'place')
    return runOrderForm(env, session, { form, symbol, language, country: placeOf(request).country })
  const checked = checkTicket(request, form)
  if (!checked.ok) return refuseUnlessEnded(env, session, checked)
  const commandId = readPageId(form)
  const pair = findPair(await loadCatalogue(env), symbol)
  const read = (name: string) => fieldOf(form, name)
  const taken = await checkForm(env, session, form, ticketTakes(read))
  if (!taken.ok) return taken
  const waiting = toConditionalForm({ symbol, pair, language }, read)
  if (waiting) {
    const placed = await placeConditional(env, session, { commandId, form: waiting })
    return placed.ok ? done({ ...placed.value, cancelled: 0 }) : placed
  }
  const entry = toOrderForm({ symbol, pair, language }, read)
  const exits = exitsOf(language, read)
  if (exits) {
    const placed = await placeEntry(env, session, { commandId, form: { entry, ...exits } })
    return placed.ok ? done({ ...placed.value, cancelled: 0 }) : placed
  }
  const outcome = await placeOrder(env, session, { commandId, form: entry, country: placeOf(request).country })
  return outcome.ok ? done({ order: outcome.value, cancelled: 0 }) : outcome
}
