// Everything one account owns, opened from its store: commands change it in memory, and it is saved as a whole.
// A book whose save or command failed is thrown away and opened again, so memory is never ahead of what a failure undid.

import { assert } from '#domain/assert'
import type { Catalogue } from '#domain/catalogue'
import type { Amount } from '#domain/money/amount'
import { counter, lease } from '#db/account/room'
import type { Store } from '#party/lib/store'
import { type LoggedTables, TurnLog } from '#party/lib/turn-log'
import { CommandMemory } from './command-memory'
import { Timers } from './due'
import { type AccountEvent, EventLog } from './events'
import { Ledger } from './ledger'
import { MarketStreams } from './market-stream'
import { PeerStreams } from './peers'
import { Sessions } from './session'
import { Watches } from './watches'
import { WriteAheadLog } from './write-ahead-log'
import { type Outcome, done } from '#domain/outcome'
import type { Capabilities } from './capabilities'
import type { Digest } from '#domain/quotes/chain'
import type { Hashing } from '#domain/hashing'
import type { Outflow, OutflowRefusal } from './outflow'

/** How long a Market may keep silent before the room's alarm asks it again. */
export const ASK_AGAIN_MS = 5_000
/** When a Watch that could not be told is told again. */
const TELL_AGAIN_MS = 5_000
/** More than this is not left for a waking room to carry out. */
const ROWS_LOGGED_MAX = 64

/** What one feature has in one book, and what the centre does with every feature alike. */
export interface Part {
  readonly name: string
  readonly state: unknown
  /** The last thing of a turn, before it is told and saved. */
  ending(now: number): void
  /** What of it is running and may be lost. */
  atStake(): Amount
  checkOutflow(outflow: Outflow, now: number): Outcome<null, OutflowRefusal>
  /** What this turn changed that is told, or null. Asked before `save`. */
  changes(now: number): object | null
  snapshot(now: number): object | null
  save(log: TurnLog): void
  checkpointed(): void
  prune(now: number): void
  verify(now: number, sums: ReadonlyMap<string, Amount>): readonly string[]
}

/** What the features bring to a book. */
export interface Features {
  /** Those of their tables that follow the log. */
  readonly tables: LoggedTables['tables']
  /** Opens every one over a book whose other parts are there. */
  open(book: AccountBook): { readonly parts: readonly Part[]; readonly capabilities: Capabilities }
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
      counter,
      lease,
      ...ofFeatures,
    ],
    atOnce: Ledger.tablesAtOnce,
    counter,
  })

/** What is done to the sockets after a turn. */
export interface TurnEffects {
  /** Those of one session, or all. */
  readonly closeSockets: (sessionId: string | null) => void
}

export class AccountBook {
  readonly store: Store
  /** SHA-256, as hex. */
  readonly digest: Digest
  /** HMAC-SHA-256, as hex. */
  readonly hmac: Hashing['hmac']
  /** Text that nobody can guess, another each time. */
  readonly salt: () => string
  readonly log: TurnLog
  readonly ledger: Ledger
  readonly streams: MarketStreams
  readonly commands: CommandMemory
  readonly sessions: Sessions
  readonly peers: PeerStreams
  readonly watches: Watches
  readonly timers: Timers
  readonly events: EventLog
  readonly writeAhead: WriteAheadLog
  readonly capabilities: Capabilities
  readonly #parts: ReadonlyMap<string, Part>
  #effects: ((effects: TurnEffects) => void)[] = []
  /** What is listed now; the owner of the book keeps it fresh. */
  catalogue: Catalogue

  constructor(
    store: Store,
    catalogue: Catalogue,
    features: Features,
    hashes: Pick<AccountBook, 'digest' | 'hmac' | 'salt'>,
  ) {
    this.store = store
    this.digest = hashes.digest
    this.hmac = hashes.hmac
    this.salt = () => hashes.salt()
    this.catalogue = catalogue
    // First of all: what earlier turns logged goes into the tables that the parts read.
    this.log = openLog(store, features.tables)
    this.ledger = new Ledger(store)
    this.streams = new MarketStreams(store)
    this.commands = new CommandMemory(store)
    this.sessions = new Sessions(store)
    this.peers = new PeerStreams(store)
    this.watches = new Watches(store)
    this.timers = new Timers(store)
    this.events = new EventLog(store)
    this.writeAhead = new WriteAheadLog(store, this.log)
    const { parts, capabilities } = features.open(this)
    this.capabilities = capabilities
    this.#parts = new Map(parts.map((part) => [part.name, part]))
  }

  get parts(): Iterable<Part> {
    return this.#parts.values()
  }

  /** The state of a feature, for what that feature has registered. */
  stateOf(feature: string): never {
    const part = this.#parts.get(feature)
    assert(part !== undefined, `${feature} is a feature`)
    // Only what a feature has registered itself asks for its state.
    return part.state as never
  }

  /** Whether money may leave a wallet: every feature that has something at stake there is asked. */
  checkOutflow(outflow: Outflow, now: number): Outcome<null, OutflowRefusal> {
    for (const part of this.#parts.values()) {
      const checked = part.checkOutflow(outflow, now)
      if (!checked.ok) return checked
    }
    return done(null)
  }

  /** Does something to the sockets once the turn has ended. */
  afterwards(work: (effects: TurnEffects) => void): void {
    this.#effects.push(work)
  }

  takeEffects(): readonly ((effects: TurnEffects) => void)[] {
    const effects = this.#effects
    this.#effects = []
    return effects
  }

  /** Puts all that changed into the log, for the turn to end. Answers the event that tells it, or null when nobody could see a change. */
  note(now: number): AccountEvent | null {
    for (const part of this.#parts.values()) part.ending(now)
    this.watches.answered()
    // Once everything is said the alarm finds nothing to do.
    if (this.streams.owed().length > 0) this.timers.ensure('deliver', now + ASK_AGAIN_MS)
    if (this.watches.isUntold) this.timers.ensure('watch', now + TELL_AGAIN_MS)
    const balances = this.ledger.changedBalances()
    const changes = this.#changes(now)
    const isVisible = balances.length > 0 || Object.keys(changes).length > 0
    const event = isVisible ? this.events.record(this.log, { at: now, balances, ...changes }) : null
    this.ledger.save(this.log)
    this.streams.save(this.log)
    this.commands.save(this.log)
    this.peers.save(this.log)
    this.watches.save(this.log)
    for (const part of this.#parts.values()) part.save(this.log)
    // Written at once, before the turn is: a failure leaves nothing of it behind but a timer too many.
    this.timers.save()
    return event
  }

  /** What features tell of this turn, by their names. */
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
    return this.log.rows >= ROWS_LOGGED_MAX && this.log.turnsForwarded === 0
  }

  /** Brings the tables up to date, inside the caller's transaction. Queries and whatever reads the tables come after it. */
  checkpoint(): void {
    this.log.checkpoint()
    this.commands.checkpointed()
    for (const part of this.#parts.values()) part.checkpointed()
  }
}
