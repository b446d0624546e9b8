// A user who bids, buys and pays under load, and records acknowledgements.

import { setTimeout as wait } from 'node:timers/promises'
import type { Pace } from './lives'
import { Busy, type Envelope, REPEATED_AFTER_MS, Sender, type Sent } from './sender'

interface Order {
  readonly order_id: number
  readonly state: string
}

const PATHS = { bid: '/api/bind_box/auctionNFT', buy: '/api/v1/nft/purchase', pay: '/api/v1/nft/payment' } as const
type Act = keyof typeof PATHS

export interface OnSale {
  /** Codes of works at auction, and numbers of works at a price. */
  readonly auctions: readonly string[]
  readonly works: readonly number[]
  readonly step: number
}

export class Bidder extends Sender {
  /** Keys of commands that the sales accepted. */
  readonly done: Readonly<Record<Act, Set<string>>> = { bid: new Set(), buy: new Set(), pay: new Set() }

  answers = 0

  /** Sends commands until the process dies or `goOn` returns false. */
  async trade(url: string, sales: OnSale, goOn: Pace): Promise<void> {
    while (await goOn())
      try {
        await this.#act(url, sales)
      } catch (failure) {
        // Lost with the process; open commands are repeated in the next life.
        if (!(failure instanceof Busy)) return
        await wait(REPEATED_AFTER_MS)
      }
  }

  async #act(url: string, sales: OnSale): Promise<void> {
    const draw = this.random()
    if (draw < 0.25) return this.payAll(url)
    if (draw < 0.4) return this.#send(url, 'buy', { work_id: String(this.#any(sales.works)) })
    // Some bids are more than double the current one, and are refused.
    const steps = this.random() < 0.1 ? 50 : 1 + Math.floor(this.random() * 3)
    return this.bid(url, this.#any(sales.auctions), sales.step * steps)
  }

  async payAll(url: string): Promise<void> {
    const { message } = await this.read(url, '/api/v1/nft/orders')
    const { list } = message as { list: Order[] }
    for (const { order_id } of list.filter(({ state }) => state === 'to_pay'))
      await this.#send(url, 'pay', { order_id: String(order_id) })
  }

  bid = (url: string, code: string, over: number): Promise<void> =>
    this.#send(url, 'bid', { code, price: String(over) })

  buy = (url: string, workId: number): Promise<void> => this.#send(url, 'buy', { work_id: String(workId) })

  protected remember({ key, path }: Sent, { type }: Envelope): void {
    this.answers += 1
    if (type !== 'ok') return
    for (const act of ['bid', 'buy', 'pay'] as const) if (path === PATHS[act]) this.done[act].add(key)
  }

  #send(url: string, act: Act, fields: Readonly<Record<string, string>>): Promise<void> {
    return this.deliver(url, {
      key: this.nextKey(),
      path: PATHS[act],
      method: 'POST',
      fields: { ...fields, lang: 'en' },
    })
  }

  #any<Value>(values: readonly Value[]): Value {
    const value = values[Math.floor(this.random() * values.length)]
    if (value === undefined) throw new Error('something is on sale')
    return value
  }
}
