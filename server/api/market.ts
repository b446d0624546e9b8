// /api/v1 public market data: time, pairs and their filters, fees, quotes, order books, recent trades. Goes beyond the wire contract.

import * as v from 'valibot'
import { type Pair, findPair } from '#domain/catalogue'
import { formatAmount } from '#domain/money/amount'
import { formatLots, formatTicks, lots, ticks } from '#domain/money/price'
import { formatRate } from '#domain/money/rate'
import { done, refuse } from '#domain/outcome'
import { loadCatalogue } from '#services/catalogue'
import { dayMeanOf, listDayMeans } from '#services/day-means'
import { orderBook, recentTrades } from '#services/market'
import { periodRange } from '#domain/quotes/period'
import { DEPTH_LEVELS, type DepthRow, type TapeTrade } from '#party/protocol/market'
import { CANDLES_MAX } from '#party/protocol/quotes'
import { listCandles, listQuotes } from '#services/quotes'
import { simulatedDays } from '#services/simulator'
import { idOrAll, limit, period, symbol } from '#services/input'
import { walkFields } from './cursor'
import { wireDecimal, wireId } from './fields'
import { publicRoute } from './route'

export const priceLevel = v.tuple([wireDecimal, wireDecimal])

export const trade = v.object({
  trade_no: wireId,
  at: v.number(),
  price: wireDecimal,
  quantity: wireDecimal,
  side: v.pipe(v.picklist(['buy', 'sell']), v.description('of the taker')),
})

export const pairFields = v.object({
  id: wireId,
  symbol: v.string(),
  base: v.string(),
  quote: v.string(),
  is_tradable: v.boolean(),
  price_tick: wireDecimal,
  quantity_lot: wireDecimal,
  quantity_min: wireDecimal,
  quantity_max: wireDecimal,
  notional_min: wireDecimal,
  price_band: v.pipe(v.string(), v.description('how far a price may lie from the index price, as a fraction')),
  open_orders_max: v.number(),
})
const feeFields = v.object({
  symbol: v.string(),
  maker: v.pipe(v.string(), v.description('fraction of the asset received, rounded up')),
  taker: v.string(),
})
export const quoteFields = v.object({
  symbol: v.string(),
  seq: v.number(),
  at: v.number(),
  price: wireDecimal,
  open: wireDecimal,
  high: wireDecimal,
  low: wireDecimal,
  volume: wireDecimal,
  quote_volume: v.pipe(wireDecimal, v.description('`volume` at `mean_price`')),
  mean_price: v.pipe(
    wireDecimal,
    v.description('of the last day: the mean of open, high, low and close of each hour, by its volume'),
  ),
  change: v.string(),
  bid: wireDecimal,
  ask: wireDecimal,
  source: v.string(),
  is_stale: v.boolean(),
})

export const marketRoutes = [
  publicRoute({
    method: 'GET',
    path: '/v1/time',
    summary: 'Time of the server',
    tag: 'Market',
    input: v.object({}),
    output: v.object({ server_time: v.pipe(v.number(), v.description('milliseconds')) }),
    handler: () => done({ server_time: Date.now() }),
  }),
  publicRoute({
    method: 'GET',
    path: '/v1/pairs',
    summary: 'Pairs and the filters that their orders must pass',
    tag: 'Market',
    input: v.object({}),
    output: v.array(pairFields),
    handler: async ({ env }) => done((await loadCatalogue(env)).pairs.map(pairRow)),
  }),
  publicRoute({
    method: 'GET',
    path: '/v1/fees',
    summary: 'Fee schedule: taken from the asset received, fractions of a unit rounded up',
    tag: 'Market',
    input: v.object({ symbol: v.optional(symbol) }),
    output: v.array(feeFields),
    handler: async ({ env, input }) => {
      const { pairs } = await loadCatalogue(env)
      const chosen = input.symbol ? pairs.filter((pair) => pair.symbol === input.symbol) : pairs
      if (input.symbol && chosen.length === 0) return refuse('pair_not_found')
      return done(
        chosen.map((pair) => ({
          symbol: pair.symbol,
          maker: formatRate(pair.makerFee),
          taker: formatRate(pair.takerFee),
        })),
      )
    },
  }),
  publicRoute({
    method: 'GET',
    path: '/v1/quotes',
    weight: 2,
    summary: 'Last price and last 24 hours of every symbol, or of one',
    tag: 'Market',
    input: v.object({ symbol: v.optional(symbol) }),
    output: v.array(quoteFields),
    handler: async ({ env, input }) => {
      const quotes = await listQuotes(env)
      const chosen = input.symbol ? quotes.filter((quote) => quote.symbol === input.symbol) : quotes
      if (input.symbol && chosen.length === 0) return refuse('pair_not_found')
      const [catalogue, means] = await Promise.all([loadCatalogue(env), listDayMeans(env, quotes)])
      return done(
        chosen.flatMap(({ isStale, ...quote }) => {
          const pair = findPair(catalogue, quote.symbol)
          if (!pair) return []
          const { price, turnover } = dayMeanOf(pair, means.get(quote.symbol) ?? 0n, quote)
          return [{ ...quote, quote_volume: turnover, mean_price: price, is_stale: isStale }]
        }),
      )
    },
  }),
  publicRoute({
    method: 'GET',
    path: '/v1/book',
    summary: 'Order book: [price, quantity], best first',
    tag: 'Market',
    input: v.object({ symbol, limit: limit(20, DEPTH_LEVELS) }),
    output: v.object({
      symbol: v.string(),
      seq: v.pipe(
        v.number(),
        v.description('of the newest message of the socket’s book channel that this book includes'),
      ),
      at: v.number(),
      index_price: v.nullable(wireDecimal),
      bids: v.array(priceLevel),
      asks: v.array(priceLevel),
    }),
    handler: async ({ env, input }) => {
      const pair = findPair(await loadCatalogue(env), input.symbol)
      if (!pair) return refuse('pair_not_found')
      const book = await orderBook(env, pair.symbol, input.limit)
      return done({
        symbol: pair.symbol,
        seq: book.seq,
        at: book.at,
        index_price: indexPrice(pair, book.indexTicks),
        bids: book.bids.map((row) => levelRow(pair, row)),
        asks: book.asks.map((row) => levelRow(pair, row)),
      })
    },
  }),
  publicRoute({
    method: 'GET',
    path: '/v1/trades',
    summary: 'The two hundred newest trades, newest first; a walk goes on below the `trade_no` of its last row',
    tag: 'Market',
    input: v.object({
      symbol,
      since: walkFields.since,
      until: walkFields.until,
      cursor: v.optional(v.pipe(idOrAll, v.description('trades with smaller numbers; 0: the newest'))),
      limit: limit(50, 200),
    }),
    output: v.array(trade),
    handler: async ({ env, input }) => {
      const pair = findPair(await loadCatalogue(env), input.symbol)
      if (!pair) return refuse('pair_not_found')
      const { since, until, cursor, limit } = input
      const range = { since, until, before: cursor || undefined, limit }
      const trades = await recentTrades(env, pair.symbol, range)
      return done(trades.map((row) => tradeRow(pair, row)))
    },
  }),
  publicRoute({
    method: 'GET',
    path: '/v1/candles',
    weight: 2,
    summary: 'Candles, oldest first: the newest ones, or those from `since` on',
    tag: 'Market',
    input: v.object({
      symbol,
      period,
      since: walkFields.since,
      until: walkFields.until,
      limit: limit(100, CANDLES_MAX),
    }),
    output: v.array(
      v.object({
        time: v.pipe(v.number(), v.description('start, milliseconds')),
        open: wireDecimal,
        high: wireDecimal,
        low: wireDecimal,
        close: wireDecimal,
        volume: wireDecimal,
      }),
    ),
    handler: async ({ env, input }) => {
      const pair = findPair(await loadCatalogue(env), input.symbol)
      if (!pair) return refuse('pair_not_found')
      const { period, since, limit } = input
      const range = periodRange(period, { since, until: input.until ?? Date.now() + 1, limit })
      const candles = await listCandles(env, { symbol: pair.symbol, period, ...range })
      return done(
        (candles ?? []).map(({ at, open, high, low, close, volume }) => ({ time: at, open, high, low, close, volume })),
      )
    },
  }),
  publicRoute({
    method: 'GET',
    path: '/v1/simulator/days',
    summary: 'What simulated prices were drawn from: a commitment to each day, and its key once it is over',
    tag: 'Market',
    input: v.object({}),
    output: v.array(
      v.object({
        day: v.pipe(v.string(), v.description('of UTC')),
        commitment: v.pipe(
          v.string(),
          v.description('SHA-256 of the JSON text of day, key and sources, told before the day begins'),
        ),
        key: v.nullable(v.string()),
        sources: v.nullable(
          v.array(v.object({ name: v.string(), start: v.number(), end: v.number(), origin: v.number() })),
        ),
      }),
    ),
    handler: ({ env }) =>
      done(simulatedDays(env, Date.now()).map((day) => ({ ...day, sources: day.sources && [...day.sources] }))),
  }),
]

export const levelRow = (pair: Pair, [price, quantity]: DepthRow): [price: string, quantity: string] => [
  formatTicks(pair, ticks(price)),
  formatLots(pair, lots(quantity)),
]

/** Null while there is none. */
export const indexPrice = (pair: Pair, indexTicks: number): string | null =>
  indexTicks === 0 ? null : formatTicks(pair, ticks(indexTicks))

export const tradeRow = (pair: Pair, row: TapeTrade): v.InferInput<typeof trade> => ({
  trade_no: row.tradeNo,
  at: row.at,
  price: formatTicks(pair, ticks(row.ticks)),
  quantity: formatLots(pair, lots(row.lots)),
  side: row.side,
})

export const pairRow = (pair: Pair) => ({
  id: pair.id,
  symbol: pair.symbol,
  base: pair.base.code,
  quote: pair.quote.code,
  is_tradable: pair.isTradable,
  price_tick: formatTicks(pair, ticks(1)),
  quantity_lot: formatLots(pair, lots(1)),
  quantity_min: formatLots(pair, pair.filters.quantityMin),
  quantity_max: formatLots(pair, pair.filters.quantityMax),
  notional_min: formatAmount(pair.quote, pair.filters.notionalMin),
  price_band: formatRate(pair.filters.priceBand),
  open_orders_max: pair.filters.openOrdersMax,
})
