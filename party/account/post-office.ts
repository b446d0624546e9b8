// Drains the outbox of messages to other accounts. A failed delivery is retried by the alarm; nothing here decides anything.

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

  /** Delivers all that is owed, one after the other. Concurrent calls share a run; a failed delivery does not reject. */
  run(): Promise<void> {
    this.#running ??= this.#deliverAll().finally(() => (this.#running = null))
    return this.#running
  }

  async #deliverAll(): Promise<void> {
    const unreachable = new Set<number>()
    for (const { peer, seq, message } of this.#turns.opened.peers.pending()) {
      // A peer accepts messages in order only, so after a failed one the rest must wait.
      if (unreachable.has(peer)) continue
      const post = { from: this.#ports.account, seq, message }
      const receipt = await this.#deliver(peer, post)
      if (receipt) await this.#acknowledge(peer, post, receipt)
      else unreachable.add(peer)
    }
  }

  async #deliver(peer: number, post: PeerPost): Promise<PeerReceipt | null> {
    try {
      return await this.#ports.askPeer(peer, post)
    } catch (failure) {
      this.#ports.report(`message ${post.seq} for account ${peer} will be sent again: ${String(failure)}`)
      return null
    }
  }

  async #acknowledge(peer: number, { message }: PeerPost, { received, reply }: PeerReceipt): Promise<void> {
    await this.#turns.ready()
    this.#turns.runCommitted((account) => {
      account.peers.markStored(peer, received)
      const kind = this.#registry.inbound.get(message.type)
      kind?.definition.onReply(account.stateOf(kind.feature), peer, reply)
      if (!account.peers.isOwing) account.timers.clear('post')
    })
  }
}
