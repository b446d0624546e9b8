// All state of one account, opened from its store: commands change it in memory, and it is saved as a whole. After a failed save or command
// the state is discarded and reopened, so memory is never ahead of the store.

import { assert } from '#domain/assert'
import type { Catalogue } from '#domain/catalogue'
import type { Amount } from '#domain/money/amount'
import { counter, lease } from '#db/account/room'
import type { Store } from '#party/lib/store'
import { type LoggedTables, TurnLog } from '#party/lib/turn-log'
import { ApiKeys } from './api-keys'
import { CommandMemory } from './command-memory'
import { Timers } from './due'
import { type AccountEvent, EventLog } from './events'
import { Ledger } from './ledger'
import { MarketStreams } from './market-stream'
import { PeerStreams } from './peers'
import { type LiveSession, Sessions } from './session'
import { Watches } from './watches'
import { WriteAheadLog } from './write-ahead-log'
import { type Outcome, done } from '#domain/outcome'
import type { Capabilities } from './capabilities'
import type { Digest } from '#domain/quotes/chain'
import type { Hashing } from '#domain/hashing'
import type { Outflow, OutflowRefusal } from './outflow'

/** How long a Market may keep silent before the room's alarm asks it again. */
export const RETRY_MS = 5_000
/** Retry delay for a Watch that could not be reached. */
const NOTIFY_RETRY_MS = 5_000
/** Log rows that trigger a checkpoint, which bounds the replay of a waking room. */
const ROWS_LOGGED_MAX = 64
/** Table rows that trigger one: while it writes them, the account answers no call. */
const CHANGES_OWED_MAX = 2_048

/** One feature's state in one account, with the operations that the account calls on every feature. */
export interface Part {
  readonly name: string
  readonly state: unknown
  /** Last hook of a turn, before events and save. */
  ending(now: number): void
  /** Counts, by name, of open matters that prevent closing the account. */
  unfinished(now: number): Readonly<Record<string, number>>
  /** Amount at risk in the feature's open positions. */
  atStake(): Amount
  checkOutflow(outflow: Outflow, now: number): Outcome<null, OutflowRefusal>
  /** Changes of this turn for the account's channel, or null. Called before `save`. */
  changes(now: number): object | null
  snapshot(now: number): object | null
  save(log: TurnLog): void
  checkpointed(): void
  prune(now: number): void
  verify(now: number, sums: ReadonlyMap<string, Amount>): readonly string[]
}

/** All features, as the account uses them. */
export interface Features {
  /** Tables of features that follow the log. */
  readonly tables: LoggedTables['tables']
  /** Opens every feature over an account whose other parts exist already. */
  open(account: AccountState): { readonly parts: readonly Part[]; readonly capabilities: Capabilities }
}

/** The write-ahead log of an account, with the tables that follow it. */
export const openLog = (store: Store, ofFeatures: LoggedTables['tables']): TurnLog =>
  new TurnLog(store, {
    tables: [
      ...Ledger.tables,
      ...MarketStreams.tables,
      ...CommandMemory.tables,
      ...PeerStreams.tables,
      ...Watches.tables,
      ...EventLog.tables,
      counter,
      lease,
      ...ofFeatures,
    ],
    inTurnRow: Ledger.tablesInTurnRow,
    counter,
  })

/** Effects on the sockets after a turn. */
export interface TurnEffects {
  /** Closes the sockets of one session; null closes all. */
  readonly closeSockets: (sessionId: string | null) => void
}

export class AccountState {
  readonly store: Store
  /** SHA-256, as hex. */
  readonly digest: Digest
  /** HMAC-SHA-256, as hex. */
  readonly hmac: Hashing['hmac']
  /** A new unguessable text at each call. */
  readonly salt: () => string
  /** True while a program's socket of that name is open. */
  readonly isConnected: (name: string) => boolean
  readonly log: TurnLog
  readonly ledger: Ledger
  readonly streams: MarketStreams
  readonly commands: CommandMemory
  readonly sessions: Sessions
  readonly apiKeys: ApiKeys
  readonly peers: PeerStreams
  readonly watches: Watches
  readonly timers: Timers
  readonly events: EventLog
  readonly writeAhead: WriteAheadLog
  readonly capabilities: Capabilities
  readonly #parts: ReadonlyMap<string, Part>
  #effects: ((effects: TurnEffects) => void)[] = []
  /** Current listings; the account's owner refreshes them. */
  catalogue: Catalogue

  constructor(
    store: Store,
    catalogue: Catalogue,
    features: Features,
    ports: Pick<AccountState, 'digest' | 'hmac' | 'salt' | 'isConnected'>,
  ) {
    this.store = store
    this.digest = ports.digest
    this.hmac = ports.hmac
    this.salt = () => ports.salt()
    this.isConnected = (name) => ports.isConnected(name)
    this.catalogue = catalogue
    // First of all: what earlier turns logged goes into the tables that the parts read.
    this.log = openLog(store, features.tables)
    this.ledger = new Ledger(store)
    this.streams = new MarketStreams(store)
    this.commands = new CommandMemory(store)
    this.sessions = new Sessions(store)
    this.apiKeys = new ApiKeys(store)
    this.peers = new PeerStreams(store)
    this.watches = new Watches(store)
    this.timers = new Timers(store)
    this.events = new EventLog(store)
    this.writeAhead = new WriteAheadLog(store, this.log)
    const { parts, capabilities } = features.open(this)
    this.capabilities = capabilities
    this.#parts = new Map(parts.map((part) => [part.name, part]))
  }

  /** A session, or an API key in its place. */
  findCaller(id: string, now: number): LiveSession | undefined {
    return this.sessions.findLive(id, now) ?? this.apiKeys.findLive(id, now)
  }

  get parts(): Iterable<Part> {
    return this.#parts.values()
  }

  /** State of a feature, for the definitions that this feature registered. */
  stateOf(feature: string): never {
    const part = this.#parts.get(feature)
    assert(part !== undefined, `${feature} is a feature`)
    // A feature's own definitions are the only callers.
    return part.state as never
  }

  /** Checks a payout from a wallet against every feature with an amount at risk in that wallet. */
  checkOutflow(outflow: Outflow, now: number): Outcome<null, OutflowRefusal> {
    for (const part of this.#parts.values()) {
      const checked = part.checkOutflow(outflow, now)
      if (!checked.ok) return checked
    }
    return done(null)
  }

  /** Counts, by name, of open matters that prevent closing the account; empty if it can close. Tables must have every saved row. */
  unfinished(now: number): ReadonlyMap<string, number> {
    const counted = [...this.#parts.values()].flatMap((part) => Object.entries(part.unfinished(now)))
    return new Map(counted.filter(([, total]) => total > 0))
  }

  /** Queues a socket effect until the turn has ended. */
  afterwards(work: (effects: TurnEffects) => void): void {
    this.#effects.push(work)
  }

  takeEffects(): readonly ((effects: TurnEffects) => void)[] {
    const effects = this.#effects
    this.#effects = []
    return effects
  }

  /** Writes all changes of the turn into the log. Returns the event to publish, or null when no visible value changed. */
  note(now: number): AccountEvent | null {
    for (const part of this.#parts.values()) part.ending(now)
    this.watches.answered()
    // If everything is delivered by then, the alarm has no work.
    if (this.streams.pending().length > 0) this.timers.ensure('deliver', now + RETRY_MS)
    if (this.watches.hasUnsent) this.timers.ensure('watch', now + NOTIFY_RETRY_MS)
    const balances = this.ledger.changedBalances()
    const changes = this.#changes(now)
    const isVisible = balances.length > 0 || Object.keys(changes).length > 0
    const isStored = !this.apiKeys.isEmpty
    const event = isVisible ? this.events.record(this.log, { isStored, at: now, balances, ...changes }) : null
    this.ledger.save(this.log)
    this.streams.save(this.log)
    this.commands.save(this.log)
    this.peers.save(this.log)
    this.watches.save(this.log)
    for (const part of this.#parts.values()) part.save(this.log)
    // Timers are written at once, before the turn commits: a failed turn leaves at most one surplus timer.
    this.timers.save()
    return event
  }

  /** Changes of this turn by feature name. */
  #changes(now: number): Readonly<Record<string, object>> {
    const changes: Record<string, object> = {}
    for (const part of this.#parts.values()) {
      const changed = part.changes(now)
      if (changed) changes[part.name] = changed
    }
    return changes
  }

  /** True when this turn's only outcome is commands for the Market that holds the lease, which has room for it. Asked before `note`. */
  mayForwardTo(symbol: string): boolean {
    return this.writeAhead.mayForwardTo(symbol) && this.streams.isOnlyChanged(symbol)
  }

  /** True when the tables are so far behind that a waking room would feel it. */
  get isFarBehind(): boolean {
    const { rows, changesOwed, turnsForwarded } = this.log
    return turnsForwarded === 0 && (rows >= ROWS_LOGGED_MAX || changesOwed >= CHANGES_OWED_MAX)
  }

  /** Applies the log to the tables inside the caller's transaction. Queries and other table reads must run after it. */
  checkpoint(): void {
    this.log.checkpoint()
    this.commands.checkpointed()
    for (const part of this.#parts.values()) part.checkpointed()
  }
}
