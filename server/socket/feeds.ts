// Public channels of the programs of one room: one socket to the Quotes room and one to each Market with a listener, each message
// encoded once for all.

import type { Pair } from '#domain/catalogue'
import { RoomChannel } from '#party/lib/room-channel'
import type { MarketSocketMessage, TapeTrade } from '#party/protocol/market'
import type { Quote, QuotesSocketMessage } from '#party/protocol/quotes'
import { BookCopy } from './book-copy'
import { bookDelta, bookSnapshot, quotesEvent, tradesEvent } from './messages'

export interface FeedPorts {
  openQuotes(): Promise<WebSocket | null>
  openMarket(symbol: string): Promise<WebSocket | null>
}

export interface Listener {
  tell(text: string): void
}

/** Receives a Market's raw messages, to encode them in another format. */
export interface MarketEar {
  /** `copy` includes the message; `fresh`: trades that were not heard before, the oldest first. */
  hearMarket(copy: BookCopy, message: MarketSocketMessage, fresh: readonly TapeTrade[]): void
}
export interface QuotesEar {
  hearQuotes(quotes: readonly Quote[]): void
}

interface Heard {
  pair: Pair
  readonly channel: RoomChannel
  readonly copy: BookCopy
  readonly book: Set<Listener>
  readonly trades: Set<Listener>
  readonly ears: Set<MarketEar>
  /** Of the copy, until it changes. */
  snapshot: string | null
  neededAt: number
}

const SNAPSHOT_REQUEST = JSON.stringify({ type: 'snapshot' })
/** A channel stays open this long after its last listener: programs reconnect. */
const LINGER_MS = 10_000

export class Feeds {
  readonly #ports: FeedPorts
  readonly #markets = new Map<string, Heard>()
  /** By listener, the symbol that it hears; null: all. */
  readonly #quoteListeners = new Map<Listener, string | null>()
  readonly #quoteEars = new Set<QuotesEar>()
  readonly #quotes = new Map<string, Quote>()
  #quotesSeq: number | null = null
  #quotesChannel: RoomChannel | null = null
  #quotesNeededAt = 0

  constructor(ports: FeedPorts) {
    this.#ports = ports
  }

  hearQuotes(listener: Listener, symbol: string | null, now: number): void {
    this.#quoteListeners.set(listener, symbol)
    if (this.#quotesSeq !== null) this.#tellQuotes(listener, symbol, [...this.#quotes.values()])
    this.#openQuotes(now)
  }

  tapQuotes(ear: QuotesEar, now: number): void {
    this.#quoteEars.add(ear)
    if (this.#quotesSeq !== null) ear.hearQuotes([...this.#quotes.values()])
    this.#openQuotes(now)
  }

  #openQuotes(now: number): void {
    this.#quotesNeededAt = now
    this.#quotesChannel ??= new RoomChannel({
      open: () => this.#ports.openQuotes(),
      // The room sends no other messages.
      onMessage: (text) => this.#takeQuotes(JSON.parse(text) as QuotesSocketMessage),
    })
    this.#quotesChannel.keep(now)
  }

  hearMarket(channel: 'book' | 'trades', listener: Listener, pair: Pair, now: number): void {
    const market = this.#needMarket(pair, now)
    market[channel].add(listener)
    if (!market.copy.isKnown) return
    if (channel === 'trades') listener.tell(tradesEvent(pair, market.copy.trades))
    else listener.tell((market.snapshot ??= bookSnapshot(pair, market.copy)))
  }

  tapMarket(ear: MarketEar, pair: Pair, now: number): void {
    this.#needMarket(pair, now).ears.add(ear)
  }

  #needMarket(pair: Pair, now: number): Heard {
    const market = this.#marketOf(pair)
    market.pair = pair
    market.neededAt = now
    market.channel.keep(now)
    return market
  }

  leaveQuotesTap(ear: QuotesEar): void {
    this.#quoteEars.delete(ear)
  }

  leaveTap(ear: MarketEar, symbol: string): void {
    this.#markets.get(symbol)?.ears.delete(ear)
  }

  leaveQuotes(listener: Listener): void {
    this.#quoteListeners.delete(listener)
  }

  leaveMarket(channel: 'book' | 'trades', listener: Listener, symbol: string): void {
    this.#markets.get(symbol)?.[channel].delete(listener)
  }

  leaveAll(listener: Listener): void {
    this.leaveQuotes(listener)
    for (const { book, trades } of this.#markets.values()) {
      book.delete(listener)
      trades.delete(listener)
    }
  }

  /** Called every second. */
  keep(now: number): void {
    for (const [symbol, market] of this.#markets) {
      if (market.book.size + market.trades.size + market.ears.size > 0) market.neededAt = now
      if (now - market.neededAt <= LINGER_MS) market.channel.keep(now)
      else {
        market.channel.close()
        this.#markets.delete(symbol)
      }
    }
    if (this.#quoteListeners.size + this.#quoteEars.size > 0) this.#quotesNeededAt = now
    if (now - this.#quotesNeededAt <= LINGER_MS) this.#quotesChannel?.keep(now)
    else this.#closeQuotes()
  }

  stop(): void {
    for (const { channel } of this.#markets.values()) channel.close()
    this.#markets.clear()
    this.#closeQuotes()
  }

  #closeQuotes(): void {
    this.#quotesChannel?.close()
    this.#quotesChannel = null
    this.#quotesSeq = null
    this.#quotes.clear()
  }

  #marketOf(pair: Pair): Heard {
    const known = this.#markets.get(pair.symbol)
    if (known) return known
    const channel = new RoomChannel({
      open: () => this.#ports.openMarket(pair.symbol),
      // The Market sends no other messages.
      onMessage: (text) => this.#takeMarket(market, JSON.parse(text) as MarketSocketMessage),
    })
    const market: Heard = {
      pair,
      channel,
      copy: new BookCopy(),
      book: new Set(),
      trades: new Set(),
      ears: new Set(),
      snapshot: null,
      neededAt: 0,
    }
    this.#markets.set(pair.symbol, market)
    return market
  }

  #takeMarket(market: Heard, message: MarketSocketMessage): void {
    const { pair, channel, copy, book, trades } = market
    market.snapshot = null
    const wasKnown = copy.isKnown
    const fresh = copy.hear(message)
    if (fresh === 'gap') return channel.say(SNAPSHOT_REQUEST)
    for (const ear of market.ears) ear.hearMarket(copy, message, wasKnown ? fresh : [])
    if (book.size > 0) {
      const text = message.type === 'snapshot' ? bookSnapshot(pair, copy) : bookDelta(pair, message)
      for (const listener of book) listener.tell(text)
    }
    if (fresh.length === 0 && wasKnown) return
    const told = tradesEvent(pair, fresh)
    for (const listener of trades) listener.tell(told)
  }

  #takeQuotes(message: QuotesSocketMessage): void {
    if (message.type === 'delta' && (this.#quotesSeq === null || message.seq !== this.#quotesSeq + 1)) {
      this.#quotesChannel?.say(SNAPSHOT_REQUEST)
      return
    }
    this.#quotesSeq = message.seq
    for (const quote of message.quotes) this.#quotes.set(quote.symbol, quote)
    for (const ear of this.#quoteEars) ear.hearQuotes(message.quotes)
    const text = quotesEvent(message.seq, message.quotes)
    for (const [listener, symbol] of this.#quoteListeners)
      if (symbol === null) listener.tell(text)
      else this.#tellQuotes(listener, symbol, message.quotes)
  }

  #tellQuotes(listener: Listener, symbol: string | null, quotes: readonly Quote[]): void {
    const chosen = symbol === null ? quotes : quotes.filter((quote) => quote.symbol === symbol)
    if (chosen.length > 0) listener.tell(quotesEvent(this.#quotesSeq ?? 0, chosen))
  }
}
