// Public events of existing clients, built from messages of the Quotes room and the Markets.

import type { Pair } from '#domain/catalogue'
import { formatLots, formatTicks, lots, ticks } from '#domain/money/price'
import type { Period } from '#domain/quotes/period'
import { wireNames, wireSymbol } from '#domain/wire-pair'
import type { DayMarketEvent, DepthLevel, KlineEvent, MarketDepthEvent, MatchTradeEvent } from '../protocol/gateway'
import type { DepthRow, TapeTrade } from '../protocol/market'
import type { Candle, Quote } from '../protocol/quotes'

/**
 * Clients merge day markets into their rows by currency only. So only USDT pairs may be sent as day markets; otherwise a BTC price would be
 * displayed in dollars. Candles, depth and trades are matched by symbol.
 */
export const isSentByCurrency = (pair: Pair): boolean => pair.quote.code === 'USDT'

export const dayMarketOf = (pair: Pair, quote: Quote): DayMarketEvent => ({
  type: 'daymarket',
  ...wireNames(pair),
  symbol: wireSymbol(pair),
  match_id: pair.id,
  now_price: quote.price,
  change: quote.change,
  volume: quote.volume,
  open: quote.open,
  high: quote.high,
  low: quote.low,
  close: quote.price,
  time: quote.at,
  period: '1day',
})

export const klineOf = (pair: Pair, period: Period, candle: Candle): KlineEvent => ({
  type: 'kline',
  period,
  ...wireNames(pair),
  symbol: wireSymbol(pair),
  open: candle.open,
  high: candle.high,
  low: candle.low,
  close: candle.close,
  volume: candle.volume,
  time: candle.at,
})

export const marketDepthOf = (
  pair: Pair,
  { bids, asks }: { readonly bids: readonly DepthRow[]; readonly asks: readonly DepthRow[] },
): MarketDepthEvent => ({
  type: 'market_depth',
  ...wireNames(pair),
  symbol: wireSymbol(pair),
  bids: bids.map((row) => levelOf(pair, row)),
  asks: asks.map((row) => levelOf(pair, row)),
})

export const matchTradeOf = (pair: Pair, trades: readonly TapeTrade[]): MatchTradeEvent => ({
  type: 'match_trade',
  currency_id: pair.base.id,
  legal_id: pair.quote.id,
  symbol: wireSymbol(pair),
  data: trades.map((trade) => ({
    id: trade.tradeNo,
    tradeId: trade.tradeNo,
    ts: trade.at,
    price: formatTicks(pair, ticks(trade.ticks)),
    amount: formatLots(pair, lots(trade.lots)),
    direction: trade.side,
  })),
})

const levelOf = (pair: Pair, [price, quantity]: DepthRow): DepthLevel => [
  formatTicks(pair, ticks(price)),
  formatLots(pair, lots(quantity)),
]
