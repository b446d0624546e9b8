// Spot trading of one pair: what is drawn before any socket speaks, and the orders of the ticket.

import { type ActionFunctionArgs, type LoaderFunctionArgs, data, redirect } from '@remix-run/cloudflare'
import { type Pair, findPair } from '#domain/catalogue'
import type { Language } from '#domain/language'
import { type Outcome, done } from '#domain/outcome'
import type { BalanceRow, FillRow, OrderRow } from '#party/protocol/account'
import { askAccount } from '#services/account-room'
import { loadCatalogue } from '#services/catalogue'
import { orderBook, recentTrades } from '#services/market'
import { listCandles, listQuotes } from '#services/quotes'
import { listFills, listOrders, placeOrder } from '#services/spot'
import { refusalText } from '#services/words'
import { type Session, readSession } from '#session/session'
import { type Cancelled, runCancel } from '../../cancel-orders.server'
import { toOrderForm } from '../../forms/spot-submission'
import { textFieldsOf } from '../../unanswered'
import {
  fieldOf,
  readFormLanguage,
  readLanguage,
  requireSameOrigin,
  requireSession,
  throwIfSessionEnded,
} from '../../visitor.server'

const BOOK_LEVELS = 30
const TAPE_LENGTH = 30
const HISTORY_LENGTH = 20
const DAY_MS = 24 * 60 * 60 * 1000

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { env } = context
  const catalogue = await loadCatalogue(env)
  const pair = requirePair(catalogue.pairs, params['symbol'])
  const to = Date.now()
  const [quotes, book, trades, candles, own] = await Promise.all([
    listQuotes(env),
    orderBook(env, pair.symbol, BOOK_LEVELS),
    recentTrades(env, pair.symbol, TAPE_LENGTH),
    listCandles(env, { symbol: pair.symbol, period: '15min', from: to - DAY_MS, to }),
    loadOwn(request, env, pair),
  ])
  return {
    title: `${pair.base.code}/${pair.quote.code}`,
    pair,
    pairs: catalogue.pairs.map(({ symbol, base, quote }) => ({
      symbol,
      base: base.code,
      quote: quote.code,
      logo: base.logo,
    })),
    quotes,
    book,
    trades,
    closes: (candles ?? []).map((candle) => candle.close),
    own,
    commandId: crypto.randomUUID(),
  }
}

function requirePair(pairs: readonly Pair[], symbol: string | undefined): Pair {
  const wanted = (symbol ?? '').toUpperCase()
  const pair = findPair({ pairs, assets: [], fiats: [] }, wanted)
  if (!pair) throw data(null, { status: 404 })
  if (wanted !== symbol) throw redirect(`/trade/spot/${wanted}`)
  return pair
}

interface Own {
  readonly balances: readonly BalanceRow[]
  readonly openOrders: readonly OrderRow[]
  readonly endedOrders: readonly OrderRow[]
  readonly fills: readonly FillRow[]
}

/** The visitor's own part; null for a guest, and for a session that has ended: the market itself is public. */
async function loadOwn(request: Request, env: Env, pair: Pair): Promise<Own | null> {
  const session = await readSession(request, env)
  if (!session) return null
  const { symbol } = pair
  const [balances, open, ended, fills] = await Promise.all([
    askAccount(env, session, { type: 'balances' }),
    listOrders(env, session, { symbol, stage: 'open', page: 1, limit: 100 }),
    listOrders(env, session, { symbol, stage: 'closed', page: 1, limit: HISTORY_LENGTH }),
    listFills(env, session, { page: 1, limit: HISTORY_LENGTH }),
  ])
  if (!balances.ok || !open.ok || !ended.ok || !fills.ok) return null
  return {
    balances: balances.value,
    openOrders: open.value.rows,
    endedOrders: ended.value.rows,
    fills: fills.value.rows.filter((fill) => fill.symbol === symbol),
  }
}

/** What the ticket and the order list read after a submit. */
export interface TradeAnswer extends Cancelled {
  readonly intent: string
  readonly problem: { readonly code: string; readonly text: string } | null
  /** The fields as they were sent, for a page that was submitted without scripts. */
  readonly fields: Readonly<Record<string, string>>
  /** No answer came: whether it was done is not known. Only the browser says so. */
  readonly isUnanswered?: boolean | undefined
}

export async function action({ request, params, context }: ActionFunctionArgs): Promise<TradeAnswer> {
  requireSameOrigin(request)
  const { env } = context
  const session = await requireSession(request, env)
  const form = await request.formData()
  const intent = fieldOf(form, 'intent')
  const outcome = await run(env, session, {
    intent,
    form,
    symbol: params['symbol'] ?? '',
    language: readFormLanguage(request, form),
  })
  throwIfSessionEnded(request, outcome)
  const fields = textFieldsOf(form)
  if (!outcome.ok) {
    const problem = { code: outcome.refusal.code, text: refusalText(readLanguage(request), outcome.refusal) }
    return { intent, order: null, cancelled: 0, problem, fields }
  }
  return { intent, ...outcome.value, problem: null, fields: {} }
}

interface Submission {
  readonly intent: string
  readonly form: FormData
  readonly symbol: string
  readonly language: Language
}

/** Every form carries the command id that the page was drawn with, so sending it twice is doing it once. */
async function run(
  env: Env,
  session: Session,
  { intent, form, symbol, language }: Submission,
): Promise<Outcome<Cancelled>> {
  if (intent !== 'place') return runCancel(env, session, { form, symbol })
  const commandId = fieldOf(form, 'commandId') || crypto.randomUUID()
  const outcome = await placeOrder(env, session, {
    commandId,
    form: toOrderForm({ symbol, language }, (name) => fieldOf(form, name)),
  })
  return outcome.ok ? done({ order: outcome.value, cancelled: 0 }) : outcome
}
