// Life of the account's book: opened when the room wakes, changed one turn at a time, made durable, discarded after a
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
import { AccountBook, type Features, openLog } from './book'
import type { EnginePorts } from './engine-ports'
import type { AccountEvent } from './events'
import { MESSAGES_PER_TURN_MAX } from './market-answers'
import { beginRecovery } from './write-ahead-log'

/** Longest delay before unsaved work is saved; shorter while a client listens, longer while turns are forwarded. */
const SAVE_WITHIN_MS = 250
const SAVE_WITHIN_HEARD_MS = 50
const SAVE_WITHIN_FORWARDED_MS = 1_000

/** Ports of the turns to the engine that owns them. */
export interface TurnsPorts {
  /** Sends a Market its owed commands. */
  send(symbol: string): void
  /** Sends unsent registrations to Watches. */
  tellWatches(): void
  /** Applies a Market's answer to the open book. */
  take(symbol: string, answer: MarketAnswer): void
  /** The book is open, with its forwarded turns replayed. */
  opened(book: AccountBook): void
}

export class Turns {
  readonly #store: Store
  readonly #features: Features
  readonly #ports: EnginePorts & TurnsPorts
  #book: AccountBook | null = null
  #opening: Promise<AccountBook> | null = null
  /** Whether an applied answer is unsaved, and the count of its messages. */
  #isUnsaved = false
  #messagesUnsaved = 0
  #isSaveDue = false
  /** Events of turns that are not known to be durable, oldest first. */
  #untold: { readonly turn: number; readonly event: AccountEvent }[] = []
  #alarmAt: number | null = null

  constructor(store: Store, features: Features, ports: EnginePorts & TurnsPorts) {
    this.#store = store
    this.#features = features
    this.#ports = ports
  }

  /** Opens the book if needed and refreshes its listings. Every outside call awaits this first. */
  async ready(): Promise<void> {
    const catalogue = await this.#ports.catalogue()
    if (!this.#book) await this.#open(catalogue)
    if (this.#book) this.#book.catalogue = catalogue
  }

  /** The open book. Never hold it across an await: a failed turn discards the book with all its unsaved changes. */
  get opened(): AccountBook {
    assert(this.#book !== null, 'the book is open')
    return this.#book
  }

  /** The book, or null while closed. */
  get book(): AccountBook | null {
    return this.#book
  }

  /**
   * Runs work in memory as one turn, then publishes and sends. A failure is undone in store and memory. A turn with commands for a Market
   * is durable once that Market has answered; any other turn is durable at once.
   */
  run<Result>(work: ((book: AccountBook, now: number) => Result) & Synchronous<Result>): Result {
    return this.#run(work, { mayForward: true })
  }

  /** A turn that is durable here on return, so its caller can be answered at once. */
  runCommitted<Result>(work: ((book: AccountBook, now: number) => Result) & Synchronous<Result>): Result {
    return this.#run(work, {})
  }

  /** A turn over the tables: they are checkpointed first, and the whole turn is one transaction. */
  runInTables<Result>(work: ((book: AccountBook, now: number) => Result) & Synchronous<Result>): Result {
    this.saveNow()
    const ended = this.#store.runInTransaction(() =>
      this.runCommitted((book, now) => {
        book.checkpoint()
        return { result: work(book, now) }
      }),
    )
    return ended.result
  }

  /** Reads saved state: applied but unsaved changes are saved first. */
  read<Result>(work: (book: AccountBook, now: number) => Result): Result {
    this.saveNow()
    const book = this.opened
    if (book.log.rows > 0) this.#store.runInTransaction(() => book.checkpoint())
    return work(book, this.#ports.now())
  }

  /** Applies `messageCount` messages of a Market in memory; they are saved soon, or with the next turn. */
  apply<Result>(messageCount: number, work: (book: AccountBook) => Result): Result {
    if (this.#messagesUnsaved + messageCount > MESSAGES_PER_TURN_MAX) this.saveNow()
    const book = this.opened
    this.#isUnsaved = true
    this.#messagesUnsaved += messageCount
    try {
      const result = work(book)
      // A command caused by a message is sent only after its save: a Market must never have a command that this account lost.
      if (book.streams.isAsking) this.saveNow()
      else this.#saveSoon()
      return result
    } catch (failure) {
      this.#discard()
      throw failure
    }
  }

  /** Saves applied answers before they are published. Answers of the lease holder alone need no save: a waking room gets them again first. */
  makeSure(): void {
    const { writeAhead, streams } = this.opened
    if (writeAhead.holder === null || !streams.isOnlyChanged(writeAhead.holder)) this.saveNow()
  }

  saveNow(): void {
    if (this.#isUnsaved || (this.#book?.log.turnsForwarded ?? 0) > 0) this.runCommitted(() => null)
  }

  /** Commands owed to a Market with the turns forwarded to it; null when no command is owed. */
  requestTo(symbol: string): MarketRequest | null {
    const { streams, writeAhead } = this.opened
    if (!streams.isOwed(symbol)) return null
    return { account: this.#ports.account, ...streams.owedTo(symbol), lease: writeAhead.leaseFor(symbol) }
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

  #open(catalogue: Catalogue): Promise<AccountBook> {
    this.#opening ??= this.#wake(catalogue).finally(() => (this.#opening = null))
    return this.#opening
  }

  /** Forwarded turns are recovered before any read or event. */
  async #wake(catalogue: Catalogue): Promise<AccountBook> {
    const log = openLog(this.#store, this.#features.tables)
    const recovery = beginRecovery(this.#store, log)
    if (recovery) {
      const { account } = this.#ports
      const request = { account, received: 0, commands: [], lease: recovery.lease }
      const answer = await this.#ports.askMarket(recovery.holder, request)
      assert(answer.forwarded !== undefined, 'the holder of a lease gives back what was forwarded to it')
      log.replay(answer.forwarded)
      log.commit()
      this.#book = new AccountBook(this.#store, catalogue, this.#features, this.#ports)
      this.#hearOut(recovery.holder, answer)
    }
    const book = (this.#book ??= new AccountBook(this.#store, catalogue, this.#features, this.#ports))
    this.#ports.opened(book)
    // Commands owed when the memory was lost are sent again at once.
    for (const symbol of book.streams.owed()) this.#ports.send(symbol)
    return book
  }

  /** An answer that can't be applied discards only the book: the account then opens from its saved state without that answer. */
  #hearOut(symbol: string, answer: MarketAnswer): void {
    try {
      this.#ports.take(symbol, answer)
    } catch (failure) {
      this.#ports.report(`what ${symbol} said during recovery could not be applied: ${String(failure)}`)
    }
  }

  #discard(): void {
    this.#book = null
    this.#untold = []
    this.#isUnsaved = false
    this.#messagesUnsaved = 0
  }

  #run<Result>(work: (book: AccountBook, now: number) => Result, ending: Ending): Result {
    const book = this.opened
    const now = this.#ports.now()
    try {
      const result = work(book, now)
      assert(!(result instanceof Promise), 'a turn does not wait')
      this.#end(book, now, ending)
      this.#afterTurn(book)
      return result
    } catch (failure) {
      this.#discard()
      throw failure
    }
  }

  #end(book: AccountBook, now: number, { mayForward = false, holder = book.writeAhead.holder }: Ending): void {
    const asked = mayForward ? book.streams.askedOnly : null
    const isForwarded = asked !== null && book.mayForwardTo(asked)
    const event = book.note(now)
    if (isForwarded) book.writeAhead.forward()
    else book.writeAhead.commit(asked ?? holder)
    if (book.isFarBehind) this.#store.runInTransaction(() => book.checkpoint())
    this.#isUnsaved = false
    this.#messagesUnsaved = 0
    if (event) this.#untold.push({ turn: book.log.number, event })
    if (!isForwarded) this.#tell(book, book.log.number)
  }

  /** The Market has stored the lines of an answered request: events of those turns may be published. */
  #confirm({ lease }: MarketRequest): void {
    const turn = this.#book?.writeAhead.confirm(lease) ?? null
    if (this.#book && turn !== null) this.#tell(this.#book, turn)
  }

  /** Publishes events up to a turn. New listeners start with a snapshot, so events without listeners are dropped. */
  #tell(book: AccountBook, turn: number): void {
    const now = this.#ports.now()
    const told = this.#untold.filter((one) => one.turn <= turn)
    this.#untold = this.#untold.slice(told.length)
    if (!this.#ports.isHeard()) return
    for (const { event } of told) this.#ports.tell(event, (id) => book.findCaller(id, now) !== undefined)
  }

  #afterTurn(book: AccountBook): void {
    this.#arm(book)
    if (book.writeAhead.holder !== null) this.#saveSoon()
    for (const symbol of book.streams.owed()) this.#ports.send(symbol)
    if (book.watches.isUntold) this.#ports.tellWatches()
  }

  #arm(book: AccountBook): void {
    const next = book.timers.next()
    if (next === null || (this.#alarmAt !== null && this.#alarmAt <= next)) return
    this.setAlarm(next)
  }

  #saveSoon(): void {
    if (this.#isSaveDue) return
    this.#isSaveDue = true
    this.#ports.later(this.#saveWithinMs(), () => {
      this.#isSaveDue = false
      if (this.#book) this.#saveOrRest(this.#book)
    })
  }

  #saveWithinMs(): number {
    if (this.#ports.isHeard()) return SAVE_WITHIN_HEARD_MS
    return this.#book?.writeAhead.isBusy ? SAVE_WITHIN_FORWARDED_MS : SAVE_WITHIN_MS
  }

  /** An account that has forwarded nothing since the last time takes the lease back: it will wake without asking. */
  #saveOrRest(book: AccountBook): void {
    if (book.writeAhead.takeUse()) {
      this.saveNow()
      this.#saveSoon()
    } else if (this.#isUnsaved || book.writeAhead.holder !== null) this.#run(() => null, { holder: null })
  }
}

/** Options for a turn's end: whether it may be forwarded, and the lease holder after its commit. */
interface Ending {
  readonly mayForward?: boolean
  readonly holder?: string | null
}
