// One user under load: sends random commands through /api, keeps what was acknowledged, and repeats what was not
// with the same Idempotency-Key once the process is back. It knows nothing of how the process dies.

import type { Random } from './random'

export interface Sent {
  readonly key: string
  readonly path: string
  readonly method: 'POST' | 'DELETE'
  readonly fields: Readonly<Record<string, string>>
}

/** What the API answered to an order that it took. */
interface PlacedOrder {
  readonly order_id: number
  readonly client_order_id: string
  readonly state: string
}

interface Envelope {
  readonly type: string
  readonly message: unknown
}

/** The connection broke before an answer came: nobody knows yet whether the command happened. */
class Unanswered extends Error {}

export class Trader {
  readonly #token: string
  readonly #random: Random
  /** Order number by client order id, as acknowledged. */
  readonly placed = new Map<string, number>()
  /** Client order ids that were refused: they may never show up. */
  readonly refused = new Set<string>()
  readonly transfers = new Set<string>()
  readonly complaints: string[] = []
  #unanswered: Sent[] = []
  #count = 0

  constructor(
    readonly name: string,
    readonly userId: number,
    token: string,
    random: Random,
  ) {
    this.#token = token
    this.#random = random
  }

  /** Sends commands one after another until the process dies or `isOver` says so. */
  async trade(url: string, midPrice: number, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      try {
        await this.#deliver(url, this.#next(midPrice))
      } catch (failure) {
        if (failure instanceof Unanswered) return
        throw failure
      }
    }
  }

  /** Repeats every command whose answer was lost. All of them must be answered now. */
  async settle(url: string): Promise<void> {
    const repeated = this.#unanswered
    this.#unanswered = []
    for (const sent of repeated) await this.#deliver(url, sent)
  }

  /** Every order of the account, newest first, as the API lists them. */
  async listOrders(url: string): Promise<PlacedOrder[]> {
    const orders: PlacedOrder[] = []
    for (let page = 1; ; page += 1) {
      const answer = await this.#read(url, `/api/v1/orders?limit=100&page=${page}`)
      const { list } = answer.message as { list: PlacedOrder[] }
      if (list.length === 0) return orders
      orders.push(...list)
    }
  }

  /** How many transfers the account's history shows. */
  async countTransfers(url: string): Promise<number> {
    const answer = await this.#read(url, '/api/wallet/hzhistory?page=1')
    return (answer.message as { total: number }).total
  }

  #next(midPrice: number): Sent {
    this.#count += 1
    const key = `${this.name}-${this.#count}`
    const draw = this.#random()
    if (draw < 0.6) return order(key, this.#limitOrder(midPrice))
    if (draw < 0.7) return order(key, { symbol: 'BTC-USDT', side: 'buy', kind: 'market', quote_amount: '20' })
    if (draw < 0.8) return { key, path: '/api/wallet/change', method: 'POST', fields: TRANSFER }
    if (draw < 0.97) return this.#cancel(key) ?? order(key, this.#limitOrder(midPrice))
    return { key, path: '/api/v1/orders?symbol=BTC-USDT', method: 'DELETE', fields: {} }
  }

  /** Near the middle on both sides, so that orders rest, cross each other and cross the house. */
  #limitOrder(midPrice: number): Readonly<Record<string, string>> {
    const side = this.#random() < 0.5 ? 'buy' : 'sell'
    const price = (midPrice * (1 + (this.#random() - 0.5) * 0.004)).toFixed(1)
    const quantity = (0.0003 + Math.floor(this.#random() * 50) / 100_000).toFixed(5)
    return { symbol: 'BTC-USDT', side, kind: 'limit', price, quantity }
  }

  #cancel(key: string): Sent | undefined {
    const ids = [...this.placed.keys()]
    const id = ids[Math.floor(this.#random() * ids.length)]
    return id === undefined
      ? undefined
      : { key, path: `/api/v1/order?client_order_id=${id}`, method: 'DELETE', fields: {} }
  }

  async #deliver(url: string, sent: Sent): Promise<void> {
    try {
      const answer = await this.#fetch(url, sent)
      if (answer.type === '999') this.complaints.push(`${sent.key}: the session did not survive`)
      else this.#remember(sent, answer)
    } catch {
      this.#unanswered.push(sent)
      throw new Unanswered(sent.key)
    }
  }

  #remember(sent: Sent, { type, message }: Envelope): void {
    const clientOrderId = sent.fields['client_order_id']
    if (sent.path === '/api/wallet/change' && type === 'ok') this.transfers.add(sent.key)
    if (clientOrderId === undefined) return
    if (type !== 'ok') {
      this.refused.add(clientOrderId)
      return
    }
    const { order_id: orderId } = message as PlacedOrder
    const before = this.placed.get(clientOrderId)
    if (before !== undefined && before !== orderId)
      this.complaints.push(`${clientOrderId} is order ${before} and ${orderId}`)
    this.placed.set(clientOrderId, orderId)
  }

  /** Once more when the connection was closed for being idle just as it was used again. */
  async #read(url: string, path: string): Promise<Envelope> {
    const sent = { path, method: 'GET' }
    return this.#fetch(url, sent).catch(() => this.#fetch(url, sent))
  }

  async #fetch(
    url: string,
    sent: { path: string; method: string; key?: string; fields?: Readonly<Record<string, string>> },
  ): Promise<Envelope> {
    const hasBody = sent.method === 'POST'
    const response = await fetch(url + sent.path, {
      method: sent.method,
      headers: { Authorization: this.#token, ...(sent.key === undefined ? {} : { 'Idempotency-Key': sent.key }) },
      ...(hasBody ? { body: new URLSearchParams(sent.fields) } : {}),
      signal: AbortSignal.timeout(20_000),
    })
    if (response.status !== 200) throw new Error(`HTTP ${response.status}`)
    // Every answer of /api has this envelope; the contract tests check it.
    return response.json<Envelope>()
  }
}

const TRANSFER = { currency_id: '3', number: '1', from_field: 'change', to_field: 'legal' }

const order = (key: string, fields: Readonly<Record<string, string>>): Sent => ({
  key,
  path: '/api/v1/order',
  method: 'POST',
  fields: { ...fields, client_order_id: key },
})
