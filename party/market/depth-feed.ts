// Public feed of the book: the best levels of each side and the last trades, as a snapshot followed by numbered deltas. A delta is the
// difference of two views of the best levels, so a client that applies every delta has exactly the view. Each message is encoded once for
// all readers.

import { DEPTH_LEVELS, type DepthRow, type MarketSocketMessage, type TapeTrade } from '#party/protocol/market'
import type { Book } from './book'

const TRADES_SHOWN = 50
/** Deltas kept for those who poll: at ten a second, the last ten seconds. */
const RING_LENGTH = 100

interface View {
  readonly bids: readonly DepthRow[]
  readonly asks: readonly DepthRow[]
  readonly indexTicks: number
}

export class DepthFeed {
  readonly #book: Book
  #seq: number
  #at: number
  #view: View
  #trades: TapeTrade[]
  /** Encoded deltas up to `seq`. */
  readonly #ring: string[] = []
  #snapshotText: string | null = null

  /** `now` is also the first number: a room that wakes goes on above every number it ever gave, and clients see a gap. */
  constructor(book: Book, start: { readonly now: number; readonly tape: readonly TapeTrade[] }) {
    this.#book = book
    this.#seq = start.now
    this.#at = start.now
    this.#trades = start.tape.slice(-TRADES_SHOWN)
    this.#view = this.#look(0)
  }

  /** Number of the newest message. */
  get seq(): number {
    return this.#seq
  }

  /** Text of the next delta, or null without a visible change. `trades` are those since the last call. */
  next(now: number, indexTicks: number, trades: readonly TapeTrade[]): string | null {
    const before = this.#view
    const after = this.#look(indexTicks)
    const bids = changed(before.bids, after.bids)
    const asks = changed(before.asks, after.asks)
    if (bids.length + asks.length + trades.length === 0 && before.indexTicks === indexTicks) return null
    this.#view = after
    this.#seq += 1
    this.#at = now
    const shown = trades.slice(-TRADES_SHOWN)
    this.#trades = [...this.#trades, ...shown].slice(-TRADES_SHOWN)
    const delta: MarketSocketMessage = { type: 'delta', seq: this.#seq, at: now, bids, asks, trades: shown, indexTicks }
    const text = JSON.stringify(delta)
    this.#ring.push(text)
    if (this.#ring.length > RING_LENGTH) this.#ring.shift()
    this.#snapshotText = null
    return text
  }

  /** Restarts the feed after a complete change: followers get a new snapshot. */
  begin(now: number, tape: readonly TapeTrade[]): void {
    this.#seq += RING_LENGTH + 1
    this.#at = now
    this.#view = this.#look(0)
    this.#trades = tape.slice(-TRADES_SHOWN)
    this.#ring.length = 0
    this.#snapshotText = null
  }

  /** The view that the next delta follows. */
  snapshot(): string {
    const [seq, at, view, trades] = [this.#seq, this.#at, this.#view, this.#trades]
    const message: MarketSocketMessage = { type: 'snapshot', seq, at, ...view, trades }
    return (this.#snapshotText ??= JSON.stringify(message))
  }

  /** Messages after `after`: deltas while they are stored, otherwise a snapshot. */
  since(after: number): readonly string[] {
    const missing = this.#seq - after
    if (missing === 0) return []
    return missing > 0 && missing <= this.#ring.length ? this.#ring.slice(-missing) : [this.snapshot()]
  }

  #look(indexTicks: number): View {
    return { bids: this.#book.depth('buy', DEPTH_LEVELS), asks: this.#book.depth('sell', DEPTH_LEVELS), indexTicks }
  }
}

/** New or changed rows; removed rows have 0 lots. */
function changed(before: readonly DepthRow[], after: readonly DepthRow[]): DepthRow[] {
  const known = new Map(before)
  const rows: DepthRow[] = []
  for (const [ticks, lots] of after) {
    if (known.get(ticks) !== lots) rows.push([ticks, lots])
    known.delete(ticks)
  }
  for (const ticks of known.keys()) rows.push([ticks, 0])
  return rows
}
