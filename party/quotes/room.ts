// The Quotes room (one, named "main"): once a second it reads prices from its source, publishes them as chained ticks and informs its
// listeners. It wires the runtime; ticks, quotes and candles are defined in the files beside it.
// With the simulator, the loop and so the chain pauses when no client listens, no Watch follows, no request came for ten seconds and no
// fixing is near; prices of the pause are computed on request. With real feeds it never pauses. An alarm restarts the loop after a restart.

import { logError } from '#lib/log-line'
import { loadCatalogue } from '#db/platform/catalogue'
import { quotesMigrations } from '#db/quotes/migrations'
import { listingOf } from '#domain/catalogue'
import { isFixingNear } from '#domain/invest/series'
import type { StockAction } from '#domain/stocks/actions'
import { type Listing, formatCandle } from '#domain/quotes/candle'
import { IN_FORCE_MS } from '#domain/quotes/next-round'
import { type Period, floorTo } from '#domain/quotes/period'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time'
import { formatSteps } from '#domain/quotes/steps'
import { hmacSha256, sha256 } from '#lib/digest'
import { PublicRoom } from '../lib/public-room'
import type { Candle, ChainReport, DayLine, FeedHealth, LatestCandle, Quote, QuotesRpc, Tick } from '../protocol/quotes'
import type { PriceRound } from '../protocol/watch'
import { Board } from './board'
import { fillMissed, recall } from './catch-up'
import { Followers } from './followers'
import { LatestCandles, dayLinesOf } from './latest-candles'
import { LogNews } from './log-news'
import { makeSource } from './make-source'
import { sendRoundOf } from './remotes'
import { type Rounds, openRounds } from './rounds'
import type { QuoteSource } from './source'
import { type StoredCandles, openStoredCandles } from './stored-candles'

/** How long the loop goes on after the last question. */
const ASKED_MS = 10_000
const ALARM_MS = 15_000
const CHECKED_ROUNDS = 3600
/** Most rounds per call: re-hashing blocks the room for all callers. */
const ROUNDS_PER_BATCH = 600
const FOLLOWED_KEY = 'followed'

export class Quotes extends PublicRoom implements QuotesRpc {
  static override options = { hibernate: true }

  readonly #rounds: Rounds
  readonly #candles: StoredCandles
  readonly #followers: Followers
  readonly #source: QuoteSource
  readonly #board = new Board(Date.now())
  readonly #logNews = new LogNews(this.env)
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
    const store = this.openStore(quotesMigrations)
    this.#rounds = openRounds(store, sha256)
    this.#candles = openStoredCandles(store)
    this.#source = makeSource(env, this.#candles, hmacSha256)
    this.#followers = new Followers({
      load: () => ctx.storage.kv.get<string[]>(FOLLOWED_KEY) ?? [],
      save: (symbols) => ctx.storage.kv.put(FOLLOWED_KEY, symbols),
      send: sendRoundOf(env),
    })
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
      const price = formatSteps(past.priceSteps, listing.priceDecimals)
      return this.#rounds.appendLate(second, { symbol, price, source: past.source })
    }
    return tick && second - tick.at <= IN_FORCE_MS ? tick : null
  }

  async lastTickBefore(symbol: string, at: number): Promise<Tick | null> {
    await this.#ask()
    return this.#rounds.lastBefore(symbol, at)
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
    return dayLinesOf({ source: this.#source, listings: [...this.#listings.values()], now })
  }

  async health(): Promise<FeedHealth[]> {
    return this.#source.health(await this.#ask())
  }

  verifyChain(rounds = CHECKED_ROUNDS): Promise<ChainReport> {
    return Promise.resolve(this.#rounds.verify(rounds))
  }

  loggedRounds(after: number, limit: number) {
    return Promise.resolve(this.#rounds.logged(after, limit))
  }

  newestRound() {
    return this.#ask().then(() => this.#rounds.newest())
  }

  proveTicks(ticks: readonly Tick[]) {
    return Promise.resolve(this.#rounds.prove(ticks))
  }

  async takeSplit(action: StockAction): Promise<void> {
    // From the next second on, prices are per new share.
    await this.#list(await this.#ask())
    const listing = this.#listings.get(action.symbol)
    if (listing) this.#candles.split(listing, action)
  }

  async wake(): Promise<void> {
    if (this.#isNeeded(Date.now())) await this.#ask()
  }

  async roundsAfter(at: number, limit = ROUNDS_PER_BATCH): Promise<readonly PriceRound[]> {
    // Publishes missed rounds first: the process may have been busy, or this call may have woken the room.
    if (!this.#followers.isEmpty) await this.#ask()
    return this.#rounds.after(at, Math.min(limit, ROUNDS_PER_BATCH))
  }

  async recentPrices(symbol: string, from: number) {
    return this.#rounds.prices(symbol, Math.max(from, Date.now() - 10 * MINUTE_MS))
  }

  async follow(symbol: string, isWanted: boolean): Promise<void> {
    // Publishes the current round first, so that earlier seconds do not count as missed for the new follower.
    if (isWanted) await this.#ask()
    this.#followers.set(symbol, isWanted)
  }

  protected override async look(): Promise<boolean> {
    await this.#ask()
    return true
  }

  protected override opening(): readonly string[] {
    return [this.#board.snapshot(Date.now())]
  }

  protected override messagesAfter(after: number): readonly string[] {
    return this.#board.messagesAfter(after, Date.now())
  }

  override async onAlarm(): Promise<void> {
    if (this.#isNeeded(Date.now())) await this.#start()
  }

  /** A price is requested: the loop starts, and the board is current to this second. */
  async #ask(): Promise<number> {
    this.#askedAt = Date.now()
    await this.#start()
    const now = Date.now()
    this.#beat(now)
    return now
  }

  /** Loads the listings, then starts the loop. */
  async #start(): Promise<void> {
    await this.#armAlarm()
    if (this.#listings.size === 0) await this.#list(Date.now())
    if (this.#isRunning) return
    // Last of all: if recalling fails, the next question tries again.
    recall(this.#prices, Date.now())
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
    if (this.#source.isAlwaysOn || isFixingNear(now) || !this.#followers.isEmpty) return true
    if (now - this.#askedAt < ASKED_MS) return true
    return this.hasListeners
  }

  get #prices() {
    return { rounds: this.#rounds, source: this.#source, listings: this.#listings }
  }

  /** Publishes the current second once, after the missed ones. */
  #beat(now: number): void {
    const at = floorTo(now, SECOND_MS)
    if (at <= this.#second || at < (this.#rounds.newestAt() ?? 0)) return
    fillMissed(this.#prices, { until: at, isFollowed: !this.#followers.isEmpty })
    this.#second = at
    const beforeAt = this.#rounds.newestAt()
    this.#source.beat(now)
    const readings = this.#source.readings(now)
    const prices = readings.map(({ listing, priceSteps, source }) => ({
      symbol: listing.symbol,
      price: formatSteps(priceSteps, listing.priceDecimals),
      source,
    }))
    const ticks = prices.length > 0 ? this.#rounds.append(at, prices) : []
    this.#source.published(
      at,
      readings.map(({ listing, priceSteps }) => ({ symbol: listing.symbol, priceSteps })),
    )
    const delta = this.#board.update(at, readings, ticks)
    if (delta !== null) this.sendToAll(delta)
    if (ticks.length > 0 && at !== beforeAt) this.#followers.send({ at, ticks: this.#rounds.inForce(), beforeAt })
    this.#logNews.note(now)
    this.#sweep(now)
  }

  async #list(now: number): Promise<void> {
    this.#listing ??= this.#readListings(now).finally(() => (this.#listing = null))
    await this.#listing
  }

  async #readListings(now: number): Promise<void> {
    const { pairs } = await loadCatalogue(this.env.DB)
    const listings = pairs.map(listingOf)
    const symbols = new Set(listings.map((listing) => listing.symbol))
    for (const symbol of this.#listings.keys()) if (!symbols.has(symbol)) this.#board.drop(symbol)
    this.#listings = new Map(listings.map((listing) => [listing.symbol, listing]))
    this.#listedAt = now
    this.#source.list(listings)
  }

  #sweep(now: number): void {
    if (now - this.#sweptAt < HOUR_MS) return
    this.#sweptAt = now
    this.#rounds.sweep(now)
    this.#candles.sweep(now)
  }
}

const reportFailure = (error: unknown): void => logError('quotes:', error)
