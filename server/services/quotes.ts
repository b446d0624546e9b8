// Prices for handlers and loaders: the market list, candles and the health of the feeds.
// Simulated candles are computed right here, because the simulator is a pure function; everything else is asked of the Quotes room.

import { type Pair, findPair, listingOf } from '#domain/catalogue'
import { IsolateCache } from '#domain/isolate-cache'
import { formatCandle } from '#domain/quotes/candle'
import { hourlySteps, priceStepsAt, simulatedCandles } from '#domain/quotes/simulator'
import { type Period, floorTo } from '#domain/quotes/period'
import { formatSteps } from '#domain/quotes/steps'
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

type IndexPrices = readonly { readonly symbol: string; readonly steps: number }[]

const kept = new IsolateCache<Env['Quotes'], { readonly second: number; readonly prices: IndexPrices }>(SECOND_MS)

/** Index prices in steps, of the symbols whose price is fresh. They change with each full second: within one they are asked for once. */
export async function indexPrices(env: QuotesEnv): Promise<IndexPrices> {
  const now = Date.now()
  const second = floorTo(now, SECOND_MS)
  const known = kept.get(env.Quotes, now)
  if (known?.second === second) return known.prices
  const quotes = await listQuotes(env)
  const prices = quotes.flatMap(({ symbol, price, isStale }) => {
    // A published price has all the decimals of its pair.
    const steps = parseInt(price.replace('.', ''), 10)
    return isStale || steps <= 0 ? [] : [{ symbol, steps }]
  })
  if (prices.length > 0) kept.set(env.Quotes, { second, prices }, now)
  return prices
}

/** Every symbol that has a price, in the catalogue's order. */
export const listQuotes = (env: QuotesEnv): Promise<Quote[]> => roomOf(env).quotes()

/** How long a command waits for a price of the round at or after its acceptance. */
const ROUND_WAIT_MAX_MS = 3_000
const ROUND_RETRY_MS = 50
/** A timer may ring a moment early. */
const ROUND_LATE_MS = 2

/** The same, of the round at or after now: whoever deals with the house at it could not know it. A symbol without a tick since is left out. */
export async function quotesOfNextRound(env: QuotesEnv, symbols: readonly string[]): Promise<Quote[]> {
  const from = Date.now()
  const isNew = ({ symbol, at }: Quote): boolean => at >= from && symbols.includes(symbol)
  const read = async () => (await listQuotes(env)).filter(isNew)
  return ofNextRound(from, read, (quotes) => quotes.length === symbols.length)
}

/** The tick of a symbol at or after now; null when there is none within the time that is waited. */
export async function tickOfNextRound(env: QuotesEnv, symbol: string): Promise<Tick | null> {
  const from = Date.now()
  const read = async () => {
    const tick = await latestTick(env, symbol)
    return tick && tick.at >= from ? tick : null
  }
  return ofNextRound(from, read, (tick) => tick !== null)
}

async function ofNextRound<Value>(
  from: number,
  read: () => Promise<Value>,
  isThere: (value: Value) => boolean,
): Promise<Value> {
  await pause(Math.ceil(from / SECOND_MS) * SECOND_MS - from + ROUND_LATE_MS)
  for (;;) {
    const value = await read()
    if (isThere(value) || Date.now() - from > ROUND_WAIT_MAX_MS) return value
    await pause(ROUND_RETRY_MS)
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Ascending candles that start in [from, to] (milliseconds), at most 1500, the newest; null when the symbol is not listed. */
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

/** Every symbol's last day in a few strokes, in the catalogue's order. */
export async function listDayLines(
  env: Pick<Env, 'Quotes' | 'DB' | 'QUOTES_SOURCE' | 'SIMULATOR_SEED'>,
): Promise<DayLine[]> {
  if (!isSimulated(env)) return roomOf(env).dayLines()
  const [{ pairs }, now] = [await loadCatalogue(env), Date.now()]
  return pairs.map((listed) => {
    const pair = simulatedPair(env, listingOf(listed))
    const steps = pair ? hourlySteps(pair, now) : []
    return { symbol: listed.symbol, closes: steps.map((price) => formatSteps(price, listed.priceDecimals)) }
  })
}

/** The prices of the last minutes, second by second; a simulated feed has one of every second, also of those in which nobody asked. */
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
    return { at, steps: priceStepsAt(simulated, at) }
  })
}

/** More seconds than this are shown in minutes. */
const SECONDS_SHOWN_MAX = 130

/** A symbol's prices from one instant to another, both with their own: tick by tick, or by the minute where that would be many. */
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

/** A symbol's own live ticks from an instant on and before another, ascending: stored rounds, read page by page. */
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

/** Every source of every symbol. */
export const feedHealth = (env: QuotesEnv): Promise<FeedHealth[]> => roomOf(env).health()

/** For the cron sweep: a feed that must be always on is revived even if the room's alarm was lost. */
export const wakeQuotes = (env: QuotesEnv): Promise<void> => roomOf(env).wake()

const roomOf = (env: QuotesEnv): QuotesRpc => env.Quotes.get(env.Quotes.idFromName('main'))
