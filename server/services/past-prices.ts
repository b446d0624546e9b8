// USDT prices of assets at instants of the past. The simulator computes them; of a real feed they are closes of candles.

import { type Pair, listingOf } from '#domain/catalogue'
import { type Amount, amount } from '#domain/money/amount'
import { divideHalfEven } from '#domain/money/rounding'
import { VALUE_SCALE, parseUsdt } from '#domain/money/valuation'
import { IsolateCache } from '#domain/isolate-cache'
import { type Period, periodEnd } from '#domain/quotes/period'
import { priceStepsAt } from '#domain/quotes/simulator'
import { priceFactor } from '#domain/stocks/calendar'
import { MINUTE_MS } from '#domain/time'
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

/** Prices of USDT pairs, by symbol. */
export async function pastPrices(
  env: PriceEnv,
  pairs: readonly Pair[],
  wanted: Wanted,
): Promise<ReadonlyMap<string, PastPrices>> {
  const found = await Promise.all(pairs.map(async (pair) => [pair.symbol, await pricesOf(env, pair, wanted)] as const))
  return new Map(found)
}

const pricesOf = (env: PriceEnv, pair: Pair, wanted: Wanted): PastPrices | Promise<PastPrices> =>
  isSimulated(env) ? simulatedPrices(env, pair) : feedPrices(env, pair, wanted)

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

async function feedPrices(env: PriceEnv, pair: Pair, wanted: Wanted): Promise<PastPrices> {
  const known = await closesOf(env, pair, wanted)
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
