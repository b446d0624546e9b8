// Prices for handlers and loaders: the market list, candles and the health of the feeds.
// Simulated candles are computed right here, because the simulator is a pure function; everything else is asked of the Quotes room.

import { findPair } from '#domain/catalogue'
import { formatCandle } from '#domain/quotes/candle'
import { hourlySteps, simulatedCandles } from '#domain/quotes/simulator'
import type { Period } from '#domain/quotes/period'
import { formatSteps } from '#domain/quotes/steps'
import {
  CANDLES_MAX,
  type Candle,
  type DayLine,
  type FeedHealth,
  type Quote,
  type QuotesRpc,
} from '#party/protocol/quotes'
import { loadCatalogue } from './catalogue'
import { isSimulated, simulatedPair } from './simulator'

type QuotesEnv = Pick<Env, 'Quotes'>

/** Index prices in steps, of the symbols whose price is fresh. */
export async function indexPrices(env: QuotesEnv): Promise<{ readonly symbol: string; readonly steps: number }[]> {
  const quotes = await listQuotes(env)
  return quotes.flatMap(({ symbol, price, isStale }) => {
    // A published price has all the decimals of its pair.
    const steps = parseInt(price.replace('.', ''), 10)
    return isStale || steps <= 0 ? [] : [{ symbol, steps }]
  })
}

/** Every symbol that has a price, in the catalogue's order. */
export const listQuotes = (env: QuotesEnv): Promise<Quote[]> => roomOf(env).quotes()

/** Ascending candles that start in [from, to] (milliseconds), at most 1500, the newest; null when the symbol is not listed. */
export async function listCandles(
  env: Pick<Env, 'Quotes' | 'DB' | 'QUOTES_SOURCE' | 'SIMULATOR_SEED'>,
  request: { readonly symbol: string; readonly period: Period; readonly from: number; readonly to: number },
): Promise<Candle[] | null> {
  if (!isSimulated(env)) return roomOf(env).candles(request)
  const listed = findPair(await loadCatalogue(env), request.symbol)
  if (!listed) return null
  const pair = simulatedPair(env, listed)
  if (!pair) return []
  return simulatedCandles(pair, request, Date.now(), CANDLES_MAX).map((candle) => formatCandle(pair.listing, candle))
}

/** Every symbol's last day in a few strokes, in the catalogue's order. */
export async function listDayLines(
  env: Pick<Env, 'Quotes' | 'DB' | 'QUOTES_SOURCE' | 'SIMULATOR_SEED'>,
): Promise<DayLine[]> {
  if (!isSimulated(env)) return roomOf(env).dayLines()
  const [{ pairs }, now] = [await loadCatalogue(env), Date.now()]
  return pairs.map((listed) => {
    const pair = simulatedPair(env, listed)
    const steps = pair ? hourlySteps(pair, now) : []
    return { symbol: listed.symbol, closes: steps.map((price) => formatSteps(price, listed.priceDecimals)) }
  })
}

/** Every source of every symbol. */
export const feedHealth = (env: QuotesEnv): Promise<FeedHealth[]> => roomOf(env).health()

/** For the cron sweep: a feed that must be always on is revived even if the room's alarm was lost. */
export const wakeQuotes = (env: QuotesEnv): Promise<void> => roomOf(env).wake()

const roomOf = (env: QuotesEnv): QuotesRpc => env.Quotes.get(env.Quotes.idFromName('main'))
