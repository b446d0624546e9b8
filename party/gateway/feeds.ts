// Subscribes to the Quotes room and every Market on their public sockets, and sends their updates to the gateway's clients as wire events.
// One set of channels for all clients of a room; none without clients.

import { logWarning } from '#lib/log-line'
import type { Pair } from '#domain/catalogue'
import { PERIODS, type Period } from '#domain/quotes/period'
import { MINUTE_MS } from '#domain/time'
import type { MarketSocketMessage } from '../protocol/market'
import type { LatestCandle, Quote, QuotesSocketMessage } from '../protocol/quotes'
import { dayMarketOf, isSentByCurrency, klineOf, marketDepthOf, matchTradeOf } from './events'
import { type Announcement, announceEvent } from './packets'
import { RoomChannel } from '../lib/room-channel'
import { MarketView, QuotesView } from './views'

export interface FeedPorts {
  loadPairs(): Promise<readonly Pair[]>
  openQuotes(): Promise<WebSocket | null>
  openMarket(symbol: string): Promise<WebSocket | null>
  latestCandles(period: Period): Promise<readonly LatestCandle[]>
}

interface FollowedMarket {
  pair: Pair
  readonly view: MarketView
  readonly channel: RoomChannel
}

const SNAPSHOT_REQUEST = JSON.stringify({ type: 'snapshot' })
/** The first period is sent every second; of the others one per second, in turn. */
const [FAST_PERIOD, ...SLOW_PERIODS] = PERIODS

export class Feeds {
  readonly #ports: () => FeedPorts
  readonly #announce: (announcement: Announcement) => void
  readonly #markets = new Map<string, FollowedMarket>()
  #quotes: { readonly view: QuotesView; readonly channel: RoomChannel } | null = null
  #listedAt = -Infinity
  #isListing = false
  #isAskingCandles = false
  #turn = 0

  constructor(ports: () => FeedPorts, announce: (announcement: Announcement) => void) {
    this.#ports = ports
    this.#announce = announce
  }

  /** Called every second while clients are connected. */
  keep(now: number): void {
    if (now - this.#listedAt > MINUTE_MS && !this.#isListing) void this.#list(now)
    this.#quotes ??= this.#followQuotes()
    this.#quotes.channel.keep(now)
    for (const { channel } of this.#markets.values()) channel.keep(now)
    if (!this.#isAskingCandles) void this.#sendCandles()
  }

  pairOf(symbol: string): Pair | undefined {
    return this.#markets.get(symbol)?.pair
  }

  /** A published price has all decimals of its pair. */
  priceOf(symbol: string): number | undefined {
    const quote = this.#quotes?.view.find(symbol)
    return quote && parseInt(quote.price.replace('.', ''), 10)
  }

  stop(): void {
    this.#quotes?.channel.close()
    this.#quotes = null
    for (const { channel } of this.#markets.values()) channel.close()
    this.#markets.clear()
    this.#listedAt = -Infinity
  }

  /** Current state of all markets, for a new client. */
  *current(): Iterable<Announcement> {
    for (const market of this.#markets.values()) {
      const quote = this.#quotes?.view.find(market.pair.symbol)
      if (quote && isSentByCurrency(market.pair)) yield dayMarket(market.pair, quote)
      if (market.view.isKnown) yield depthOf(market)
    }
  }

  async #list(now: number): Promise<void> {
    this.#isListing = true
    try {
      const pairs = await this.#ports().loadPairs()
      this.#listedAt = now
      const symbols = new Set(pairs.map(({ symbol }) => symbol))
      for (const [symbol, { channel }] of this.#markets) {
        if (symbols.has(symbol)) continue
        channel.close()
        this.#markets.delete(symbol)
      }
      for (const pair of pairs) this.#followMarket(pair, now)
    } catch (problem) {
      logWarning(`gateway: the directory could not be read: ${String(problem)}`)
    } finally {
      this.#isListing = false
    }
  }

  #followMarket(pair: Pair, now: number): void {
    const known = this.#markets.get(pair.symbol)
    if (known) {
      known.pair = pair
      return
    }
    const channel: RoomChannel = new RoomChannel({
      open: () => this.#ports().openMarket(pair.symbol),
      onMessage: (text) => {
        // The Market sends no other messages.
        const trades = market.view.receive(JSON.parse(text) as MarketSocketMessage)
        if (trades === 'gap') return channel.say(SNAPSHOT_REQUEST)
        this.#announce(depthOf(market))
        if (trades.length > 0) this.#announce(announceEvent(null, 'match_trade', matchTradeOf(market.pair, trades)))
      },
    })
    const market: FollowedMarket = { pair, view: new MarketView(), channel }
    this.#markets.set(pair.symbol, market)
    channel.keep(now)
  }

  #followQuotes(): { readonly view: QuotesView; readonly channel: RoomChannel } {
    const view = new QuotesView()
    const channel: RoomChannel = new RoomChannel({
      open: () => this.#ports().openQuotes(),
      onMessage: (text) => {
        // The Quotes room sends nothing else.
        const quotes = view.receive(JSON.parse(text) as QuotesSocketMessage)
        if (quotes === 'gap') return channel.say(SNAPSHOT_REQUEST)
        for (const quote of quotes) {
          const pair = this.#markets.get(quote.symbol)?.pair
          if (pair && !quote.isStale && isSentByCurrency(pair)) this.#announce(dayMarket(pair, quote))
        }
      },
    })
    return { view, channel }
  }

  async #sendCandles(): Promise<void> {
    const slow = SLOW_PERIODS[this.#turn % SLOW_PERIODS.length]
    this.#turn += 1
    this.#isAskingCandles = true
    try {
      for (const period of slow === undefined ? [FAST_PERIOD] : [FAST_PERIOD, slow])
        for (const { symbol, candle } of await this.#ports().latestCandles(period)) {
          const pair = this.#markets.get(symbol)?.pair
          if (pair) this.#announce(announceEvent(`kline ${symbol} ${period}`, 'kline', klineOf(pair, period, candle)))
        }
    } catch (problem) {
      logWarning(`gateway: candles could not be had: ${String(problem)}`)
    } finally {
      this.#isAskingCandles = false
    }
  }
}

const dayMarket = (pair: Pair, quote: Quote): Announcement =>
  announceEvent(`daymarket ${pair.symbol}`, 'daymarket', dayMarketOf(pair, quote))

const depthOf = ({ pair, view }: FollowedMarket): Announcement =>
  announceEvent(`market_depth ${pair.symbol}`, 'market_depth', marketDepthOf(pair, view.best()))
