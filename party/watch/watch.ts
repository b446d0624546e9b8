// The Watch of one symbol without its runtime: finds the accounts that a round of prices reaches, and wakes them. An account is woken with
// the first round that reached its band, however late, and gets no other call until it has answered; the answer is its new band, which is
// checked against the rounds since. After a crash every round after the last saved one is read again, and accounts skip rounds that they
// have processed.

import { assert } from '#domain/assert'
import type { Store } from '#party/lib/store'
import type { PriceRound, RoundMessage, WatchAnswer, WatchRegistration, WatchReport } from '#party/protocol/watch'
import { Bands, type OwnTick, isReached, isWaiting, tickOf } from './bands'
import { type Caps, Exposures } from './exposures'
import { History } from './history'
import { Registrations, type Row, keyOf, rowOf } from './registrations'
import { CallQueue } from '#party/lib/call-queue'
import type { WatchPorts } from './ports'

interface Entry extends Row {
  /** Set while the entry is queued instead of banded: its band must still be checked against rounds after this instant. */
  from: number | null
}

/** Rounds that are asked for at once: ten minutes. */
const PAGE = 600
/** How often the round that was checked last is written. */
const WRITTEN_EVERY_MS = 10_000
/** Quotes sends every second: after this silence the Watch asks it. */
const SILENCE_MS = 5_000

export class SymbolWatch {
  readonly #ports: WatchPorts
  readonly #stored: Registrations
  readonly #entries = new Map<string, Entry>()
  readonly #bands = new Bands<Entry>()
  readonly #exposures = new Exposures()
  readonly #history: History
  readonly #queue: CallQueue<Entry>
  #caps: Caps = new Map()
  /** Last round that all bands were checked against. */
  #checkedAt: number
  #receivedAt = -Infinity
  #messages: RoundMessage[] = []
  #isTaking = false
  #isFollowed: boolean | null = null
  #following: Promise<void> | null = null

  constructor(store: Store, ports: WatchPorts) {
    this.#ports = ports
    this.#stored = new Registrations(store, (work) => ports.soon(work))
    this.#checkedAt = this.#stored.checkedAt
    this.#history = new History(this.#checkedAt)
    this.#queue = new CallQueue({
      call: (entry) => this.#call(entry),
      called: (entry) => this.#file(entry),
      later: (delayMs, work) => ports.later(delayMs, work),
      report: (text) => ports.report(text),
    })
    for (const row of this.#stored.load()) {
      const entry: Entry = { ...row, from: null }
      this.#entries.set(keyOf(row), entry)
      if (isWaiting(entry)) this.#bands.add(entry)
      this.#exposures.follow(row.feature, null, row)
    }
  }

  /** True while any account waits for a wake-up. */
  get isNeeded(): boolean {
    return this.#bands.size + this.#queue.size > 0
  }

  async register(registration: WatchRegistration): Promise<WatchAnswer> {
    const { revision } = this.#put(registration)
    this.#queue.start()
    void this.#follow()
    // After the answer its account doesn't send again: even a known registration may still need its write.
    await Promise.all([this.#stored.written(), this.#readCaps()])
    return { revision, closedSides: this.#exposures.closedSides(registration.feature, this.#caps) }
  }

  #readCaps(): Promise<void> {
    const failed = (failure: unknown) => this.#ports.report(`the caps could not be read: ${String(failure)}`)
    return this.#ports.caps().then((caps) => void (this.#caps = caps), failed)
  }

  /** Takes a round; resolves before accounts answer. When earlier rounds are missing, they are fetched and checked first. */
  round(message: RoundMessage): Promise<void> {
    this.#receivedAt = this.#ports.now()
    if (this.isNeeded) this.#messages.push(message)
    // A Watch that wants none must have missed its own goodbye.
    else if (this.#isFollowed === false) this.#isFollowed = true
    void this.#follow()
    return this.#takeMessages()
  }

  /** For the alarm: when Quotes is silent, follows it again and fetches its rounds. */
  async beat(): Promise<void> {
    if (!this.isNeeded || this.#ports.now() - this.#receivedAt < SILENCE_MS) return
    this.#isFollowed = null
    await this.#follow()
    await this.#takeMessages(true)
  }

  report(): WatchReport {
    return this.#exposures.report(this.#ports.symbol, this.#caps)
  }

  async #takeMessages(isGapLikely = false): Promise<void> {
    if (this.#isTaking) return
    this.#isTaking = true
    try {
      if (isGapLikely) await this.#closeGap(Infinity)
      for (let message = this.#messages.shift(); message; message = this.#messages.shift()) {
        const { beforeAt, at, ticks } = message
        if (beforeAt === null || beforeAt > this.#checkedAt) await this.#closeGap(at)
        this.#check({ at, ticks })
      }
    } catch (failure) {
      // A later round must not be checked before an earlier one. All are kept by Quotes, and the next message shows the gap.
      this.#messages = []
      this.#ports.report(`missed rounds could not be read: ${String(failure)}`)
    } finally {
      this.#isTaking = false
    }
  }

  /** Checks the stored rounds between the last one checked and `before`. */
  async #closeGap(before: number): Promise<void> {
    for (;;) {
      const from = this.#checkedAt
      const rounds = (await this.#ports.roundsAfter(from, PAGE)).filter(({ at }) => at < before)
      // The first registration after an idle time may have moved it back meanwhile.
      if (this.#checkedAt !== from) continue
      if (rounds.length === 0) return
      for (const round of rounds) this.#check(round)
    }
  }

  #check(round: PriceRound): void {
    if (round.at <= this.#checkedAt) return
    this.#checkedAt = round.at
    const tick = tickOf(this.#ports.symbol, round)
    if (tick) {
      this.#history.add(tick, round)
      for (const entry of this.#bands.reachedBy(tick)) if (tick.at > entry.after) this.#owe(entry, tick.at - 1)
      this.#queue.start()
    }
    if (round.at - this.#stored.checkedAt >= WRITTEN_EVERY_MS) this.#writeCheckedAt()
  }

  /** Queues an entry for a call until its band is checked against all rounds after `from`. */
  #owe(entry: Entry, from: number): void {
    this.#bands.remove(entry)
    entry.from = from
    this.#queue.add(entry)
  }

  /** A newer registration replaces the account's older one. */
  #put(registration: WatchRegistration): Entry {
    const known = this.#entries.get(keyOf(registration))
    if (known && registration.revision <= known.revision) return known
    const row = rowOf(registration)
    if (!this.isNeeded && isWaiting(row)) this.#startAt(Math.min(this.#ports.now(), row.next ?? Infinity) - 1)
    const owed = known?.from ?? null
    // An awaited tick may be older than the owed ones, which the former band reached.
    const from =
      owed === null ? this.#missedSince(row) : Math.max(Math.min(owed, (row.next ?? Infinity) - 1), row.after)
    this.#stored.put(row)
    // An entry that is owed a round older than the saved checked round would be forgotten by a restart.
    if (from !== null && from < this.#stored.checkedAt) this.#stored.putCheckedAt(from)
    this.#exposures.follow(row.feature, known ?? null, row)
    const entry: Entry = known ? Object.assign(known, row, { from }) : { ...row, from }
    this.#entries.set(keyOf(row), entry)
    if (!this.#queue.isRunning(entry)) this.#file(entry)
    return entry
  }

  /** Without waiting accounts no round was checked: the first registration sets the start. */
  #startAt(checkedAt: number): void {
    this.#checkedAt = checkedAt
    this.#history.startAt(checkedAt)
    this.#stored.putCheckedAt(checkedAt)
  }

  /** An awaited tick may predate its registration; an edge applies from now on. Null when no tick was missed. */
  #missedSince({ next, after }: Row): number | null {
    if (next === null) return null
    const from = Math.max(after, next - 1)
    const tick = this.#history.firstReached({ low: null, high: null, next }, from)
    return tick === undefined ? from : tick && tick.at - 1
  }

  /** Puts an entry among the bands, or into the queue while a round may have reached it. */
  #file(entry: Entry): void {
    this.#bands.remove(entry)
    this.#queue.remove(entry)
    const from = entry.from ?? this.#checkedAt
    if (isWaiting(entry) && this.#history.firstReached(entry, from) !== null) {
      this.#owe(entry, from)
      return
    }
    entry.from = null
    if (isWaiting(entry)) this.#bands.add(entry)
    else void this.#follow()
  }

  /** Wakes an account with the first round that reached it, if any. */
  async #call(entry: Entry): Promise<void> {
    const { revision } = entry
    const tick = await this.#firstReached(entry)
    const round = tick && (await this.#wholeRound(tick.at))
    // What came meanwhile is looked at anew.
    if (!tick || entry.revision !== revision) return
    if (!round) {
      // Quotes no longer stores the round: the account answers with its current registration and continues with later rounds.
      await this.#wake(entry, { at: 0, ticks: [] })
      entry.from = Math.max(tick.at, entry.after)
      return
    }
    await this.#wake(entry, round)
    // Its newer registration awaits an earlier tick, which this round follows.
    if (entry.revision !== revision && entry.from !== null && entry.from < tick.at - 1) return
    if (isReached(entry, tick) && tick.at > entry.after) throw new Error('it has not acted on the round')
    entry.from = Math.max(tick.at, entry.after)
  }

  /** The account's answer is its new registration. `from` may precede rounds that the account has processed: those have no effect. */
  async #wake(entry: Entry, round: PriceRound): Promise<void> {
    const { feature, account, revision } = entry
    const registration = await this.#ports.wake(account, {
      feature,
      symbol: this.#ports.symbol,
      round,
      beforeAt: this.#history.before(round.at),
      revision,
      closedSides: this.#exposures.closedSides(feature, this.#caps),
    })
    assert(registration.account === account && registration.feature === feature, 'an account answers for itself')
    // A registration that came meanwhile may await an earlier tick.
    if (round.at > 0) entry.from = Math.min(entry.from ?? Infinity, round.at - 1)
    this.#put(registration)
  }

  /** Rounds no longer in memory are fetched. */
  async #firstReached(entry: Entry): Promise<OwnTick | null> {
    const { revision } = entry
    while (entry.from !== null && entry.revision === revision && isWaiting(entry)) {
      const tick = this.#history.firstReached(entry, entry.from)
      if (tick !== undefined) return tick
      const until = this.#history.from
      const limit = Math.min(PAGE, Math.ceil((until - entry.from) / 1_000))
      const rounds = await this.#ports.roundsAfter(entry.from, limit)
      if (entry.revision !== revision) return null
      const reached = rounds.find((round) => this.#reaches(round, entry))
      if (reached && reached.at <= until) {
        this.#history.keep(reached)
        return tickOf(this.#ports.symbol, reached)
      }
      entry.from = Math.min(until, rounds.at(-1)?.at ?? until)
    }
    return null
  }

  #reaches(round: PriceRound, entry: Entry): boolean {
    const tick = tickOf(this.#ports.symbol, round)
    return tick !== null && tick.at > entry.after && isReached(entry, tick)
  }

  async #wholeRound(at: number): Promise<PriceRound | null> {
    const cached = this.#history.whole(at)
    if (cached) return cached
    const [round] = await this.#ports.roundsAfter(at - 1, 1)
    if (round?.at !== at) return null
    this.#history.keep(round)
    return round
  }

  /** Owed rounds are found again after a restart, because rounds from the oldest owed one on count as unchecked. */
  #writeCheckedAt(): void {
    let checkedAt = this.#checkedAt
    for (const { from } of this.#queue.members()) if (from !== null) checkedAt = Math.min(checkedAt, from)
    if (checkedAt !== this.#stored.checkedAt) this.#stored.putCheckedAt(checkedAt)
  }

  /** Informs Quotes when the need for rounds has changed. A failed call is repeated with the next round or by the alarm. */
  #follow(): Promise<void> {
    this.#following ??= this.#notifyQuotes().finally(() => (this.#following = null))
    return this.#following
  }

  async #notifyQuotes(): Promise<void> {
    try {
      while (this.#isFollowed !== this.isNeeded) {
        const isWanted = this.isNeeded
        await this.#ports.follow(isWanted)
        this.#isFollowed = isWanted
      }
    } catch (failure) {
      this.#ports.report(`the prices could not be told: ${String(failure)}`)
    }
  }
}
