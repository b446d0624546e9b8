// State of a Market in memory: the book, orders by owner, streams with accounts, the tape. Every change is made here and records a fact for
// the journal; `apply` repeats the change from a fact. Rules are in matching.ts.

import { assert } from '#domain/assert'
import type { SelfTradePrevention, Side } from '#domain/order'
import type { Lease, MarketMessage, TapeTrade } from '#party/protocol/market'
import { type Book, HOUSE_OWNER } from './book'
import { type BookFact, type RestFact, type Snapshot, type TurnFacts, isRestFact } from './facts'
import { HouseFills } from './house-fills'
import { HouseRounds } from './house-rounds'
import { ForwardedTurns } from './forwarded-turns'
import { type MarketEvent, type StreamNumbers, Streams, receivedBy } from './streams'
import { WaitingOrders } from './waiting-orders'

/** The house's account number in the book: no user, no messages. */
export const HOUSE = HOUSE_OWNER
const TAPE_LENGTH = 200

/** A resting order and whose it is. `lots` is the whole quantity, filled part included. */
export interface MarketOrder {
  readonly id: number
  readonly account: number
  /** The account's own number; the house uses `id`. */
  readonly orderNo: number
  readonly side: Side
  readonly ticks: number
  lots: number
  lotsLeft: number
  readonly isPostOnly: boolean
  readonly selfTrade: SelfTradePrevention
}

export class MarketState {
  readonly streams: Streams
  readonly houseFills = new HouseFills()
  readonly houseRounds = new HouseRounds()
  readonly forwarded = new ForwardedTurns()
  readonly waiting = new WaitingOrders()
  /** Newest last. */
  tape: TapeTrade[] = []
  #lastOrderId = 0
  #lastTradeNo = 0
  readonly #orders = new Map<number, MarketOrder>()
  readonly #byAccount = new Map<number, Map<number, MarketOrder>>()
  #facts = new FactCollector()

  constructor(
    readonly book: Book,
    readNumbers: (account: number) => StreamNumbers | undefined,
  ) {
    this.streams = new Streams(readNumbers)
  }

  nextOrderId(): number {
    this.#facts.hasMoved = true
    return (this.#lastOrderId += 1)
  }

  nextTradeNo(): number {
    this.#facts.hasMoved = true
    return (this.#lastTradeNo += 1)
  }

  /** An order that rests. */
  order(id: number): MarketOrder {
    const order = this.#orders.get(id)
    assert(order !== undefined, 'an order in the book has an owner')
    return order
  }

  findOrder(account: number, orderNo: number): MarketOrder | undefined {
    return this.#byAccount.get(account)?.get(orderNo)
  }

  /** Oldest first. A copy: its orders may be closed while it is walked. */
  ordersOf(account: number): MarketOrder[] {
    return [...(this.#byAccount.get(account)?.values() ?? [])]
  }

  get userOrderCount(): number {
    return this.#orders.size - (this.#byAccount.get(HOUSE)?.size ?? 0)
  }

  get hasUserOrders(): boolean {
    return this.userOrderCount + this.waiting.count > 0
  }

  /** Adds an order that already rests in the book. */
  rest(order: MarketOrder): void {
    this.#orders.set(order.id, order)
    const own = this.#byAccount.get(order.account)
    if (own) own.set(order.orderNo, order)
    else this.#byAccount.set(order.account, new Map([[order.orderNo, order]]))
    this.#facts.book.push(restFact(order))
  }

  /** The book knows it already. None left: the order is forgotten. */
  setLotsLeft(order: MarketOrder, lotsLeft: number): void {
    order.lotsLeft = lotsLeft
    if (lotsLeft === 0) this.#forget(order)
    this.#facts.book.push([order.id, lotsLeft])
  }

  /** Reduces an order in place; the book is updated already. */
  shrink(order: MarketOrder, lots: number, lotsLeft: number): void {
    order.lots = lots
    order.lotsLeft = lotsLeft
    this.#facts.book.push([order.id, lotsLeft, lots])
  }

  addTrade(trade: TapeTrade): void {
    this.tape.push(trade)
    if (this.tape.length > 2 * TAPE_LENGTH) this.tape.splice(0, TAPE_LENGTH)
    this.#facts.trades.push(trade)
  }

  say(account: number, at: number, event: MarketEvent): void {
    const stream = this.streams.get(account)
    stream.messageSeq += 1
    // An event is a message without number and time. The compiler cannot see that both together are the message again.
    const message = { seq: stream.messageSeq, at, ...event } as MarketMessage
    stream.messages.push(message)
    this.#facts.messages.push([account, message])
  }

  advance(account: number, commandSeq: number): void {
    this.streams.get(account).commandSeq = commandSeq
    this.#facts.streams.add(account)
  }

  /** False when a later epoch of the account has spoken already: then nothing of this request counts. */
  acceptEpoch(account: number, epoch: number): boolean {
    const stream = this.streams.get(account)
    if (epoch > stream.epoch) {
      stream.epoch = epoch
      this.#facts.streams.add(account)
    }
    return epoch === stream.epoch
  }

  takeForwarded(account: number, { saved, lines }: Lease): void {
    this.dropForwarded(account, saved)
    if (this.forwarded.take(account, lines)) this.#facts.hasMoved = true
  }

  /**
   * Drops forwarded turns up to the number that the account has saved by itself. This alone causes no commit: if the room restarts before the
   * next commit, it restores the turns, which do no harm.
   */
  dropForwarded(account: number, saved: number): void {
    const stream = this.streams.get(account)
    stream.saved = Math.max(stream.saved, saved)
    this.forwarded.drop(account, saved)
  }

  acknowledge(account: number, received: number): void {
    if (this.streams.acknowledge(account, received)) this.#facts.streams.add(account)
  }

  /** Facts since the last call, or null without any. */
  takeFacts(): TurnFacts | null {
    const facts = this.#facts
    const waits = this.waiting.takeFacts()
    const house = this.houseRounds.takeFacts()
    const count = facts.book.length + waits.length + facts.streams.size + facts.messages.length + house.length
    if (!facts.hasMoved && count === 0) return null
    this.#facts = new FactCollector()
    return {
      lastOrderId: this.#lastOrderId,
      lastTradeNo: this.#lastTradeNo,
      book: facts.book,
      ...(waits.length > 0 && { waits }),
      trades: facts.trades,
      streams: Array.from(facts.streams, (account) => {
        const stream = this.streams.get(account)
        return [account, stream.commandSeq, receivedBy(stream), stream.epoch, stream.saved] as const
      }),
      messages: facts.messages,
      ...(house.length > 0 && { house }),
    }
  }

  /** Replays the changes of a turn after a restart. */
  apply(turn: TurnFacts): void {
    for (const fact of turn.book) this.#applyBookFact(fact)
    for (const fact of turn.waits ?? []) this.waiting.apply(fact)
    for (const trade of turn.trades) this.addTrade(trade)
    for (const fact of turn.house ?? []) this.houseRounds.apply(fact)
    for (const [account, message] of turn.messages) {
      const stream = this.streams.get(account)
      assert(message.seq === stream.messageSeq + 1, 'messages of a stream have no gap')
      stream.messageSeq = message.seq
      stream.messages.push(message)
    }
    for (const [account, commandSeq, received, epoch, saved] of turn.streams) {
      const stream = this.streams.get(account)
      stream.commandSeq = commandSeq
      stream.epoch = epoch ?? stream.epoch
      stream.saved = saved ?? stream.saved
      this.streams.acknowledge(account, received)
    }
    this.#lastOrderId = turn.lastOrderId
    this.#lastTradeNo = turn.lastTradeNo
    this.#facts = new FactCollector()
  }

  restore(snapshot: Snapshot): void {
    for (const fact of snapshot.book) this.#applyBookFact(fact)
    for (const order of snapshot.waiting ?? []) this.waiting.apply(order)
    this.houseRounds.restore(snapshot.house ?? [])
    this.tape = [...snapshot.tape]
    for (const [account, messages] of snapshot.owed) this.streams.get(account).messages = [...messages]
    this.#lastOrderId = snapshot.lastOrderId
    this.#lastTradeNo = snapshot.lastTradeNo
    this.#facts = new FactCollector()
  }

  snapshot(): Snapshot {
    return {
      lastOrderId: this.#lastOrderId,
      lastTradeNo: this.#lastTradeNo,
      book: Array.from(this.book.orders(), ({ id }) => restFact(this.order(id))),
      ...(this.waiting.count > 0 && { waiting: this.waiting.all() }),
      tape: this.tape.slice(-TAPE_LENGTH),
      owed: Array.from(this.streams.pending(), ({ account, messages }) => [account, messages] as const),
      ...(!this.houseRounds.isEmpty && { house: this.houseRounds.all() }),
    }
  }

  #applyBookFact(fact: BookFact): void {
    if (isRestFact(fact)) {
      const order = orderOf(fact)
      this.book.restore({ ...order, owner: order.account })
      this.rest(order)
      return
    }
    const [id, lotsLeft, lots] = fact
    const order = this.order(id)
    if (lotsLeft === 0) this.book.cancel(id)
    else this.book.resize(id, lotsLeft)
    if (lots === undefined) this.setLotsLeft(order, lotsLeft)
    else this.shrink(order, lots, lotsLeft)
  }

  #forget(order: MarketOrder): void {
    this.#orders.delete(order.id)
    const own = this.#byAccount.get(order.account)
    own?.delete(order.orderNo)
    if (own?.size === 0) this.#byAccount.delete(order.account)
  }
}

/** Facts of the current turn. */
class FactCollector {
  hasMoved = false
  readonly book: BookFact[] = []
  readonly trades: TapeTrade[] = []
  readonly messages: (readonly [account: number, message: MarketMessage])[] = []
  readonly streams = new Set<number>()
}

const restFact = (order: MarketOrder): RestFact => [
  order.id,
  order.account,
  order.orderNo,
  order.side === 'sell' ? 1 : 0,
  order.ticks,
  order.lots,
  order.lotsLeft,
  order.isPostOnly ? 1 : 0,
  order.selfTrade,
]

function orderOf([id, account, orderNo, isSell, ticks, lots, lotsLeft, isPostOnly, selfTrade]: RestFact): MarketOrder {
  const side = isSell === 1 ? 'sell' : 'buy'
  return { id, account, orderNo, side, ticks, lots, lotsLeft, isPostOnly: isPostOnly === 1, selfTrade }
}
