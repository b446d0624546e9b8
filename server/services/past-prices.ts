// USDT prices of assets at instants of the past. The simulator computes them; of a real feed they are closes of candles.

import { type Pair, listingOf } from '#domain/catalogue'
import { type Amount, amount } from '#domain/money/amount'
import { divideHalfEven } from '#domain/money/rounding'
import { VALUE_SCALE, parseUsdt } from '#domain/money/valuation'
import { IsolateCache } from '#domain/isolate-cache'
import { type Period, periodEnd, periodStart } from '#domain/quotes/period'
import { priceStepsAt } from '#domain/quotes/simulator'
import { priceFactor } from '#domain/stocks/calendar'
import { HOUR_MS, MINUTE_MS } from '#domain/time'
import { listCandles } from './quotes'
import { isSimulated, simulatedPair } from './simulator'

type PriceEnv = Pick<Env, 'Quotes' | 'DB' | 'QUOTES_SOURCE' | 'SIMULATOR_SEED'>

/** Price by instant; null without one. */
export type PastPrices = (at: number) => Amount | null

interface Wanted {
  readonly period: Period
  /** First and last instant. */
  readonly from: number
  readonly to: number
}

/** Instants whose price is wanted by the minute, by asset. */
type Instants = ReadonlyMap<number, readonly number[]>

/** Prices of USDT pairs, by symbol. */
export async function pastPrices(
  env: PriceEnv,
  pairs: readonly Pair[],
  { instants, ...wanted }: Wanted & { readonly instants: Instants },
): Promise<ReadonlyMap<string, PastPrices>> {
  const pricesOf = async (pair: Pair): Promise<PastPrices> =>
    isSimulated(env)
      ? simulatedPrices(env, pair)
      : feedPrices(env, pair, { ...wanted, instants: instants.get(pair.base.id) ?? [] })
  const found = await Promise.all(pairs.map(async (pair) => [pair.symbol, await pricesOf(pair)] as const))
  return new Map(found)
}

const PRICES_KEPT = 50_000
/** A simulated price never changes: by binding, symbol and instant. */
const computed = new IsolateCache<object, Map<string, Amount>>(Number.MAX_SAFE_INTEGER)

function simulatedPrices(env: PriceEnv, pair: Pair): PastPrices {
  const listing = listingOf(pair)
  const simulated = simulatedPair(env, listing)
  if (!simulated) return () => null
  const cached = computed.get(env.Quotes, 0) ?? new Map<string, Amount>()
  computed.set(env.Quotes, cached, 1)
  const named = `${JSON.stringify(listing)} ${env.SIMULATOR_SEED ?? ''}`
  return (at) => {
    const key = `${named} ${at}`
    const known = cached.get(key)
    if (known !== undefined) return known
    if (cached.size >= PRICES_KEPT) cached.clear()
    const made = ofSteps(BigInt(priceStepsAt(simulated, at)), pair.priceDecimals)
    cached.set(key, made)
    return made
  }
}

const ofSteps = (priceSteps: bigint, decimals: number): Amount =>
  decimals <= VALUE_SCALE
    ? amount(priceSteps * 10n ** BigInt(VALUE_SCALE - decimals))
    : amount(divideHalfEven(priceSteps, 10n ** BigInt(decimals - VALUE_SCALE)))

interface Close {
  readonly end: number
  readonly price: Amount
}

const closes = new IsolateCache<object, Map<string, readonly Close[]>>(MINUTE_MS)

/** Hours of a pair that are read by the minute; instants beyond them have the price of the period before. */
const HOURS_BY_MINUTE_MAX = 48

/** Closes of the periods, and of the minutes around the instants: minutes are kept longer than instants. */
async function feedPrices(
  env: PriceEnv,
  pair: Pair,
  { instants, ...wanted }: Wanted & { readonly instants: readonly number[] },
): Promise<PastPrices> {
  const hours = [...new Set(instants.map((at) => periodStart('60min', at)))].sort((left, right) => right - left)
  const minutes = hours
    .slice(0, HOURS_BY_MINUTE_MAX)
    .map((hour) => ({ period: '1min', from: hour - HOUR_MS, to: hour + HOUR_MS - 1 }) as const)
  const found = await Promise.all([wanted, ...minutes].map((each) => closesOf(env, pair, each)))
  const known = found.flat().sort((left, right) => left.end - right.end)
  return (at) => (known.findLast(({ end }) => end <= at) ?? known[0])?.price ?? null
}

/** Candles are split-adjusted; ledger entries keep unadjusted share counts. */
async function closesOf(env: PriceEnv, pair: Pair, { period, from, to }: Wanted): Promise<readonly Close[]> {
  const now = Date.now()
  const cached = closes.get(env.Quotes, now) ?? new Map<string, readonly Close[]>()
  if (!closes.get(env.Quotes, now)) closes.set(env.Quotes, cached, now)
  const key = `${pair.symbol} ${period} ${from}`
  const known = cached.get(key)
  if (known) return known
  const splits = pair.stock?.splits ?? []
  const candles = (await listCandles(env, { symbol: pair.symbol, period, from, to })) ?? []
  const made = candles.flatMap(({ at, close }) => {
    const [end, price] = [periodEnd(period, at), parseUsdt(close)]
    if (price === null) return []
    const ratio = BigInt(Math.round((priceFactor(splits, at) / priceFactor(splits, now)) * 1_000_000))
    return [{ end, price: amount(divideHalfEven(price * ratio, 1_000_000n)) }]
  })
  cached.set(key, made)
  return made
}
