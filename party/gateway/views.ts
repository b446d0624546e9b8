// The gateway's view of the Quotes room and of each Market, built from snapshots and numbered deltas. Pure: 'gap' means that messages were
// missed and a snapshot must be requested.

import type { DepthRow, MarketSocketMessage, TapeTrade } from '../protocol/market'
import type { Quote, QuotesSocketMessage } from '../protocol/quotes'

/** Existing clients display this many levels and reverse the asks in place: more would push the best ones out of view. */
const LEVELS_SENT = 10

interface Numbered {
  readonly type: 'snapshot' | 'delta'
  readonly seq: number
}

/** A snapshot always applies, a delta only directly after the previous one. */
const isNext = (seq: number | null, message: Numbered): boolean =>
  message.type === 'snapshot' || (seq !== null && message.seq === seq + 1)

export class QuotesView {
  readonly #quotes = new Map<string, Quote>()
  #seq: number | null = null

  /** Quotes of a message. */
  receive(message: QuotesSocketMessage): readonly Quote[] | 'gap' {
    if (!isNext(this.#seq, message)) return 'gap'
    this.#seq = message.seq
    if (message.type === 'snapshot') this.#quotes.clear()
    for (const quote of message.quotes) this.#quotes.set(quote.symbol, quote)
    return message.quotes
  }

  find(symbol: string): Quote | undefined {
    return this.#quotes.get(symbol)
  }
}

export class MarketView {
  readonly #bids = new Map<number, number>()
  readonly #asks = new Map<number, number>()
  #seq: number | null = null
  #lastTradeNo: number | null = null

  /** Trades of a message. Trades before the first snapshot precede the subscription. */
  receive(message: MarketSocketMessage): readonly TapeTrade[] | 'gap' {
    if (!isNext(this.#seq, message)) return 'gap'
    this.#seq = message.seq
    if (message.type === 'snapshot') {
      this.#bids.clear()
      this.#asks.clear()
    }
    applyRows(this.#bids, message.bids)
    applyRows(this.#asks, message.asks)
    const known = this.#lastTradeNo
    this.#lastTradeNo = message.trades.reduce((last, { tradeNo }) => Math.max(last, tradeNo), known ?? 0)
    return known === null ? [] : message.trades.filter(({ tradeNo }) => tradeNo > known)
  }

  /** False before the Market's first snapshot. */
  get isKnown(): boolean {
    return this.#seq !== null
  }

  /** The best levels, best first. */
  best(): { readonly bids: readonly DepthRow[]; readonly asks: readonly DepthRow[] } {
    return {
      bids: [...this.#bids].sort(([left], [right]) => right - left).slice(0, LEVELS_SENT),
      asks: [...this.#asks].sort(([left], [right]) => left - right).slice(0, LEVELS_SENT),
    }
  }
}

function applyRows(side: Map<number, number>, rows: readonly DepthRow[]): void {
  for (const [price, quantity] of rows) {
    if (quantity === 0) side.delete(price)
    else side.set(price, quantity)
  }
}
