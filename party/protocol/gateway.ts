// Protocol of the gateway, which speaks socket.io 2 to existing clients: payloads of its public events, under those clients' names.
// Decimals are text with the pair's decimals; instants are milliseconds.

import type { Side } from '#domain/order'
import type { Period } from '#domain/quotes/period'

/** Number of gateway rooms that share the sockets; a connection's sid determines its room. */
export const GATEWAY_SHARDS = 8

interface PairNames {
  readonly currency_id: number
  readonly legal_id: number
  readonly currency_name: string
  readonly legal_name: string
  /** "BTC/USDT". */
  readonly symbol: string
}

interface Bar {
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly volume: string
  readonly time: number
}

/** A pair's quote: the last price, and the last 24 hours. */
export interface DayMarketEvent extends PairNames, Bar {
  readonly type: 'daymarket'
  readonly match_id: number
  readonly period: '1day'
  readonly now_price: string
  /** "+1.25": percent. */
  readonly change: string
}

/** The running candle of a period. */
export interface KlineEvent extends PairNames, Bar {
  readonly type: 'kline'
  readonly period: Period
}

export type DepthLevel = readonly [price: string, amount: string]

/** The ten best levels of each side, best first. */
export interface MarketDepthEvent extends PairNames {
  readonly type: 'market_depth'
  readonly bids: readonly DepthLevel[]
  readonly asks: readonly DepthLevel[]
}

export interface MatchTradeEvent extends Pick<PairNames, 'currency_id' | 'legal_id' | 'symbol'> {
  readonly type: 'match_trade'
  readonly data: readonly {
    readonly id: number
    readonly tradeId: number
    readonly ts: number
    readonly price: string
    readonly amount: string
    /** Of the taker. */
    readonly direction: Side
  }[]
}

/** Engine.IO's answers to invalid requests. */
export const ENGINE_REFUSALS = {
  unknown_transport: { code: 0, message: 'Transport unknown' },
  unknown_sid: { code: 1, message: 'Session ID unknown' },
  bad_method: { code: 2, message: 'Bad handshake method' },
  bad_request: { code: 3, message: 'Bad request' },
  unsupported_version: { code: 5, message: 'Unsupported protocol version' },
} as const
export type EngineRefusal = keyof typeof ENGINE_REFUSALS
