// Market data of the Binance Spot dialect. What this site does not count, such as trades of a candle, is zero.

import * as v from 'valibot'
import type { Pair } from '#domain/catalogue'
import { amount, formatAmount } from '#domain/money/amount'
import { formatLots, formatTicks, lots, ticks } from '#domain/money/price'
import { divideDown } from '#domain/money/rounding'
import { type Period, periodEnd, periodRange } from '#domain/quotes/period'
import { parseSteps } from '#domain/quotes/steps'
import type { Candle } from '#party/protocol/quotes'
import { orderBook, recentTrades } from '#services/market'
import { listCandles } from '#services/quotes'
import { findNamed, open } from './endpoint'
import { succeed } from './fault'
import { instant, rowLimit, symbolName } from './parameters'

export const INTERVALS: Readonly<Record<string, Period>> = {
  '1m': '1min',
  '5m': '5min',
  '15m': '15min',
  '30m': '30min',
  '1h': '60min',
  '4h': '240min',
  '1d': '1D',
  '1w': '1W',
  '1M': '1M',
}
const nothing = v.object({})
export const ping = open(nothing, { weight: 1, answer: async () => succeed({}) })
export const time = open(nothing, { weight: 1, answer: async () => succeed({ serverTime: Date.now() }) })

export const depth = open(v.object({ symbol: symbolName, limit: rowLimit(100, 1_000) }), {
  weight: 5,
  answer: async ({ env, catalogue, input }) => {
    const pair = findNamed(catalogue, input.symbol)
    if (!pair.ok) return pair
    const book = await orderBook(env, pair.value.symbol, input.limit)
    const [bids, asks] = [book.bids, book.asks].map((side) => side.map((row) => levelOf(pair.value, row)))
    return succeed({ lastUpdateId: book.seq, bids, asks })
  },
})

export const levelOf = (pair: Pair, [price, quantity]: readonly [ticks: number, lots: number]) =>
  [formatTicks(pair, ticks(price)), formatLots(pair, lots(quantity))] as const

/** Trades of the site's own book, oldest first. */
export async function readTape(env: Env, pair: Pair, limit: number) {
  const trades = await recentTrades(env, pair.symbol, { limit })
  return trades.reverse().map(({ tradeNo, at, ticks: price, lots: quantity, side }) => ({
    id: tradeNo,
    at,
    price: formatTicks(pair, ticks(price)),
    quantity: formatLots(pair, lots(quantity)),
    worth: formatAmount(pair.quote, worthOf(pair, price, quantity)),
    isBuyerMaker: side === 'sell',
  }))
}

const worthOf = (pair: Pair, price: number, quantity: number) =>
  notionalOf(pair, BigInt(price) * BigInt(pair.tickSteps), BigInt(quantity))

/** Steps of price times lots in units of the quote, rounded down. */
function notionalOf({ priceDecimals, quantityDecimals, quoteScale }: Pair, priceSteps: bigint, quantity: bigint) {
  const worth = priceSteps * quantity * 10n ** BigInt(quoteScale)
  return amount(divideDown(worth, 10n ** BigInt(priceDecimals + quantityDecimals)))
}

export const trades = open(v.object({ symbol: symbolName, limit: rowLimit(500, 1_000) }), {
  weight: 5,
  answer: async ({ env, catalogue, input }) => {
    const pair = findNamed(catalogue, input.symbol)
    if (!pair.ok) return pair
    const tape = await readTape(env, pair.value, input.limit)
    return succeed(
      tape.map(({ id, at, price, quantity, worth, isBuyerMaker }) => ({
        ...{ id, price, qty: quantity, quoteQty: worth, time: at, isBuyerMaker },
        isBestMatch: true,
      })),
    )
  },
})

/** Every trade stands alone: orders that filled at one price at once are not added up. */
export const aggregateTrades = open(
  v.object({
    symbol: symbolName,
    fromId: v.optional(instant),
    startTime: v.optional(instant),
    endTime: v.optional(instant),
    limit: rowLimit(500, 1_000),
  }),
  {
    weight: 4,
    answer: async ({ env, catalogue, input: { symbol, fromId = 0, startTime = 0, endTime = Infinity, limit } }) => {
      const pair = findNamed(catalogue, symbol)
      if (!pair.ok) return pair
      const isFromStart = fromId > 0 || startTime > 0
      const tape = await readTape(env, pair.value, isFromStart ? 1_000 : limit)
      const asked = tape.filter(({ id, at }) => id >= fromId && at >= startTime && at <= endTime)
      return succeed(
        (isFromStart ? asked.slice(0, limit) : asked).map(({ id, at, price, quantity, isBuyerMaker }) => ({
          ...{ a: id, p: price, q: quantity, f: id, l: id, T: at },
          ...{ m: isBuyerMaker, M: true },
        })),
      )
    },
  },
)

export const klines = open(
  v.object({
    symbol: symbolName,
    interval: v.pipe(
      v.picklist(Object.keys(INTERVALS)),
      v.transform((word): Period => INTERVALS[word] ?? '1min'),
    ),
    startTime: v.optional(instant),
    endTime: v.optional(instant),
    timeZone: v.optional(v.picklist(['0', '+00:00'])),
    limit: rowLimit(500, 1_000),
  }),
  {
    weight: 2,
    answer: async ({ env, catalogue, input: { symbol, interval: period, startTime, endTime, limit } }) => {
      const pair = findNamed(catalogue, symbol)
      if (!pair.ok) return pair
      const until = Math.min((endTime ?? Date.now()) + 1, Date.now() + 1)
      const range = periodRange(period, { since: startTime, until, limit })
      const candles = await listCandles(env, { symbol: pair.value.symbol, period, ...range })
      return succeed((candles ?? []).map((candle) => [...klineOf(pair.value, period, candle), 0, '0', '0', '0']))
    },
  },
)

export function klineOf(pair: Pair, period: Period, { at, open: first, high, low, close, volume }: Candle) {
  const prices = [first, high, low, close].map((text) => BigInt(parseSteps(text, pair.priceDecimals) ?? 0))
  const sum = prices.reduce((total, step) => total + step, 0n)
  const quantity = BigInt(parseSteps(volume, pair.quantityDecimals) ?? 0)
  const worth = formatAmount(pair.quote, notionalOf(pair, divideDown(sum, 4n), quantity))
  return [at, first, high, low, close, volume, periodEnd(period, at) - 1, worth] as const
}
