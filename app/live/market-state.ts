// Browser state of one market (book, trades, index), built from a snapshot and numbered deltas. Pure: no sockets or
// clocks, so gaps and reordered messages are testable.

import type { DepthRow, MarketSocketMessage, TapeTrade } from '#party/protocol/market'

export interface MarketState {
  readonly seq: number
  readonly at: number
  /** Best first. */
  readonly bids: readonly DepthRow[]
  readonly asks: readonly DepthRow[]
  /** Newest first. */
  readonly trades: readonly TapeTrade[]
  readonly indexTicks: number
}

/** `gap`: messages are missing; the state must not be used until a new snapshot. */
export type Received<State> = { readonly kind: 'current'; readonly state: State } | { readonly kind: 'gap' }

const TAPE_LENGTH = 60

export function receiveMarket(state: MarketState | null, message: MarketSocketMessage): Received<MarketState> {
  if (message.type === 'snapshot') {
    const { seq, at, bids, asks, indexTicks } = message
    return { kind: 'current', state: { seq, at, bids, asks, indexTicks, trades: mergeTape([], message.trades) } }
  }
  if (state === null) return { kind: 'gap' }
  if (message.seq <= state.seq) return { kind: 'current', state }
  if (message.seq !== state.seq + 1) return { kind: 'gap' }
  return {
    kind: 'current',
    state: {
      seq: message.seq,
      at: message.at,
      bids: mergeLevels(state.bids, message.bids, (left, right) => right - left),
      asks: mergeLevels(state.asks, message.asks, (left, right) => left - right),
      trades: mergeTape(state.trades, message.trades),
      indexTicks: message.indexTicks,
    },
  }
}

/** Replaces, adds and (lots of zero) removes levels; the result is best first under `byPriority`. */
function mergeLevels(
  levels: readonly DepthRow[],
  changes: readonly DepthRow[],
  byPriority: (left: number, right: number) => number,
): readonly DepthRow[] {
  if (changes.length === 0) return levels
  const byTicks = new Map(levels)
  for (const [ticks, lots] of changes) {
    if (lots === 0) byTicks.delete(ticks)
    else byTicks.set(ticks, lots)
  }
  return [...byTicks].sort(([left], [right]) => byPriority(left, right))
}

/** Newest first, each trade once, however the sender ordered them. */
function mergeTape(known: readonly TapeTrade[], fresh: readonly TapeTrade[]): readonly TapeTrade[] {
  if (fresh.length === 0) return known
  const byNumber = new Map([...known, ...fresh].map((trade) => [trade.tradeNo, trade]))
  return [...byNumber.values()].sort((left, right) => right.tradeNo - left.tradeNo).slice(0, TAPE_LENGTH)
}
