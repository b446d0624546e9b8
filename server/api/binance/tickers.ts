// Last prices and last days in the Binance Spot dialect. What this site does not count, such as trades of a day, is zero.

import * as v from 'valibot'
import type { Pair } from '#domain/catalogue'
import { formatUnits } from '#domain/money/amount'
import { formatLots, formatTicks, lots, ticks } from '#domain/money/price'
import { parseSteps } from '#domain/quotes/steps'
import { DAY_MS } from '#domain/time'
import type { Quote } from '#party/protocol/quotes'
import { dayMeanOf, listDayMeans } from '#services/day-means'
import { orderBook } from '#services/market'
import { listQuotes } from '#services/quotes'
import { asAsked, choose, some } from './chosen-pairs'
import { nameOf, open } from './endpoint'
import { readTape } from './market'

export const price = open(some, {
  weight: 4,
  answer: async ({ env, catalogue, input }) => {
    const pairs = choose(catalogue, input)
    if (!pairs.ok) return pairs
    const rows = quotesOf(pairs.value, await listQuotes(env))
    return asAsked(
      input,
      rows.map(({ pair, quote }) => ({ symbol: nameOf(pair), price: quote.price })),
    )
  },
})

const quotesOf = (pairs: readonly Pair[], quotes: readonly Quote[]) =>
  pairs.flatMap((pair) => {
    const quote = quotes.find(({ symbol }) => symbol === pair.symbol)
    return quote ? [{ pair, quote }] : []
  })

/** Best of the site's own book; zero where it is empty. */
async function bestOf(env: Env, pair: Pair) {
  const { bids, asks } = await orderBook(env, pair.symbol, 1)
  const text = (row: readonly [number, number] | undefined) => ({
    price: formatTicks(pair, ticks(row?.[0] ?? 0)),
    quantity: formatLots(pair, lots(row?.[1] ?? 0)),
  })
  return { bid: text(bids[0]), ask: text(asks[0]) }
}

export const bookTicker = open(some, {
  weight: 4,
  answer: async ({ env, catalogue, input }) => {
    const pairs = choose(catalogue, input)
    if (!pairs.ok) return pairs
    const rows = pairs.value.map(async (pair) => {
      const { bid, ask } = await bestOf(env, pair)
      return {
        ...{ symbol: nameOf(pair), bidPrice: bid.price, bidQty: bid.quantity },
        ...{ askPrice: ask.price, askQty: ask.quantity },
      }
    })
    return asAsked(input, await Promise.all(rows))
  },
})

export const dayTicker = open(v.object({ ...some.entries, type: v.optional(v.picklist(['FULL', 'MINI'])) }), {
  weight: 40,
  answer: async ({ env, catalogue, input }) => {
    const pairs = choose(catalogue, input)
    if (!pairs.ok) return pairs
    const quotes = await listQuotes(env)
    const means = await listDayMeans(env, quotes)
    const rows = quotesOf(pairs.value, quotes).map(async ({ pair, quote }) => {
      const [{ bid, ask }, [last]] = await Promise.all([bestOf(env, pair), readTape(env, pair, 1)])
      const { price: mean, turnover } = dayMeanOf(pair, means.get(quote.symbol) ?? 0n, quote)
      return {
        symbol: nameOf(pair),
        priceChange: priceChangeOf(pair, quote),
        priceChangePercent: quote.change.replace('+', ''),
        weightedAvgPrice: mean,
        prevClosePrice: quote.open,
        lastPrice: quote.price,
        lastQty: last?.quantity ?? formatLots(pair, lots(0)),
        bidPrice: bid.price,
        bidQty: bid.quantity,
        askPrice: ask.price,
        askQty: ask.quantity,
        openPrice: quote.open,
        highPrice: quote.high,
        lowPrice: quote.low,
        volume: quote.volume,
        quoteVolume: turnover,
        openTime: quote.at - DAY_MS,
        closeTime: quote.at,
        firstId: -1,
        lastId: last?.id ?? -1,
        count: 0,
      }
    })
    return asAsked(input, await Promise.all(rows))
  },
})

export function priceChangeOf({ priceDecimals }: Pair, quote: Pick<Quote, 'open' | 'price'>): string {
  const parsePrice = (text: string) => BigInt(parseSteps(text, priceDecimals) ?? 0)
  return formatUnits(parsePrice(quote.price) - parsePrice(quote.open), priceDecimals)
}
