// The life of the account's book: opened as the room wakes, changed one turn at a time, made durable, thrown away when something fails.
//
// A turn ends in one of two ways. Most are committed: one row of the write-ahead log, one commit of this room. A turn whose only outcome is
// commands for one Market may instead be forwarded: its line travels in the same request as the commands, and the Market makes it durable in
// the commit that stores them, so an order costs one commit in all. The next commit here saves what was forwarded; a room that wakes first
// recovers it from the Market that holds the lease (write-ahead-log.ts).
// What a Market answered is applied in memory at once and saved with the next turn or soon after. A crash in between only makes the Market
// say it again; and whoever was told of it before it was saved was told by the holder of the lease, which a room that wakes hears out first.

import type { Catalogue } from '#domain/catalogue'
import { assert } from '#domain/assert'
import type { MarketAnswer, MarketRequest } from '#party/protocol/market'
import type { Store, Synchronous } from '#party/lib/store'
import { AccountBook, type Features, openLog } from './book'
import type { EnginePorts } from './engine-ports'
import type { AccountEvent } from './events'
import { MESSAGES_PER_TURN_MAX } from './market-answers'
import { beginRecovery } from './write-ahead-log'

/** How long what is not saved may wait for other work to be saved with; shorter while somebody watches, longer while turns are forwarded. */
const SAVE_WITHIN_MS = 250
const SAVE_WITHIN_HEARD_MS = 50
const SAVE_WITHIN_FORWARDED_MS = 1_000

/** What the turns have done for them by the desk, whose they are. */
export interface TurnsPorts {
  /** Sends what a Market is owed. */
  send(symbol: string): void
  /** Tells Watches what they do not know yet. */
  tellWatches(): void
  /** Takes what a Market answered into the open book. */
  take(symbol: string, answer: MarketAnswer): void
  /** The book is open, with all that was forwarded of it. */
  opened(book: AccountBook): void
}

export class Turns {
  readonly #store: Store
  readonly #features: Features
  readonly #ports: EnginePorts & TurnsPorts
  #book: AccountBook | null = null
  #opening: Promise<AccountBook> | null = null
  /** An answer was applied and is not saved yet; and how many messages were. */
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

  /** The book, opened if it is not, with what is listed now. Everything that comes from outside waits for it first. */
  async ready(): Promise<void> {
    const catalogue = await this.#ports.catalogue()
    if (!this.#book) await this.#open(catalogue)
    if (this.#book) this.#book.catalogue = catalogue
  }

  /** The book now. It is never held across a wait: a turn that failed meanwhile has thrown it away, and what it says never happened. */
  get opened(): AccountBook {
    assert(this.#book !== null, 'the book is open')
    return this.#book
  }

  /** The book if it is open. */
  get book(): AccountBook | null {
    return this.#book
  }

  /**
   * Work in memory, ended as one turn, then told and sent. A failure undoes it in the store and in memory. What asks a Market is durable
   * once that Market has answered; what asks none is durable at once.
   */
  run<Result>(work: ((book: AccountBook, now: number) => Result) & Synchronous<Result>): Result {
    return this.#run(work, { mayForward: true })
  }

  /** A turn that is durable here when it returns: whoever asked for it is told so at once. */
  runCommitted<Result>(work: ((book: AccountBook, now: number) => Result) & Synchronous<Result>): Result {
    return this.#run(work, {})
  }

  /** A turn over the tables themselves: they are brought up to date first, and everything is one transaction. */
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

  /** Reads saved state: what was applied and waits to be saved is saved first. */
  read<Result>(work: (book: AccountBook, now: number) => Result): Result {
    this.saveNow()
    const book = this.opened
    if (book.log.rows > 0) this.#store.runInTransaction(() => book.checkpoint())
    return work(book, this.#ports.now())
  }

  /** Applies in memory so many messages of a Market; they are saved soon, or with the next turn. */
  apply<Result>(messageCount: number, work: (book: AccountBook) => Result): Result {
    if (this.#messagesUnsaved + messageCount > MESSAGES_PER_TURN_MAX) this.saveNow()
    const book = this.opened
    this.#isUnsaved = true
    this.#messagesUnsaved += messageCount
    try {
      const result = work(book)
      // A command that a message has led to is sent only when it is saved: the Market must never have one that this account lost.
      if (book.streams.isAsking) this.saveNow()
      else this.#saveSoon()
      return result
    } catch (failure) {
      this.#discard()
      throw failure
    }
  }

  /** Before somebody hears of what was applied. What the holder of the lease alone has said it says again to a room that wakes, before anybody else speaks. */
  makeSure(): void {
    const { writeAhead, streams } = this.opened
    if (writeAhead.holder === null || !streams.isOnlyChanged(writeAhead.holder)) this.saveNow()
  }

  saveNow(): void {
    if (this.#isUnsaved || (this.#book?.log.turnsForwarded ?? 0) > 0) this.runCommitted(() => null)
  }

  /** What a Market is owed, with the turns that are forwarded to it; null when nothing is. */
  requestTo(symbol: string): MarketRequest | null {
    const { streams, writeAhead } = this.opened
    if (!streams.isOwed(symbol)) return null
    return { account: this.#ports.account, ...streams.owedTo(symbol), lease: writeAhead.leaseFor(symbol) }
  }

  /** Asks a Market. Lines are with it once it has answered; when that is not sure, everything is saved here before anybody goes on. */
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

  /** Nothing is read or told before the turns that were forwarded are here again. */
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
    // What was owed when the memory was lost is asked for again at once.
    for (const symbol of book.streams.owed()) this.#ports.send(symbol)
    return book
  }

  /** What cannot be applied throws the book away and nothing more: the account is opened without it, as it was saved. */
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

  /** A Market has the lines of a request that it has answered: what happened in those turns may be told. */
  #confirm({ lease }: MarketRequest): void {
    const turn = this.#book?.writeAhead.confirm(lease) ?? null
    if (this.#book && turn !== null) this.#tell(this.#book, turn)
  }

  /** Tells what happened up to a turn. Who listens from now on starts with a snapshot, so what nobody hears is dropped. */
  #tell(book: AccountBook, turn: number): void {
    const now = this.#ports.now()
    const told = this.#untold.filter((one) => one.turn <= turn)
    this.#untold = this.#untold.slice(told.length)
    if (!this.#ports.isHeard()) return
    for (const { event } of told) this.#ports.tell(event, (id) => book.sessions.findLive(id, now) !== undefined)
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

/** How a turn may end: forwarded to the Market that it asks, and who holds the lease when it is committed. */
interface Ending {
  readonly mayForward?: boolean
  readonly holder?: string | null
}
