// Reference implementation of the book: sorted arrays of levels, each an array of orders. It must be obviously correct: the fast book is
// tested to give the same events and state hash. Don't optimize it at the cost of readability.

import { assert } from '#domain/assert'
import type { Side } from '#domain/order'
import {
  type Book,
  type BookListener,
  type BookOrder,
  type DepthLevel,
  HOUSE_OWNER,
  type RestingOrder,
  type SubmitEnd,
  type SubmitResult,
} from './book'
import { BOOK_HASH_START, hashOrder } from './book-hash'
import { assertLotsLeft, assertRestorable, assertSubmittable } from './book-order'

interface PlainOrder {
  readonly id: number
  readonly owner: number
  readonly side: Side
  readonly ticks: number
  lotsLeft: number
}

interface Level {
  readonly ticks: number
  /** Oldest first. Never empty. */
  readonly queue: PlainOrder[]
}

/** Remainder of a matching taker: lots, or of a budget order Σ ticks×lots. */
interface Taker {
  readonly order: BookOrder
  lotsLeft: number
  budgetLeft: number
  hasTraded: boolean
}

export class PlainBook implements Book {
  /** Best level first. */
  readonly #levels: Record<Side, Level[]> = { buy: [], sell: [] }
  readonly #byId = new Map<number, PlainOrder>()
  #lastId = 0

  submit(order: BookOrder, listener: BookListener): SubmitResult {
    assertSubmittable(order, this.#lastId)
    this.#lastId = order.id

    if (order.isPostOnly && this.#hasMatchFor(order))
      return { end: 'post_only_would_take', lotsLeft: lotsAskedFor(order) }
    const wholeEnd = order.timeInForce === 'fok' ? this.#foreseeWhole(order) : 'filled'
    if (wholeEnd !== 'filled') return { end: wholeEnd, lotsLeft: lotsAskedFor(order) }

    const taker = takerOf(order)
    const end = this.#match(taker, listener)
    if (end !== 'not_filled' || order.isMarket || order.timeInForce !== 'gtc') return { end, lotsLeft: taker.lotsLeft }

    this.#rest({ id: order.id, owner: order.owner, side: order.side, ticks: order.ticks, lotsLeft: taker.lotsLeft })
    return { end: 'rested', lotsLeft: taker.lotsLeft }
  }

  cancel(orderId: number): number {
    const order = this.#byId.get(orderId)
    if (order === undefined) return 0
    this.#remove(order)
    return order.lotsLeft
  }

  resize(orderId: number, lotsLeft: number): boolean {
    assertLotsLeft(lotsLeft)
    const order = this.#byId.get(orderId)
    if (order === undefined) return false
    if (lotsLeft <= order.lotsLeft) {
      order.lotsLeft = lotsLeft
    } else {
      this.#remove(order)
      this.#rest({ ...order, lotsLeft })
    }
    return true
  }

  restore(order: RestingOrder): void {
    assertRestorable(order)
    assert(!this.#byId.has(order.id), 'a restored order is not in the book yet')
    this.#lastId = Math.max(this.#lastId, order.id)
    this.#rest({ ...order })
  }

  find(orderId: number): RestingOrder | undefined {
    const order = this.#byId.get(orderId)
    return order && { ...order }
  }

  best(side: Side): number {
    return this.#levels[side][0]?.ticks ?? 0
  }

  depth(side: Side, levelsMax: number): DepthLevel[] {
    return this.#levels[side].slice(0, levelsMax).map((level) => [level.ticks, lotsOf(level)])
  }

  lotsAt(side: Side, ticks: number): number {
    const level = this.#levels[side].find((candidate) => candidate.ticks === ticks)
    return level ? lotsOf(level) : 0
  }

  *orders(): IterableIterator<RestingOrder> {
    for (const side of ['buy', 'sell'] as const) {
      for (const level of this.#levels[side]) {
        for (const order of level.queue) yield { ...order }
      }
    }
  }

  get size(): number {
    return this.#byId.size
  }

  stateHash(): number {
    let hash = BOOK_HASH_START
    for (const order of this.orders()) hash = hashOrder(hash, order)
    return hash
  }

  /** Takes resting orders one by one, best price and oldest first, until either side is used up. */
  #match(taker: Taker, listener: BookListener): SubmitEnd {
    for (;;) {
      const maker = this.#bestMakerFor(taker.order)
      if (maker === undefined) return 'not_filled'
      const wanted = lotsWanted(taker, maker.ticks)
      if (wanted === 0) return taker.hasTraded ? 'filled' : 'not_filled'
      if (maker.owner === taker.order.owner) {
        if (this.#preventSelfTrade(taker.order, maker, listener)) return 'self_trade'
        continue
      }
      if (isStop(taker.order, maker)) return 'house_met'
      const lots = Math.min(wanted, maker.lotsLeft)
      this.#trade(taker, maker, lots, listener)
      if (lots === wanted) return 'filled'
    }
  }

  #trade(taker: Taker, maker: PlainOrder, lots: number, listener: BookListener): void {
    take(taker, maker.ticks, lots)
    maker.lotsLeft -= lots
    if (maker.lotsLeft === 0) this.#remove(maker)
    listener.trade(maker.id, taker.order.id, maker.ticks, lots, maker.lotsLeft)
  }

  /** Takes the resting order out when the taker asks for that; true when the taker goes too. */
  #preventSelfTrade(order: BookOrder, maker: PlainOrder, listener: BookListener): boolean {
    if (order.selfTrade === 'cancel_newest') return true
    this.#remove(maker)
    listener.selfTradeCancelled(maker.id, maker.lotsLeft)
    return order.selfTrade === 'cancel_both'
  }

  /** `filled` when everything asked for would trade at once. Own orders fill nothing, and unless they step aside they stop the taker. */
  #foreseeWhole(order: BookOrder): 'filled' | 'house_met' | 'fill_or_kill_unfilled' {
    const taker = takerOf(order)
    for (const level of this.#levels[opposite(order.side)]) {
      if (!isAcceptable(order, level.ticks)) return 'fill_or_kill_unfilled'
      for (const maker of level.queue) {
        const wanted = lotsWanted(taker, level.ticks)
        if (wanted === 0) return taker.hasTraded ? 'filled' : 'fill_or_kill_unfilled'
        if (maker.owner === order.owner) {
          if (order.selfTrade !== 'cancel_oldest') return 'fill_or_kill_unfilled'
          continue
        }
        if (isStop(order, maker)) return 'house_met'
        const lots = Math.min(wanted, maker.lotsLeft)
        take(taker, level.ticks, lots)
        if (lots === wanted) return 'filled'
      }
    }
    return 'fill_or_kill_unfilled'
  }

  #hasMatchFor(order: BookOrder): boolean {
    return this.#bestMakerFor(order) !== undefined
  }

  #bestMakerFor(order: BookOrder): PlainOrder | undefined {
    const level = this.#levels[opposite(order.side)][0]
    return level !== undefined && isAcceptable(order, level.ticks) ? level.queue[0] : undefined
  }

  #rest(order: PlainOrder): void {
    const levels = this.#levels[order.side]
    const at = levels.findIndex((level) => !isBetter(order.side, level.ticks, order.ticks))
    const found = at === -1 ? undefined : levels[at]
    if (found?.ticks === order.ticks) found.queue.push(order)
    else levels.splice(at === -1 ? levels.length : at, 0, { ticks: order.ticks, queue: [order] })
    this.#byId.set(order.id, order)
  }

  #remove(order: PlainOrder): void {
    const levels = this.#levels[order.side]
    const at = levels.findIndex((level) => level.ticks === order.ticks)
    const level = levels[at]
    assert(level !== undefined, 'a resting order has a level')
    level.queue.splice(level.queue.indexOf(order), 1)
    if (level.queue.length === 0) levels.splice(at, 1)
    this.#byId.delete(order.id)
  }
}

const opposite = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy')

const isBetter = (side: Side, ticks: number, than: number): boolean => (side === 'buy' ? ticks > than : ticks < than)

const isAcceptable = (order: BookOrder, ticks: number): boolean =>
  order.side === 'buy' ? ticks <= order.ticks : ticks >= order.ticks

const isStop = (order: BookOrder, maker: PlainOrder): boolean =>
  order.stopsAtHouse === true && maker.owner === HOUSE_OWNER

const takerOf = (order: BookOrder): Taker => ({
  order,
  lotsLeft: lotsAskedFor(order),
  budgetLeft: order.budgetTickLots ?? 0,
  hasTraded: false,
})

/** A budget order asks for no number of lots. */
const lotsAskedFor = (order: BookOrder): number => (order.budgetTickLots === null ? order.lots : 0)

/** Lots that the taker takes at a price: its remaining lots, or the whole lots that its budget buys. */
function lotsWanted(taker: Taker, ticks: number): number {
  if (taker.order.budgetTickLots === null) return taker.lotsLeft
  return (taker.budgetLeft - (taker.budgetLeft % ticks)) / ticks
}

function take(taker: Taker, ticks: number, lots: number): void {
  taker.hasTraded = true
  if (taker.order.budgetTickLots === null) taker.lotsLeft -= lots
  else taker.budgetLeft -= lots * ticks
}

/** Lots of a level, capped at the largest safe integer. */
function lotsOf(level: Level): number {
  let sum = 0
  for (const order of level.queue) sum = Math.min(sum + order.lotsLeft, Number.MAX_SAFE_INTEGER)
  return sum
}
