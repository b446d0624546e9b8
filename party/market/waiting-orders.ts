// Orders that wait for a round, oldest first. Every change records a fact for the journal, like the rest of the state.

import type { WaitFact, WaitingOrder } from './facts'

export class WaitingOrders {
  readonly #orders = new Map<string, WaitingOrder>()
  #facts: WaitFact[] = []

  get count(): number {
    return this.#orders.size
  }

  find(account: number, orderNo: number): WaitingOrder | undefined {
    return this.#orders.get(keyOf(account, orderNo))
  }

  /** A copy: orders may be removed during iteration. */
  all(): WaitingOrder[] {
    return [...this.#orders.values()]
  }

  /** One that waits already keeps its place. */
  put(order: WaitingOrder): void {
    this.#orders.set(keyOf(order.account, order.orderNo), order)
    this.#facts.push(order)
  }

  remove({ account, orderNo }: WaitingOrder): void {
    this.#orders.delete(keyOf(account, orderNo))
    this.#facts.push([account, orderNo])
  }

  /** What happened since the last call. */
  takeFacts(): readonly WaitFact[] {
    const facts = this.#facts
    this.#facts = []
    return facts
  }

  /** Repeats a change after a restart. */
  apply(fact: WaitFact): void {
    if ('account' in fact) this.#orders.set(keyOf(fact.account, fact.orderNo), fact)
    else this.#orders.delete(keyOf(...fact))
  }
}

const keyOf = (account: number, orderNo: number): string => `${account} ${orderNo}`
