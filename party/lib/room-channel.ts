// A socket to another room, reopened after a loss or after a longer silence than an active room ever has.

import { logWarning } from '#lib/log-line'

const RETRY_MS = 1_000
const SILENT_MS = 15_000

export interface RoomChannelTerms {
  /** Opens an unaccepted socket; null when the room refuses it for good. */
  readonly open: () => Promise<WebSocket | null>
  readonly onMessage: (text: string) => void
  /** The room ended the channel for good. */
  readonly onEnded?: () => void
  /** Close codes that end it for good. */
  readonly endCodes?: readonly number[]
  /** Quiet by nature: silence is no sign of a lost socket. */
  readonly isQuiet?: boolean
}

export class RoomChannel {
  readonly #terms: RoomChannelTerms
  #socket: WebSocket | null = null
  #isOpening = false
  #isClosed = false
  #triedAt = -Infinity
  #receivedAt = 0

  constructor(terms: RoomChannelTerms) {
    this.#terms = terms
  }

  /** Called every second. */
  keep(now: number): void {
    if (this.#socket && !this.#terms.isQuiet && now - this.#receivedAt > SILENT_MS) this.#drop()
    if (this.#isClosed || this.#socket || this.#isOpening || now - this.#triedAt < RETRY_MS) return
    this.#isOpening = true
    this.#triedAt = now
    void this.#open()
      .catch((problem: unknown) => logWarning(`a room could not be heard: ${String(problem)}`))
      .finally(() => {
        this.#isOpening = false
      })
  }

  say(text: string): void {
    this.#socket?.send(text)
  }

  close(): void {
    this.#isClosed = true
    this.#drop()
  }

  #drop(): void {
    const socket = this.#socket
    this.#socket = null
    socket?.close(1000, 'no_longer_needed')
  }

  async #open(): Promise<void> {
    const socket = await this.#terms.open()
    if (!socket) return this.#end()
    socket.addEventListener('message', ({ data }) => {
      if (this.#socket !== socket || typeof data !== 'string') return
      this.#receivedAt = Date.now()
      this.#terms.onMessage(data)
    })
    socket.addEventListener('close', ({ code }) => this.#lose(socket, code))
    socket.addEventListener('error', () => this.#lose(socket, 0))
    socket.accept()
    if (this.#isClosed) return socket.close(1000, 'no_longer_needed')
    this.#receivedAt = Date.now()
    this.#socket = socket
  }

  #lose(socket: WebSocket, code: number): void {
    if (this.#socket !== socket) return
    this.#socket = null
    if (this.#terms.endCodes?.includes(code)) this.#end()
  }

  #end(): void {
    this.#isClosed = true
    this.#terms.onEnded?.()
  }
}
