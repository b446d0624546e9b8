// A user who locks amounts, ends deposits early and buys shares under load, and records acknowledgements.

import type { Pace } from './lives'
import { type Envelope, Sender, type Sent } from './sender'

export interface DepositShown {
  readonly deposit_id: number
  readonly product_id: number
  readonly amount: string
  readonly state: string
}

export interface InvestShown {
  readonly order_id: number
  readonly series_id: number
  readonly shares: number
  readonly state: string
}

/** Locked in whole dollars, of a product with little left. */
export const PRODUCT = '2'
const LOCK = '/api/v1/mining/lock'
const REDEEM = '/api/v1/mining/redeem'
const BUY = '/api/v1/invest/buy'

export class Saver extends Sender {
  series = '1'
  /** Rows that were acknowledged, by key. */
  readonly deposits = new Map<string, DepositShown>()
  readonly orders = new Map<string, InvestShown>()
  readonly redeemed = new Set<number>()
  answers = 0

  save(url: string, goOn: Pace): Promise<void> {
    return this.work(url, () => this.#next(), goOn)
  }

  listDeposits(url: string): Promise<DepositShown[]> {
    return this.list(url, '/api/v1/mining/deposits')
  }

  listOrders(url: string): Promise<InvestShown[]> {
    return this.list(url, '/api/v1/invest/orders')
  }

  protected remember({ key, path, fields }: Sent, { type, message }: Envelope): void {
    this.answers += 1
    if (type !== 'ok') return
    if (path === LOCK) this.#keep(this.deposits, key, message as DepositShown, 'deposit_id')
    else if (path === BUY) this.#keep(this.orders, key, message as InvestShown, 'order_id')
    else this.redeemed.add(Number(fields['deposit_id']))
  }

  #keep<Row extends object>(rows: Map<string, Row>, key: string, row: Row, id: keyof Row): void {
    const before = rows.get(key)
    if (before && before[id] !== row[id]) this.complaints.push(`${key} is ${String(before[id])} and ${String(row[id])}`)
    rows.set(key, row)
  }

  #next(): Sent {
    const key = this.nextKey()
    const draw = this.random()
    const running = [...this.deposits.values()].filter(({ deposit_id: id }) => !this.redeemed.has(id))
    const [first] = running
    if (first && draw < 0.15) return post(key, REDEEM, { deposit_id: String(first.deposit_id) })
    if (draw < 0.7)
      return post(key, LOCK, { product_id: PRODUCT, amount: String(10 + Math.floor(this.random() * 9)), lang: 'en' })
    return post(key, BUY, { series_id: this.series, shares: '1', lang: 'en' })
  }
}

const post = (key: string, path: string, fields: Readonly<Record<string, string>>): Sent => ({
  key,
  path,
  method: 'POST',
  fields,
})
