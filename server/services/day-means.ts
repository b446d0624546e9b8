// Mean price and turnover of the last 24 hours, from hourly candles; quotes have the traded quantity only.

import { type Pair, findPair } from '#domain/catalogue'
import { IsolateCache } from '#domain/isolate-cache'
import { divideDown, divideHalfEven } from '#domain/money/rounding'
import { formatUnits } from '#domain/money/amount'
import { parseSteps } from '#domain/quotes/steps'
import { DAY_MS } from '#domain/time'
import type { Candle, Quote } from '#party/protocol/quotes'
import { loadCatalogue } from './catalogue'
import { listCandles } from './quotes'

type PricesEnv = Parameters<typeof listCandles>[0]

export interface DayMean {
  /** Each hour's mean of open, high, low and close, weighted by its volume; to the nearest step of the price. */
  readonly price: string
  /** The day's volume at this price, in the quote asset, rounded down. */
  readonly turnover: string
}

/** Hourly candles change little within it. */
const MEANS_TTL_MS = 10_000
const means = new IsolateCache<Env['Quotes'], ReadonlyMap<string, bigint>>(MEANS_TTL_MS)

/** Mean and turnover of a quote's day. */
export function dayMeanOf(pair: Pair, meanSteps: bigint, quote: Pick<Quote, 'volume'>): DayMean {
  const volume = BigInt(parseSteps(quote.volume, pair.quantityDecimals) ?? 0)
  const scale = pair.priceDecimals + pair.quantityDecimals
  const worth = meanSteps * volume * 10n ** BigInt(pair.quoteScale)
  return {
    price: formatUnits(meanSteps, pair.priceDecimals),
    turnover: formatUnits(divideDown(worth, 10n ** BigInt(scale)), pair.quoteScale),
  }
}

/** Mean price of every quoted pair's last day in steps, at most ten seconds old. A pair without trades has its last price. */
export async function listDayMeans(env: PricesEnv, quotes: readonly Quote[]): Promise<ReadonlyMap<string, bigint>> {
  const now = Date.now()
  const known = means.get(env.Quotes, now)
  if (known) return known
  const catalogue = await loadCatalogue(env)
  const rows = await Promise.all(
    quotes.map(async ({ symbol, price }): Promise<readonly [string, bigint]> => {
      const pair = findPair(catalogue, symbol)
      if (!pair) return [symbol, 0n]
      const candles = await listCandles(env, { symbol, period: '60min', from: now - DAY_MS, to: now })
      return [symbol, meanOf(pair, candles ?? []) ?? stepsOf(price, pair.priceDecimals)]
    }),
  )
  const found = new Map(rows)
  means.set(env.Quotes, found, now)
  return found
}

function meanOf(pair: Pair, candles: readonly Candle[]): bigint | null {
  let [worth, volume] = [0n, 0n]
  for (const candle of candles) {
    const lots = stepsOf(candle.volume, pair.quantityDecimals)
    const prices = [candle.open, candle.high, candle.low, candle.close].map((text) => stepsOf(text, pair.priceDecimals))
    worth += lots * prices.reduce((sum, price) => sum + price, 0n)
    volume += lots
  }
  return volume === 0n ? null : divideHalfEven(worth, 4n * volume)
}

const stepsOf = (text: string, decimals: number): bigint => BigInt(parseSteps(text, decimals) ?? 0)
