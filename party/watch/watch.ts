// The Watch of one symbol without its runtime: which accounts a round of prices reaches, and their waking. An account is woken with the
// first round that reached its band, however late, and with nothing else until it has answered; what it answers is its band from then on,
// and the rounds since are checked again. What a crash makes it forget it finds again, because every round after the last one that is
// stored as checked is asked for again; accounts leave what they have acted on.

import { assert } from '#domain/assert'
import type { Store } from '#party/lib/store'
import type { PriceRound, RoundMessage, WatchAnswer, WatchRegistration, WatchReport } from '#party/protocol/watch'
import { Bands, type OwnTick, isReached, isWaiting, tickOf } from './bands'
import { type Caps, Exposures } from './exposures'
import { History } from './history'
import { Registrations, type Row, keyOf, rowOf } from './registrations'
import { CallQueue } from '#party/lib/call-queue'
import type { WatchPorts } from './ports'

export type { WatchPorts } from './ports'

interface Entry extends Row {
  /** Set while it is in the queue and not among the bands: rounds after this instant are still to be checked against its band. */
  from: number | null
}

/** Rounds that are asked for at once: ten minutes. */
const PAGE = 600
/** How often the round that was checked last is written. */
const WRITTEN_EVERY_MS = 10_000
/** Quotes speaks every second: after such a silence it is asked. */
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
  /** All bands are checked against every round up to this one. */
  #checkedAt: number
  #heardAt = -Infinity
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

  /** True while anybody wants to be woken. */
  get isNeeded(): boolean {
    return this.#bands.size + this.#queue.size > 0
  }

  async register(told: WatchRegistration): Promise<WatchAnswer> {
    const { revision } = this.#put(told)
    this.#queue.start()
    void this.#follow()
    // Its account tells it no more once it is answered: also what was known before may still have to be written.
    await Promise.all([this.#stored.written(), this.#readCaps()])
    return { revision, closedSides: this.#exposures.closedSides(told.feature, this.#caps) }
  }

  async #readCaps(): Promise<void> {
    try {
      this.#caps = await this.#ports.caps()
    } catch (failure) {
      this.#ports.report(`the caps could not be read: ${String(failure)}`)
    }
  }

  /** Takes a round; resolves before anybody has answered. Where rounds are missing in between, it is checked after them. */
  round(message: RoundMessage): Promise<void> {
    this.#heardAt = this.#ports.now()
    if (this.isNeeded) this.#messages.push(message)
    // A Watch that wants none must have missed its own goodbye.
    else if (this.#isFollowed === false) this.#isFollowed = true
    void this.#follow()
    return this.#takeMessages()
  }

  /** For the alarm: when Quotes is silent it is told again that it is followed, and asked for what it has. */
  async beat(): Promise<void> {
    if (!this.isNeeded || this.#ports.now() - this.#heardAt < SILENCE_MS) return
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
      // Whoever came first while nobody was waiting may have set it back meanwhile.
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

  /** From now on it is called for, and not looked for, until its band is checked against every round after `from`. */
  #owe(entry: Entry, from: number): void {
    this.#bands.remove(entry)
    entry.from = from
    this.#queue.add(entry)
  }

  /** What an account has told takes the place of what it told before, if it is newer. */
  #put(told: WatchRegistration): Entry {
    const known = this.#entries.get(keyOf(told))
    if (known && told.revision <= known.revision) return known
    const row = rowOf(told)
    if (!this.isNeeded && isWaiting(row)) this.#startAt(Math.min(this.#ports.now(), row.next ?? Infinity) - 1)
    const owed = known?.from ?? null
    const from = owed === null ? this.#missedSince(row) : Math.max(owed, row.after)
    this.#stored.put(row)
    // Whoever is owed an older round than those stored as checked would be forgotten by a restart.
    if (from !== null && from < this.#stored.checkedAt) this.#stored.putCheckedAt(from)
    this.#exposures.follow(row.feature, known ?? null, row)
    const entry: Entry = known ? Object.assign(known, row, { from }) : { ...row, from }
    this.#entries.set(keyOf(row), entry)
    if (!this.#queue.isRunning(entry)) this.#file(entry)
    return entry
  }

  /** While nobody waited no round was checked: whoever comes first says from when on they count. */
  #startAt(checkedAt: number): void {
    this.#checkedAt = checkedAt
    this.#history.startAt(checkedAt)
    this.#stored.putCheckedAt(checkedAt)
  }

  /** A tick that is waited for may have come before it was told; an edge counts from here on. Null when nothing was missed. */
  #missedSince({ next, after }: Row): number | null {
    if (next === null) return null
    const from = Math.max(after, next - 1)
    const tick = this.#history.firstReached({ low: null, high: null, next }, from)
    if (tick === undefined) return from
    return tick && tick.at - 1
  }

  /** Puts an entry where it belongs: among the bands, or into the queue while a round may have reached it. */
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

  /** Wakes an account with the first round that reached it, if there is one. */
  async #call(entry: Entry): Promise<void> {
    const { revision } = entry
    const tick = await this.#firstReached(entry)
    const round = tick && (await this.#wholeRound(tick.at))
    // What came meanwhile is looked at anew.
    if (!tick || entry.revision !== revision) return
    if (!round) {
      // Quotes keeps it no more: the account says what counts now, and goes on with those that are left.
      await this.#wake(entry, { at: 0, ticks: [] })
      entry.from = Math.max(tick.at, entry.after)
      return
    }
    await this.#wake(entry, round)
    if (isReached(entry, tick) && tick.at > entry.after) throw new Error('it has not acted on the round')
    entry.from = Math.max(tick.at, entry.after)
  }

  /** What the account answers counts from then on. Nothing comes of a round that it has acted on, which any from before the first is. */
  async #wake(entry: Entry, round: PriceRound): Promise<void> {
    const { feature, account } = entry
    const told = await this.#ports.wake(account, {
      feature,
      symbol: this.#ports.symbol,
      round,
      beforeAt: this.#history.before(round.at),
      closedSides: this.#exposures.closedSides(feature, this.#caps),
    })
    assert(told.account === account && told.feature === feature, 'an account answers for itself')
    if (round.at > 0) entry.from = round.at - 1
    this.#put(told)
  }

  /** Rounds that are kept no more are asked for. */
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
    const kept = this.#history.whole(at)
    if (kept) return kept
    const [round] = await this.#ports.roundsAfter(at - 1, 1)
    if (round?.at !== at) return null
    this.#history.keep(round)
    return round
  }

  /** What is owed is found again after a restart, because rounds from the oldest of it on count as not checked. */
  #writeCheckedAt(): void {
    let checkedAt = this.#checkedAt
    for (const { from } of this.#queue.members()) if (from !== null) checkedAt = Math.min(checkedAt, from)
    if (checkedAt !== this.#stored.checkedAt) this.#stored.putCheckedAt(checkedAt)
  }

  /** Tells Quotes whether rounds are wanted, when that has changed. What fails is told again with the next round or by the alarm. */
  #follow(): Promise<void> {
    this.#following ??= this.#tellQuotes().finally(() => (this.#following = null))
    return this.#following
  }

  async #tellQuotes(): Promise<void> {
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
