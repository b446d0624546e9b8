// A socket of /api/v1/ws outside the runtime: it asks by numbered messages and passes on what channels tell, until it is lost.

import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { Reply, Told } from '../socket/program-wire'

const LOOK_MS = 10
/** A socket that stays open without an answer for so long is a fault. */
const ANSWER_LIMIT_MS = 120_000

/** The socket is gone: what was asked may or may not have been done. */
export class Lost extends Error {}

export class Wire {
  readonly #socket: WebSocket
  readonly #replies = new Map<number, Reply | null>()
  #lastId = 0
  isLost = false

  private constructor(socket: WebSocket, hear: (told: Told) => void) {
    this.#socket = socket
    socket.on('close', () => (this.isLost = true))
    socket.on('message', (data: Buffer) => {
      if (this.isLost) return
      const message = JSON.parse(data.toString()) as Reply | Told
      if (!('channel' in message)) this.#replies.set(Number(message.id), message)
      else if (message.channel === 'ping') this.#send('ping', { params: { number: message['number'] } })
      else hear(message)
    })
  }

  static async open(url: string, hear: (told: Told) => void): Promise<Wire> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v1/ws`)
    const wire = new Wire(socket, hear)
    socket.on('error', () => (wire.isLost = true))
    await wire.until('it opens', () => socket.readyState === WebSocket.OPEN)
    return wire
  }

  /** The answer; throws `Lost` when the socket went first. */
  async ask(op: string, params: object, more: { readonly command_id?: string } = {}): Promise<Reply> {
    const id = this.#send(op, { params, ...more })
    await this.until(`an answer to ${op}`, () => this.#replies.has(id))
    const reply = this.#replies.get(id) as Reply
    this.#replies.delete(id)
    return reply
  }

  async until(what: string, isSo: () => boolean): Promise<void> {
    const limit = Date.now() + ANSWER_LIMIT_MS
    while (!isSo()) {
      if (this.isLost) throw new Lost(what)
      if (Date.now() > limit) throw new Error(`it never happened: ${what}`)
      await wait(LOOK_MS)
    }
  }

  cut(): void {
    this.isLost = true
    this.#socket.terminate()
  }

  #send(op: string, more: object): number {
    const id = (this.#lastId += 1)
    this.#socket.send(JSON.stringify({ id, op, ...more }), () => undefined)
    return id
  }
}
