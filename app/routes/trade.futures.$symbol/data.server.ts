// Loader and actions of futures trading on a pair; loader data is the initial state before channels connect.

import { type ActionFunctionArgs, type LoaderFunctionArgs, data, redirect } from '@remix-run/cloudflare'
import { findPair } from '#domain/catalogue'
import { encodeAmount } from '#domain/money/amount'
import { DAY_MS } from '#domain/time'
import type { FuturesHistoryRow, FuturesRow } from '#party/protocol/futures'
import { loadCatalogue } from '#services/catalogue'
import { isIdentityVerified, listEndedFutures, loadFutures, placeFutures } from '#services/futures'
import { listTerms } from '#services/futures-terms'
import { listCandles, listQuotes } from '#services/quotes'
import { readSession } from '#session/session'
import { ownFutures } from '../../forms/own-futures.server'
import { sketchOf } from '../../chart/sketch.server'
import { answerOr } from '../../site/failures.server'
import { form, forms } from '../../site/page.server'
import { listedPair } from '../../text/listed-pair'
import { broughtTexts } from '../../text/words.server'
import { rememberTraded } from '../../visitor/last-traded.server'
import { areAmountsHidden, readLanguage, readTerminalLayout } from '../../visitor/visitor.server'

const HISTORY_LENGTH = 20

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { env } = context
  const [catalogue, allTerms] = await Promise.all([loadCatalogue(env), listTerms(env)])
  const wanted = (params['symbol'] ?? '').toUpperCase()
  const terms = allTerms.find(({ symbol }) => symbol === wanted)
  const pair = findPair(catalogue, wanted)
  const [first] = allTerms
  if (!pair || !first) throw data(null, { status: 404 })
  // A pair without futures redirects to one with futures.
  if (!terms) throw redirect(`/trade/futures/${first.symbol}`)
  if (wanted !== params['symbol']) throw redirect(`/trade/futures/${wanted}`)
  const to = Date.now()
  const [quotes, candles, own] = await Promise.all([
    answerOr(listQuotes(env), []),
    answerOr(listCandles(env, { symbol: pair.symbol, period: '15min', from: to - DAY_MS, to }), null),
    loadOwn(request, env, pair.symbol),
  ])
  const offered = new Set(allTerms.map(({ symbol }) => symbol))
  const drawn = {
    texts: broughtTexts(readLanguage(request), 'futures'),
    title: `${pair.base.code}/${pair.quote.code}`,
    pair,
    terms,
    pairs: catalogue.pairs.filter(({ symbol }) => offered.has(symbol)).map(listedPair),
    quotes,
    closes: (candles ?? []).map((candle) => candle.close),
    sketch: sketchOf(candles),
    own,
    isHidden: areAmountsHidden(request),
    layout: readTerminalLayout(request),
    commandId: crypto.randomUUID(),
    drawnAt: to,
  }
  return data(drawn, rememberTraded(request, 'futures', pair.symbol))
}

interface Own {
  readonly rows: readonly FuturesRow[]
  readonly available: string
  readonly held: string
  readonly isVerified: boolean
  readonly ended: readonly FuturesHistoryRow[]
}

/** Null for a guest or an ended session, since prices are public. */
async function loadOwn(request: Request, env: Env, symbol: string): Promise<Own | null> {
  const session = await readSession(request, env)
  if (!session) return null
  const [live, ended, isVerified] = await Promise.all([
    loadFutures(env, session),
    listEndedFutures(env, session, { symbol, only: null, hasParts: true, page: 1, limit: HISTORY_LENGTH }),
    isIdentityVerified(env, session),
  ])
  if (!live.ok || !ended.ok) return null
  const { rows, available, held } = live.value
  return { rows, available: encodeAmount(available), held: encodeAmount(held), isVerified, ended: ended.value.rows }
}

const symbolOf = ({ symbol = '' }: ActionFunctionArgs['params']) => ({ symbol })

export const action = forms({ open: form(placeFutures, { given: symbolOf, isOrder: true }), ...ownFutures })
export type FuturesAnswer = Awaited<ReturnType<typeof action>>
