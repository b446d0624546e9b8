// The Account room without its runtime: waiting callers, calls to Markets, peer messages. All changes happen in a
// turn of the account (turns.ts). Commands and queries are looked up in the registry; no feature is named here.

import { assert } from '#domain/assert'
import { type Outcome, refuse } from '#domain/outcome'
import { FIRST_ANSWER } from '#party/protocol/account'
import type { KeyProof, KeyRefusal } from '#party/protocol/api-key'
import type { PeerPost, PeerReceipt } from '#party/protocol/account-peer'
import type { VerifyReport } from '#party/protocol/account-rows'
import type { MarketAnswer, MarketRequest } from '#party/protocol/market'
import type { WakeMessage, WatchRegistration } from '#party/protocol/watch'
import type { Store } from '#party/lib/store'
import { Alarm } from './alarm'
import type { AccountState } from './state'
import { Callers } from './callers'
import type { RememberedCommand } from './command-memory'
import {
  type CheckedCommand,
  type UncheckedRequest,
  WaitingCommands,
  checkInput,
  findFirst,
  nameOf,
  repetition,
  runCommand,
} from './commands'
import type { EnginePorts } from './engine-ports'
import type { AccountEvent } from './events'
import type { AnyFeature } from './feature'
import { KeyVerifier } from './key-verifier'
import { NO_REPLIES, applyMarketAnswer, marketTurnsOf, partsOf } from './market-answers'
import { MarketPump } from './market-pump'
import { PostOffice } from './post-office'
import { reportOf } from './verify-report'
import { WatchOffice } from './watch-office'
import { Registry } from './registry'
import type { LiveSession } from './session'
import { type Snapshot, resumeMessages } from './snapshot'
import { Turns } from './turns'

export class AccountEngine {
  readonly #store: Store
  readonly #ports: EnginePorts
  readonly #registry: Registry
  readonly #turns: Turns
  readonly #pump: MarketPump
  readonly #callers: Callers
  readonly #waiting: WaitingCommands
  readonly #postOffice: PostOffice
  readonly #watchOffice: WatchOffice
  readonly #alarm: Alarm
  readonly #keyVerifier: KeyVerifier

  constructor(store: Store, ports: EnginePorts, features: readonly AnyFeature[]) {
    this.#store = store
    this.#ports = ports
    this.#registry = new Registry(features)
    this.#waiting = new WaitingCommands(this.#registry)
    this.#turns = new Turns(store, this.#registry, {
      ...ports,
      send: (symbol) => this.#send(symbol),
      notifyWatches: () => this.#notifyWatches(),
      take: (symbol, answer) => void this.#take(symbol, answer),
      opened: ({ commands }) => this.#callers.failUnless((id) => commands.find(id) !== undefined),
    })
    this.#keyVerifier = new KeyVerifier(this.#turns, this.#registry, ports)
    this.#postOffice = new PostOffice(this.#turns, this.#registry, ports)
    this.#watchOffice = new WatchOffice(this.#turns, ports)
    this.#alarm = new Alarm(this.#turns, this.#registry, {
      ...ports,
      bring: () => this.#postOffice.run(),
      notifyWatches: () => this.#watchOffice.run(),
      retryMarkets: () => this.#retryMarkets(),
      decideWaiting: (account) => this.#waiting.resolve(account, NO_REPLIES),
      answer: (decided) => this.#answer(decided),
    })
    this.#callers = new Callers({
      ...ports,
      pendingAnswer: (id) => this.#pendingAnswer(id),
    })
    this.#pump = new MarketPump({
      request: (symbol) => this.#requestTo(symbol),
      hasPending: (symbol) => this.#turns.account?.streams.hasPending(symbol) ?? false,
      ask: (symbol, request) => this.#turns.ask(symbol, request),
      take: (symbol, marketAnswer) => this.#take(symbol, marketAnswer),
      failed: (symbol, failure) => this.#giveUp(symbol, failure),
    })
  }

  /** Runs a user's request under a session; returns the outcome as text. An ended session uses no allowance. */
  async ask(sessionId: string, request: UncheckedRequest): Promise<string> {
    await this.#turns.ready()
    const live = this.#turns.opened.sessions.findLive(sessionId, this.#ports.now())
    return live ? this.#answerTo(live, request) : JSON.stringify(refuse('session_ended'))
  }

  /** Runs a user's request under a key. A removed key, a wrong signature or a copy of a request changes nothing. */
  async askSigned(proof: KeyProof, request: UncheckedRequest): Promise<string> {
    await this.#turns.ready()
    const key = this.#keyVerifier.verify(proof, request)
    return this.#keyVerifier.counted(proof, key.ok ? await this.#answerTo(key.value, request) : JSON.stringify(key))
  }

  #answerTo(session: LiveSession, request: UncheckedRequest): string | Promise<string> {
    if (request.type === FIRST_ANSWER) return this.#repeat(request)
    const command = this.#registry.commands.get(request.type)
    if (!command) return this.#read(session, request)
    const input = checkInput(command.definition.input, request)
    if (!input.ok) return JSON.stringify(input)
    const checked = { ...command, ...nameOf(request), type: request.type, input: input.value }
    const admitted = this.#keyVerifier.admit(session, checked)
    if (!admitted.ok) return JSON.stringify(admitted)
    return this.#keyVerifier.noted(admitted.value, this.#carryOut(admitted.value.command))
  }

  /** Runs a command with its declared kind of commit. */
  #carryOut(command: CheckedCommand): string | Promise<string> {
    const work = (open: AccountState, now: number) => runCommand(open, command, now)
    const step = command.definition.commit === 'tables' ? this.#turns.runInTables(work) : this.#turns.run(work)
    return step.kind === 'answered' ? step.text : this.#callers.wait(step.commandId)
  }

  /** First answer of a command, or JSON null when it is unknown. Runs no command. */
  #repeat(request: UncheckedRequest): string | Promise<string> {
    const input = checkInput(repetition, request)
    if (!input.ok) return JSON.stringify(input)
    const step = this.#turns.read((account, now) => findFirst(account, nameOf(request), input.value, now))
    if (step === null) return 'null'
    return step.kind === 'answered' ? step.text : this.#callers.wait(step.commandId)
  }

  #read(session: LiveSession, request: UncheckedRequest): string {
    const query = this.#registry.queries.get(request.type)
    if (!query) return JSON.stringify(refuse('request_malformed', { field: 'type' }))
    const { feature, definition } = query
    const input = checkInput(definition.input, request)
    if (!input.ok) return JSON.stringify(input)
    const work = (account: AccountState, now: number) =>
      definition.run(account.stateOf(feature), input.value, { account, now, session })
    return JSON.stringify(this.#turns.read(work))
  }

  /** Runs a request of the Worker itself. */
  async tell(request: UncheckedRequest): Promise<unknown> {
    await this.#turns.ready()
    if (request.type === 'sweep') return { owed: await this.#retryMarkets() }
    if (request.type === 'verify') return this.#verify()
    const registered = this.#registry.system.get(request.type)
    assert(registered !== undefined, `${request.type} is a system request`)
    const { feature, definition } = registered
    const work = (account: AccountState, now: number) => ({
      // Only the Worker's services make these requests, typed by the feature.
      result: definition.run(account.stateOf(feature), request as never, { account, now }),
    })
    if (definition.commit === 'read') return this.#turns.read(work).result
    const { result } = this.#turns.runInTables(work)
    for (const effect of this.#turns.opened.takeEffects()) effect(this.#ports)
    return result
  }

  async #verify(): Promise<VerifyReport> {
    // Delivers messages first, so only undeliverable ones count as undelivered.
    await this.#postOffice.run()
    await this.#turns.ready()
    return this.#turns.read((account, now) => reportOf(this.#store, account, now))
  }

  /** Applies messages pushed by a Market. Returns the number of the last saved message, up to which the Market may delete. */
  async deliver(symbol: string, marketAnswer: MarketAnswer): Promise<number> {
    await this.#turns.ready()
    for (const part of partsOf(marketAnswer))
      this.#answer(this.#turns.runCommitted((open) => this.#apply(open, symbol, part)))
    return this.#turns.opened.streams.received(symbol)
  }

  /** Receives a message from another user's Account or a trader's room. It is numbered before it runs and saved before it is acknowledged. */
  async receive({ from, seq, message, since }: PeerPost): Promise<PeerReceipt> {
    await this.#turns.ready()
    const kind = this.#registry.inbound.get(message.type)
    assert(kind !== undefined, `${message.type} is a message between accounts`)
    return this.#turns.runCommitted((account, now) => {
      const state = account.stateOf(kind.feature)
      const { peers } = account
      if (since !== undefined) peers.skipTo(from, since)
      // The sender is the same feature in another account.
      if (peers.accept(from, seq)) kind.definition.run(state, message as never, { peer: from, seq }, { account, now })
      return { received: peers.received(from), reply: kind.definition.reply(state) }
    })
  }

  /** Called by a Watch when a price reached a feature's band. Effects are saved on return; the answer is the new registration. */
  async wake(message: WakeMessage): Promise<WatchRegistration> {
    await this.#turns.ready()
    const { feature, symbol, round } = message
    const decided = this.#turns.runCommitted((account, now) => {
      // A Watch repeats a wake-up whose answer was lost.
      if (round.at <= account.watches.actedAt(feature, symbol) || account.watches.isTooLate(message)) return []
      account.watches.answering(feature, symbol)
      this.#registry.wake(account, message, now)
      account.watches.acted(feature, symbol, round.at)
      return this.#waiting.resolve(account, NO_REPLIES)
    })
    this.#answer(decided)
    return this.#turns.opened.watches.registration(this.#ports.account, feature, symbol)
  }

  ring(): Promise<void> {
    return this.#alarm.ring()
  }

  /** True when the session or API key lives now. */
  async isLive(sessionId: string): Promise<boolean> {
    await this.#turns.ready()
    return this.#turns.opened.findCaller(sessionId, this.#ports.now()) !== undefined
  }

  async verifySocket(proof: KeyProof): Promise<Outcome<null, KeyRefusal>> {
    await this.#turns.ready()
    return this.#keyVerifier.verifySocket(proof)
  }

  /** Resumes the stream: events after `after`, or a snapshot for null; null when the session has ended. `tell` gets them before any later event. */
  async catchUp(sessionId: string, after: number | null, tell?: (message: AccountEvent | Snapshot) => void) {
    await this.#turns.ready()
    return this.#turns.read((account, now) => resumeMessages(account, sessionId, { after, now, tell }))
  }

  async #requestTo(symbol: string): Promise<MarketRequest | null> {
    await this.#turns.ready()
    return this.#turns.requestTo(symbol)
  }

  /** A send fails only by a fault of this room; the alarm retries. */
  #send(symbol: string): void {
    this.#pump.send(symbol).catch((failure: unknown) => {
      this.#ports.report(`nothing more could be sent to market ${symbol}: ${String(failure)}`)
    })
  }

  /** A failure here is a fault of this room; the alarm retries. */
  #notifyWatches(): void {
    this.#watchOffice.run().catch((failure: unknown) => {
      this.#ports.report(`watches could not be told: ${String(failure)}`)
    })
  }

  #answer(decided: readonly RememberedCommand[]): void {
    for (const { id, outcome } of decided) this.#callers.answer(id, outcome ?? '')
  }

  /** Applies the answer to a pump request. Returns true when the Market's stored command number advanced. */
  #take(symbol: string, marketAnswer: MarketAnswer): boolean {
    const { account } = this.#turns
    assert(account !== null, 'an answer is taken by the account that asked, or asked for again')
    const storedBefore = account.streams.storedBy(symbol)
    for (const part of partsOf(marketAnswer)) {
      const decided = this.#turns.apply(part.messages.length, (open) => this.#apply(open, symbol, part))
      if (decided.length > 0) this.#turns.makeSure()
      this.#answer(decided)
    }
    return account.streams.storedBy(symbol) > storedBefore
  }

  /** Null while the account is closed: the state is unknown then. */
  #pendingAnswer(commandId: string): string | null {
    this.#turns.saveNow()
    const { account } = this.#turns
    if (!account) return null
    const command = account.commands.find(commandId)
    assert(command !== undefined, 'a command that waits is remembered')
    if (command.outcome !== null || command.waiting === null) return command.outcome ?? ''
    return JSON.stringify(this.#waiting.pendingAnswer(account, command.waiting))
  }

  /** The Market cannot be reached now: its callers get the pending answer, and the alarm retries. */
  #giveUp(symbol: string, failure: string): void {
    this.#ports.report(`market ${symbol} could not be asked: ${failure}`)
    const { account } = this.#turns
    if (!account) return
    for (const { id, waiting } of account.commands.waiting()) {
      if (!waiting || !this.#callers.has(id) || !this.#waiting.markets(account, waiting).has(symbol)) continue
      const pendingAnswer = this.#pendingAnswer(id)
      if (pendingAnswer !== null) this.#callers.answer(id, pendingAnswer)
    }
  }

  async #retryMarkets(): Promise<number> {
    await this.#turns.ready()
    await this.#postOffice.run()
    await Promise.all(this.#turns.opened.streams.pending().map((symbol) => this.#pump.send(symbol)))
    this.#turns.saveNow()
    await this.#turns.ready()
    return this.#turns.opened.streams.pendingCount()
  }

  /** Applies an answer. Answers the commands that it decided. */
  #apply(open: AccountState, symbol: string, answer: MarketAnswer): RememberedCommand[] {
    return marketTurnsOf(answer).flatMap((turn) => this.#waiting.resolve(open, applyMarketAnswer(open, symbol, turn)))
  }
}
