// A program on a socket of the Binance Spot dialect: it asks by number, and keeps the messages that it gets.

import { exports } from 'cloudflare:workers'
import type { Program } from '../keys/client'
import { eventually } from '../socket/program-wire'

export interface Heard {
  readonly id?: unknown
  readonly status?: number
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly msg: string }
  readonly rateLimits?: readonly { readonly limit: number; readonly count: number }[]
  readonly event?: Event
  readonly stream?: string
  readonly data?: Event
}
export interface Event {
  readonly e: string
  readonly [field: string]: unknown
}

/** Closed before its answer. */
const CLOSED: Heard = {}

export class Wire {
  readonly heard: Heard[] = []
  /** Characters received. */
  length = 0
  closed: number | null = null
  #id = 0

  constructor(readonly socket: WebSocket) {
    socket.addEventListener('message', ({ data }) => {
      this.length += String(data).length
      this.heard.push(JSON.parse(String(data)) as Heard)
    })
    socket.addEventListener('close', ({ code }) => void (this.closed = code))
    socket.accept()
  }

  static async open(path: string): Promise<Wire> {
    const answer = await exports.default.fetch(`http://cm.test/binance${path}`, { headers: { Upgrade: 'websocket' } })
    if (!answer.webSocket) throw new Error(`no socket: ${answer.status}`)
    return new Wire(answer.webSocket)
  }

  send(method: string, params?: unknown): number {
    const id = (this.#id += 1)
    this.socket.send(JSON.stringify({ id, method, ...(params !== undefined && { params }) }))
    return id
  }

  async ask(method: string, params?: unknown): Promise<Heard> {
    const id = this.send(method, params)
    return eventually(`an answer to ${method}`, () =>
      this.closed === null ? this.heard.find((each) => each.id === id) : CLOSED,
    )
  }

  /** Code of a refusal, "ok", or "closed". */
  async codeOf(method: string, params?: unknown): Promise<number | 'ok' | 'closed'> {
    const answer = await this.ask(method, params)
    return answer === CLOSED ? 'closed' : (answer.error?.code ?? 'ok')
  }

  /** Asks with the key and the signature of a program. */
  async signed(by: Program, method: string, params: Readonly<Record<string, unknown>> = {}): Promise<Heard> {
    return this.ask(method, await sign(by, params))
  }

  events(e: string): Event[] {
    return this.heard
      .map(({ event, data, ...raw }): Partial<Event> => event ?? data ?? (raw as Partial<Event>))
      .filter((told): told is Event => told.e === e)
  }
}

let last = 0
/** No two texts are signed alike. */
export const now = () => (last = Math.max(last + 1, Date.now() - 500))

export async function sign(by: Program, params: Readonly<Record<string, unknown>> = {}) {
  const all: Readonly<Record<string, unknown>> = { timestamp: now(), apiKey: by.id, ...params }
  const text = Object.keys(all)
    .sort()
    .map((name) => `${name}=${String(all[name])}`)
    .join('&')
  return { ...all, signature: await by.sign(text) }
}
