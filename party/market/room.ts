// Room of one pair: wires the runtime (calls, sockets, alarm, storage) to the Market's parts; no rules about orders or money. Requests that
// arrive in one turn of the event loop are executed together, written as one commit and answered afterwards.

import { logError } from '#lib/log-line'
import type { Connection } from 'partyserver'
import { marketMigrations } from '#db/market/migrations'
import type {
  MarketAnswer,
  MarketDepth,
  MarketGuard,
  MarketReference,
  MarketReport,
  MarketRpc,
  MarketStats,
  TapeRange,
  TapeTrade,
} from '#party/protocol/market'
import { sha256 } from '#lib/digest'
import { PublicRoom } from '../lib/public-room'
import { Throttle } from '../lib/throttle'
import { CallTimeout } from '../lib/call-timeout'
import { Delivery } from './delivery'
import { DepthFeed } from './depth-feed'
import { HouseReceipts } from './house-receipts'
import { type RemoteCalls, remotesOf } from './remotes'
import { MarketInputs } from './inputs'
import { nextRoundAt } from '#domain/quotes/next-round'
import { countPending, hashState, reportMoney } from './report'
import { parseRequest } from './request'
import { RoundTimer } from './round-timer'
import { carryOutAction, tradersAbove } from './stock-actions'
import { type MarketParts, openParts, runTurn } from './turn'
import { TurnQueue, type Waiting } from './turn-queue'

/** An alarm overdue by this much never fires. */
const ALARM_LOST_MS = 10_000
/** The market counts as watched for this long after the last command or visitor. */
const WATCHED_MS = 60_000
/** Public messages coalesce: at most ten a second, however many turns there were. */
const FEED_PAUSE_MS = 100
const DELIVERY_LIMIT_MS = 5_000
const CLOSE_NO_SUCH_MARKET = 4404

export class Market extends PublicRoom implements MarketRpc {
  static override options = { hibernate: true }
  /** The directory, the price feed and the accounts. Tests put their own here; no call from outside can reach a field of a room. */
  protected remotes: RemoteCalls = remotesOf(this.env, this.name)

  protected readonly parts: MarketParts
  readonly #delivery: Delivery
  readonly #houseReceipts: HouseReceipts
  readonly #feed: DepthFeed
  protected readonly inputs = new MarketInputs(
    () => this.remotes,
    () => Date.now(),
  )
  readonly #queue = new TurnQueue({
    ready: () => this.inputs.ready(),
    // The commit of the turn meets the same failure, and gives its requests up.
    stored: () => this.ctx.storage.sync().catch(() => undefined),
    takeTurn: () => this.#takeTurn(),
  })
  readonly #roundTimer = new RoundTimer(() => void this.inputs.readRound().then(() => this.#queue.ask()))
  readonly #patience = new CallTimeout(DELIVERY_LIMIT_MS)
  #acknowledged = new Map<number, number>()
  #lastTradeShown = 0
  #turnAt = 0
  #watchedAt = 0
  #armedFor = Infinity
  readonly #pace = new Throttle(FEED_PAUSE_MS, () => this.#feedNow())
  readonly #counts = { requests: 0, commands: 0, commits: 0, messages: 0 }

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    const store = this.openStore(marketMigrations)
    this.parts = openParts(store, this.name)
    const { state } = this.parts
    this.#feed = new DepthFeed(state.book, { now: Date.now(), tape: state.tape })
    this.#lastTradeShown = state.tape.at(-1)?.tradeNo ?? 0
    this.#delivery = new Delivery(state.streams, {
      send: (account, answer) => this.#send(account, answer),
      onStored: (account, received) => void this.#acknowledged.set(account, received),
      now: () => Date.now(),
    })
    this.#delivery.resume()
    this.#houseReceipts = new HouseReceipts(state.houseRounds, {
      keep: (receipts) => this.#patience.limit('the directory', this.remotes.keepHouseReceipts(receipts)),
      digest: sha256,
      now: () => Date.now(),
      onPublished: () => this.#queue.ask(),
      onFailed: (failure) => console.warn(`receipts of trades will be sent again: ${String(failure)}`),
    })
    void ctx.blockConcurrencyWhile(async () => {
      this.#armedFor = (await ctx.storage.getAlarm()) ?? Infinity
      this.#arm()
    })
  }

  submit(text: string, lines: string): Promise<string> {
    const request = parseRequest(text, lines)
    this.#counts.requests += 1
    this.#counts.commands += request.commands.length
    if (request.commands.length > 0) this.#watchedAt = Date.now()
    return this.#queue.add(request)
  }

  async depth(levelsMax: number): Promise<MarketDepth> {
    await this.look()
    // Changes that no message has yet would give the book a wrong number.
    await this.#pace.done()
    const count = Math.max(1, Math.min(levelsMax, 1000))
    const { book } = this.parts.state
    const sides = { bids: book.depth('buy', count), asks: book.depth('sell', count) }
    return { seq: this.#feed.seq, at: Date.now(), ...sides, indexTicks: this.inputs.indexTicks() ?? 0 }
  }

  async tape(limit: number, { since = 0, until = Infinity, before = Infinity }: TapeRange = {}): Promise<TapeTrade[]> {
    await this.look()
    const isMeant = ({ at, tradeNo }: TapeTrade) => at >= since && at < until && tradeNo < before
    return this.parts.state.tape.filter(isMeant).slice(-Math.max(1, limit)).reverse()
  }

  async reference(): Promise<MarketReference | null> {
    await this.look()
    return this.inputs.band()
  }

  /** Asks every account first, so that only what cannot be delivered now counts as undelivered. */
  async report(): Promise<MarketReport> {
    await this.look()
    await this.#delivery.flush()
    this.#takeTurn()
    return reportMoney(this.name, this.inputs.pair, this.parts)
  }

  guard(): Promise<MarketGuard> {
    return Promise.resolve({
      symbol: this.name,
      pausedUntil: this.inputs.pausedUntil(),
      inventoryLots: String(this.parts.ledger.inventoryLots(this.inputs.pair)),
    })
  }

  async takeStockAction(text: string, above: number, limit: number): Promise<number[] | null> {
    await this.inputs.refreshPair()
    await this.#delivery.flush()
    this.#takeTurn()
    const inside = { ...this.parts, inputs: this.inputs, feed: this.#feed, now: Date.now() }
    const isTaken = carryOutAction(text, inside, (problem) => this.#giveUp([], problem))
    if (isTaken) this.sendToAll(this.#feed.snapshot())
    return isTaken && countPending(this.parts.state) === 0 ? tradersAbove(this.parts, above, limit) : null
  }

  owedMessages(): Promise<number> {
    return Promise.resolve(countPending(this.parts.state))
  }

  async stats(): Promise<MarketStats> {
    const { state, journal } = this.parts
    const counted = { undeliveredMessages: countPending(state), stateHash: hashState(state, journal) }
    return { ...this.#counts, openOrders: state.userOrderCount, ...counted }
  }

  async sweep(): Promise<void> {
    await this.inputs.refreshPair()
    await this.#beat()
  }

  override async onAlarm(): Promise<void> {
    this.#armedFor = Infinity
    await this.#beat()
  }

  /** The last snapshot is sent first, even if old: later changes follow as deltas. */
  override async onConnect(connection: Connection): Promise<void> {
    this.sendOpening(connection)
    if (!(await this.look())) connection.close(CLOSE_NO_SUCH_MARKET, 'no such market')
  }

  protected override opening(): readonly string[] {
    return [this.#feed.snapshot()]
  }

  protected override messagesAfter(after: number): readonly string[] {
    this.#pace.flush()
    return this.#feed.since(after)
  }

  /** A client watches the market: it is updated first, and kept current for a while. */
  protected override async look(): Promise<boolean> {
    this.#watchedAt = Date.now()
    await this.inputs.ready()
    if (this.inputs.isNewsWaiting || !this.inputs.band()) this.#takeTurn()
    this.#arm()
    return this.inputs.pair !== null
  }

  /**
   * Alarm: follows the index price while the market is watched, and delivers owed messages. Without watchers, it takes
   * a turn only to store acknowledgements: otherwise visits of the sweep would keep the house quoting in every market for ever.
   */
  async #beat(): Promise<void> {
    const isWatched = this.#isWatched()
    if (isWatched) await this.inputs.refreshIndex()
    this.#delivery.pump()
    this.#houseReceipts.pump()
    if (isWatched || this.#acknowledged.size > 0) this.#queue.ask()
    this.#arm()
  }

  #takeTurn(): void {
    // Accounts tell turns apart by their times.
    this.#turnAt = Math.max(Date.now(), this.#turnAt + 1)
    const waiting = this.#queue.take()
    if (!this.inputs.isPairRead) {
      for (const { reject } of waiting) reject(new Error('the directory cannot be read'))
      return this.#askForRest()
    }
    const acknowledged = this.#acknowledged
    this.#acknowledged = new Map()
    try {
      const { answers, notified, hasCommitted } = runTurn(this.parts, {
        now: this.#turnAt,
        pair: this.inputs.pairNow(),
        band: this.inputs.band(),
        ...this.inputs.pricesNow(),
        isRequoteDue: this.inputs.takeChanges(),
        acknowledged,
        housePublished: this.#houseReceipts.takePublished(),
        requests: waiting.map(({ request }) => request),
      })
      this.#afterTurn(waiting, notified, hasCommitted)
      for (const [index, { resolve }] of waiting.entries()) resolve(JSON.stringify(answers[index]))
    } catch (problem) {
      this.#giveUp(waiting, problem)
    }
    this.#askForRest()
    this.#roundTimer.set(this.parts.state.waiting.all(), Date.now())
  }

  /** A turn takes a limited number of requests: the others need one of their own. */
  #askForRest(): void {
    if (!this.#queue.isEmpty) this.#queue.ask()
  }

  #afterTurn(waiting: readonly Waiting[], notified: ReadonlySet<number>, hasCommitted: boolean): void {
    if (!hasCommitted) return this.#pace.ask()
    this.#counts.commits += 1
    const answered = new Set(waiting.map(({ request }) => request.account))
    for (const account of notified) this.#delivery.owe(account, answered.has(account) ? 'answer' : 'delivery')
    this.#pace.ask()
    this.#arm()
  }

  /** Memory is ahead of the journal, so no answer may come from it. The room aborts and restarts from the written state. */
  #giveUp(waiting: readonly Waiting[], problem: unknown): void {
    logError(`market ${this.name} could not write a turn and starts again: ${String(problem)}`)
    for (const { reject } of [...waiting, ...this.#queue.take()]) reject(problem)
    this.ctx.abort(`market ${this.name} could not write a turn`)
  }

  /** Public feed: encodes the changes since its last message once, and sends them to all sockets. */
  #feedNow(): void {
    const trades = this.parts.state.tape.filter(({ tradeNo }) => tradeNo > this.#lastTradeShown)
    this.#lastTradeShown = trades.at(-1)?.tradeNo ?? this.#lastTradeShown
    const text = this.#feed.next(Date.now(), this.inputs.indexTicks() ?? 0, trades)
    if (text !== null) this.sendToAll(text)
  }

  async #send(account: number, answer: MarketAnswer): Promise<number> {
    this.#counts.messages += answer.messages.length
    const forwardedLast = this.parts.state.forwarded.lastOf(account)
    const stored = await this.#patience.limit(
      `account ${account}`,
      this.remotes.deliver(account, JSON.stringify(answer)),
    )
    // An account saves all its turns before it answers a delivery.
    this.parts.state.dropForwarded(account, forwardedLast)
    return stored
  }

  #isWatched(): boolean {
    return this.parts.state.hasUserOrders || Date.now() - this.#watchedAt < WATCHED_MS || this.hasListeners
  }

  /** One alarm: the next heartbeat, which follows a round of prices, or the next delivery, whichever is first. Set only when none is set early enough. */
  #arm(): void {
    const now = Date.now()
    const beatAt = nextRoundAt(now + 1)
    const armedFor = this.#armedFor > now - ALARM_LOST_MS ? this.#armedFor : Infinity
    if (armedFor <= beatAt) return
    const hasWork = this.#isWatched() || this.#acknowledged.size > 0 || this.#houseReceipts.isWaiting
    const dueAt = hasWork ? beatAt : Infinity
    const at = Math.max(now, Math.min(dueAt, this.#delivery.nextDueAt() ?? Infinity))
    if (at >= armedFor) return
    this.#armedFor = at
    void this.ctx.storage.setAlarm(at)
  }
}
