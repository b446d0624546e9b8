// Brings what this account owes other accounts to their rooms. Whatever fails is tried again by the alarm; nothing here decides anything.

import type { PeerPost, PeerReceipt } from '#party/protocol/account-peer'
import type { Registry } from './registry'
import type { Turns } from './turns'

export interface PostOfficePorts {
  readonly account: number
  askPeer(peer: number, post: PeerPost): Promise<PeerReceipt>
  report(text: string): void
}

export class PostOffice {
  readonly #turns: Turns
  readonly #registry: Registry
  readonly #ports: PostOfficePorts
  #running: Promise<void> | null = null

  constructor(turns: Turns, registry: Registry, ports: PostOfficePorts) {
    this.#turns = turns
    this.#registry = registry
    this.#ports = ports
  }

  /** All that is owed, one after the other; what is queued meanwhile goes with the next run. Never rejects for what is outside. */
  run(): Promise<void> {
    this.#running ??= this.#bringAll().finally(() => (this.#running = null))
    return this.#running
  }

  async #bringAll(): Promise<void> {
    const away = new Set<number>()
    for (const { peer, seq, message } of this.#turns.opened.peers.owed()) {
      // Messages are taken in order: behind one that did not arrive none can.
      if (away.has(peer)) continue
      const post = { from: this.#ports.account, seq, message }
      const receipt = await this.#bring(peer, post)
      if (receipt) await this.#sign(peer, post, receipt)
      else away.add(peer)
    }
  }

  async #bring(peer: number, post: PeerPost): Promise<PeerReceipt | null> {
    try {
      return await this.#ports.askPeer(peer, post)
    } catch (failure) {
      this.#ports.report(`message ${post.seq} for account ${peer} will be sent again: ${String(failure)}`)
      return null
    }
  }

  async #sign(peer: number, { message }: PeerPost, { received, reply }: PeerReceipt): Promise<void> {
    await this.#turns.ready()
    this.#turns.runCommitted((book) => {
      book.peers.markStored(peer, received)
      const kind = this.#registry.inbound.get(message.type)
      kind?.definition.heard(book.stateOf(kind.feature), peer, reply)
      if (book.peers.owed().length === 0) book.timers.clear('post')
    })
  }
}
