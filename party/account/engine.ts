// The Account room without its runtime: waiting callers, Markets asked, alarms, messages brought. Everything it changes it changes
// in a turn of the book (turns.ts).

import { assert } from '#domain/assert'
import { refuse } from '#domain/outcome'
import type { AccountRequest, AccountSocketMessage, SystemRequest, SystemResults } from '#party/protocol/account'
import type { DeskQuery } from '#party/protocol/account-desk'
import type { PeerPost, PeerReceipt } from '#party/protocol/account-peer'
import type { MarketAnswer, MarketRequest } from '#party/protocol/market'
import type { NewMessage } from '#party/protocol/message'
import type { Store } from '#party/lib/store'
import type { AccountBook } from './book'
import { Callers } from './callers'
import type { RememberedCommand } from './command-memory'
import { ASK_AGAIN_MS, marketsOf, runCommand, settleWaiting, standingOutcome } from './commands'
import { grantDemo } from './demo/demo-grant'
import { correct } from './oversight/correction'
import type { EnginePorts } from './engine-ports'
import { takeFreeze } from './oversight/freezing'
import { answerDesk, isDeskQuery } from './oversight/inspect'
import { verifyLedger } from './ledger-audit'
import { obeyFunds } from './funds/funds-desk'
import { MarketPump } from './market-pump'
import { takeNotices } from './messages/notices'
import { PostOffice } from './post-office'
import { doPromotionsDue, obeyPromotion } from './promotion/promotions'
import { readSnapshot, runQuery } from './queries'
import { receiveRebate } from './promotion/rebates'
import { applyMarketAnswer, marketTurnsOf, partsOf } from './spot/settlement'
import { Turns } from './turns'

const ASK_AGAIN_MAX_MS = 60_000
/** When a failed alarm rings again, and how often at most it rings for commands to forget. */
const RING_AGAIN_MS = 60_000
/** These move nothing that a Market must hear of, and write their table at once. */
const OF_TABLES: ReadonlySet<AccountRequest['type']> = new Set([
  'watch',
  'unwatch',
  'arrange_watches',
  'read_message',
  'read_all_messages',
  'delete_messages',
  'open_news',
  'set_message_preferences',
  'request_withdrawal',
  'cancel_withdrawal',
  'convert',
  'add_push_subscription',
  'remove_push_subscription',
])

export class AccountEngine {
  readonly #store: Store
  readonly #ports: EnginePorts
  readonly #turns: Turns
  readonly #pump: MarketPump
  readonly #callers: Callers
  readonly #postOffice: PostOffice
  #askAgainMs = ASK_AGAIN_MS

  constructor(store: Store, ports: EnginePorts) {
    this.#store = store
    this.#ports = ports
    this.#turns = new Turns(store, {
      ...ports,
      send: (symbol) => this.#send(symbol),
      take: (symbol, answer) => void this.#take(symbol, answer),
      opened: ({ commands }) => this.#callers.failUnless((id) => commands.find(id) !== undefined),
    })
    this.#postOffice = new PostOffice(this.#turns, ports)
    this.#callers = new Callers({
      now: () => ports.now(),
      later: (delayMs, work) => ports.later(delayMs, work),
      standing: (id) => this.#standing(id),
    })
    this.#pump = new MarketPump({
      request: (symbol) => this.#requestTo(symbol),
      isOwed: (symbol) => this.#turns.book?.streams.isOwed(symbol) ?? false,
      ask: (symbol, request) => this.#turns.ask(symbol, request),
      take: (symbol, marketAnswer) => this.#take(symbol, marketAnswer),
      failed: (symbol, failure) => this.#giveUp(symbol, failure),
    })
  }

  /** A user's request under a session; the answer is an outcome as text. */
  async ask(sessionId: string, request: AccountRequest): Promise<string> {
    await this.#turns.ready()
    const session = this.#turns.opened.sessions.findLive(sessionId, this.#ports.now())
    if (!session) return JSON.stringify(refuse('session_ended'))
    if (!('commandId' in request))
      return JSON.stringify(this.#turns.read((saved, now) => runQuery(saved, request, { session, now })))
    const isOfTables = OF_TABLES.has(request.type)
    const work = (open: AccountBook, now: number) => runCommand(open, request, now)
    const step = isOfTables ? this.#turns.runInTables(work) : this.#turns.run(work)
    return step.kind === 'answered' ? step.text : this.#callers.wait(step.commandId)
  }

  async tell(request: SystemRequest): Promise<SystemResults[SystemRequest['type']]> {
    await this.#turns.ready()
    if (request.type === 'sweep') return { owed: await this.#askAgain() }
    if (request.type === 'verify') {
      // First, so that only what cannot be brought now counts as undelivered.
      await this.#postOffice.run()
      await this.#turns.ready()
      return this.#turns.read((book) => ({
        ...verifyLedger(this.#store),
        undelivered: book.streams.owedCount() + book.peers.owed().length,
        owedToPeers: book.peers.owed().flatMap(({ message }) => message.parts),
        heard: book.streams.heard(),
      }))
    }
    if (isDeskQuery(request)) return this.#turns.read((book) => answerDesk(book, request))
    const result = this.#turns.runInTables((book, now) => this.#obey(book, request, now))
    if (request.type === 'end_session') this.#ports.closeSockets(request.sessionId)
    if (request.type === 'end_all_sessions') this.#ports.closeSockets(null)
    return result
  }

  /** Messages that a Market brings by itself. Answers the number of the last one saved, which is what the Market may forget. */
  async deliver(symbol: string, marketAnswer: MarketAnswer): Promise<number> {
    await this.#turns.ready()
    for (const part of partsOf(marketAnswer))
      this.#answer(this.#turns.runCommitted((open) => applyAnswer(open, symbol, part)))
    return this.#turns.opened.streams.received(symbol)
  }

  /** A message of another user's Account. It is saved before it is acknowledged. */
  async receive(post: PeerPost): Promise<PeerReceipt> {
    await this.#turns.ready()
    const { peers, standing } = this.#turns.runCommitted((book, now) => {
      receiveRebate(book, post, now)
      return book
    })
    return { received: peers.received(post.from), level: standing.level }
  }

  /** The alarm: forgets old commands, and asks Markets again that have not answered. When it fails it rings again soon. */
  async ring(): Promise<void> {
    this.#turns.rang()
    try {
      await this.#turns.ready()
      await this.#doWhatIsDue()
    } catch (failure) {
      // The directory or the holder of the lease could not be read, or the store failed: the runtime would try a few times and then ring no more.
      this.#ports.report(`the alarm failed: ${String(failure)}`)
      this.#turns.setAlarm(this.#ports.now() + RING_AGAIN_MS)
    }
  }

  async #doWhatIsDue(): Promise<void> {
    const { isOwed, isNoticeDue } = this.#turns.runInTables((book, now) => {
      const isNoticeDue = book.timers.isDue('notice', now)
      if (book.timers.isDue('prune', now)) this.#prune(book, now)
      doPromotionsDue(book, now)
      return { isNoticeDue, isOwed: book.timers.isDue('deliver', now) && this.#isStillOwed(book, now) }
    })
    if (isOwed) await this.#askAgain()
    if (isNoticeDue) await this.#postOffice.askForNotices()
    await this.#postOffice.run()
  }

  /** True when the session lives now. */
  async isLive(sessionId: string): Promise<boolean> {
    await this.#turns.ready()
    return this.#turns.opened.sessions.findLive(sessionId, this.#ports.now()) !== undefined
  }

  /** What a client that has seen events up to `after` still needs (all of it for null), or null when its session is over. */
  async catchUp(sessionId: string, after: number | null): Promise<readonly AccountSocketMessage[] | null> {
    await this.#turns.ready()
    return this.#turns.read((book, now) => {
      if (!book.sessions.findLive(sessionId, now)) return null
      // Who has seen nothing starts with everything.
      const missed = after === null || after === 0 ? null : book.events.after(after)
      return missed ?? [readSnapshot(book, now)]
    })
  }

  async #requestTo(symbol: string): Promise<MarketRequest | null> {
    await this.#turns.ready()
    return this.#turns.requestTo(symbol)
  }

  /** A failure is the room's own, and the alarm asks again. */
  #send(symbol: string): void {
    this.#pump.send(symbol).catch((failure: unknown) => {
      this.#ports.report(`nothing more could be sent to market ${symbol}: ${String(failure)}`)
    })
  }

  #answer(settled: readonly RememberedCommand[]): void {
    for (const { id, outcome } of settled) this.#callers.answer(id, outcome ?? '')
  }

  /** An answer to what the pump sent. True when the Market has stored more than before. */
  #take(symbol: string, marketAnswer: MarketAnswer): boolean {
    const { book } = this.#turns
    assert(book !== null, 'an answer is taken by the book that asked, or asked for again')
    const owedBefore = book.streams.owedCount()
    for (const part of partsOf(marketAnswer)) {
      const settled = this.#turns.apply(part.messages.length, (open) => applyAnswer(open, symbol, part))
      if (settled.length > 0) this.#turns.makeSure()
      this.#answer(settled)
    }
    return book.streams.owedCount() < owedBefore
  }

  /** Null while the book is not open: then nothing can be said for sure. */
  #standing(commandId: string): string | null {
    this.#turns.saveNow()
    const { book } = this.#turns
    if (!book) return null
    const command = book.commands.find(commandId)
    assert(command !== undefined, 'a command that waits is remembered')
    if (command.outcome !== null || command.waiting === null) return command.outcome ?? ''
    return JSON.stringify(standingOutcome(book, command.waiting))
  }

  /** The Market cannot be reached now: its callers hear how things stand, the alarm goes on. */
  #giveUp(symbol: string, failure: string): void {
    this.#ports.report(`market ${symbol} could not be asked: ${failure}`)
    const { book } = this.#turns
    for (const { id, waiting } of book?.commands.waiting() ?? []) {
      if (!book || !waiting || !this.#callers.has(id) || !marketsOf(book, waiting).has(symbol)) continue
      const standing = this.#standing(id)
      if (standing !== null) this.#callers.answer(id, standing)
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
    await this.#turns.ready()
    await this.#postOffice.run()
    await Promise.all(this.#turns.opened.streams.owed().map((symbol) => this.#pump.send(symbol)))
    this.#turns.saveNow()
    await this.#turns.ready()
    return this.#turns.opened.streams.owedCount()
  }

  #prune(book: AccountBook, now: number): void {
    book.inbox.prune(now)
    const next = book.commands.prune(now)
    book.timers.clear('prune')
    if (next !== null) book.timers.set('prune', Math.max(next, now + RING_AGAIN_MS))
  }

  #obey(
    book: AccountBook,
    request: Exclude<SystemRequest, DeskQuery | { readonly type: 'sweep' | 'verify' }>,
    now: number,
  ) {
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
      case 'correct':
        return correct(book, request, now)
      case 'freeze':
        return takeFreeze(book, request, now)
      case 'add_message':
        return bringMessage(book, request.message, now)
      case 'take_notices':
        return takeNotices(book, now)
      case 'drop_push_subscription':
        return book.pushes.drop(request.endpoint)
      case 'set_inviter':
      case 'drop_inviter':
      case 'grant_coupon':
        return obeyPromotion(book, request, now)
      default:
        return obeyFunds(book, request, now)
    }
  }
}

/** Applies an answer. Answers the commands that it settled. */
const applyAnswer = (book: AccountBook, symbol: string, marketAnswer: MarketAnswer): RememberedCommand[] =>
  marketTurnsOf(marketAnswer).flatMap((turn) => settleWaiting(book, applyMarketAnswer(book, symbol, turn)))

/** Into the inbox, with where it has to be pushed. */
function bringMessage(book: AccountBook, message: NewMessage, now: number): SystemResults['add_message'] {
  const brought = book.inbox.bring(message, now)
  return { ...brought, subscriptions: brought.channels.includes('push') ? book.pushes.live(now) : [] }
}
