// A socket whose other end may stop reading. The runtime queues without limit for it and tells nobody, so what was sent is counted: the
// reader is asked now and then for a number that only a reader knows, and closed when too much is sent without an answer.

/** Close code of a socket that was sent too much without having shown that it reads. */
export const NOT_READ = 4413
const ASK_AFTER = 256 * 1024

export interface Socket {
  readonly readyState: number
  send(text: string): void
  close(code: number, reason: string): void
}

export const isOpen = ({ readyState }: Pick<Socket, 'readyState'>): boolean => readyState === WebSocket.OPEN

export interface ReaderTerms {
  /** Most characters sent and unread; the socket is closed with `NOT_READ` when more is to be sent. */
  readonly unreadMax: number
  /** The text that asks; null where clients cannot answer, but are heard otherwise. */
  readonly question: ((number: number) => string) | null
}

export class Reader {
  readonly #socket: Socket
  readonly #question: ReaderTerms['question']
  #unreadMax: number
  #unread = 0
  #asked: { readonly number: number; readonly unread: number } | null = null

  constructor(socket: Socket, terms: ReaderTerms) {
    this.#socket = socket
    this.#question = terms.question
    this.#unreadMax = terms.unreadMax
  }

  /** Characters sent without a sign that they were read. */
  get unread(): number {
    return this.#unread
  }

  /** True once no more is sent, until the reader is heard. */
  get isFull(): boolean {
    return this.#unread > this.#unreadMax
  }

  /** Replaces the bound. */
  allow(unreadMax: number): void {
    this.#unreadMax = unreadMax
  }

  /** Sending to a closing socket throws; an answer that awaited something may find it closed. */
  send(text: string): void {
    if (!isOpen(this.#socket)) return
    if (this.isFull) return this.#socket.close(NOT_READ, 'not_read')
    this.#socket.send(text)
    this.#unread += text.length
    if (this.#asked || this.#unread < ASK_AFTER || !this.#question) return
    const [number = 0] = crypto.getRandomValues(new Uint32Array(1))
    this.#asked = { number, unread: this.#unread }
    this.#socket.send(this.#question(number))
  }

  /** The reader names the number that it was asked for: it has read everything before it. False for another number. */
  answer(number: unknown): boolean {
    if (!this.#asked || this.#asked.number !== number) return false
    this.#unread -= this.#asked.unread
    this.#asked = null
    return true
  }

  /** The reader is heard otherwise. */
  heard(): void {
    this.#unread = 0
  }
}
