// The Watch room: one per symbol, named by it. It wires the watch to the runtime: storage, alarm, Quotes, accounts to wake. Only other
// rooms and the Worker call it; it has no sockets.

import { logWarning } from '#lib/log-line'
import { watchMigrations } from '#db/watch/migrations'
import { NamedRoom } from '#party/lib/named-room'
import type { RoundMessage, WatchRegistration, WatchRpc } from '#party/protocol/watch'
import type { Caps } from './exposures'
import { type RemoteCalls, remotesOf } from './remotes'
import { SymbolWatch } from './watch'

const CAPS_TTL_MS = 60_000
/** Registrations within this span share one commit. */
const GATHERED_MS = 10
/** How often a Watch with waiting accounts checks that prices arrive. */
const BEAT_MS = 30_000

export class Watch extends NamedRoom implements WatchRpc {
  static override options = { hibernate: true }

  /** Tests put their own here; no call from outside can reach a field of a room. */
  protected remotes: RemoteCalls = remotesOf(this.env, this.name)

  readonly #watch: SymbolWatch
  #caps: { readonly at: number; readonly caps: Promise<Caps> } | null = null
  #armedFor = 0

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    const store = this.openStore(watchMigrations)
    this.#watch = new SymbolWatch(store, {
      symbol: this.name,
      now: () => Date.now(),
      wake: (account, message) => this.remotes.wake(account, message),
      roundsAfter: (at, limit) => this.remotes.roundsAfter(at, limit),
      caps: () => this.#readCaps(),
      follow: (isWanted) => this.remotes.follow(isWanted),
      soon: (work) => void setTimeout(work, GATHERED_MS),
      later: (delayMs, work) => void setTimeout(work, delayMs),
      report: (text) => logWarning(`watch ${this.name}: ${text}`),
    })
  }

  async register(registration: string): Promise<string> {
    // Only an Account reaches this method; it builds the text, typed.
    const answer = this.#watch.register(JSON.parse(registration) as WatchRegistration)
    await this.#arm()
    return JSON.stringify(await answer)
  }

  async round(message: string): Promise<void> {
    // Only Quotes reaches this method; it builds the text, typed.
    const taken = this.#watch.round(JSON.parse(message) as RoundMessage)
    await this.#arm()
    await taken
  }

  report(): Promise<string> {
    return Promise.resolve(JSON.stringify(this.#watch.report()))
  }

  override async onAlarm(): Promise<void> {
    this.#armedFor = 0
    await this.#watch.beat()
    await this.#arm()
  }

  /** After a restart only the alarm may wake this room: it requests missing prices. */
  async #arm(): Promise<void> {
    const now = Date.now()
    if (!this.#watch.isNeeded || now < this.#armedFor) return
    this.#armedFor = now + BEAT_MS
    await this.ctx.storage.setAlarm(this.#armedFor)
  }

  /** Read from the directory once a minute; a failed read is repeated. */
  #readCaps(): Promise<Caps> {
    const now = Date.now()
    if (this.#caps && now - this.#caps.at < CAPS_TTL_MS) return this.#caps.caps
    const caps = this.remotes.caps()
    this.#caps = { at: now, caps }
    caps.catch(() => (this.#caps = null))
    return caps
  }
}
