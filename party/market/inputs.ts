// What a Market reads from elsewhere: the pair's settings (directory) and the index price (Quotes room). Both are cached, read once for all waiting
// turns, and awaited for a limited time: the Market continues without them as far as fairness allows.

import { logWarning } from '#lib/log-line'
import type { Pair } from '#domain/catalogue'
import { indexTicksOf } from '#domain/house/quotes'
import { bandAround } from '#domain/price-band'
import type { Tick } from '#domain/quotes/chain'
import { mayTrade } from '#domain/stocks/session'
import type { MarketReference } from '#party/protocol/market'
import { PriceBreaker } from './price-breaker'
import type { CommandContext } from './trading'

/** Sources of the data. The room provides them; tests replace them. */
export interface MarketSources {
  /** The pair as currently listed, or null when delisted. */
  loadPair(): Promise<Pair | null>
  /** The tick that is the index price, or null when the feed has none or is stale. */
  latestPrice(): Promise<Tick | null>
  /** Of a pair that is not quoted in USDT: the last price of its quote in USDT, or null. Absent where the quote is USDT. */
  quotePrice?(): Promise<string | null>
}

/** Before matching, an older index price is read again. */
const INDEX_OLD_MS = 2_000
/** Asked for this often while the market is watched or traded. */
const INDEX_DUE_MS = 900
/** Age at which the index price expires: the house withdraws, and market orders are refused. */
const INDEX_STALE_MS = 10_000
const PAIR_OLD_MS = 30_000
/** Longest wait of a turn; a slower answer serves the next turn. */
const WAIT_MAX_MS = 1_000
/** A read without an answer is abandoned after this time and can be repeated. */
const READ_MAX_MS = 5_000

export class MarketInputs {
  readonly #sources: () => MarketSources
  readonly #now: () => number
  pair: Pair | null = null
  /** An input of the house's quotes was read since the last `takeChanges`. */
  #hasChanged = true
  #pairReadAt = -Infinity
  #index: Tick | null = null
  #lastQuotePrice: string | null = null
  readonly #breaker = new PriceBreaker()
  protected indexReadAt = -Infinity
  #indexAskedAt = -Infinity
  /** Rounds before this instant are ignored. */
  #indexFrom = -Infinity
  #pairReading: Promise<void> | null = null
  #indexReading: Promise<void> | null = null

  constructor(sources: () => MarketSources, now: () => number) {
    this.#now = now
    this.#sources = sources
  }

  /** Null when a turn may run at once; otherwise a promise that settles soon and never rejects. */
  ready(): Promise<unknown> | null {
    const now = this.#now()
    if (now - this.#pairReadAt > PAIR_OLD_MS) void this.#readPair()
    // After a failure the read pauses, so a dead feed costs one wait instead of one per order.
    if (now - this.indexReadAt > INDEX_OLD_MS && now - this.#indexAskedAt > INDEX_DUE_MS) void this.#readIndex()
    const isIndexOld = now - this.indexReadAt > INDEX_OLD_MS
    const awaited = [this.isPairRead ? null : this.#pairReading, isIndexOld ? this.#indexReading : null].filter(
      (one) => one !== null,
    )
    return awaited.length === 0 ? null : atMost(Promise.all(awaited), WAIT_MAX_MS)
  }

  /** The heartbeat's question: the newest index price, unless it was had just now. */
  async refreshIndex(): Promise<void> {
    if (this.#now() - this.#indexAskedAt >= INDEX_DUE_MS) await atMost(this.#readIndex(), WAIT_MAX_MS)
  }

  /** Reads the index price of a round just published. */
  async readRound(): Promise<void> {
    await atMost(this.#readIndex(), WAIT_MAX_MS)
  }

  async refreshPair(): Promise<void> {
    await atMost(this.#readPair(), WAIT_MAX_MS)
  }

  /** The pair as orders see it: while its price breaker is active, it is closed like a pair that the desk closed. */
  pairNow(): Pair | null {
    const { pair } = this
    if (!pair) return null
    // Between sessions a price may jump far without the breaker.
    if (mayTrade(pair.stock, this.#now()))
      this.#breaker.observe(this.#now(), this.indexTicks(), pair.filters.breakerMove)
    return this.pausedUntil() === null ? pair : { ...pair, isTradable: false }
  }

  /** End of the pause by the price breaker; null without a pause. */
  pausedUntil(): number | null {
    return this.#breaker.pausedUntil(this.#now())
  }

  /** Index price in ticks, or null without a current one. */
  indexTicks(): number | null {
    const isStale = this.#now() - this.indexReadAt > INDEX_STALE_MS
    return this.pair && this.#index !== null && !isStale ? indexTicksOf(this.pair, this.#index.price) : null
  }

  /** Prices that orders may have, or null without an index price. */
  band(): MarketReference | null {
    const indexTicks = this.indexTicks()
    return this.pair && indexTicks !== null ? bandAround(this.pair, indexTicks) : null
  }

  /** Publication time of the index price's round, or null without a price. */
  roundAt(): number | null {
    return this.indexTicks() === null ? null : (this.#index?.at ?? null)
  }

  /** Discards the index price at a split: for a moment the feed may still send prices of the old shares. */
  forgetIndex(): void {
    this.#index = null
    this.#indexFrom = this.#now() + INDEX_OLD_MS
    this.#hasChanged = true
  }

  /** The quote asset's price in USDT, as fresh as the index price; null while unknown, and where the quote is USDT. */
  quotePrice(): string | null {
    return this.indexTicks() === null ? null : this.#lastQuotePrice
  }

  /**
   * Prices of a turn: the tick that the house quotes from, with the time of its round; the end of a pause by the price breaker; and the quote
   * asset's price in USDT.
   */
  pricesNow(): Pick<CommandContext, 'tick' | 'roundAt' | 'pausedUntil' | 'quotePrice'> {
    const roundAt = this.roundAt()
    const tick = roundAt === null ? null : this.#index
    return { tick, roundAt, pausedUntil: this.pausedUntil(), quotePrice: this.quotePrice() }
  }

  /** False until the directory's first answer: until then neither listing nor fee is known. */
  get isPairRead(): boolean {
    return this.#pairReadAt > -Infinity
  }

  get isNewsWaiting(): boolean {
    return this.#hasChanged
  }

  takeChanges(): boolean {
    const hasChanged = this.#hasChanged
    this.#hasChanged = false
    return hasChanged
  }

  #readPair(): Promise<void> {
    this.#pairReading ??= within(READ_MAX_MS, 'the directory', this.#sources().loadPair())
      .then((pair) => {
        this.pair = pair
        this.#pairReadAt = this.#now()
        this.#hasChanged = true
      })
      .catch((problem: unknown) => logWarning(`the pair could not be read: ${String(problem)}`))
      .finally(() => {
        this.#pairReading = null
      })
    return this.#pairReading
  }

  #readPrices(): Promise<readonly [index: Tick | null, quote: string | null]> {
    // A missing quote price must not block the index price.
    return Promise.all([
      this.#sources().latestPrice(),
      this.#sources()
        .quotePrice?.()
        .catch(() => null) ?? null,
    ])
  }

  #readIndex(): Promise<void> {
    const askedAt = (this.#indexAskedAt = this.#now())
    this.#indexReading ??= within(READ_MAX_MS, 'the price feed', this.#readPrices())
      .then(([index, quotePrice]) => {
        this.#index = askedAt < this.#indexFrom ? null : index
        this.#lastQuotePrice = quotePrice
        this.indexReadAt = this.#now()
      })
      .catch((problem: unknown) => logWarning(`the index price could not be read: ${String(problem)}`))
      .finally(() => {
        this.#indexReading = null
        this.#hasChanged = true
      })
    return this.#indexReading
  }
}

/** Settles with `work` or after the time limit; failures were reported where they occurred. */
async function atMost(work: Promise<unknown>, limitMs: number): Promise<void> {
  await within(limitMs, 'an answer from outside', work).catch(() => undefined)
}

/** Rejects when `work` takes longer than `limitMs`. What `work` answers later is dropped. */
async function within<Value>(limitMs: number, what: string, work: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${limitMs} ms`)), limitMs)
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}
