// The simulated market: price, candle, volume and 24 h statistics of any listed pair at any instant, from the instant alone.
// Nothing is stored and nothing can be set, so a live tick, a chart and a settlement months later always agree.

import { type Period, floorTo, periodEnd, periodStarts } from './period'
import { lastOpenSecond, lastTradingDay, openSpans, priceFactor } from '../stocks/calendar'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../time'
import { type Listing, type StepCandle, foldCandles } from './candle'
import { type SimulatedAsset, MARKET_VOLATILITY, SIMULATED_ASSETS, findSimulatedAsset } from './simulated-assets'
import { type Flow, lotsBetween } from './volume'
import { type Walk, createWalk, dayStart, extreme, valueAt } from './walk'
import { parseSteps, powerOfTen } from './steps'
import { type NoiseSource, openNoise } from './hash-noise'

/** One pair of the simulated market. Instants are milliseconds; a price holds from its second's start to the next one. */
export interface SimulatedPair {
  readonly listing: Listing
  readonly walk: Walk
  readonly flow: Flow
  /** Price on the reference day, in steps, not rounded. */
  readonly baseSteps: number
  /** Finished candles of a day or longer, by period and start: charts request them repeatedly. */
  readonly finished: Map<string, StepCandle>
}

const MILLIONTH = 1 / 1_000_000
/** Decimals of the table of base prices. */
const TABLE_DECIMALS = 9
const MARKET = 'market'
const FINISHED_KEPT = 5000
/** Factor by which a pair not quoted in USDT trades less than its base does against USDT. */
const SIDE_MARKET = 20

/**
 * Simulated pair of a listing, or null for an unknown asset. A price is the quotient of two USDT prices, with one walk per asset: ETH-BTC
 * is ETH-USDT / BTC-USDT at every second, so no arbitrage exists. `startOf` gives the days' start values where the noise of other days is
 * unknown.
 */
export function simulatePair(
  listing: Listing,
  noise: NoiseSource = openNoise,
  startOf?: (name: string, day: number) => number,
): SimulatedPair | null {
  const [base, quote] = listing.symbol.split('-').map(findSimulatedAsset)
  if (!base || !quote) return null
  const terms = [
    { ...MARKET_TERM, weight: (base.marketShare - quote.marketShare) / 100 },
    ...ownTerms(base, 1),
    ...ownTerms(quote, -1),
  ]
    .filter((term) => term.weight !== 0)
    .map(({ name, ...term }) => ({
      ...term,
      noise: noise(name),
      ...(startOf && { startOf: (day: number) => startOf(name, day) }),
    }))
  const ratio = tablePrice(base) / tablePrice(quote)
  const turnover = quote.code === 'USDT' ? base.turnover : base.turnover / SIDE_MARKET
  const [market, own] = [noise(MARKET), noise(base.code)]
  return {
    listing,
    walk: createWalk(terms),
    flow: {
      noise: noise(`volume ${listing.symbol}`),
      dailyLots: Math.round((turnover / tablePrice(base)) * powerOfTen(listing.quantityDecimals)),
      liveliness: (day) => (market.liveliness(day) + own.liveliness(day)) / 2,
    },
    baseSteps: ratio * powerOfTen(listing.priceDecimals),
    finished: new Map(),
  }
}

const tablePrice = (asset: SimulatedAsset): number =>
  (parseSteps(asset.price, TABLE_DECIMALS) ?? 0) / powerOfTen(TABLE_DECIMALS)

/** A named source of movement, before its noise is chosen. */
interface NamedTerm {
  readonly name: string
  readonly weight: number
  readonly volatility: number
  readonly isStable: boolean
}

const MARKET_TERM: NamedTerm = {
  name: MARKET,
  weight: 1,
  volatility: MARKET_VOLATILITY * MILLIONTH,
  isStable: false,
}

const ownTerms = ({ code, volatility, isStable }: SimulatedAsset, weight: number): readonly NamedTerm[] =>
  volatility === 0 ? [] : [{ name: code, weight, volatility: volatility * MILLIONTH, isStable }]

/** Value of each source of movement at the start of a day, by name: with the day's key, enough to recompute the day. */
export function dayStarts(noise: NoiseSource, day: number): Readonly<Record<string, number>> {
  const terms = [MARKET_TERM, ...SIMULATED_ASSETS.flatMap((asset) => ownTerms(asset, 1))]
  return Object.fromEntries(terms.map((term) => [term.name, dayStart({ ...term, noise: noise(term.name) }, day)]))
}

/** Price in ticks at an instant, per share of that time or of `basis`; while its exchange is closed, the price of the session's last second. */
export const priceStepsAt = (pair: SimulatedPair, at: number, basis = at): number =>
  toSteps(pair, valueAt(pair.walk, Math.floor(openAt(pair, at) / SECOND_MS)), basis)

const openAt = ({ listing }: SimulatedPair, at: number): number =>
  listing.exchange ? lastOpenSecond(listing.exchange, at) : at

/** Rounding keeps order, so the highest value has the highest price. A price is never below one step. */
const toSteps = (pair: SimulatedPair, value: number, basis: number): number =>
  Math.max(1, Math.round(pair.baseSteps * exponential(value) * factorAt(pair, basis)))

/** Exactly one without splits, so coin prices stay bit-identical. */
const factorAt = ({ listing: { splits } }: SimulatedPair, at: number): number => (splits ? priceFactor(splits, at) : 1)

/** Candle of [from, to), both whole seconds; flat if the exchange was closed throughout. */
export function candleBetween(pair: SimulatedPair, from: number, to: number, basis = to - SECOND_MS): StepCandle {
  const { exchange } = pair.listing
  if (!exchange) return openCandle(pair, { from, to, basis })
  const parts = openSpans(exchange, { from, to }).map((span) => openCandle(pair, { ...span, basis }))
  const folded = foldCandles(from, parts)
  if (folded) return folded
  const priceSteps = priceStepsAt(pair, from, basis)
  return { at: from, open: priceSteps, high: priceSteps, low: priceSteps, close: priceSteps, lots: 0 }
}

interface Span {
  readonly from: number
  readonly to: number
  /** Prices are per share of this instant. */
  readonly basis: number
}

function openCandle(pair: SimulatedPair, { from, to, basis }: Span): StepCandle {
  const span = { from: from / SECOND_MS, to: to / SECOND_MS }
  return {
    at: from,
    open: priceStepsAt(pair, from, basis),
    high: toSteps(pair, extreme(pair.walk, span, 1), basis),
    low: toSteps(pair, extreme(pair.walk, span, -1), basis),
    close: priceStepsAt(pair, to - SECOND_MS, basis),
    lots: Math.round(lotsBetween(pair.flow, span) / factorAt(pair, basis)),
  }
}

/**
 * Ascending candles that start in [from, to], at most the newest `limit`; the current one ends with the second of `now`. Times of a closed
 * exchange have no candles.
 */
export function simulatedCandles(
  pair: SimulatedPair,
  request: { readonly period: Period; readonly from: number; readonly to: number },
  now: number,
  limit: number,
): StepCandle[] {
  const end = floorTo(now, SECOND_MS) + SECOND_MS
  const range = { from: Math.max(request.from, 0), to: Math.min(request.to, end - SECOND_MS) }
  const { exchange } = pair.listing
  return periodStarts(request.period, range, limit)
    .filter((from) => !exchange || openSpans(exchange, { from, to: periodEnd(request.period, from) }).length > 0)
    .map((start) => candleOf(pair, request.period, start, end))
}

function candleOf(pair: SimulatedPair, period: Period, start: number, now: number): StepCandle {
  const end = periodEnd(period, start)
  const basis = now - SECOND_MS
  if (end > now || end - start < HOUR_MS) return candleBetween(pair, start, Math.min(end, now), basis)
  const key = `${period} ${start} ${factorAt(pair, basis)}`
  const known = pair.finished.get(key)
  if (known) return known
  if (pair.finished.size >= FINISHED_KEPT) pair.finished.clear()
  const made = candleBetween(pair, start, end, basis)
  pair.finished.set(key, made)
  return made
}

/** Prices in ticks at each whole hour of the last 24, which end with the second of `now` or of the last session, ascending, then at `now`. */
export function hourlySteps(pair: SimulatedPair, now: number): number[] {
  const last = floorTo(openAt(pair, now), HOUR_MS)
  const hours = Array.from({ length: DAY_MS / HOUR_MS }, (_, hour) => last - DAY_MS + (hour + 1) * HOUR_MS)
  return [...hours, now].map((at) => priceStepsAt(pair, at, now))
}

/**
 * Start of the 24 hours that end at `at`, on a whole minute, so the part before the current minute changes only once a minute. The day of a
 * share is its current or last session.
 */
export function dayWindowStart(at: number, { exchange }: Pick<Listing, 'exchange'> = {}): number {
  const day = exchange && lastTradingDay(exchange, at)
  return day ? day.pre : floorTo(at, MINUTE_MS) - DAY_MS
}

/** Best bid and ask around a price, in steps: about one part in ten thousand apart, never less than a step each way. */
export function topOfBook(priceSteps: number): { bid: number; ask: number } {
  const half = Math.max(1, Math.round(priceSteps / 20_000))
  return { bid: Math.max(1, priceSteps - half), ask: priceSteps + half }
}

const HALVINGS = 8
const TERMS = 9

/**
 * e to the power of x by additions, multiplications and divisions only, precise to about 1e-13 of the result for |x| up to 8. Math.exp may
 * differ between engines and releases, and settlements are recomputed from simulated prices, so these must stay the same bits.
 */
function exponential(x: number): number {
  const small = x / 256 // 2 ** HALVINGS
  let sum = 1
  for (let term = TERMS; term >= 1; term -= 1) sum = 1 + (sum * small) / term
  for (let count = 0; count < HALVINGS; count += 1) sum *= sum
  return sum
}
