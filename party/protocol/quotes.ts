// Words of the Quotes room: what its sockets say and what its RPC answers. Prices are decimal text with the symbol's decimals.

/** The periods of a candle, as the wire names them. */
export const PERIODS = ['1min', '5min', '15min', '30min', '60min', '1D', '1W', '1M'] as const
export type Period = (typeof PERIODS)[number]

/** One price of one symbol. `seq` rises by one per symbol; `hash` chains to the tick before. */
export interface Tick {
  readonly symbol: string
  readonly seq: number
  readonly at: number
  readonly price: string
  readonly source: string
  readonly previousHash: string
  readonly hash: string
}

export interface Candle {
  /** Start of the period, milliseconds UTC. */
  readonly at: number
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly volume: string
}

/** A symbol's line in a market list: the last tick and the last 24 hours. */
export interface Quote {
  readonly symbol: string
  readonly seq: number
  readonly at: number
  readonly price: string
  readonly open: string
  readonly high: string
  readonly low: string
  /** Base quantity of the last 24 hours. */
  readonly volume: string
  /** Signed percent of the last 24 hours with two decimals: "+1.25". */
  readonly change: string
  readonly bid: string
  readonly ask: string
  readonly source: string
  readonly isStale: boolean
}

/** A delta follows the message numbered one less and carries only quotes that changed. */
export type QuotesSocketMessage =
  | { readonly type: 'snapshot'; readonly seq: number; readonly at: number; readonly quotes: readonly Quote[] }
  | { readonly type: 'delta'; readonly seq: number; readonly at: number; readonly quotes: readonly Quote[] }

export type QuotesSocketRequest = { readonly type: 'snapshot' }

/** How one source of one symbol is doing, for the feed health page. */
export interface FeedHealth {
  readonly source: string
  readonly symbol: string
  readonly isConnected: boolean
  readonly isStale: boolean
  readonly isOutlier: boolean
  readonly lastPrice: string | null
  readonly lastAt: number | null
  readonly reconnects: number
  readonly error: string | null
}

/** RPC of the Quotes room (one room named "main"). */
export interface QuotesRpc {
  quotes(): Promise<Quote[]>
  /** The last tick of a symbol, or null when the symbol is unknown or its feed is stale. */
  latestTick(symbol: string): Promise<Tick | null>
  /** The price in force at an instant (not in the future), or null when the feed had none. */
  priceAt(symbol: string, at: number): Promise<Tick | null>
  /** Ascending candles that start in [from, to], at most 1500 (the newest). */
  candles(request: { symbol: string; period: Period; from: number; to: number }): Promise<Candle[] | null>
  health(): Promise<FeedHealth[]>
}
