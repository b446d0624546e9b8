// A Market's book as its socket tells it: a snapshot, then numbered deltas. A program that joins later starts from this copy.

import type { MarketSocketMessage, TapeTrade } from '#party/protocol/market'

const TRADES_KEPT = 50

export class BookCopy {
  readonly #bids = new Map<number, number>()
  readonly #asks = new Map<number, number>()
  #trades: TapeTrade[] = []
  #seq: number | null = null
  at = 0
  indexTicks = 0

  get isKnown(): boolean {
    return this.#seq !== null
  }

  /** Number of the last message; 0 before the first. */
  get seq(): number {
    return this.#seq ?? 0
  }

  /** Trades that are new to this copy; "gap" after a missed message, which requires a snapshot. */
  hear(message: MarketSocketMessage): readonly TapeTrade[] | 'gap' {
    if (message.type === 'delta' && (this.#seq === null || message.seq !== this.#seq + 1)) return 'gap'
    if (message.type === 'snapshot') {
      this.#bids.clear()
      this.#asks.clear()
    }
    this.#seq = message.seq
    this.at = message.at
    this.indexTicks = message.indexTicks
    put(this.#bids, message.bids)
    put(this.#asks, message.asks)
    const last = this.#trades.at(-1)?.tradeNo ?? 0
    const fresh = message.trades.filter(({ tradeNo }) => tradeNo > last)
    this.#trades = [...this.#trades, ...fresh].slice(-TRADES_KEPT)
    return fresh
  }

  /** Oldest first. */
  get trades(): readonly TapeTrade[] {
    return this.#trades
  }

  /** Best first. */
  get bids(): readonly (readonly [number, number])[] {
    return [...this.#bids].sort(([one], [other]) => other - one)
  }

  get asks(): readonly (readonly [number, number])[] {
    return [...this.#asks].sort(([one], [other]) => one - other)
  }
}

function put(side: Map<number, number>, rows: readonly (readonly [number, number])[]): void {
  for (const [price, quantity] of rows) {
    if (quantity === 0) side.delete(price)
    else side.set(price, quantity)
  }
}
