// Two numbered streams between this Market and each account: executed commands, and owed messages. A message stays here until the account
// confirms storage. It knows numbers only, no orders or money.

import type { MarketMessage } from '#party/protocol/market'

export interface Stream {
  readonly account: number
  /** Number of the last command carried out. */
  commandSeq: number
  /** Number of the last message made. */
  messageSeq: number
  /** Unacknowledged messages, in order, without gaps up to `messageSeq`. */
  messages: MarketMessage[]
  /** The newest epoch of the account. */
  epoch: number
  /** Highest turn number saved by the account itself, as far as known: earlier turns are deleted here. */
  saved: number
}

export interface StreamNumbers {
  readonly commandSeq: number
  readonly messageSeq: number
  readonly epoch: number
}

/** A Market's message to an account, without number and time. */
export type MarketEvent = WithoutNumber<MarketMessage>
type WithoutNumber<Message> = Message extends unknown ? Omit<Message, 'seq' | 'at'> : never

/** Number of the last message that the account has acknowledged. */
export const receivedBy = (stream: Stream): number => stream.messageSeq - stream.messages.length

export class Streams {
  readonly #read: (account: number) => StreamNumbers | undefined
  readonly #byAccount = new Map<number, Stream>()

  /** `read` loads the numbers of an account that isn't in memory, from the last snapshot. */
  constructor(read: (account: number) => StreamNumbers | undefined) {
    this.#read = read
  }

  get(account: number): Stream {
    const known = this.#byAccount.get(account)
    if (known) return known
    const numbers = this.#read(account) ?? { commandSeq: 0, messageSeq: 0, epoch: 0 }
    const stream: Stream = { account, ...numbers, messages: [], saved: 0 }
    this.#byAccount.set(account, stream)
    return stream
  }

  /** Drops the messages up to `received`. False when there was none to drop. */
  acknowledge(account: number, received: number): boolean {
    const stream = this.get(account)
    const count = Math.min(received - receivedBy(stream), stream.messages.length)
    if (count <= 0) return false
    stream.messages.splice(0, count)
    return true
  }

  /** Streams in memory: changed since the last snapshot, or with owed messages. */
  all(): IterableIterator<Stream> {
    return this.#byAccount.values()
  }

  *pending(): IterableIterator<Stream> {
    for (const stream of this.#byAccount.values()) if (stream.messages.length > 0) yield stream
  }

  /** Forgets streams that the snapshot stores, so memory doesn't grow with every account that ever traded here. */
  forgetSettled(): void {
    for (const stream of this.#byAccount.values())
      if (stream.messages.length === 0) this.#byAccount.delete(stream.account)
  }
}
