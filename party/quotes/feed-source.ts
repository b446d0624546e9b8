// Real exchanges as the room's price source: one connection each, the median of fresh prices, health of each feed. The room calls it once a
// second; it has no timer.

import { logWarning } from '#lib/log-line'
import type { Listing } from '#domain/quotes/candle'
import { type Consensus, findConsensus } from '#domain/quotes/consensus'
import { JumpGuard } from '#domain/quotes/jump-guard'
import { sessionAt } from '#domain/stocks/session'
import { MINUTE_MS, SECOND_MS } from '#domain/time'
import { topOfBook } from '#domain/quotes/simulator'
import { formatSteps, parseSteps } from '#domain/quotes/steps'
import type { FeedHealth } from '../protocol/quotes'
import type { Reading } from './board'
import type { FetchJson } from './back-fill'
import { FeedCandles } from './feed-candles'
import { FeedConnection, type OpenSocket } from './feeds/connection'
import { type FeedDay, type FeedEvent, type FeedProtocol, covers } from './feeds/protocol'
import type { CandleRequest, PublishedPrice, QuoteSource } from './source'
import type { StoredCandles } from './stored-candles'

/** Prices not repeated for this long are ignored. Quiet pairs don't change every second. */
const STALE_MS = MINUTE_MS
/** When two sources disagree, the one whose price is unchanged for this long is ignored. */
const MOVING_MS = 5 * SECOND_MS
/** Longest span of published ticks replayed after a restart. */
const RECALL_MAX_MS = 15 * MINUTE_MS

interface SourcePrice {
  readonly priceSteps: number
  readonly at: number
  /** When it changed last. */
  readonly movedAt: number
  /** Losses of the connection when it was said: more by now means another connection. */
  readonly losses: number
  readonly event: Extract<FeedEvent, { type: 'price' }>
  /** Last known day figures. */
  readonly day: FeedDay | null
}

interface Feed {
  readonly protocol: FeedProtocol
  readonly connection: FeedConnection
  readonly prices: Map<string, SourcePrice>
  readonly refusals: Map<string, string>
  /** Losses of the connection when current prices were last asked for by REST; -1 before the first time. */
  primedAt: number
  primeError: string | null
}

export interface FeedPorts {
  readonly openSocket: OpenSocket
  readonly fetchJson: FetchJson
}

export class FeedSource implements QuoteSource {
  readonly isAlwaysOn = true
  readonly #feeds: readonly Feed[]
  readonly #ports: FeedPorts
  readonly #stored: StoredCandles
  readonly #candles: FeedCandles
  readonly #consensus = new Map<string, Consensus>()
  readonly #guards = new Map<string, JumpGuard>()
  #listings = new Map<string, Listing>()
  #losses = 0
  #now = 0

  constructor(protocols: readonly FeedProtocol[], ports: FeedPorts, stored: StoredCandles) {
    this.#ports = ports
    this.#stored = stored
    this.#candles = new FeedCandles(protocols, stored, ports.fetchJson)
    this.#feeds = protocols.map((protocol) => {
      const prices = new Map<string, SourcePrice>()
      const refusals = new Map<string, string>()
      const connection = new FeedConnection(protocol, ports.openSocket, (events) => this.#receive(feed, events))
      const feed: Feed = { protocol, connection, prices, refusals, primedAt: -1, primeError: null }
      return feed
    })
  }

  list(listings: readonly Listing[]): void {
    this.#listings = new Map(listings.map((listing) => [listing.symbol, listing]))
    for (const { protocol, connection } of this.#feeds)
      connection.list(listings.filter((listing) => covers(protocol, listing)))
  }

  beat(now: number): void {
    this.#now = now
    for (const feed of this.#feeds) {
      feed.connection.beat(now)
      if (feed.connection.isConnected && feed.primedAt !== feed.connection.reconnects) void this.#prime(feed)
    }
    const losses = this.#feeds.reduce((sum, feed) => sum + feed.connection.reconnects, 0)
    if (losses !== this.#losses) this.#candles.distrust()
    this.#losses = losses
  }

  readings(now: number): Reading[] {
    return [...this.#listings.values()].flatMap((listing) => this.#read(listing, now) ?? [])
  }

  published(at: number, prices: readonly PublishedPrice[]): void {
    this.#candles.published(this.#listings, at, prices)
    // After a restart jumps are measured from the last published price.
    for (const { symbol, priceSteps } of prices) {
      const guard = this.#guardOf(symbol)
      if (guard.accepted === null) guard.accept(priceSteps)
    }
  }

  candles(request: CandleRequest, now: number): ReturnType<QuoteSource['candles']> {
    return this.#candles.candles(request, now)
  }

  /** An unpublished price was never in force. */
  pastPrice(): null {
    return null
  }

  recallFrom(now: number): number {
    const newest = this.#stored.newestMinute()
    return Math.max(newest === null ? 0 : newest + MINUTE_MS, now - RECALL_MAX_MS)
  }

  health(now: number): FeedHealth[] {
    return this.#feeds.flatMap(({ protocol, connection, prices, refusals, primeError }) =>
      this.#coveredBy(protocol).map((listing) => {
        const price = prices.get(listing.symbol)
        return {
          source: protocol.source,
          symbol: listing.symbol,
          isConnected: connection.isConnected,
          isStale: !isFresh(connection, price, { listing, now }),
          isOutlier: this.#consensus.get(listing.symbol)?.outliers.includes(protocol.source) ?? false,
          isHeld: this.#guards.get(listing.symbol)?.isHolding ?? false,
          lastPrice: price ? formatSteps(price.priceSteps, listing.priceDecimals) : null,
          lastAt: price?.at ?? null,
          reconnects: connection.reconnects,
          error: refusals.get(listing.symbol) ?? connection.error ?? primeError ?? this.#candles.error,
        }
      }),
    )
  }

  #read(listing: Listing, now: number): Reading | null {
    const { symbol } = listing
    const known = this.#feeds.flatMap(({ protocol, connection, prices }) => {
      const price = prices.get(symbol)
      return price
        ? [
            {
              source: protocol.source,
              priceSteps: price.priceSteps,
              isFresh: isFresh(connection, price, { listing, now }),
              isMoving: now - price.movedAt <= MOVING_MS,
              price,
            },
          ]
        : []
    })
    const guard = this.#guardOf(symbol)
    const consensus = findConsensus(known, guard.accepted)
    this.#consensus.set(symbol, consensus)
    const used = known.filter((price) => price.isFresh && !consensus.outliers.includes(price.source))
    const [first] = used
    if (consensus.priceSteps === null || !first) return null
    const saidAt = Math.max(...used.map(({ price }) => price.at))
    const priceSteps = guard.judge({ priceSteps: consensus.priceSteps, sources: used.length, saidAt })
    return priceSteps === null
      ? null
      : { listing, priceSteps, source: consensus.source, ...describe(listing, first.price, priceSteps) }
  }

  #coveredBy(protocol: FeedProtocol): Listing[] {
    return [...this.#listings.values()].filter((listing) => covers(protocol, listing))
  }

  #guardOf(symbol: string): JumpGuard {
    const known = this.#guards.get(symbol)
    if (known) return known
    const guard = new JumpGuard()
    this.#guards.set(symbol, guard)
    return guard
  }

  async #prime(feed: Feed): Promise<void> {
    feed.primedAt = feed.connection.reconnects
    const covered = this.#coveredBy(feed.protocol)
    const parts = feed.protocol.isAskedOneByOne ? covered.map((listing) => [listing]) : [covered]
    try {
      for (const listings of parts) {
        const url = listings.length > 0 ? feed.protocol.tickersUrl(listings) : null
        if (url !== null) this.#receive(feed, feed.protocol.readTickers(await this.#ports.fetchJson(url), listings))
      }
      feed.primeError = null
    } catch (error) {
      // The stream alone will do: only symbols that trade seldom start later.
      logWarning(
        `${feed.protocol.source}: no prices by REST: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
  }

  #receive(feed: Feed, events: readonly FeedEvent[]): void {
    for (const event of events) {
      const listing = this.#listings.get(event.symbol ?? '')
      if (!listing) continue
      if (event.type === 'refused') feed.refusals.set(listing.symbol, event.error)
      else if (event.type === 'minute') this.#receiveVolume(feed, listing, event)
      else this.#receivePrice(feed, listing, event)
    }
  }

  #receivePrice(feed: Feed, listing: Listing, event: Extract<FeedEvent, { type: 'price' }>): void {
    const priceSteps = priceNow(listing, event)
    if (priceSteps === null || priceSteps === 0) return
    feed.refusals.delete(listing.symbol)
    const known = feed.prices.get(listing.symbol)
    const day = event.day ?? known?.day ?? null
    const at = Math.min(this.#now, event.saidAt ?? this.#now)
    const movedAt = known?.priceSteps === priceSteps ? known.movedAt : at
    // The REST answer may be older than prices received from the stream since.
    feed.prices.set(
      listing.symbol,
      known && known.at > at
        ? { ...known, day }
        : { priceSteps, at, movedAt, losses: feed.connection.reconnects, event, day },
    )
  }

  #receiveVolume(feed: Feed, listing: Listing, event: Extract<FeedEvent, { type: 'minute' }>): void {
    const lots = parseSteps(event.volume, listing.quantityDecimals)
    if (lots !== null) this.#candles.volume(listing, feed.protocol.source, { at: event.at, lots })
  }
}

/**
 * The last trade, clamped between bid and ask: outside them no trade is possible any more. A source repeats a quiet pair's last trade
 * whenever its book moves, so only the book shows the age of the price.
 */
function priceNow(listing: Listing, event: Extract<FeedEvent, { type: 'price' }>): number | null {
  const last = parseSteps(event.price, listing.priceDecimals)
  const [bid, ask] = [event.bid, event.ask].map((text) => text && parseSteps(text, listing.priceDecimals))
  return last && bid && ask && bid <= ask ? Math.min(Math.max(last, bid), ask) : last
}

/**
 * Fresh: repeated within a minute, on a connection that is alive or only just lost. A price of an earlier connection lasts only as long as
 * a silence may: the greeting of a new one says nothing of it. While its exchange is closed, a share keeps the session's closing price at
 * any age. A price from before a split is of the old shares.
 */
function isFresh(
  connection: FeedConnection,
  price: SourcePrice | undefined,
  { listing, now }: { readonly listing: Listing; readonly now: number },
): boolean {
  if (price === undefined || listing.splits?.some(({ at }) => price.at < at && at <= now)) return false
  if (listing.exchange && sessionAt(listing.exchange, now).phase === 'closed') return true
  const ageMaxMs = price.losses === connection.reconnects ? STALE_MS : connection.silenceMaxMs
  return now - price.at <= ageMaxMs && now - connection.lastMessageAt <= connection.silenceMaxMs
}

/** Top of the book and last 24 hours of the first source in use. */
function describe(
  listing: Listing,
  { event, day }: SourcePrice,
  priceSteps: number,
): Pick<Reading, 'bid' | 'ask' | 'day'> {
  const price = (text: string | null | undefined): number | null =>
    text === null || text === undefined ? null : parseSteps(text, listing.priceDecimals)
  const around = topOfBook(priceSteps)
  return {
    bid: price(event.bid) ?? around.bid,
    ask: price(event.ask) ?? around.ask,
    day: {
      open: price(day?.open) ?? priceSteps,
      high: price(day?.high) ?? priceSteps,
      low: price(day?.low) ?? priceSteps,
      lots: (day && parseSteps(day.volume, listing.quantityDecimals)) ?? 0,
    },
  }
}
