// Random order sequences for a book, from a seed: deterministic per seed and market.

import type { Side } from '#domain/order'
import type { Book, BookOrder } from '#party/market/book'
import type { Scribe } from './book-drawing'

/** Where prices, quantities and ids of a run come from. */
export interface RandomMarket {
  readonly ticks: (draw: Draw, side: Side) => number
  readonly lots: (draw: Draw) => number
  readonly budget: (draw: Draw) => number
  readonly firstId: number
  readonly idStep: number
  readonly owners: number
}

/** A uniformly distributed integer from 0 to `below` - 1. */
export type Draw = (below: number) => number

const MAX = Number.MAX_SAFE_INTEGER
/** Neighbouring prices that the fast book keeps together, and how many such chunks in a row it finds at once. */
const CHUNK = 256
const RECENT = 1024
const pick = <T>(draw: Draw, ...choices: [T, ...T[]]): T => choices[draw(choices.length)] ?? choices[0]
const near = (draw: Draw, middle: number, reach: number): number =>
  Math.min(MAX, Math.max(1, middle - reach + draw(2 * reach + 1)))

const calm: RandomMarket = {
  ticks: (draw) => near(draw, 1_000, 12),
  lots: (draw) => 1 + draw(20),
  budget: (draw) => 1 + draw(60_000),
  firstId: 1,
  idStep: 1,
  owners: 4,
}

export const MARKETS = {
  calm,
  /** One-lot orders of two accounts: half of all matches are self-trades. */
  narrow: { ...calm, ticks: (draw) => near(draw, 10, 2), lots: () => 1, budget: (draw) => 1 + draw(60), owners: 2 },
  /** Prices at the edges of the fast book's chunks, of neighbours and of such that take each other's place among the recent ones. */
  jumping: {
    ...calm,
    ticks: (draw) => near(draw, 2 ** 20 + pick(draw, 0, 1, -1, 2, -2, RECENT, -RECENT) * CHUNK, 3),
    budget: (draw) => 1 + draw(10_000_000),
  },
  /** Almost every order rests at its own price, over twice as many chunks as the book finds at once. */
  wide: {
    ...calm,
    ticks: (draw, side) => (side === 'buy' ? 1 : Math.floor(1.8 * RECENT * CHUNK)) + draw(2 * RECENT * CHUNK),
    budget: (draw) => 1 + draw(10_000_000),
    owners: 40,
  },
  /** A price that walks far, and across the borders of 32 bits. */
  endless: {
    ...calm,
    ticks: (draw) => near(draw, pick(draw, 2 ** 20, 2 ** 31, 2 ** 32, 2 ** 40), 192 * CHUNK),
    owners: 40,
  },
  /** Minimum and maximum prices and quantities. */
  extreme: {
    ...calm,
    ticks: (draw) => pick(draw, 1, 2, near(draw, MAX, 3), near(draw, 2 ** 52, 2), near(draw, 50_000, 50_000)),
    lots: (draw) => pick(draw, 1, 2, MAX, MAX - draw(5), 1 + draw(1_000_000)),
    budget: (draw) => pick(draw, 1, MAX, MAX - draw(1_000), 1 + draw(1_000_000_000)),
  },
  /** Ids at the top of the safe range. */
  lastIds: { ...calm, firstId: MAX - 20_000 },
  /** Ids that differ only above their lowest 32 bits. */
  highIds: { ...calm, firstId: 2 ** 32, idStep: 2 ** 32 },
} satisfies Record<string, RandomMarket>

export type MarketName = keyof typeof MARKETS

/** Uniform in [0, 1): the mulberry32 generator. */
export function seeded(seed: number): Draw {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

/** One random step, applied to every book under test. */
export type Step = (book: Book, scribe: Scribe) => void

export function* steps(market: RandomMarket, draw: Draw, count: number): IterableIterator<Step> {
  const ids: number[] = []
  for (let at = 0; at < count; at++) {
    const known = () => ids[draw(ids.length)] ?? 1
    const what = draw(100)
    if (what < 62) {
      const order = drawOrder(market, draw, market.firstId + at * market.idStep)
      ids.push(order.id)
      yield (book, scribe) => scribe.ended(book.submit(order, scribe))
    } else if (what < 88) {
      // Mostly what came lately, so that many cancels find something.
      const id = draw(2) === 0 ? known() : (ids[ids.length - 1 - draw(Math.min(40, ids.length + 1))] ?? 1)
      yield (book, scribe) => void scribe.events.push(`cancel #${id}: ${book.cancel(id)}`)
    } else {
      const id = known()
      const lots = market.lots(draw)
      yield (book, scribe) => void scribe.events.push(`resize #${id} to ${lots}: ${book.resize(id, lots)}`)
    }
  }
}

function drawOrder(market: RandomMarket, draw: Draw, id: number): BookOrder {
  const side = draw(2) === 0 ? 'buy' : 'sell'
  const isMarket = draw(6) === 0
  return {
    id,
    owner: draw(market.owners),
    side,
    ticks: market.ticks(draw, side),
    lots: market.lots(draw),
    budgetTickLots: isMarket && side === 'buy' && draw(2) === 0 ? market.budget(draw) : null,
    isMarket,
    timeInForce: draw(2) === 0 ? 'gtc' : pick(draw, 'gtc', 'ioc', 'fok'),
    isPostOnly: draw(8) === 0,
    selfTrade: pick(draw, 'cancel_newest', 'cancel_oldest', 'cancel_both'),
    stopsAtHouse: draw(2) === 0,
  }
}
