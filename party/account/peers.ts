// Numbered messages between this account and other accounts or traders' rooms, one stream per direction. Owed messages are stored until the
// receiver confirms them; received messages are counted before they run, so each runs once. This class sends nothing.

import { assert } from '#domain/assert'
import type { PeerMessage } from '#party/protocol/account-peer'
import { peerMessage, peerStream } from '#db/account/promotion'
import type { Store } from '#party/lib/store'
import { tableOf } from '#party/lib/table'
import type { TurnLog } from '#party/lib/turn-log'

interface Stream {
  sent: number
  /** The receiver has confirmed messages up to this number. */
  stored: number
  received: number
  /** Sent and not confirmed, oldest first. */
  readonly owed: PendingMessage[]
}

interface PendingMessage {
  readonly peer: number
  readonly seq: number
  readonly message: PeerMessage
}

export class PeerStreams {
  static readonly tables = [peerStream, peerMessage] as const

  readonly #streams = new Map<number, Stream>()
  readonly #changed = new Map<number, Stream>()
  /** Streams with owed messages. */
  readonly #owing = new Map<number, Stream>()
  #added: PendingMessage[] = []
  #removed: PendingMessage[] = []

  constructor(store: Store) {
    for (const { peer, ...numbers } of tableOf(peerStream).rows(store))
      this.#streams.set(peer, { ...numbers, owed: [] })
    for (const { peer, seq, message } of tableOf(peerMessage).rows(store, 'ORDER BY peer, seq')) {
      // The cast is safe: only this class writes the text, below.
      this.#owe({ peer, seq, message: JSON.parse(message) as PeerMessage })
    }
  }

  /** Queues a message for another account. */
  queue(peer: number, message: PeerMessage): void {
    const stream = this.#change(peer)
    stream.sent += 1
    const owed = { peer, seq: stream.sent, message }
    this.#owe(owed)
    this.#added.push(owed)
  }

  /** Oldest first within each account. */
  pending(): readonly PendingMessage[] {
    return [...this.#owing.values()].flatMap((stream) => stream.owed)
  }

  get isOwing(): boolean {
    return this.#owing.size > 0
  }

  /** The other account has stored messages up to this number. */
  markStored(peer: number, seq: number): void {
    const stream = this.#get(peer)
    assert(seq <= stream.sent, 'an account has only messages that were sent to it')
    if (seq <= stream.stored) return
    this.#change(peer).stored = seq
    const count = stream.owed.findLastIndex((one) => one.seq <= seq) + 1
    this.#removed.push(...stream.owed.splice(0, count))
    if (stream.owed.length === 0) this.#owing.delete(peer)
  }

  /** True for the expected message, which is then counted; false for a repeated message or one after a gap. */
  accept(peer: number, seq: number): boolean {
    if (seq !== this.#get(peer).received + 1) return false
    this.#change(peer).received = seq
    return true
  }

  /** Messages up to this number don't concern this account; the next expected one follows it. */
  skipTo(peer: number, seq: number): void {
    if (seq > this.#get(peer).received) this.#change(peer).received = seq
  }

  received(peer: number): number {
    return this.#get(peer).received
  }

  save(log: TurnLog): void {
    for (const { peer, seq, message } of this.#added)
      log.add(peerMessage, { peer, seq, message: JSON.stringify(message) })
    for (const { peer, seq } of this.#removed) log.remove(peerMessage, { peer, seq })
    for (const [peer, { sent, stored, received }] of this.#changed)
      log.put(peerStream, { peer, sent, stored, received })
    this.#changed.clear()
    this.#added = []
    this.#removed = []
  }

  #get(peer: number): Stream {
    const existing = this.#streams.get(peer)
    if (existing) return existing
    const opened: Stream = { sent: 0, stored: 0, received: 0, owed: [] }
    this.#streams.set(peer, opened)
    return opened
  }

  #change(peer: number): Stream {
    const stream = this.#get(peer)
    this.#changed.set(peer, stream)
    return stream
  }

  #owe(owed: PendingMessage): void {
    const stream = this.#get(owed.peer)
    stream.owed.push(owed)
    this.#owing.set(owed.peer, stream)
  }
}
