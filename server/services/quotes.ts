// Price data: quotes, candles, feed health. Simulated candles are computed here, since the simulator is a pure
// function; the rest comes from the Quotes room.

import { tracedRoom } from '#lib/room-call'
import { type Pair, findPair, listingOf } from '#domain/catalogue'
import { IsolateCache } from '#domain/isolate-cache'
import { formatCandle } from '#domain/quotes/candle'
import { ROUND_RETRY_MS, nextRoundAt } from '#domain/quotes/next-round'
import { hourlySteps, priceStepsAt, simulatedCandles } from '#domain/quotes/simulator'
import { type Period, floorTo } from '#domain/quotes/period'
import { formatSteps } from '#domain/quotes/steps'
import type { LoggedRound } from '#domain/log/leaf'
import { SECOND_MS } from '#domain/time'
import {
  CANDLES_MAX,
  type Candle,
  type DayLine,
  type FeedHealth,
  type PricePoint,
  type Quote,
  type QuotesRpc,
  type Tick,
} from '#party/protocol/quotes'
import { loadCatalogue } from './catalogue'
import { isSimulated, simulatedPair } from './simulator'

type QuotesEnv = Pick<Env, 'Quotes'>

type IndexPrices = readonly { readonly symbol: string; readonly priceSteps: number }[]

const priceCache = new IsolateCache<Env['Quotes'], { readonly second: number; readonly prices: IndexPrices }>(SECOND_MS)

/** Fresh index prices in steps. Prices change every full second, so they are cached within one. */
export async function indexPrices(env: QuotesEnv): Promise<IndexPrices> {
  const now = Date.now()
  const second = floorTo(now, SECOND_MS)
  const known = priceCache.get(env.Quotes, now)
  if (known?.second === second) return known.prices
  const quotes = await listQuotes(env)
  const prices = quotes.flatMap(({ symbol, price, isStale }) => {
    // Published prices have all decimals of their pair, so removing the point gives steps.
    const priceSteps = parseInt(price.replace('.', ''), 10)
    return isStale || priceSteps <= 0 ? [] : [{ symbol, priceSteps }]
  })
  if (prices.length > 0) priceCache.set(env.Quotes, { second, prices }, now)
  return prices
}

/** Fresh index prices by symbol. */
export const indexMarks = async (env: QuotesEnv): Promise<Readonly<Record<string, number>>> =>
  Object.fromEntries((await indexPrices(env)).map(({ symbol, priceSteps }) => [symbol, priceSteps]))

const newest = new IsolateCache<Env['Quotes'], { readonly second: number; readonly round: LoggedRound }>(SECOND_MS)

/** An order does not wait for Quotes longer than this (ms). */
const ROUND_PATIENCE_MS = 250

/** The newest round of prices, cached within its second; null before the first, or while Quotes does not answer. */
export async function newestRound(env: QuotesEnv): Promise<LoggedRound | null> {
  const now = Date.now()
  const second = floorTo(now, SECOND_MS)
  const known = newest.get(env.Quotes, now)
  if (known?.second === second) return known.round
  const round = await Promise.race([askNewestRound(env), pause(ROUND_PATIENCE_MS)])
  if (round) newest.set(env.Quotes, { second, round }, now)
  return round ?? null
}

/** An order is not refused because Quotes fails. */
async function askNewestRound(env: QuotesEnv): Promise<LoggedRound | null> {
  try {
    return await roomOf(env).newestRound()
  } catch {
    return null
  }
}

/** Quotes of all priced symbols, in catalogue order. */
export const listQuotes = (env: QuotesEnv): Promise<Quote[]> => roomOf(env).quotes()

/** Maximum wait (ms) of a command for the next price round. */
const ROUND_WAIT_MAX_MS = 3_000

/**
 * Quotes of the first round at or after now, unknown to a user who just decided to trade with the house. Symbols
 * without a new tick are omitted.
 */
export async function quotesOfNextRound(
  env: QuotesEnv,
  symbols: readonly string[],
  from = Date.now(),
): Promise<Quote[]> {
  const isNew = ({ symbol, at }: Quote): boolean => at >= from && symbols.includes(symbol)
  const read = async () => (await listQuotes(env)).filter(isNew)
  return ofNextRound(from, read, (quotes) => quotes.length === symbols.length)
}

/** First tick of a symbol at or after now; null after the waiting time. */
export async function tickOfNextRound(env: QuotesEnv, symbol: string): Promise<Tick | null> {
  const from = Date.now()
  const read = async () => {
    const tick = await latestTick(env, symbol)
    return tick && tick.at >= from ? tick : null
  }
  return ofNextRound(from, read, (tick) => tick !== null)
}

/** First tick of each symbol at or after an instant; null where none has come. */
export async function firstTicksFrom(
  env: QuotesEnv,
  symbols: readonly string[],
  from: number,
): Promise<readonly (Tick | null)[]> {
  const rounds = symbols.length === 0 ? [] : await roomOf(env).roundsAfter(from - 1)
  return symbols.map((symbol) => {
    const own = rounds.flatMap(({ at, ticks }) => ticks.filter((tick) => tick.symbol === symbol && tick.at === at))
    return own[0] ?? null
  })
}

/** Latest tick of a symbol at an instant. */
export const tickAt = (env: QuotesEnv, symbol: string, at: number): Promise<Tick | null> =>
  roomOf(env).priceAt(symbol, at)

async function ofNextRound<Value>(
  from: number,
  read: () => Promise<Value>,
  isThere: (value: Value) => boolean,
): Promise<Value> {
  await pause(nextRoundAt(from) - from)
  for (;;) {
    const value = await read()
    if (isThere(value) || Date.now() - from > ROUND_WAIT_MAX_MS) return value
    await pause(ROUND_RETRY_MS)
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Candles starting in [from, to] (ms), ascending, the newest 1500 at most; null for an unlisted symbol. */
export async function listCandles(
  env: Pick<Env, 'Quotes' | 'DB' | 'QUOTES_SOURCE' | 'SIMULATOR_SEED'>,
  request: { readonly symbol: string; readonly period: Period; readonly from: number; readonly to: number },
): Promise<Candle[] | null> {
  if (!isSimulated(env)) return roomOf(env).candles(request)
  const listed = findPair(await loadCatalogue(env), request.symbol)
  if (!listed) return null
  const pair = simulatedPair(env, listingOf(listed))
  if (!pair) return []
  return simulatedCandles(pair, request, Date.now(), CANDLES_MAX).map((candle) => formatCandle(pair.listing, candle))
}

/** Sparkline of the last day for every symbol, in catalogue order. */
export async function listDayLines(
  env: Pick<Env, 'Quotes' | 'DB' | 'QUOTES_SOURCE' | 'SIMULATOR_SEED'>,
): Promise<DayLine[]> {
  if (!isSimulated(env)) return roomOf(env).dayLines()
  const [{ pairs }, now] = [await loadCatalogue(env), Date.now()]
  return pairs.map((listed) => {
    const pair = simulatedPair(env, listingOf(listed))
    const prices = pair ? hourlySteps(pair, now) : []
    return { symbol: listed.symbol, closes: prices.map((price) => formatSteps(price, listed.priceDecimals)) }
  })
}

/** Prices by second; the simulator yields every second, even without listeners. */
export async function recentPrices(
  env: Pick<Env, 'Quotes' | 'QUOTES_SOURCE' | 'SIMULATOR_SEED'>,
  pair: Pair,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<readonly PricePoint[]> {
  if (!isSimulated(env)) return roomOf(env).recentPrices(pair.symbol, from)
  const simulated = simulatedPair(env, listingOf(pair))
  if (!simulated) return []
  const first = floorTo(from, SECOND_MS)
  return Array.from({ length: Math.floor((to - first) / SECOND_MS) + 1 }, (_, second) => {
    const at = first + second * SECOND_MS
    return { at, priceSteps: priceStepsAt(simulated, at) }
  })
}

/** Longer intervals are shown by minute. */
const SECONDS_SHOWN_MAX = 130

/** Prices of a symbol over an interval including both ends: by tick, or by minute for long intervals. */
export async function pricesBetween(
  env: Pick<Env, 'Quotes' | 'DB' | 'QUOTES_SOURCE' | 'SIMULATOR_SEED'>,
  { symbol, from, to }: { readonly symbol: string; readonly from: number; readonly to: number },
): Promise<readonly string[]> {
  const seconds = Math.ceil((to - from) / 1_000)
  const room = roomOf(env)
  if (seconds <= SECONDS_SHOWN_MAX) {
    const rounds = await room.roundsAfter(from - 1, seconds + 2)
    return rounds
      .filter(({ at }) => at <= to)
      .flatMap(({ at, ticks }) => ticks.filter((tick) => tick.symbol === symbol && tick.at === at))
      .map(({ price }) => price)
  }
  const [first, last, candles] = await Promise.all([
    room.priceAt(symbol, from),
    room.priceAt(symbol, to),
    listCandles(env, { symbol, period: '1min', from, to: to - 60_000 }),
  ])
  return [first?.price, ...(candles ?? []).map(({ close }) => close), last?.price].filter(
    (price) => price !== undefined,
  )
}

/** The last tick of a symbol; null while its feed is stale. */
export const latestTick = (env: QuotesEnv, symbol: string): Promise<Tick | null> => roomOf(env).latestTick(symbol)

/** Stored live ticks of a symbol in [from, until), ascending, read by page. */
export async function liveTicks(
  env: QuotesEnv,
  { symbol, from, until }: { readonly symbol: string; readonly from: number; readonly until: number },
): Promise<readonly Tick[]> {
  const room = roomOf(env)
  const ticks: Tick[] = []
  for (let after = from - 1; ;) {
    const rounds = await room.roundsAfter(after)
    for (const round of rounds) {
      if (round.at >= until) return ticks
      const own = round.ticks.find((tick) => tick.symbol === symbol && tick.at === round.at)
      if (own) ticks.push(own)
    }
    const last = rounds.at(-1)
    if (!last) return ticks
    after = last.at
  }
}

/** Health of all sources and symbols. */
export const feedHealth = (env: QuotesEnv): Promise<FeedHealth[]> => roomOf(env).health()

/** Sweep call that revives an always-on feed after a lost alarm. */
export const wakeQuotes = (env: QuotesEnv): Promise<void> => roomOf(env).wake()

/** Whether a page with live prices is open somewhere. */
export const isQuotesHeard = (env: QuotesEnv): Promise<boolean> => roomOf(env).isHeard()

const roomOf = (env: QuotesEnv): QuotesRpc => tracedRoom(env.Quotes.get(env.Quotes.idFromName('main')), 'quotes')
