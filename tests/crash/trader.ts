// A user who trades under load: sends random orders, cancels and transfers, and records acknowledgements.

import type { Pace } from './lives'
import { type Envelope, Sender, type Sent } from './sender'

/** An order row of the API, in a command's answer and in the list. */
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

export class Trader extends Sender {
  /** Order number by client order id, as acknowledged. */
  readonly placed = new Map<string, number>()
  /** Client order ids that were refused: they may never show up. */
  readonly refused = new Set<string>()
  readonly transfers = new Set<string>()
  /** All order rows of answers to orders and cancels, in order of arrival. */
  readonly acknowledged: OrderRow[] = []
  /** Client order ids that a cancel was sent for, alone or among all. */
  readonly cancelsSent = new Set<string>()
  /** Order numbers that the answer to "cancel all" named. */
  readonly cancelledNos = new Set<number>()

  /** Sends commands one by one until the process dies or `goOn` returns false. */
  trade(url: string, midPrice: number, goOn: Pace): Promise<void> {
    return this.work(url, () => this.#next(midPrice), goOn)
  }

  /** Every order of the account, newest first, as the API lists them. */
  listOrders(url: string): Promise<OrderRow[]> {
    return this.list(url, '/api/v1/orders')
  }

  listFills(url: string): Promise<FillRow[]> {
    return this.list(url, '/api/v1/fills')
  }

  /** How many transfers the account's history shows. */
  async countTransfers(url: string): Promise<number> {
    const answer = await this.read(url, '/api/wallet/hzhistory?page=1')
    return (answer.message as { total: number }).total
  }

  #next(midPrice: number): Sent {
    const key = this.nextKey()
    const draw = this.random()
    if (draw < 0.5) return order(key, this.#limitOrder(midPrice))
    if (draw < 0.7) return order(key, { symbol: 'BTC-USDT', side: 'buy', kind: 'market', quote_amount: '20' })
    if (draw < 0.8) return { key, path: '/api/wallet/change', method: 'POST', fields: TRANSFER }
    if (draw < 0.97) return this.#cancel(key) ?? order(key, this.#limitOrder(midPrice))
    for (const id of this.placed.keys()) this.cancelsSent.add(id)
    return { key, path: CANCEL_ALL, method: 'DELETE', fields: {} }
  }

  /** Near the middle on both sides, so that orders rest, cross each other and cross the house. */
  #limitOrder(midPrice: number): Readonly<Record<string, string>> {
    const side = this.random() < 0.5 ? 'buy' : 'sell'
    const price = (midPrice * (1 + (this.random() - 0.5) * 0.004)).toFixed(1)
    const quantity = (0.0003 + Math.floor(this.random() * 50) / 100_000).toFixed(5)
    return { symbol: 'BTC-USDT', side, kind: 'limit', price, quantity }
  }

  #cancel(key: string): Sent | undefined {
    const ids = [...this.placed.keys()]
    const id = ids[Math.floor(this.random() * ids.length)]
    if (id === undefined) return undefined
    this.cancelsSent.add(id)
    return { key, path: `${CANCEL}?client_order_id=${id}`, method: 'DELETE', fields: {} }
  }

  protected remember(sent: Sent, { type, message }: Envelope): void {
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
