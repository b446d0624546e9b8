// A program on its socket, as one outside is: it sends JSON and keeps every message that it gets.

import { exports } from 'cloudflare:workers'
import { expect } from 'vitest'
import type { Program } from '../keys/client'
import { loginOf } from './login'

interface Problem {
  readonly code: string
  readonly status: number
  readonly facts: Readonly<Record<string, string>>
}
export interface Reply {
  readonly id: unknown
  readonly op: string | null
  readonly ok: boolean
  readonly result?: unknown
  readonly problem?: Problem
  readonly usage?: { readonly weight: number; readonly orders: number }
  readonly round?: string
}
export interface Told {
  readonly channel: string
  readonly symbol?: string
  readonly type?: string
  readonly seq: number
  readonly previous?: number
  readonly [field: string]: unknown
}

/** Looks every 20 ms until a value exists. */
export async function eventually<Value>(what: string, find: () => Value | undefined | null | false): Promise<Value> {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const found = find()
    if (found !== undefined && found !== null && found !== false) return found
    await scheduler.wait(20)
  }
  throw new Error(`it never happened: ${what}`)
}

export class ProgramWire {
  readonly replies: Reply[] = []
  readonly told: Told[] = []
  closed: { readonly code: number; readonly reason: string } | null = null
  #id = 0

  constructor(readonly socket: WebSocket) {
    socket.addEventListener('message', ({ data }) => {
      const message = JSON.parse(String(data)) as Reply | Told
      if ('channel' in message) this.told.push(message)
      else this.replies.push(message)
    })
    socket.addEventListener('close', ({ code, reason }) => void (this.closed = { code, reason }))
    socket.accept()
  }

  static async open(from?: string, query = ''): Promise<ProgramWire> {
    const answer = await exports.default.fetch(`http://cm.test/api/v1/ws${query}`, {
      headers: { Upgrade: 'websocket', ...(from && { 'CF-Connecting-IP': from }) },
    })
    if (!answer.webSocket) throw new Error(`no socket: ${answer.status} ${await answer.text()}`)
    return new ProgramWire(answer.webSocket)
  }

  static async loggedIn(program: Program, from?: string): Promise<ProgramWire> {
    const wire = await ProgramWire.open(from)
    expect(await wire.ask('login', await loginOf(program))).toMatchObject({ ok: true })
    return wire
  }

  /** Sends an operation and waits for its answer. */
  async ask(op: string, params?: object, more: object = {}): Promise<Reply> {
    const id = (this.#id += 1)
    this.socket.send(JSON.stringify({ id, op, ...(params && { params }), ...more }))
    return this.replyTo(id)
  }

  replyTo(id: unknown): Promise<Reply> {
    return eventually(`an answer to ${String(id)}`, () => this.replies.find((reply) => reply.id === id))
  }

  /** Code of a refusal, or "ok". */
  async codeOf(op: string, params?: object, more?: object): Promise<string> {
    const reply = await this.ask(op, params, more)
    return reply.ok ? 'ok' : (reply.problem?.code ?? '')
  }

  of(channel: string, symbol?: string): Told[] {
    return this.told.filter((each) => each.channel === channel && each.symbol === symbol)
  }

  close(): void {
    this.socket.close(1000, 'done')
  }
}
