// The Account room without its runtime: one turn at a time over the book, waiting callers, Markets asked, alarms, events.
// A turn works in memory and is saved as one row. What a Market answered is applied in memory at once and saved with the next turn or soon after:
// it is acknowledged to the Market only when saved, so a crash in between only makes the Market say it again.

import type { Catalogue } from '#domain/catalogue'
import { assert } from '#domain/assert'
import { refuse } from '#domain/outcome'
import type { AccountRequest, AccountSocketMessage, SystemRequest, SystemResults } from '#party/protocol/account'
import type { MarketAnswer } from '#party/protocol/market'
import type { Store, Synchronous } from '#party/lib/store'
import { AccountBook } from './book'
import { Callers } from './callers'
import { ASK_AGAIN_MS, marketsOf, runCommand, settleWaiting, standingOutcome } from './commands'
import { grantDemo } from './demo-grant'
import type { DeskPorts } from './desk-ports'
import { verifyLedger } from './ledger-audit'
import { MarketPump } from './market-pump'
import { readSnapshot, runQuery } from './queries'
import { applyMarketAnswer, partsOf } from './spot-settlement'

/** How long an applied answer may wait for other work to be saved with; shorter while somebody watches. */
const SAVE_WITHIN_MS = 250
const SAVE_WITHIN_HEARD_MS = 50
const ASK_AGAIN_MAX_MS = 60_000
/** When a failed alarm rings again, and how often at most it rings for commands to forget. */
const RING_AGAIN_MS = 60_000

export class AccountDesk {
  readonly #store: Store
  readonly #ports: DeskPorts
  readonly #pump: MarketPump
  readonly #callers: Callers
  #book: AccountBook | null = null
  #catalogue: Catalogue | null = null
  /** An answer was applied and is not saved yet. */
  #isUnsaved = false
  #isSaveDue = false
  #alarmAt: number | null = null
  #askAgainMs = ASK_AGAIN_MS

  constructor(store: Store, ports: DeskPorts) {
    this.#store = store
    this.#ports = ports
    this.#callers = new Callers({
      now: () => ports.now(),
      later: (delayMs, work) => ports.later(delayMs, work),
      standing: (id) => this.#standing(id),
    })
    this.#pump = new MarketPump({
      request: (symbol) =>
        this.#openBook().streams.isOwed(symbol) ? this.#openBook().streams.request(symbol, ports.account) : null,
      ask: (symbol, request) => ports.askMarket(symbol, request),
      take: (symbol, marketAnswer) => this.#take(symbol, marketAnswer),
      failed: (symbol, failure) => this.#giveUp(symbol, failure),
    })
  }

  /** A user's request under a session; the answer is an outcome as text. */
  async ask(sessionId: string, request: AccountRequest): Promise<string> {
    await this.#listed()
    const session = this.#openBook().sessions.findLive(sessionId, this.#ports.now())
    if (!session) return JSON.stringify(refuse('session_ended'))
    if (!('commandId' in request)) return JSON.stringify(this.#read((book) => runQuery(book, request, session)))
    const isOfTables = request.type === 'watch' || request.type === 'unwatch'
    const work = (book: AccountBook, now: number) => runCommand(book, request, now)
    const step = isOfTables ? this.#tableTurn(work) : this.#turn(work)
    return step.kind === 'answered' ? step.text : this.#callers.wait(step.commandId)
  }

  async tell(request: SystemRequest): Promise<SystemResults[SystemRequest['type']]> {
    await this.#listed()
    if (request.type === 'sweep') return { owed: await this.#askAgain() }
    if (request.type === 'verify') {
      return this.#read((book) => ({ ...verifyLedger(this.#store), undelivered: book.streams.owedCount() }))
    }
    const result = this.#tableTurn((book, now) => this.#obey(book, request, now))
    if (request.type === 'end_session') this.#ports.closeSockets(request.sessionId)
    if (request.type === 'end_all_sessions') this.#ports.closeSockets(null)
    return result
  }

  /** Messages that a Market brings by itself. Answers the number of the last one saved, which is what the Market may forget. */
  async deliver(symbol: string, marketAnswer: MarketAnswer): Promise<number> {
    await this.#listed()
    for (const part of partsOf(marketAnswer)) this.#turn((book) => this.#apply(book, symbol, part))
    return this.#openBook().streams.received(symbol)
  }

  /** The alarm: forgets old commands, and asks Markets again that have not answered. When it fails it rings again soon. */
  async ring(): Promise<void> {
    this.#alarmAt = null
    try {
      await this.#listed()
      await this.#doWhatIsDue()
    } catch (failure) {
      // The directory could not be read, or the store failed: the runtime would try a few times and then ring no more.
      this.#ports.report(`the alarm failed: ${String(failure)}`)
      this.#alarmAt = this.#ports.now() + RING_AGAIN_MS
      this.#ports.setAlarm(this.#alarmAt)
    }
  }

  async #doWhatIsDue(): Promise<void> {
    const isOwed = this.#tableTurn((book, now) => {
      if (book.timers.isDue('prune', now)) this.#prune(book, now)
      return book.timers.isDue('deliver', now) && this.#isStillOwed(book, now)
    })
    if (isOwed) await this.#askAgain()
  }

  /** True when the session lives now. */
  async isLive(sessionId: string): Promise<boolean> {
    await this.#listed()
    return this.#openBook().sessions.findLive(sessionId, this.#ports.now()) !== undefined
  }

  /** What a client that has seen events up to `after` still needs (all of it for null), or null when its session is over. */
  async catchUp(sessionId: string, after: number | null): Promise<readonly AccountSocketMessage[] | null> {
    await this.#listed()
    return this.#read((book, now) => {
      if (!book.sessions.findLive(sessionId, now)) return null
      // Who has seen nothing starts with everything.
      const missed = after === null || after === 0 ? null : book.events.after(after)
      return missed ?? [readSnapshot(book)]
    })
  }

  async #listed(): Promise<void> {
    this.#catalogue = await this.#ports.catalogue()
    if (this.#book) this.#book.catalogue = this.#catalogue
  }

  #openBook(): AccountBook {
    assert(this.#catalogue !== null, 'a room knows what is listed before it opens its book')
    if (this.#book) return this.#book
    this.#book = new AccountBook(this.#store, this.#catalogue)
    // What was owed when the memory was lost is asked for again at once.
    for (const symbol of this.#book.streams.owed()) void this.#pump.send(symbol)
    return this.#book
  }

  /** Work in memory, saved as one row at its end, then told and sent. A failure undoes it in the store and in memory. */
  #turn<Result>(work: ((book: AccountBook, now: number) => Result) & Synchronous<Result>): Result {
    const book = this.#openBook()
    const now = this.#ports.now()
    try {
      const result = work(book, now)
      assert(!(result instanceof Promise), 'a turn does not wait')
      const event = book.save(now)
      if (book.isFarBehind) this.#store.runInTransaction(() => book.settle())
      this.#isUnsaved = false
      if (event && this.#ports.isHeard()) this.#ports.tell(event, (id) => book.sessions.findLive(id, now) !== undefined)
      this.#arm(book)
      for (const symbol of book.streams.owed()) void this.#pump.send(symbol)
      return result
    } catch (failure) {
      this.#book = null
      throw failure
    }
  }

  /** A turn over the tables themselves: they are brought up to date first, and everything is one transaction. */
  #tableTurn<Result>(work: ((book: AccountBook, now: number) => Result) & Synchronous<Result>): Result {
    this.#saveNow()
    const settled = this.#store.runInTransaction(() =>
      this.#turn((book, now) => {
        book.settle()
        return { result: work(book, now) }
      }),
    )
    return settled.result
  }

  /** Reads saved state: what was applied and waits to be saved is saved first. */
  #read<Result>(work: (book: AccountBook, now: number) => Result): Result {
    this.#saveNow()
    const book = this.#openBook()
    if (book.log.turns > 0) this.#store.runInTransaction(() => book.settle())
    return work(book, this.#ports.now())
  }

  #saveNow(): void {
    if (this.#isUnsaved) this.#turn(() => null)
  }

  #arm(book: AccountBook): void {
    const next = book.timers.next()
    if (next === null || (this.#alarmAt !== null && this.#alarmAt <= next)) return
    this.#alarmAt = next
    this.#ports.setAlarm(next)
  }

  #apply(book: AccountBook, symbol: string, marketAnswer: MarketAnswer): void {
    const replies = applyMarketAnswer(book, symbol, marketAnswer)
    for (const command of settleWaiting(book, replies)) this.#callers.answer(command.id, command.outcome ?? '')
  }

  /** An answer to what the pump sent. True when the Market has stored more than before. */
  #take(symbol: string, marketAnswer: MarketAnswer): boolean {
    const book = this.#openBook()
    const owedBefore = book.streams.owedCount()
    try {
      for (const [index, part] of partsOf(marketAnswer).entries()) {
        if (index > 0) this.#saveNow()
        this.#isUnsaved = true
        this.#apply(book, symbol, part)
      }
    } catch (failure) {
      this.#book = null
      throw failure
    }
    this.#saveSoon()
    return book.streams.owedCount() < owedBefore
  }

  #saveSoon(): void {
    if (this.#isSaveDue) return
    this.#isSaveDue = true
    this.#ports.later(this.#ports.isHeard() ? SAVE_WITHIN_HEARD_MS : SAVE_WITHIN_MS, () => {
      this.#isSaveDue = false
      this.#saveNow()
    })
  }

  #standing(commandId: string): string {
    const book = this.#openBook()
    const command = book.commands.find(commandId)
    assert(command !== undefined, 'a command that waits is remembered')
    if (command.outcome !== null || command.waiting === null) return command.outcome ?? ''
    return JSON.stringify(standingOutcome(book, command.waiting))
  }

  /** The Market cannot be reached now: its callers hear how things stand, the alarm goes on. */
  #giveUp(symbol: string, failure: string): void {
    this.#ports.report(`market ${symbol} could not be asked: ${failure}`)
    const book = this.#openBook()
    for (const { id, waiting } of book.commands.waiting()) {
      if (waiting && this.#callers.has(id) && marketsOf(book, waiting).has(symbol))
        this.#callers.answer(id, this.#standing(id))
    }
  }

  #isStillOwed(book: AccountBook, now: number): boolean {
    book.timers.clear('deliver')
    const isOwed = book.streams.owed().length > 0
    this.#askAgainMs = isOwed ? Math.min(this.#askAgainMs * 2, ASK_AGAIN_MAX_MS) : ASK_AGAIN_MS
    if (isOwed) book.timers.set('deliver', now + this.#askAgainMs)
    return isOwed
  }

  async #askAgain(): Promise<number> {
    await Promise.all(
      this.#openBook()
        .streams.owed()
        .map((symbol) => this.#pump.send(symbol)),
    )
    this.#saveNow()
    return this.#openBook().streams.owedCount()
  }

  #prune(book: AccountBook, now: number): void {
    const next = book.commands.prune(now)
    book.timers.clear('prune')
    if (next !== null) book.timers.set('prune', Math.max(next, now + RING_AGAIN_MS))
  }

  #obey(book: AccountBook, request: Exclude<SystemRequest, { type: 'sweep' | 'verify' }>, now: number) {
    switch (request.type) {
      case 'open_session':
        book.sessions.open(request, now)
        return { sessionId: request.sessionId }
      case 'end_session':
        return { isEnded: book.sessions.end(request.sessionId) }
      case 'end_all_sessions':
        return { ended: book.sessions.endAll() }
      case 'grant_demo':
        return grantDemo(book, request, now)
    }
  }
}
