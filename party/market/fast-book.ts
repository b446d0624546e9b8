// The order book and matching engine of a Market: the same answers as plain-book, on typed arrays. An order is a slot of the pool, a price a level
// found by arithmetic, an id a hash-table cell; nothing is allocated per order or per fill. Every answer is checked against plain-book.

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
import { OrderIndex } from './order-index'
import { NOBODY, OrderPool } from './order-pool'
import { PriceLevels } from './price-levels'

export class FastBook implements Book {
  readonly #pool = new OrderPool()
  readonly #index = new OrderIndex(this.#pool)
  readonly #bids = new PriceLevels(this.#pool)
  readonly #asks = new PriceLevels(this.#pool)
  #lastId = 0
  /** Remainder of the matching taker: lots, or of a budget order Σ ticks×lots. */
  #left = 0

  /** Matches an incoming order (the taker) against resting orders, best price first, oldest first, and rests the remainder if it may rest. */
  submit(order: BookOrder, listener: BookListener): SubmitResult {
    assertSubmittable(order, this.#lastId)
    this.#lastId = order.id

    const isBuy = order.side === 'buy'
    const makers = isBuy ? this.#asks : this.#bids
    // The worst acceptable price as the makers' side ranks it.
    const limit = isBuy ? order.ticks : -order.ticks
    let end: SubmitEnd = 'not_filled'
    this.#left = order.budgetTickLots ?? order.lots
    if (makers.best <= limit) {
      if (order.isPostOnly) return unfilled('post_only_would_take', order)
      const wholeEnd = order.timeInForce === 'fok' ? this.#foreseeWhole(order, makers, limit) : 'filled'
      if (wholeEnd !== 'filled') return unfilled(wholeEnd, order)
      end =
        order.budgetTickLots === null
          ? this.#match(order, makers, limit, listener)
          : this.#matchBudget(order, makers, limit, listener)
    } else if (order.timeInForce === 'fok') {
      return unfilled('fill_or_kill_unfilled', order)
    }
    if (end === 'filled') return FILLED
    const lotsLeft = order.budgetTickLots === null ? this.#left : 0
    if (end !== 'not_filled' || order.isMarket || order.timeInForce !== 'gtc') return { end, lotsLeft }

    this.#rest(order, isBuy, order.ticks, lotsLeft)
    return { end: 'rested', lotsLeft }
  }

  cancel(orderId: number): number {
    const slot = this.#index.remove(orderId)
    if (slot === NOBODY) return 0
    const lots = this.#pool.lots(slot)
    this.#levelsOf(slot).remove(slot)
    this.#pool.free(slot)
    return lots
  }

  resize(orderId: number, lotsLeft: number): boolean {
    assertLotsLeft(lotsLeft)
    const slot = this.#index.find(orderId)
    if (slot === NOBODY) return false
    const levels = this.#levelsOf(slot)
    const lots = this.#pool.lots(slot)
    if (lotsLeft <= lots) {
      levels.shrink(slot, lots - lotsLeft)
    } else {
      levels.remove(slot)
      this.#pool.setLots(slot, lotsLeft)
      levels.append(slot)
    }
    return true
  }

  restore(order: RestingOrder): void {
    assertRestorable(order)
    assert(this.#index.find(order.id) === NOBODY, 'a restored order is not in the book yet')
    this.#lastId = Math.max(this.#lastId, order.id)
    this.#rest(order, order.side === 'buy', order.ticks, order.lotsLeft)
  }

  find(orderId: number): RestingOrder | undefined {
    const slot = this.#index.find(orderId)
    return slot === NOBODY ? undefined : this.#orderAt(slot)
  }

  best(side: Side): number {
    const rank = this.#side(side).best
    return rank === Infinity ? 0 : Math.abs(rank)
  }

  depth(side: Side, levelsMax: number): DepthLevel[] {
    return this.#side(side).depth(levelsMax)
  }

  lotsAt(side: Side, ticks: number): number {
    return this.#side(side).lotsAt(side === 'buy' ? -ticks : ticks)
  }

  *orders(): IterableIterator<RestingOrder> {
    for (const levels of [this.#bids, this.#asks]) {
      for (let rank = levels.best; rank !== Infinity; rank = levels.nextRank(rank)) {
        for (let slot = levels.headAt(rank); slot !== NOBODY; slot = this.#pool.next(slot)) yield this.#orderAt(slot)
      }
    }
  }

  get size(): number {
    return this.#pool.size
  }

  stateHash(): number {
    let hash = BOOK_HASH_START
    for (const order of this.orders()) hash = hashOrder(hash, order)
    return hash
  }

  /** Takes makers by price and age until the lots are through (`filled`), no acceptable maker is left, or the taker meets itself. */
  #match(order: BookOrder, makers: PriceLevels, limit: number, listener: BookListener): SubmitEnd {
    while (makers.best <= limit) {
      const maker = makers.firstOrder()
      const owner = this.#pool.owner(maker)
      if (owner === order.owner) {
        if (this.#preventSelfTrade(order, makers, maker, listener)) return 'self_trade'
        continue
      }
      if (owner === HOUSE_OWNER && order.stopsAtHouse) return 'house_met'
      const lots = Math.min(this.#left, this.#pool.lots(maker))
      this.#left -= lots
      this.#trade(order.id, makers, maker, lots, listener)
      if (this.#left === 0) return 'filled'
    }
    return 'not_filled'
  }

  /** Same for a budget order: filled once its remaining budget can't buy one lot at the next price. */
  #matchBudget(order: BookOrder, makers: PriceLevels, limit: number, listener: BookListener): SubmitEnd {
    const budget = this.#left
    while (makers.best <= limit) {
      // A budget order buys, so a maker's rank is its ticks.
      const ticks = makers.best
      const wanted = wholeLots(this.#left, ticks)
      if (wanted === 0) return this.#left < budget ? 'filled' : 'not_filled'
      const maker = makers.firstOrder()
      const owner = this.#pool.owner(maker)
      if (owner === order.owner) {
        if (this.#preventSelfTrade(order, makers, maker, listener)) return 'self_trade'
        continue
      }
      if (owner === HOUSE_OWNER && order.stopsAtHouse) return 'house_met'
      const lots = Math.min(wanted, this.#pool.lots(maker))
      this.#left -= lots * ticks
      this.#trade(order.id, makers, maker, lots, listener)
      if (lots === wanted) return 'filled'
    }
    return 'not_filled'
  }

  #trade(takerId: number, makers: PriceLevels, maker: number, lots: number, listener: BookListener): void {
    const makerId = this.#pool.id(maker)
    const ticks = Math.abs(makers.best)
    const makerLotsLeft = this.#pool.lots(maker) - lots
    if (makerLotsLeft === 0) this.#remove(makers, maker)
    else makers.shrink(maker, lots)
    listener.trade(makerId, takerId, ticks, lots, makerLotsLeft)
  }

  /** Takes the resting order out when the taker asks for that; true when the taker goes too. */
  #preventSelfTrade(order: BookOrder, makers: PriceLevels, maker: number, listener: BookListener): boolean {
    if (order.selfTrade === 'cancel_newest') return true
    const makerId = this.#pool.id(maker)
    const lotsLeft = this.#pool.lots(maker)
    this.#remove(makers, maker)
    listener.selfTradeCancelled(makerId, lotsLeft)
    return order.selfTrade === 'cancel_both'
  }

  /** `filled` when everything asked for would trade at once. Own orders fill nothing, and unless they step aside they stop the taker. */
  #foreseeWhole(
    order: BookOrder,
    makers: PriceLevels,
    limit: number,
  ): 'filled' | 'house_met' | 'fill_or_kill_unfilled' {
    const isBudget = order.budgetTickLots !== null
    const asked = order.budgetTickLots ?? order.lots
    let left = asked
    for (let rank = makers.best; rank <= limit; rank = makers.nextRank(rank)) {
      for (let maker = makers.headAt(rank); maker !== NOBODY; maker = this.#pool.next(maker)) {
        const wanted = isBudget ? wholeLots(left, rank) : left
        if (wanted === 0) return left < asked ? 'filled' : 'fill_or_kill_unfilled'
        const owner = this.#pool.owner(maker)
        if (owner === order.owner) {
          if (order.selfTrade !== 'cancel_oldest') return 'fill_or_kill_unfilled'
          continue
        }
        if (owner === HOUSE_OWNER && order.stopsAtHouse) return 'house_met'
        const lots = this.#pool.lots(maker)
        if (lots >= wanted) return 'filled'
        left -= isBudget ? lots * rank : lots
      }
    }
    return 'fill_or_kill_unfilled'
  }

  #rest(order: { readonly id: number; readonly owner: number }, isBuy: boolean, ticks: number, lots: number): void {
    const slot = this.#pool.take(order, isBuy ? 1 : 0, isBuy ? -ticks : ticks, lots)
    this.#index.add(order.id, slot)
    if (isBuy) this.#bids.append(slot)
    else this.#asks.append(slot)
  }

  #remove(levels: PriceLevels, slot: number): void {
    this.#index.remove(this.#pool.id(slot))
    levels.remove(slot)
    this.#pool.free(slot)
  }

  #side(side: Side): PriceLevels {
    return side === 'buy' ? this.#bids : this.#asks
  }

  #levelsOf(slot: number): PriceLevels {
    return this.#pool.isBuy(slot) === 1 ? this.#bids : this.#asks
  }

  #orderAt(slot: number): RestingOrder {
    const pool = this.#pool
    const side = pool.isBuy(slot) === 1 ? 'buy' : 'sell'
    return {
      id: pool.id(slot),
      owner: pool.owner(slot),
      side,
      ticks: Math.abs(pool.rank(slot)),
      lotsLeft: pool.lots(slot),
    }
  }
}

const FILLED: SubmitResult = Object.freeze({ end: 'filled', lotsLeft: 0 })

const unfilled = (end: SubmitEnd, order: BookOrder): SubmitResult => ({
  end,
  lotsLeft: order.budgetTickLots === null ? order.lots : 0,
})

/** Exact for safe integers: the quotient of two safe integers never rounds up to the next whole number. */
const wholeLots = (budget: number, ticks: number): number => Math.floor(budget / ticks)
