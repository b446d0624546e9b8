// Life of the account's state: opened when the room wakes, changed one turn at a time, made durable, discarded after a
// failure.
//
// A turn becomes durable in one of two ways. Most turns are committed: one row of the write-ahead log, one commit of
// this room. A turn whose only outcome is commands for one Market may be forwarded instead: its log line travels in
// the same request as the commands, and the Market makes it durable in the commit that stores them, so an order costs
// one commit in all. The next commit here saves the forwarded turns; a room that wakes first recovers them from the
// Market that holds the lease (write-ahead-log.ts).
// Market answers are applied in memory at once and saved with the next turn or soon after. After a crash in between
// the Market repeats them; an answer published before its save came from the lease holder, which a waking room
// replays first.

import type { Catalogue } from '#domain/catalogue'
import { assert } from '#domain/assert'
import type { MarketAnswer, MarketRequest } from '#party/protocol/market'
import type { Store, Synchronous } from '#party/lib/store'
import { AccountState, type Features, openLog } from './state'
import type { EnginePorts } from './engine-ports'
import type { AccountEvent } from './events'
import { MESSAGES_PER_TURN_MAX } from './market-answers'
import { beginRecovery } from './write-ahead-log'

/** Longest delay before unsaved work is saved; shorter while a client listens, longer while turns are forwarded. */
const SAVE_WITHIN_MS = 250
const SAVE_WITHIN_LISTENED_MS = 50
const SAVE_WITHIN_FORWARDED_MS = 1_000

/** Ports from turns to their engine. */
export interface TurnsPorts {
  /** Sends a Market its owed commands. */
  send(symbol: string): void
  /** Sends unsent registrations to Watches. */
  notifyWatches(): void
  /** Applies a Market's answer to the open account. */
  take(symbol: string, answer: MarketAnswer): void
  /** The account is open, with its forwarded turns replayed. */
  opened(account: AccountState): void
}

export class Turns {
  readonly #store: Store
  readonly #features: Features
  readonly #ports: EnginePorts & TurnsPorts
  #account: AccountState | null = null
  #opening: Promise<AccountState> | null = null
  /** Whether an applied answer is unsaved, and the count of its messages. */
  #isUnsaved = false
  #messagesUnsaved = 0
  #isSaveDue = false
  /** Events of turns that are not known to be durable, oldest first. */
  #unsent: { readonly turn: number; readonly event: AccountEvent }[] = []
  #alarmAt: number | null = null

  constructor(store: Store, features: Features, ports: EnginePorts & TurnsPorts) {
    this.#store = store
    this.#features = features
    this.#ports = ports
  }

  /** Opens the account if needed and refreshes its listings. Every outside call awaits this first. */
  async ready(): Promise<void> {
    const catalogue = await this.#ports.catalogue()
    if (!this.#account) await this.#open(catalogue)
    if (this.#account) this.#account.catalogue = catalogue
  }

  /** The open account. Never hold it across an await: a failed turn discards its state with all its unsaved changes. */
  get opened(): AccountState {
    assert(this.#account !== null, 'the account is open')
    return this.#account
  }

  /** The account, or null while closed. */
  get account(): AccountState | null {
    return this.#account
  }

  /**
   * Runs work in memory as one turn, then publishes and sends. A failure is undone in store and memory. A turn with commands for a Market
   * is durable once that Market has answered; any other turn is durable at once.
   */
  run<Result>(work: ((account: AccountState, now: number) => Result) & Synchronous<Result>): Result {
    return this.#run(work, { mayForward: true })
  }

  /** A turn that is durable on return: its caller gets an immediate answer. */
  runCommitted<Result>(work: ((account: AccountState, now: number) => Result) & Synchronous<Result>): Result {
    return this.#run(work, {})
  }

  /** A turn over the tables: they are checkpointed first, and the whole turn is one transaction. */
  runInTables<Result>(work: ((account: AccountState, now: number) => Result) & Synchronous<Result>): Result {
    this.saveNow()
    const ended = this.#store.runInTransaction(() =>
      this.runCommitted((account, now) => {
        account.checkpoint()
        return { result: work(account, now) }
      }),
    )
    return ended.result
  }

  /** Reads saved state: applied but unsaved changes are saved first. */
  read<Result>(work: (account: AccountState, now: number) => Result): Result {
    this.saveNow()
    const account = this.opened
    if (account.log.rows > 0) this.#store.runInTransaction(() => account.checkpoint())
    return work(account, this.#ports.now())
  }

  /** Applies `messageCount` messages of a Market in memory; they are saved soon, or with the next turn. */
  apply<Result>(messageCount: number, work: (account: AccountState) => Result): Result {
    if (this.#messagesUnsaved + messageCount > MESSAGES_PER_TURN_MAX) this.saveNow()
    const account = this.opened
    this.#isUnsaved = true
    this.#messagesUnsaved += messageCount
    try {
      const result = work(account)
      // A command caused by a message is saved before it is sent: a Market must never hold a command that this account lost.
      if (account.streams.isAsking) this.saveNow()
      else this.#saveSoon()
      return result
    } catch (failure) {
      this.#discard()
      throw failure
    }
  }

  /**
   * Saves the applied answers of Markets before they are published. If all of them came from the Market that holds the lease, no save is needed:
   * after a crash the account asks that Market first, and receives them again.
   */
  makeSure(): void {
    const { writeAhead, streams } = this.opened
    if (writeAhead.holder === null || !streams.isOnlyChanged(writeAhead.holder)) this.saveNow()
  }

  saveNow(): void {
    if (this.#isUnsaved || (this.#account?.log.turnsForwarded ?? 0) > 0) this.runCommitted(() => null)
  }

  /** Commands owed to a Market with the turns forwarded to it; null when no command is owed. */
  requestTo(symbol: string): MarketRequest | null {
    const { streams, writeAhead } = this.opened
    if (!streams.hasPending(symbol)) return null
    return { account: this.#ports.account, ...streams.pendingFor(symbol), lease: writeAhead.leaseFor(symbol) }
  }

  /** Calls a Market. Its answer confirms the forwarded lines; when that is uncertain, everything is saved here before work continues. */
  async ask(symbol: string, request: MarketRequest): Promise<MarketAnswer> {
    try {
      const answer = await this.#ports.askMarket(symbol, request)
      if (answer.isGap) this.saveNow()
      else this.#confirm(request)
      if (answer.isFull) this.#run(() => null, { holder: null })
      return answer
    } catch (failure) {
      this.saveNow()
      throw failure
    }
  }

  /** The alarm has rung. */
  rang(): void {
    this.#alarmAt = null
  }

  setAlarm(at: number): void {
    this.#alarmAt = at
    this.#ports.setAlarm(at)
  }

  #open(catalogue: Catalogue): Promise<AccountState> {
    this.#opening ??= this.#wake(catalogue).finally(() => (this.#opening = null))
    return this.#opening
  }

  /** Forwarded turns are recovered before any read or event. */
  async #wake(catalogue: Catalogue): Promise<AccountState> {
    const log = openLog(this.#store, this.#features.tables)
    const recovery = beginRecovery(this.#store, log)
    if (recovery) {
      const { account } = this.#ports
      const request = { account, received: 0, commands: [], lease: recovery.lease }
      const answer = await this.#ports.askMarket(recovery.holder, request)
      assert(answer.forwarded !== undefined, 'the holder of a lease gives back what was forwarded to it')
      log.replay(answer.forwarded)
      log.commit()
      this.#account = new AccountState(this.#store, catalogue, this.#features, this.#ports)
      this.#receive(recovery.holder, answer)
    }
    const account = (this.#account ??= new AccountState(this.#store, catalogue, this.#features, this.#ports))
    this.#ports.opened(account)
    // Commands owed when the memory was lost are sent again at once.
    for (const symbol of account.streams.pending()) this.#ports.send(symbol)
    return account
  }

  /** An answer that can't be applied discards only the state in memory: the account then opens from its saved state without that answer. */
  #receive(symbol: string, answer: MarketAnswer): void {
    try {
      this.#ports.take(symbol, answer)
    } catch (failure) {
      this.#ports.report(`what ${symbol} said during recovery could not be applied: ${String(failure)}`)
    }
  }

  #discard(): void {
    this.#account = null
    this.#unsent = []
    this.#isUnsaved = false
    this.#messagesUnsaved = 0
  }

  #run<Result>(work: (account: AccountState, now: number) => Result, ending: Ending): Result {
    const account = this.opened
    const now = this.#ports.now()
    try {
      const result = work(account, now)
      assert(!(result instanceof Promise), 'a turn does not wait')
      this.#end(account, now, ending)
      this.#afterTurn(account)
      return result
    } catch (failure) {
      this.#discard()
      throw failure
    }
  }

  #end(account: AccountState, now: number, { mayForward = false, holder = account.writeAhead.holder }: Ending): void {
    const asked = mayForward ? account.streams.askedOnly : null
    const isForwarded = asked !== null && account.mayForwardTo(asked)
    const event = account.note(now)
    if (isForwarded) account.writeAhead.forward()
    else account.writeAhead.commit(asked ?? holder)
    if (account.isFarBehind) this.#store.runInTransaction(() => account.checkpoint())
    this.#isUnsaved = false
    this.#messagesUnsaved = 0
    if (event) this.#unsent.push({ turn: account.log.number, event })
    if (!isForwarded) this.#publish(account, account.log.number)
  }

  /** The Market has stored the lines of an answered request: events of those turns may be published. */
  #confirm({ lease }: MarketRequest): void {
    const turn = this.#account?.writeAhead.confirm(lease) ?? null
    if (this.#account && turn !== null) this.#publish(this.#account, turn)
  }

  /** Publishes events up to a turn. New listeners start with a snapshot, so events without listeners are dropped. */
  #publish(account: AccountState, turn: number): void {
    const now = this.#ports.now()
    const published = this.#unsent.filter((one) => one.turn <= turn)
    this.#unsent = this.#unsent.slice(published.length)
    if (!this.#ports.hasListeners()) return
    for (const { event } of published) this.#ports.publish(event, (id) => account.findCaller(id, now) !== undefined)
  }

  #afterTurn(account: AccountState): void {
    this.#arm(account)
    if (account.writeAhead.holder !== null) this.#saveSoon()
    for (const symbol of account.streams.pending()) this.#ports.send(symbol)
    if (account.watches.hasUnsent) this.#ports.notifyWatches()
  }

  #arm(account: AccountState): void {
    const next = account.timers.next()
    if (next === null || (this.#alarmAt !== null && this.#alarmAt <= next)) return
    this.setAlarm(next)
  }

  #saveSoon(): void {
    if (this.#isSaveDue) return
    this.#isSaveDue = true
    this.#ports.later(this.#saveWithinMs(), () => {
      this.#isSaveDue = false
      if (this.#account) this.#saveOrRest(this.#account)
    })
  }

  #saveWithinMs(): number {
    if (this.#ports.hasListeners()) return SAVE_WITHIN_LISTENED_MS
    return this.#account?.writeAhead.isBusy ? SAVE_WITHIN_FORWARDED_MS : SAVE_WITHIN_MS
  }

  /** If no turn was forwarded to a Market since the last save, its lease ends: without one, the account wakes without asking that Market. */
  #saveOrRest(account: AccountState): void {
    if (account.writeAhead.takeUse()) {
      this.saveNow()
      this.#saveSoon()
    } else if (this.#isUnsaved || account.writeAhead.holder !== null) this.#run(() => null, { holder: null })
  }
}

/** Options for a turn's end: whether it may be forwarded, and the lease holder after its commit. */
interface Ending {
  readonly mayForward?: boolean
  readonly holder?: string | null
}
