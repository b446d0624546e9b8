// Brings what this account owes others to their rooms, and has the directory follow its standing. Whatever fails is tried again by the
// alarm; nothing here decides anything.

import type { PeerPost, PeerReceipt } from '#party/protocol/account-peer'
import type { ShownStanding } from './engine-ports'
import type { Turns } from './turns'

export interface PostOfficePorts {
  readonly account: number
  askPeer(peer: number, post: PeerPost): Promise<PeerReceipt>
  tellDirectory(shown: ShownStanding): Promise<void>
  oweNotices(account: number, at: number): Promise<void>
  now(): number
  report(text: string): void
}

export class PostOffice {
  readonly #turns: Turns
  readonly #ports: PostOfficePorts
  #running: Promise<void> | null = null

  constructor(turns: Turns, ports: PostOfficePorts) {
    this.#turns = turns
    this.#ports = ports
  }

  /** All that is owed, one after the other; what is queued meanwhile goes with the next run. Never rejects for what is outside. */
  run(): Promise<void> {
    this.#running ??= this.#bringAll().finally(() => (this.#running = null))
    return this.#running
  }

  /** Leaves word that there are messages to send. The alarm has set the timer again, for the case that nobody hears it. */
  async askForNotices(): Promise<void> {
    const { idLast } = this.#turns.opened.inbox
    try {
      await this.#ports.oweNotices(this.#ports.account, this.#ports.now())
    } catch (failure) {
      this.#ports.report(`the directory will be told of messages again: ${String(failure)}`)
      return
    }
    await this.#turns.ready()
    this.#turns.runCommitted((book) => {
      // What came meanwhile may have come too late for whoever takes them.
      if (book.inbox.idLast === idLast) book.timers.clear('notice')
    })
  }

  async #bringAll(): Promise<void> {
    const away = new Set<number>()
    for (const { peer, seq, message } of this.#turns.opened.peers.owed()) {
      // Messages are taken in order: behind one that did not arrive none can.
      if (away.has(peer)) continue
      const receipt = await this.#bring(peer, { from: this.#ports.account, seq, message })
      if (receipt) await this.#sign(peer, receipt)
      else away.add(peer)
    }
    await this.#follow()
  }

  async #bring(peer: number, post: PeerPost): Promise<PeerReceipt | null> {
    try {
      return await this.#ports.askPeer(peer, post)
    } catch (failure) {
      this.#ports.report(`message ${post.seq} for account ${peer} will be sent again: ${String(failure)}`)
      return null
    }
  }

  async #sign(peer: number, { received, level }: PeerReceipt): Promise<void> {
    await this.#turns.ready()
    this.#turns.runCommitted((book) => {
      book.peers.markStored(peer, received)
      if (book.standing.inviter?.userId === peer) book.standing.hearInviterLevel(level)
      if (book.peers.owed().length === 0) book.timers.clear('post')
    })
  }

  async #follow(): Promise<void> {
    await this.#turns.ready()
    const { standing } = this.#turns.opened
    if (standing.isFollowed) return
    const { shown, inviter } = standing
    try {
      await this.#ports.tellDirectory({ ...shown, userId: this.#ports.account, inviterId: inviter?.userId ?? null })
    } catch (failure) {
      this.#ports.report(`the directory will be told of the standing again: ${String(failure)}`)
      return
    }
    await this.#turns.ready()
    this.#turns.runCommitted((book) => {
      book.standing.markFollowed(shown.revision)
      if (book.standing.isFollowed) book.timers.clear('follow')
    })
  }
}
