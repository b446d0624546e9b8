// Loader and action of options trading on a pair; loader data is the initial state before channels connect.

import { type LoaderFunctionArgs, data, redirect } from '@remix-run/cloudflare'
import { findPair } from '#domain/catalogue'
import { type AssetScale, encodeAmount } from '#domain/money/amount'
import { DAY_MS } from '#domain/time'
import { OPTIONS_WALLET } from '#domain/options/terms'
import type { OptionCount, OptionRow } from '#party/protocol/options'
import { loadCatalogue } from '#services/catalogue'
import { countOptions, listEndedOptions, listLiveOptions, placeOption } from '#services/options'
import { listOptionTerms } from '#services/options-terms'
import { listCandles, listQuotes, recentPrices } from '#services/quotes'
import { listBalances } from '#services/wallet'
import { readSession } from '#session/session'
import { availableIn } from '../../forms/available.server'
import { sketchOf } from '../../chart/sketch.server'
import { answerOr } from '../../site/failures.server'
import { form, forms } from '../../site/page.server'
import { listedPair } from '../../text/listed-pair'
import { startOfToday } from '../../text/today'
import { broughtTexts } from '../../text/words.server'
import { rememberTraded } from '../../visitor/last-traded.server'
import { areAmountsHidden, readLanguage, readOffset, readTerminalLayout } from '../../visitor/visitor.server'
import { shownFrom } from './ticks'

const HISTORY_LENGTH = 20

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { env } = context
  const [catalogue, allTerms] = await Promise.all([loadCatalogue(env), listOptionTerms(env)])
  const wanted = (params['symbol'] ?? '').toUpperCase()
  const pair = findPair(catalogue, wanted)
  const terms = allTerms.find(({ symbol }) => symbol === wanted)
  const [first] = allTerms
  if (!pair || !first) throw data(null, { status: 404 })
  // A pair without options redirects to a pair with options.
  if (!terms) throw redirect(`/trade/options/${first.symbol}`)
  if (wanted !== params['symbol']) throw redirect(`/trade/options/${wanted}`)
  const to = Date.now()
  const [quotes, candles, own] = await Promise.all([
    answerOr(listQuotes(env), []),
    answerOr(listCandles(env, { symbol: wanted, period: '15min', from: to - DAY_MS, to }), null),
    loadOwn(request, env, terms.stake),
  ])
  const running = own?.rows.filter(({ symbol }) => symbol === wanted) ?? []
  const ticks = await answerOr(recentPrices(env, pair, { from: shownFrom(running, to), to }), [])
  const offered = new Set(allTerms.map(({ symbol }) => symbol))
  const drawn = {
    texts: broughtTexts(readLanguage(request), 'options'),
    title: `${pair.base.code}/${pair.quote.code}`,
    pair,
    terms,
    pairs: catalogue.pairs.filter(({ symbol }) => offered.has(symbol)).map(listedPair),
    quotes,
    closes: (candles ?? []).map((candle) => candle.close),
    sketch: sketchOf(candles),
    ticks,
    own,
    isHidden: areAmountsHidden(request),
    layout: readTerminalLayout(request),
    commandId: crypto.randomUUID(),
    drawnAt: to,
  }
  return data(drawn, rememberTraded(request, 'options', pair.symbol))
}

interface Own {
  readonly rows: readonly OptionRow[]
  readonly ended: readonly OptionRow[]
  readonly today: OptionCount
  readonly available: string
}

/** Null for a guest or an ended session, since prices are public. */
async function loadOwn(request: Request, env: Env, asset: AssetScale & { readonly id: number }): Promise<Own | null> {
  const session = await readSession(request, env)
  if (!session) return null
  const [live, ended, today, sheet] = await Promise.all([
    listLiveOptions(env, session),
    listEndedOptions(env, session, { symbol: null, isSettledOnly: false, page: 1, limit: HISTORY_LENGTH }),
    countOptions(env, session, startOfToday(Date.now(), readOffset(request))),
    listBalances(env, session),
  ])
  if (!live.ok || !ended.ok || !today.ok || !sheet.ok) return null
  return {
    rows: live.value,
    ended: ended.value.rows,
    today: today.value,
    available: encodeAmount(availableIn(sheet.value, OPTIONS_WALLET, asset)),
  }
}

export const action = forms({
  place: form(placeOption, { given: ({ symbol = '' }) => ({ symbol }), isOrder: true }),
})
export type OptionAnswer = Awaited<ReturnType<typeof action>>
