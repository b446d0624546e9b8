// A program that trades on its socket under load: it logs in again after each loss, goes on from the last number of its own stream, and
// repeats an unanswered command under the same id. It records what it was told.

import { createHmac, randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { KEY_SCOPES, keyIdOf, keySecret } from '#domain/api-key'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#domain/time'
import { callAccountAsSystem } from '#services/account-room'
import type { StartedApp } from '../kit/miniflare'
import { testVariables } from '../kit/variables'
import { loginOf } from '../socket/login'
import type { Reply, Told } from '../socket/program-wire'
import { bindingsOf } from './lives'
import type { Random } from './random'
import { REPEATED_AFTER_MS } from './sender'
import type { OrderRow } from './trader'
import { registerUser } from './traders'
import { Lost, Wire } from './wire'

const SYMBOL = 'BTC-USDT'
const ORDERS_PER_MESSAGE = 10
/** A living program's switch, which is renewed long before. */
const [SWITCH_MS, RENEWED_AFTER_MS] = [MINUTE_MS, 20 * SECOND_MS]
/** A silent program's. */
const SILENCE_MS = 300
const PING_EVERY_MS = 25

/** Of all programs and the site that they trade on. */
export interface Surroundings {
  readonly url: string
  readonly middle: () => number
  readonly kills: () => number
  /** Waits until this many orders may be sent. */
  readonly pace: (orders: number) => Promise<void>
  readonly isOver: () => boolean
}

interface Command {
  readonly id: string
  readonly op: string
  readonly params: object
  /** Before it was first sent. */
  readonly kills: number
}
interface Placed {
  readonly order: OrderRow | null
  readonly refusal: { readonly code: string } | null
}

const hmac = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('hex')

/** A user with a key. */
export async function openProgram(app: StartedApp, name: string, random: Random): Promise<Program> {
  const { userId, token } = await registerUser(app, name)
  const { SESSION_SECRET = '' } = testVariables()
  const id = keyIdOf(hmac, SESSION_SECRET, userId, randomBytes(16).toString('hex'))
  const made = { name, kind: 'hmac', publicKey: '', scopes: KEY_SCOPES, addresses: [] } as const
  const key = { ...made, id, expiresAt: Date.now() + DAY_MS }
  await callAccountAsSystem(await bindingsOf(app), userId, { type: 'add_api_key', key })
  return new Program({ name, userId, token, random, key: { id, secret: keySecret(hmac, SESSION_SECRET, id) } })
}

/** Terms and outcome of an order, as a line. */
export const lineOf = (row: OrderRow): string =>
  [row.order_id, row.client_order_id, row.side, row.state, row.close_reason, row.filled_quantity, row.filled_quote]
    .concat(row.fee)
    .join(' ')

/** Of a switch, by the site's clock: from its time to the last cancellation. */
interface Delay {
  readonly ms: number
  /** The longest that a ping was under way meanwhile: how busy the machine was. */
  readonly slowestMs: number
}

interface Identity {
  readonly name: string
  readonly userId: number
  readonly token: string
  readonly random: Random
  readonly key: { readonly id: string; readonly secret: string }
}

/** Pings do not reach the account, which hears nothing. */
async function slowestPing(wire: Wire, isDone: () => boolean): Promise<number> {
  let slowest = 0
  while (!isDone()) {
    const askedAt = Date.now()
    await wire.ask('ping', {})
    slowest = Math.max(slowest, Date.now() - askedAt)
    await wait(PING_EVERY_MS)
  }
  return slowest
}

export class Program {
  /** By client order id, as acknowledged. */
  readonly placed = new Map<string, number>()
  /** Line of each order that was told to have ended. */
  readonly ended = new Map<number, string>()
  readonly #live = new Set<number>()
  readonly complaints: string[] = []
  readonly refusals: string[] = []
  /** Of switches without a kill meanwhile. */
  readonly delays: Delay[] = []
  switched = 0
  /** Answers lost with their sockets. */
  lost = 0
  resumed = 0
  #seq: number | null = null
  #cancelledAt = 0
  #pending: Command | null = null
  #silence: { readonly cancelAt: number; readonly kills: number } | null = null
  #renewAt = 0
  #count = 0
  #wire: Wire | null = null

  constructor(readonly identity: Identity) {}

  /** Trades until all is over, then ends every order. */
  async run(site: Surroundings): Promise<void> {
    for (;;)
      try {
        const wire = await this.#logIn(site)
        while (!site.isOver()) await this.#turn(wire, site)
        await this.#command(wire, site, { op: 'orders.cancel', params: {} })
        return await wire.until('every order has ended', () => this.#live.size === 0)
      } catch (failure) {
        if (!(failure instanceof Lost)) throw failure
        await wait(REPEATED_AFTER_MS / 5)
      }
  }

  cut(): void {
    this.#wire?.cut()
  }

  async #logIn(site: Surroundings): Promise<Wire> {
    const wire = await Wire.open(site.url, (told) => this.#hear(told))
    this.#wire = wire
    const { id, secret } = this.identity.key
    const login = await loginOf({ id, sign: (text) => Promise.resolve(hmac(secret, text)) })
    this.#expectDone(await wire.ask('login', login))
    const after = this.#seq
    this.#expectDone(await wire.ask('subscribe', { channel: 'account', ...(after !== null && { after }) }))
    if (after !== null) this.resumed += 1
    await this.#settle(wire)
    return wire
  }

  /** Every event follows the last one. 10,000 are kept for a program that was away, so there is one snapshot, the first message of all. */
  #hear(told: Told): void {
    const isNext = told.type === 'snapshot' ? this.#seq === null : told.previous === this.#seq
    if (!isNext) this.complaints.push(`after ${this.#seq} came ${told.type} ${told.seq}`)
    this.#seq = told.seq
    for (const row of told['orders'] as OrderRow[]) {
      if (this.ended.has(row.order_id)) this.complaints.push(`${row.order_id} had ended: ${row.state}`)
      if (row.state === 'cancelled') this.#cancelledAt = Number(told['at'])
      if (row.state === 'pending' || row.state === 'open') this.#live.add(row.order_id)
      else {
        this.ended.set(row.order_id, lineOf(row))
        this.#live.delete(row.order_id)
      }
    }
  }

  async #turn(wire: Wire, site: Surroundings): Promise<void> {
    if (this.#silence) return this.#stayQuiet(wire, site, this.#silence)
    if (Date.now() > this.#renewAt) return this.#setSwitch(wire, site, SWITCH_MS)
    const draw = this.identity.random()
    if (draw > 0.93) {
      await this.#place(wire, site, { count: 2, isResting: true })
      return this.#setSwitch(wire, site, SILENCE_MS)
    }
    const chosen = this.#pick()
    if (draw < 0.6 || chosen === undefined) {
      await site.pace(ORDERS_PER_MESSAGE)
      await this.#place(wire, site, { count: ORDERS_PER_MESSAGE, isResting: false })
    } else if (draw < 0.75) {
      const params = { order_id: chosen, price: this.#price(site, false) }
      await this.#command(wire, site, { op: 'order.amend', params })
    } else if (draw < 0.9) await this.#command(wire, site, { op: 'order.cancel', params: { order_id: chosen } })
    else await this.#command(wire, site, { op: 'orders.cancel', params: {} })
  }

  #pick(): number | undefined {
    return [...this.#live][Math.floor(this.identity.random() * this.#live.size)]
  }

  /** Close to the middle on both sides, so that orders rest, meet each other and meet the house; or far below it. */
  #price({ middle }: Surroundings, isResting: boolean): string {
    return (middle() * (isResting ? 0.97 : 1 + (this.identity.random() - 0.5) * 0.004)).toFixed(1)
  }

  #place(
    wire: Wire,
    site: Surroundings,
    { count, isResting }: { readonly count: number; readonly isResting: boolean },
  ) {
    const { name, random } = this.identity
    const orders = Array.from({ length: count }, (_, index) => ({
      symbol: SYMBOL,
      side: isResting || random() < 0.5 ? 'buy' : 'sell',
      price: this.#price(site, isResting),
      quantity: (0.0003 + Math.floor(random() * 50) / 100_000).toFixed(5),
      client_order_id: `${name}-${this.#count + 1}-${index}`,
    }))
    return this.#command(wire, site, { op: 'orders.place', params: { orders } })
  }

  async #setSwitch(wire: Wire, site: Surroundings, timeout: number): Promise<void> {
    await this.#command(wire, site, { op: 'cancel_all_after', params: { timeout } })
    this.#renewAt = Date.now() + RENEWED_AFTER_MS
  }

  /** Says nothing until its switch has cancelled all orders. */
  async #stayQuiet(wire: Wire, site: Surroundings, { cancelAt, kills }: { cancelAt: number; kills: number }) {
    const isDone = () => this.#live.size === 0
    const [slowestMs] = await Promise.all([slowestPing(wire, isDone), wire.until('its switch cancels all', isDone)])
    this.#silence = null
    this.#renewAt = 0
    this.switched += 1
    if (this.#cancelledAt < cancelAt) this.complaints.push(`cancelled at ${this.#cancelledAt}, before ${cancelAt}`)
    if (site.kills() === kills) this.delays.push({ ms: this.#cancelledAt - cancelAt, slowestMs })
  }

  async #command(wire: Wire, site: Surroundings, command: Pick<Command, 'op' | 'params'>): Promise<void> {
    this.#pending = { ...command, id: `${this.identity.name}-${(this.#count += 1)}`, kills: site.kills() }
    await this.#settle(wire)
  }

  /** Sends the pending command until it is answered. */
  async #settle(wire: Wire): Promise<void> {
    while (this.#pending) {
      const { op, params, id } = this.#pending
      const reply = await wire.ask(op, params, { command_id: id }).catch((failure: unknown) => {
        this.lost += 1
        throw failure
      })
      const status = reply.problem?.status ?? 0
      if (status === 429 || status >= 500) await wait(REPEATED_AFTER_MS)
      else {
        this.#take(this.#pending, reply)
        this.#pending = null
      }
    }
  }

  #take({ op, params, kills }: Command, { ok, result, problem }: Reply): void {
    if (!ok) return void this.refusals.push(`${op}: ${problem?.code}`)
    if (op === 'orders.place') for (const placed of result as Placed[]) this.#note(placed)
    const cancelAt = (result as { readonly cancel_at?: number }).cancel_at
    if (cancelAt !== undefined && 'timeout' in params && params.timeout === SILENCE_MS)
      this.#silence = { cancelAt, kills }
  }

  #note({ order, refusal }: Placed): void {
    if (!order) return void this.refusals.push(`an order: ${refusal?.code}`)
    if (this.placed.has(order.client_order_id)) this.complaints.push(`${order.client_order_id} is there twice`)
    this.placed.set(order.client_order_id, order.order_id)
    if (!this.ended.has(order.order_id)) this.#live.add(order.order_id)
  }

  #expectDone({ ok, problem }: Reply): void {
    if (ok) return
    // A site that is waking up may refuse for a moment.
    if ((problem?.status ?? 0) < 500 && problem?.status !== 429) throw new Error(problem?.code)
    throw new Lost(problem?.code)
  }
}
