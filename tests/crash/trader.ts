// One user under load: sends random commands through /api, keeps what was acknowledged, and repeats what was not
// with the same Idempotency-Key once the process is back. It knows nothing of how the process dies.

import type { Random } from './random'

export interface Sent {
  readonly key: string
  readonly path: string
  readonly method: 'POST' | 'DELETE'
  readonly fields: Readonly<Record<string, string>>
}

/** An order as the API shows it, in the answer to a command and in the list. */
export interface OrderRow {
  readonly order_id: number
  readonly client_order_id: string
  readonly side: 'buy' | 'sell'
  readonly state: 'pending' | 'open' | 'filled' | 'cancelled' | 'rejected'
  readonly close_reason: string | null
  readonly filled_quantity: string
  readonly filled_quote: string
  readonly fee: string
}

export interface FillRow {
  readonly trade_no: number
  readonly order_id: number
  readonly side: 'buy' | 'sell'
  readonly role: 'maker' | 'taker'
  readonly price: string
  readonly quantity: string
  readonly fee: string
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
  /** Every order row that answered a command, of an order or of a cancel, in the order in which they came. */
  readonly acknowledged: OrderRow[] = []
  /** Client order ids that a cancel was sent for, alone or among all. */
  readonly cancelsSent = new Set<string>()
  /** Order numbers that the answer to "cancel all" named. */
  readonly cancelledNos = new Set<number>()
  readonly complaints: string[] = []
  /** Answers that were lost with the process, each repeated later. */
  lost = 0
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
  listOrders(url: string): Promise<OrderRow[]> {
    return this.#list(url, '/api/v1/orders')
  }

  listFills(url: string): Promise<FillRow[]> {
    return this.#list(url, '/api/v1/fills')
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
    for (const id of this.placed.keys()) this.cancelsSent.add(id)
    return { key, path: CANCEL_ALL, method: 'DELETE', fields: {} }
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
    if (id === undefined) return undefined
    this.cancelsSent.add(id)
    return { key, path: `${CANCEL}?client_order_id=${id}`, method: 'DELETE', fields: {} }
  }

  async #deliver(url: string, sent: Sent): Promise<void> {
    try {
      const answer = await this.#fetch(url, sent)
      if (answer.type === '999') this.complaints.push(`${sent.key}: the session did not survive`)
      else this.#remember(sent, answer)
    } catch {
      this.#unanswered.push(sent)
      this.lost += 1
      throw new Unanswered(sent.key)
    }
  }

  #remember(sent: Sent, { type, message }: Envelope): void {
    if (sent.path === '/api/wallet/change' && type === 'ok') this.transfers.add(sent.key)
    if (sent.path === CANCEL_ALL && type === 'ok')
      for (const orderNo of (message as { order_ids: number[] }).order_ids) this.cancelledNos.add(orderNo)
    if (sent.path.startsWith(`${CANCEL}?`) && type === 'ok') this.acknowledged.push(message as OrderRow)
    const clientOrderId = sent.fields['client_order_id']
    if (clientOrderId === undefined) return
    if (type !== 'ok') {
      this.refused.add(clientOrderId)
      return
    }
    const row = message as OrderRow
    const before = this.placed.get(clientOrderId)
    if (before !== undefined && before !== row.order_id)
      this.complaints.push(`${clientOrderId} is order ${before} and ${row.order_id}`)
    this.placed.set(clientOrderId, row.order_id)
    this.acknowledged.push(row)
  }

  async #list<Row>(url: string, path: string): Promise<Row[]> {
    const rows: Row[] = []
    for (let page = 1; ; page += 1) {
      const answer = await this.#read(url, `${path}?limit=100&page=${page}`)
      const { list } = answer.message as { list: Row[] }
      if (list.length === 0) return rows
      rows.push(...list)
    }
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

const CANCEL = '/api/v1/order'
const CANCEL_ALL = '/api/v1/orders?symbol=BTC-USDT'

const TRANSFER = { currency_id: '3', number: '1', from_field: 'change', to_field: 'legal' }

const order = (key: string, fields: Readonly<Record<string, string>>): Sent => ({
  key,
  path: '/api/v1/order',
  method: 'POST',
  fields: { ...fields, client_order_id: key },
})
