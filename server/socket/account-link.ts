// A program's own socket to its Account: opened with its signature, reopened after a loss under what that signature proved, and ended by the
// Account together with the key. It forwards messages from a number on, in order and without repeats.

import { logWarning } from '#lib/log-line'
import { type Outcome, done } from '#domain/outcome'
import type { AccountSocketMessage } from '#party/protocol/account'
import type { KeyProof } from '#party/protocol/api-key'

export interface LinkPorts {
  /** The Account's socket, or its refusal of the key. */
  open(proof: KeyProof): Promise<Outcome<WebSocket>>
  /** A further proof for the key, whose signature the Account has seen. */
  prove(): KeyProof
  hear(message: AccountSocketMessage): void
  /** The key is gone. */
  ended(): void
}

/** The Account room's close code of an ended caller. */
const CALLER_ENDED = 4401
const NORMAL = 1000
const RETRY_MS = 1_000
/** Refusals of an ended key. Other refusals, such as too many sockets, may pass. */
const ENDS: ReadonlySet<string> = new Set(['key_unknown', 'key_expired', 'key_address_refused'])

export class AccountLink {
  readonly #ports: LinkPorts
  #socket: WebSocket | null = null
  #isClosed = false
  #isOpening = false
  #triedAt = 0
  /** Number of the last message passed on; null: a snapshot comes first; undefined: the program does not listen. */
  #heard: number | null | undefined
  #isAsking = false

  constructor(ports: LinkPorts) {
    this.#ports = ports
  }

  /** The first opening, by the program's signature. */
  async open(proof: KeyProof): Promise<Outcome<null>> {
    const opened = await this.#ports.open(proof)
    if (opened.ok) this.#take(opened.value)
    return opened.ok ? done(null) : opened
  }

  /** Passes messages on: those after a number, or a snapshot first. */
  listen(after: number | null): void {
    this.#heard = after
    this.#resume()
  }

  silence(): void {
    this.#heard = undefined
  }

  get isOpen(): boolean {
    return this.#socket !== null
  }

  close(): void {
    this.#isClosed = true
    this.#socket?.close(NORMAL, 'program_gone')
    this.#socket = null
  }

  /** Called every second. */
  keep(now: number): void {
    if (this.#isClosed || this.#socket || this.#isOpening || now - this.#triedAt < RETRY_MS) return
    this.#triedAt = now
    this.#isOpening = true
    void this.#reopen()
      .catch((problem: unknown) => logWarning(`an Account could not be heard: ${String(problem)}`))
      .finally(() => (this.#isOpening = false))
  }

  async #reopen(): Promise<void> {
    const opened = await this.#ports.open(this.#ports.prove())
    if (!opened.ok) return ENDS.has(opened.refusal.code) ? this.#end() : undefined
    this.#take(opened.value)
    if (this.#heard !== undefined) this.#resume()
  }

  #take(socket: WebSocket): void {
    socket.addEventListener('message', ({ data }) => {
      if (this.#socket !== socket || this.#heard === undefined) return
      // The Account sends no other messages.
      this.#hear(JSON.parse(String(data)) as AccountSocketMessage)
    })
    socket.addEventListener('close', ({ code }) => this.#lose(socket, code))
    socket.addEventListener('error', () => this.#lose(socket, 0))
    socket.accept()
    if (this.#isClosed) return socket.close(NORMAL, 'program_gone')
    this.#socket = socket
  }

  #resume(): void {
    this.#isAsking = true
    this.#socket?.send(JSON.stringify({ type: 'resume', after: this.#heard ?? 0 }))
  }

  #hear(message: AccountSocketMessage): void {
    if (this.#heard === undefined) return
    const last = this.#heard ?? Infinity
    // A live message can arrive before the requested ones, which include it.
    if (message.type === 'event' && message.seq !== last + 1) {
      if (message.seq > last && !this.#isAsking) this.#resume()
      return
    }
    this.#isAsking = false
    this.#heard = message.seq
    this.#ports.hear(message)
  }

  #lose(socket: WebSocket, code: number): void {
    if (this.#socket !== socket) return
    this.#socket = null
    if (code === CALLER_ENDED) this.#end()
  }

  #end(): void {
    this.#isClosed = true
    this.#ports.ended()
  }
}
