// A connection that is a socket. The runtime answers its pings and keeps it while the room's memory is away.

import { Reader, isOpen } from '../lib/reader'
import type { Client, Visitor } from './client'
import type { Announcement } from './packets'

/** State stored with the socket. */
export interface SocketState extends Visitor {
  /** A polling client's probe socket, not yet its connection. */
  readonly isProbing: boolean
  readonly isJoined: boolean
  readonly openedAt: number
}

/** Existing clients answer no question, but send a heartbeat every 25 seconds. */
const READING = { unreadMax: 8 * 1024 * 1024, question: null } as const

/** A socket owned by the room. */
interface KeptSocket {
  readonly readyState: number
  send(text: string): void
  close(code: number, reason: string): void
  setState(state: SocketState): unknown
}

const NORMAL = 1000

export class SocketClient implements Client {
  readonly connection: KeptSocket
  readonly visitor: Visitor
  readonly #state: SocketState
  readonly #pingedAt: () => number
  /** It is closed by then. */
  readonly isOverfull = false
  readonly #reader: Reader
  #heardAt = 0
  sentAt = -Infinity
  #isJoined: boolean

  /** `pingedAt`: when the runtime last answered a ping of it. */
  constructor(connection: KeptSocket, state: SocketState, pingedAt: () => number) {
    this.connection = connection
    this.visitor = state
    this.#state = state
    this.#reader = new Reader(connection, READING)
    this.#isJoined = state.isJoined
    this.#pingedAt = pingedAt
  }

  get openedAt(): number {
    return this.#state.openedAt
  }

  get isJoined(): boolean {
    return this.#isJoined
  }

  set isJoined(isJoined: boolean) {
    if (isJoined === this.#isJoined) return
    this.#isJoined = isJoined
    this.connection.setState({ ...this.#state, isJoined })
  }

  receivedAt(): number {
    return Math.max(this.#state.openedAt, this.#pingedAt())
  }

  send({ text }: Announcement): void {
    if (this.#reader.isFull && this.#pingedAt() > this.#heardAt) {
      this.#heardAt = this.#pingedAt()
      this.#reader.heard()
    }
    this.#reader.send(text)
  }

  end(): void {
    if (isOpen(this.connection)) this.connection.close(NORMAL, 'closed')
  }
}
