// The life of the account's book: opened as the room wakes, changed one turn at a time, saved, thrown away when something fails.
//
// A turn ends in one of two ways. Most are written: one row, one commit of this room. A turn whose only outcome is commands for one Market
// may instead be carried: its line travels in the same request as the commands, and the Market keeps it in the commit that stores them, so
// an order costs one commit in all. The next write saves what was carried; a room that wakes first asks its keeper for what it missed.
// What a Market answered is applied in memory at once and saved with the next turn or soon after. A crash in between only makes the Market
// say it again; and whoever was told of it before it was saved was told by the keeper, which a room that wakes hears out first.

import type { Catalogue } from '#domain/catalogue'
import { assert } from '#domain/assert'
import type { MarketAnswer, MarketRequest } from '#party/protocol/market'
import type { Store, Synchronous } from '#party/lib/store'
import { TurnLog } from '#party/lib/turn-log'
import { AccountBook } from './book'
import type { EnginePorts } from './engine-ports'
import type { AccountEvent } from './events'
import { wakeKeeper } from './keeper'
import { LOGGED_TABLES } from './logged-tables'
import { MESSAGES_PER_TURN_MAX } from './spot/settlement'

/** How long what is not saved may wait for other work to be saved with; shorter while somebody watches, longer while turns are carried. */
const SAVE_WITHIN_MS = 250
const SAVE_WITHIN_HEARD_MS = 50
const SAVE_WITHIN_CARRIED_MS = 1_000

/** What the turns have done for them by the desk, whose they are. */
export interface TurnsPorts {
  /** Sends what a Market is owed. */
  send(symbol: string): void
  /** Takes what a Market answered into the open book. */
  take(symbol: string, answer: MarketAnswer): void
  /** The book is open, with all that was kept of it. */
  opened(book: AccountBook): void
}

export class Turns {
  readonly #store: Store
  readonly #ports: EnginePorts & TurnsPorts
  #book: AccountBook | null = null
  #opening: Promise<AccountBook> | null = null
  /** An answer was applied and is not saved yet; and how many messages were. */
  #isUnsaved = false
  #messagesUnsaved = 0
  #isSaveDue = false
  /** Events of turns that are neither saved nor known to be kept, oldest first. */
  #untold: { readonly turn: number; readonly event: AccountEvent }[] = []
  #alarmAt: number | null = null

  constructor(store: Store, ports: EnginePorts & TurnsPorts) {
    this.#store = store
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

  /** Work in memory, ended as one turn, then told and sent. A failure undoes it in the store and in memory. */
  turn<Result>(work: ((book: AccountBook, now: number) => Result) & Synchronous<Result>): Result {
    return this.#turn(work, {})
  }

  /** A turn that may be carried by the Market that it asks; what happened in it is told once that Market has it. */
  carriedTurn<Result>(work: ((book: AccountBook, now: number) => Result) & Synchronous<Result>): Result {
    return this.#turn(work, { mayCarry: true })
  }

  /** A turn over the tables themselves: they are brought up to date first, and everything is one transaction. */
  tableTurn<Result>(work: ((book: AccountBook, now: number) => Result) & Synchronous<Result>): Result {
    this.saveNow()
    const settled = this.#store.runInTransaction(() =>
      this.turn((book, now) => {
        book.settle()
        return { result: work(book, now) }
      }),
    )
    return settled.result
  }

  /** Reads saved state: what was applied and waits to be saved is saved first. */
  read<Result>(work: (book: AccountBook, now: number) => Result): Result {
    this.saveNow()
    const book = this.opened
    if (book.log.rows > 0) this.#store.runInTransaction(() => book.settle())
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
      this.#saveSoon()
      return result
    } catch (failure) {
      this.#discard()
      throw failure
    }
  }

  /** Before somebody hears of what was applied. What the keeper alone has said it says again to a room that wakes, before anybody else speaks. */
  makeSure(): void {
    const { keeper, streams } = this.opened
    if (keeper.symbol === null || !streams.isOnlyChanged(keeper.symbol)) this.saveNow()
  }

  saveNow(): void {
    if (this.#isUnsaved || (this.#book?.log.turnsAhead ?? 0) > 0) this.turn(() => null)
  }

  /** Asks a Market. Lines are with it once it has answered; when that is not sure, everything is saved here before anybody goes on. */
  async ask(symbol: string, request: MarketRequest): Promise<MarketAnswer> {
    try {
      const answer = await this.#ports.askMarket(symbol, request)
      if (answer.isGap) this.saveNow()
      else this.#confirm(request)
      if (answer.isFull) this.#turn(() => null, { keeper: null })
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

  /** Nothing is read or told before the turns that a Market keeps are here again. */
  async #wake(catalogue: Catalogue): Promise<AccountBook> {
    const log = new TurnLog(this.#store, LOGGED_TABLES)
    const asked = wakeKeeper(this.#store, log)
    if (asked) {
      const { account } = this.#ports
      const request = { account, received: 0, commands: [], keeping: asked.keeping }
      const answer = await this.#ports.askMarket(asked.symbol, request)
      assert(answer.kept !== undefined, 'a keeper gives back what it keeps')
      log.takeBack(answer.kept)
      log.write()
      this.#book = new AccountBook(this.#store, catalogue)
      this.#hearOut(asked.symbol, answer)
    }
    const book = (this.#book ??= new AccountBook(this.#store, catalogue))
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
      this.#ports.report(`what the keeper ${symbol} said could not be applied: ${String(failure)}`)
    }
  }

  #discard(): void {
    this.#book = null
    this.#untold = []
    this.#isUnsaved = false
    this.#messagesUnsaved = 0
  }

  #turn<Result>(work: (book: AccountBook, now: number) => Result, ending: Ending): Result {
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

  #end(book: AccountBook, now: number, { mayCarry = false, keeper = book.keeper.symbol }: Ending): void {
    const asked = mayCarry ? book.streams.askedOnly : null
    const isCarried = asked !== null && book.mayBeCarriedBy(asked)
    const event = book.note(now)
    if (isCarried) book.keeper.carry(book.log)
    else book.keeper.write(book.log, asked ?? keeper)
    if (book.isFarBehind) this.#store.runInTransaction(() => book.settle())
    this.#isUnsaved = false
    this.#messagesUnsaved = 0
    if (event) this.#untold.push({ turn: book.log.number, event })
    if (!isCarried) this.#tell(book, book.log.number)
  }

  /** The Market keeps the lines of a request that it has answered: what happened in those turns may be told. */
  #confirm({ keeping }: MarketRequest): void {
    const turn = this.#book?.keeper.confirm(keeping) ?? null
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
    if (book.keeper.symbol !== null) this.#saveSoon()
    for (const symbol of book.streams.owed()) this.#ports.send(symbol)
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
    return this.#book?.keeper.isBusy ? SAVE_WITHIN_CARRIED_MS : SAVE_WITHIN_MS
  }

  /** An account that has given its keeper nothing since the last time needs none any more: it will wake without asking. */
  #saveOrRest(book: AccountBook): void {
    if (book.keeper.takeUse()) {
      this.saveNow()
      this.#saveSoon()
    } else if (this.#isUnsaved || book.keeper.symbol !== null) this.#turn(() => null, { keeper: null })
  }
}

/** How a turn may end: carried by the Market that it asks, and who is the keeper when it is written. */
interface Ending {
  readonly mayCarry?: boolean
  readonly keeper?: string | null
}
