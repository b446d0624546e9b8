// The Log room (one, named "main"): appends its sources' numbered entries and signs checkpoints. It sleeps until a call wakes it, and works by
// its alarm, a few seconds later, so that one checkpoint covers entries that arrive together.

import { createHash } from 'node:crypto'
import { logMigrations } from '#db/log/migrations'
import type { Sha256 } from '#domain/log/bytes'
import type { Leaf } from '#domain/log/leaf'
import { readSecretKey } from '#domain/log/note'
import { ed25519Signer, verifyEd25519 } from '#lib/ed25519'
import { NamedRoom } from '../lib/named-room'
import type { Store } from '../lib/store'
import type { LogRpc } from '../protocol/log'
import { collect, placeOfRound } from './collect'
import { TransparencyLog } from './transparency-log'
import { sourcesOf } from './remotes'

/** From the first news to the pass that logs it: half of the ten seconds after which a checkpoint covers it. */
const WAIT_MS = 5_000
/** Pause between passes of a long backlog. */
const MORE_MS = 100

export class Log extends NamedRoom implements LogRpc {
  readonly #store: Store
  #log: TransparencyLog | null = null

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    this.#store = this.openStore(logMigrations)
  }

  async wake(): Promise<void> {
    if (this.#open() && (await this.ctx.storage.getAlarm()) === null)
      await this.ctx.storage.setAlarm(Date.now() + WAIT_MS)
  }

  async append(leaf: string): Promise<void> {
    // Only rooms and the Worker reach this method; they build the text, typed.
    this.#open()?.append([JSON.parse(leaf) as Leaf], Date.now())
    await this.wake()
  }

  head(size: number | null): Promise<string> {
    return this.#answer((log) => log.head(size))
  }

  inclusion(leaf: number, size: number | null): Promise<string> {
    return this.#answer((log) => log.inclusion(leaf, size))
  }

  consistency(from: number, to: number): Promise<string> {
    return this.#answer((log) => log.consistency(from, to))
  }

  leaves(from: number, limit: number, source: string | null): Promise<string> {
    return this.#answer((log) => log.leaves(from, limit, source))
  }

  receipt(id: string): Promise<string> {
    return this.#answer((log) => log.receipt(id))
  }

  async round(no: number): Promise<string> {
    const log = this.#open()
    return JSON.stringify(log && (await placeOfRound(log, sourcesOf(this.env), { sha256, no })))
  }

  override async onAlarm(): Promise<void> {
    const log = this.#open()
    if (!log) return
    const hasMore = await collect(log, sourcesOf(this.env), { sha256, now: Date.now() })
    if (hasMore) await this.ctx.storage.setAlarm(Date.now() + MORE_MS)
  }

  /** The backup's site may have signed newer entries: a restored log continues under a new name. */
  protected override afterRestore(now: number): readonly string[] {
    return [`INSERT OR REPLACE INTO source (name, up_to, newest) VALUES ('restored', ${now}, '')`]
  }

  #answer(read: (log: TransparencyLog) => unknown): Promise<string> {
    const log = this.#open()
    return Promise.resolve(JSON.stringify(log ? read(log) : null))
  }

  /** Null without a key: an installation that has none keeps no log. */
  #open(): TransparencyLog | null {
    if (this.#log || !this.env.LOG_KEY) return this.#log
    const now = ed25519Signer(sha256, readSecretKey(this.env.LOG_KEY))
    const before = this.env.LOG_KEY_BEFORE ? ed25519Signer(sha256, readSecretKey(this.env.LOG_KEY_BEFORE)) : null
    this.#log = new TransparencyLog(this.#store, { sha256, verify: verifyEd25519 }, { now, before })
    return this.#log
  }
}

const sha256: Sha256 = (bytes) => new Uint8Array(createHash('sha256').update(bytes).digest())
