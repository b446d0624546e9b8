// The room of a trader: one per trader, named by the user's id. It wires the fan-out to the runtime: storage, alarm, accounts, directory.
// Only accounts and the Worker call it; it has no sockets.

import type { ListPart } from '#domain/list-part'
import { logWarning } from '#lib/log-line'
import { leaderMigrations } from '#db/leader/migrations'
import { NamedRoom } from '#party/lib/named-room'
import type { PeerPost } from '#party/protocol/account-peer'
import type { LeaderRpc } from '#party/protocol/copy'
import { FanOut } from './fan-out'
import { type RemoteCalls, remotesOf } from './remotes'

/** Delay after which an evicted room resumes pending work. */
const BEAT_MS = 10_000

export class Leader extends NamedRoom implements LeaderRpc {
  static override options = { hibernate: true }

  /** Tests put their own here; no call from outside can reach a field of a room. */
  protected remotes: RemoteCalls = remotesOf(this.env, parseInt(this.name, 10))

  readonly #fanOut: FanOut
  #armedFor = 0

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    const store = this.openStore(leaderMigrations)
    this.#fanOut = new FanOut(store, {
      traderId: parseInt(this.name, 10),
      now: () => Date.now(),
      market: (symbol) => this.remotes.market(symbol),
      post: (account, post) => this.remotes.post(account, post),
      show: (shown) => this.remotes.show(shown),
      later: (delayMs, work) => void setTimeout(work, delayMs),
      report: (text) => logWarning(`leader ${this.name}: ${text}`),
    })
  }

  async post(message: string): Promise<string> {
    // Only an Account reaches this method; it builds the text, typed.
    const receipt = await this.#fanOut.receive(JSON.parse(message) as PeerPost)
    await this.#arm()
    return JSON.stringify(receipt)
  }

  report(): Promise<string> {
    return Promise.resolve(JSON.stringify(this.#fanOut.report()))
  }

  trades(part: string): Promise<string> {
    // Only the Worker reaches this method; it builds the text, typed.
    return Promise.resolve(JSON.stringify(this.#fanOut.trades(JSON.parse(part) as ListPart)))
  }

  override async onAlarm(): Promise<void> {
    this.#armedFor = 0
    this.#fanOut.beat()
    await this.#arm()
  }

  /** After a restart only the alarm may wake this room. */
  async #arm(): Promise<void> {
    const now = Date.now()
    if (!this.#fanOut.isNeeded || now < this.#armedFor) return
    this.#armedFor = now + BEAT_MS
    await this.ctx.storage.setAlarm(this.#armedFor)
  }
}
