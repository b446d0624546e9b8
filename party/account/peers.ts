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
  isChanged: boolean
}

interface Owed {
  readonly peer: number
  readonly seq: number
  readonly message: PeerMessage
}

export class PeerStreams {
  static readonly tables = [peerStream, peerMessage] as const

  readonly #streams = new Map<number, Stream>()
  #owed: Owed[] = []
  #added: Owed[] = []
  #removed: Owed[] = []

  constructor(store: Store) {
    for (const { peer, ...numbers } of tableOf(peerStream).rows(store))
      this.#streams.set(peer, { ...numbers, isChanged: false })
    for (const { peer, seq, message } of tableOf(peerMessage).rows(store, 'ORDER BY peer, seq')) {
      // The cast is safe: only this class writes the text, below.
      this.#owed.push({ peer, seq, message: JSON.parse(message) as PeerMessage })
    }
  }

  /** Queues a message for another account. */
  queue(peer: number, message: PeerMessage): void {
    const stream = this.#get(peer)
    stream.sent += 1
    stream.isChanged = true
    const owed = { peer, seq: stream.sent, message }
    this.#owed.push(owed)
    this.#added.push(owed)
  }

  /** Oldest first within each account. */
  owed(): readonly Owed[] {
    return [...this.#owed]
  }

  /** The other account has stored messages up to this number. */
  markStored(peer: number, seq: number): void {
    const stream = this.#get(peer)
    assert(seq <= stream.sent, 'an account has only messages that were sent to it')
    if (seq <= stream.stored) return
    stream.stored = seq
    stream.isChanged = true
    this.#removed.push(...this.#owed.filter((one) => one.peer === peer && one.seq <= seq))
    this.#owed = this.#owed.filter((one) => one.peer !== peer || one.seq > seq)
  }

  /** True for the expected message, which is then counted; false for a repeated message or one after a gap. */
  accept(peer: number, seq: number): boolean {
    const stream = this.#get(peer)
    if (seq !== stream.received + 1) return false
    stream.received = seq
    stream.isChanged = true
    return true
  }

  /** Messages up to this number don't concern this account; the next expected one follows it. */
  skipTo(peer: number, seq: number): void {
    const stream = this.#get(peer)
    if (seq <= stream.received) return
    stream.received = seq
    stream.isChanged = true
  }

  received(peer: number): number {
    return this.#get(peer).received
  }

  save(log: TurnLog): void {
    for (const { peer, seq, message } of this.#added)
      log.add(peerMessage, { peer, seq, message: JSON.stringify(message) })
    for (const { peer, seq } of this.#removed) log.remove(peerMessage, { peer, seq })
    for (const [peer, { isChanged, ...numbers }] of this.#streams)
      if (isChanged) log.put(peerStream, { peer, ...numbers })
    for (const stream of this.#streams.values()) {
      stream.isChanged = false
    }
    this.#added = []
    this.#removed = []
  }

  #get(peer: number): Stream {
    const existing = this.#streams.get(peer)
    if (existing) return existing
    const opened: Stream = { sent: 0, stored: 0, received: 0, isChanged: false }
    this.#streams.set(peer, opened)
    return opened
  }
}
