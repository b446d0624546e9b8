// A user who opens positions and options under load, and records acknowledgements.

import type { Pace } from './lives'
import { type Envelope, Sender, type Sent } from './sender'

/** A position as the API shows it. */
export interface PositionRow {
  readonly position_id: number
  readonly direction: 'long' | 'short'
  readonly mode: 'cross' | 'isolated'
  readonly kind: 'market' | 'limit' | 'stop'
  readonly leverage: number
  readonly lots_ordered: number
  readonly entry_price: string | null
  readonly open_price: string | null
  readonly take_profit: string | null
  readonly stop_loss: string | null
  readonly state: 'pending' | 'open' | 'closed' | 'cancelled'
  readonly cause: string | null
  readonly is_closing: boolean
  readonly open_receipt_id: string | null
  readonly closes: readonly {
    readonly lots: number
    readonly cause: string
    readonly index_price: string
    readonly receipt_id: string
    readonly at: number
  }[]
  readonly accepted_at: number
  readonly opened_at: number | null
}

/** An option as the API shows it. */
export interface OptionOrderRow {
  readonly order_id: number
  readonly direction: 'rise' | 'fall'
  readonly seconds: number
  readonly stake: string
  readonly state: 'pending' | 'open' | 'settled' | 'void' | 'called_off'
  readonly entry_price: string | null
  readonly exit_price: string | null
  readonly accepted_at: number
  readonly entry_at: number | null
  readonly due_at: number | null
  readonly exit_at: number | null
  readonly receipt_id: string | null
}

const POSITION = '/api/v1/futures/order'
const OPTION = '/api/v1/options/order'
export const SYMBOL = 'BTC-USDT'
/** Near enough to the price to be reached within seconds, or never. */
const AWAY_MAX = 0.0012

export class Speculator extends Sender {
  /** Rows of all answers, in order of arrival. */
  readonly positions: PositionRow[] = []
  readonly options: OptionOrderRow[] = []
  /** Orders refused in their last answer. */
  readonly refused = new Map<string, Sent>()
  /** Positions that were changed after they opened: by hand closed, with other stops, with more margin. */
  readonly closesSent = new Set<number>()
  /** Includes positions unknown to this user. */
  hasClosedAll = false
  readonly stopsSent = new Set<number>()
  readonly marginsSent = new Set<number>()
  readonly cancelsSent = new Set<number>()
  readonly #idOf = new Map<string, number>()

  async fund(url: string): Promise<void> {
    for (const [wallet, number] of [
      ['lever', '3000'],
      ['micro', '1000'],
    ] as const) {
      const fields = { currency_id: '3', number, from_field: 'change', to_field: wallet }
      await this.deliver(url, { key: this.nextKey(), path: '/api/wallet/change', method: 'POST', fields })
    }
  }

  /** Several in parallel, because an order waits for its tick. */
  async speculate(url: string, price: number, goOn: Pace): Promise<void> {
    await Promise.all([1, 2, 3].map(() => this.work(url, () => this.#next(price), goOn)))
  }

  /** Repeats every refused order's command: an order that was still waiting has opened since, or was cancelled. */
  async askAgain(url: string): Promise<void> {
    const asked = [...this.refused.values()]
    this.refused.clear()
    for (const sent of asked) await this.deliver(url, sent)
  }

  listPositions = (url: string): Promise<PositionRow[]> =>
    this.#listBoth(url, ['/api/v1/futures/positions', '/api/v1/futures/history'], (row) => row.position_id)

  listOptions = (url: string): Promise<OptionOrderRow[]> =>
    this.#listBoth(url, ['/api/v1/options/orders', '/api/v1/options/history'], (row) => row.order_id)

  /** Rows that end between the two reads are listed once; a row that stays in both lists is listed twice. */
  async #listBoth<Row>(
    url: string,
    [live, history]: readonly [string, string],
    idOf: (row: Row) => number,
  ): Promise<Row[]> {
    const readLive = async () => ((await this.read(url, live)).message as { list: Row[] }).list
    const before = await readLive()
    const ended = await this.list<Row>(url, history)
    const ids = new Set(ended.map(idOf))
    const hasEnded = (row: Row) => ids.has(idOf(row))
    return [...before.filter((row) => !hasEnded(row)), ...(await readLive()).filter(hasEnded), ...ended]
  }

  protected remember(sent: Sent, { type, message }: Envelope): void {
    if (sent.path === '/api/wallet/change') {
      if (type !== 'ok') this.complaints.push(`${sent.key}: ${String(message)}`)
      return
    }
    const isOption = sent.path === OPTION
    if (sent.path !== POSITION && !isOption) return
    if (type !== 'ok') {
      this.refused.set(sent.key, sent)
      return
    }
    if (sent.method === 'DELETE') return
    const id = isOption ? (message as OptionOrderRow).order_id : (message as PositionRow).position_id
    const before = this.#idOf.get(sent.key)
    if (before !== undefined && before !== id) this.complaints.push(`${sent.key} is order ${before} and ${id}`)
    this.#idOf.set(sent.key, id)
    if (isOption) this.options.push(message as OptionOrderRow)
    else this.positions.push(message as PositionRow)
  }

  #next(price: number): Sent {
    const key = this.nextKey()
    const draw = this.random()
    if (draw < 0.5) return post(key, POSITION, this.#order(price))
    if (draw < 0.75) return post(key, OPTION, this.#stake())
    return this.#change(key, price, draw) ?? post(key, POSITION, this.#order(price))
  }

  #order(price: number): Readonly<Record<string, string>> {
    const direction = this.random() < 0.5 ? 'long' : 'short'
    const sign = direction === 'long' ? 1 : -1
    const draw = this.random()
    const kind = draw < 0.6 ? 'market' : draw < 0.85 ? 'limit' : 'stop'
    const at = (from: number, way: number) => (from * (1 + way * sign * this.random() * AWAY_MAX)).toFixed(1)
    const entry = kind === 'market' ? null : at(price, kind === 'limit' ? -1 : 1)
    const from = entry === null ? price : Number(entry)
    return {
      symbol: SYMBOL,
      direction,
      kind,
      mode: this.random() < 0.7 ? 'isolated' : 'cross',
      leverage: '20',
      lots: String(1 + Math.floor(this.random() * 20)),
      ...(entry !== null && { price: entry }),
      ...(this.random() < 0.5 && { take_profit: at(from, 1) }),
      ...(this.random() < 0.4 && { stop_loss: at(from, -1) }),
    }
  }

  #stake(): Readonly<Record<string, string>> {
    const direction = this.random() < 0.5 ? 'rise' : 'fall'
    return { symbol: SYMBOL, direction, seconds: '5', stake: String(5 + Math.floor(this.random() * 5)) }
  }

  /** A command about an existing position; undefined without one. */
  #change(key: string, price: number, draw: number): Sent | undefined {
    const { position_id: id } = this.positions[Math.floor(this.random() * this.positions.length)] ?? {}
    if (id === undefined) return undefined
    const position_id = String(id)
    if (draw < 0.85) {
      this.closesSent.add(id)
      const lots = this.random() < 0.5 ? { lots: '1' } : undefined
      return post(key, '/api/v1/futures/close', { position_id, ...lots })
    }
    if (draw < 0.9) {
      this.cancelsSent.add(id)
      return { key, path: `${POSITION}?position_id=${id}`, method: 'DELETE', fields: {} }
    }
    if (draw < 0.95) {
      this.stopsSent.add(id)
      return post(key, '/api/v1/futures/stops', { position_id, take_profit: (price * 1.0008).toFixed(1) })
    }
    if (draw < 0.985) {
      this.marginsSent.add(id)
      return post(key, '/api/v1/futures/margin', { position_id, amount: '1' })
    }
    this.hasClosedAll = true
    return post(key, '/api/v1/futures/close-many', { symbol: SYMBOL })
  }
}

const post = (key: string, path: string, fields: Readonly<Record<string, string>>): Sent => ({
  key,
  path,
  method: 'POST',
  fields,
})
