// The Quotes room (one, named "main"): once a second it takes prices from its source, publishes them as chained ticks and tells its
// listeners. The runtime's end of the matter only: what a tick, a quote or a candle is, the files beside it say.
//
// With the simulator the loop, and so the chain, rests when nobody listens and nobody has asked for ten seconds; prices of that time are
// computed when asked for. With real feeds it never rests. An alarm brings the loop back after a restart.

import { createHash, createHmac } from 'node:crypto'
import type { Connection } from 'partyserver'
import { loadCatalogue } from '#db/platform/catalogue'
import { quotesMigrations } from '#db/quotes/migrations'
import { type Listing, formatCandle } from '#domain/quotes/candle'
import { installedNoise } from '#domain/quotes/hash-noise'
import { type Period, floorTo } from '#domain/quotes/period'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time'
import { formatSteps, parseSteps } from '#domain/quotes/steps'
import { migrate } from '../lib/migrations'
import { NamedRoom } from '../lib/named-room'
import { isPoll, isSnapshotRequest, readAfter } from '../lib/client-request'
import { openStore } from '../lib/store'
import type { Candle, ChainReport, DayLine, FeedHealth, LatestCandle, Quote, QuotesRpc, Tick } from '../protocol/quotes'
import { Board } from './board'
import { FeedSource } from './feed-source'
import { createBinance } from './feeds/binance'
import { createKraken } from './feeds/kraken'
import type { FeedProtocol } from './feeds/protocol'
import { LatestCandles } from './latest-candles'
import { fetchJson, openSocket } from './open-socket'
import { type Rounds, openRounds } from './rounds'
import { createSimulatedSource } from './simulated-source'
import type { QuoteSource } from './source'
import { type StoredCandles, openStoredCandles } from './stored-candles'

/** How long the loop goes on after the last question. */
const ASKED_MS = 10_000
const ALARM_MS = 15_000
/** A real feed's price is in force for so long after its tick: a missed second or two is no gap. */
const IN_FORCE_MS = 10_000
const CHECKED_ROUNDS = 3600

export class Quotes extends NamedRoom implements QuotesRpc {
  static override options = { hibernate: true }

  readonly #rounds: Rounds
  readonly #candles: StoredCandles
  readonly #source: QuoteSource
  readonly #board = new Board(Date.now())
  #listings = new Map<string, Listing>()
  readonly #latest = new LatestCandles()
  #listedAt = 0
  #listing: Promise<void> | null = null
  #askedAt = 0
  #second = 0
  #sweptAt = 0
  #isRunning = false
  #alarmAt = 0

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    const store = openStore(ctx.storage)
    migrate(store, quotesMigrations)
    this.#rounds = openRounds(store, (text) => createHash('sha256').update(text).digest('hex'))
    this.#candles = openStoredCandles(store)
    this.#source = makeSource(env, this.#candles)
  }

  async quotes(): Promise<Quote[]> {
    await this.#ask()
    return [...this.#listings.keys()].flatMap((symbol) => this.#board.find(symbol) ?? [])
  }

  async latestTick(symbol: string): Promise<Tick | null> {
    await this.#ask()
    const quote = this.#board.find(symbol)
    if (!quote || quote.isStale) return null
    return this.#rounds.last(symbol)
  }

  async priceAt(symbol: string, at: number): Promise<Tick | null> {
    const now = await this.#ask()
    const listing = this.#listings.get(symbol)
    if (!listing || at > now || at < 0) return null
    const second = floorTo(at, SECOND_MS)
    const tick = this.#rounds.tickAt(symbol, second)
    if (tick?.at === second) return tick
    const past = this.#source.pastPrice(listing, second)
    if (past) {
      const price = formatSteps(past.steps, listing.priceDecimals)
      return this.#rounds.appendLate(second, { symbol, price, source: past.source })
    }
    return tick && second - tick.at <= IN_FORCE_MS ? tick : null
  }

  async candles(request: { symbol: string; period: Period; from: number; to: number }): Promise<Candle[] | null> {
    const now = await this.#ask()
    const listing = this.#listings.get(request.symbol)
    if (!listing) return null
    const candles = await this.#source.candles({ ...request, listing }, now)
    return candles.map((candle) => formatCandle(listing, candle))
  }

  async latestCandles(period: Period): Promise<LatestCandle[]> {
    const now = await this.#ask()
    return this.#latest.of(period, { source: this.#source, listings: [...this.#listings.values()], now })
  }

  async dayLines(): Promise<DayLine[]> {
    const now = await this.#ask()
    const range = { period: '60min', from: now - DAY_MS, to: now } as const
    return Promise.all(
      [...this.#listings.values()].map(async (listing) => {
        const candles = await this.#source.candles({ ...range, listing }, now)
        return { symbol: listing.symbol, closes: candles.map((candle) => formatCandle(listing, candle).close) }
      }),
    )
  }

  async health(): Promise<FeedHealth[]> {
    const now = await this.#ask()
    return this.#source.health(now)
  }

  verifyChain(rounds = CHECKED_ROUNDS): Promise<ChainReport> {
    return Promise.resolve(this.#rounds.verify(rounds))
  }

  async wake(): Promise<void> {
    if (this.#source.isAlwaysOn) await this.#ask()
  }

  override async onConnect(connection: Connection): Promise<void> {
    const now = await this.#ask()
    connection.send(JSON.stringify(this.#board.snapshot(now)))
  }

  override async onMessage(connection: Connection, message: string | ArrayBuffer | ArrayBufferView): Promise<void> {
    const now = await this.#ask()
    if (isSnapshotRequest(message) && !this.isHurried(connection))
      connection.send(JSON.stringify(this.#board.snapshot(now)))
  }

  override async onRequest(request: Request): Promise<Response> {
    if (!isPoll(request)) return new Response('Not found', { status: 404 })
    const now = await this.#ask()
    const body = this.#board.messagesAfter(readAfter(request.url), now)
    return new Response(body, { headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' } })
  }

  override async onAlarm(): Promise<void> {
    if (this.#isNeeded(Date.now())) await this.#start()
  }

  /** Somebody wants a price: the loop runs from here on, and what is on the board is of this second. */
  async #ask(): Promise<number> {
    this.#askedAt = Date.now()
    await this.#start()
    const now = Date.now()
    this.#beat(now)
    return now
  }

  /** Knows what is listed, then lets the loop run. */
  async #start(): Promise<void> {
    await this.#armAlarm()
    if (this.#listings.size === 0) await this.#list(Date.now())
    if (this.#isRunning) return
    // Last of all: if recalling fails, the next question tries again.
    this.#recall(Date.now())
    this.#isRunning = true
    this.#waitForNextSecond()
  }

  async #armAlarm(): Promise<void> {
    const now = Date.now()
    if (now < this.#alarmAt) return
    this.#alarmAt = now + ALARM_MS
    await this.ctx.storage.setAlarm(this.#alarmAt)
  }

  #waitForNextSecond(): void {
    const now = Date.now()
    setTimeout(() => this.#turn(), floorTo(now, SECOND_MS) + SECOND_MS - now)
  }

  #turn(): void {
    const now = Date.now()
    if (!this.#isNeeded(now)) {
      this.#isRunning = false
      return
    }
    try {
      if (now - this.#listedAt > MINUTE_MS) void this.#list(now).catch(reportFailure)
      this.#beat(now)
    } catch (error) {
      reportFailure(error)
    } finally {
      this.#waitForNextSecond()
    }
  }

  #isNeeded(now: number): boolean {
    if (this.#source.isAlwaysOn || now - this.#askedAt < ASKED_MS) return true
    return !this.getConnections()[Symbol.iterator]().next().done
  }

  /** Publishes the current second, once. */
  #beat(now: number): void {
    const at = floorTo(now, SECOND_MS)
    if (at <= this.#second) return
    this.#second = at
    this.#source.beat(now)
    const readings = this.#source.readings(now)
    const prices = readings.map(({ listing, steps, source }) => ({
      symbol: listing.symbol,
      price: formatSteps(steps, listing.priceDecimals),
      source,
    }))
    const ticks = prices.length > 0 ? this.#rounds.append(at, prices) : []
    this.#source.published(
      at,
      readings.map(({ listing, steps }) => ({ symbol: listing.symbol, steps })),
    )
    const delta = this.#board.update(at, readings, ticks)
    if (delta !== null) this.sendToAll(delta)
    this.#sweep(now)
  }

  async #list(now: number): Promise<void> {
    this.#listing ??= this.#readListings(now).finally(() => (this.#listing = null))
    await this.#listing
  }

  async #readListings(now: number): Promise<void> {
    const { pairs } = await loadCatalogue(this.env.DB)
    const listings = pairs.map(({ symbol, priceDecimals, quantityDecimals }) => ({
      symbol,
      priceDecimals,
      quantityDecimals,
    }))
    const symbols = new Set(listings.map((listing) => listing.symbol))
    for (const symbol of this.#listings.keys()) if (!symbols.has(symbol)) this.#board.drop(symbol)
    this.#listings = new Map(listings.map((listing) => [listing.symbol, listing]))
    this.#listedAt = now
    this.#source.list(listings)
  }

  /** Ticks that were published before a restart and are in no candle yet. */
  #recall(now: number): void {
    for (const { at, ticks } of this.#rounds.since(this.#source.recallFrom(now))) {
      const prices = ticks.flatMap(({ symbol, price }) => {
        const listing = this.#listings.get(symbol)
        const steps = listing ? parseSteps(price, listing.priceDecimals) : null
        return steps === null ? [] : [{ symbol, steps }]
      })
      this.#source.published(at, prices)
    }
  }

  #sweep(now: number): void {
    if (now - this.#sweptAt < HOUR_MS) return
    this.#sweptAt = now
    this.#rounds.sweep(now)
    this.#candles.sweep(now)
  }
}

/** QUOTES_SOURCE is "simulator", or a list of exchanges. An unknown name stops the room: prices must not come from anywhere else. */
function makeSource(env: Env, candles: StoredCandles): QuoteSource {
  const names = env.QUOTES_SOURCE.split(',').map((name) => name.trim())
  if (names.length === 1 && names[0] === 'simulator')
    return createSimulatedSource(
      installedNoise((key, text) => createHmac('sha256', key).update(text).digest(), env.SIMULATOR_SEED),
    )
  return new FeedSource(
    names.map((name) => makeProtocol(env, name)),
    { openSocket, fetchJson },
    candles,
  )
}

function makeProtocol(env: Env, name: string): FeedProtocol {
  if (name === 'binance') return createBinance({ socketUrl: env.BINANCE_WS_URL, restUrl: env.BINANCE_REST_URL })
  if (name === 'kraken') return createKraken({ socketUrl: env.KRAKEN_WS_URL, restUrl: env.KRAKEN_REST_URL })
  throw new Error(`QUOTES_SOURCE names "${name}", which is none of simulator, binance, kraken`)
}

const reportFailure = (error: unknown): void => console.error('quotes:', error)
