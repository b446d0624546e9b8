// What the room's alarm is for: timers of features, commands to forget, Markets and accounts that are owed something. When it fails it
// rings again soon.

import { ASK_AGAIN_MS, type AccountBook } from './book'
import type { RememberedCommand } from './command-memory'
import type { PreparedCall, Turn } from './feature'
import type { OutsidePorts } from './outside'
import { CENTRE_TIMERS, type Registry } from './registry'
import type { Turns } from './turns'

const ASK_AGAIN_MAX_MS = 60_000
/** When a failed alarm rings again, and how often at most it rings for commands to forget and for what could not be brought. */
const RING_AGAIN_MS = 60_000

/** Timers that read no table. */
const IN_MEMORY: ReadonlySet<string> = new Set(['deliver', 'post', 'watch'])

export interface AlarmPorts extends OutsidePorts {
  report(text: string): void
  /** Brings what other accounts are owed. */
  bring(): Promise<void>
  /** Tells Watches what they do not know yet. */
  tellWatches(): Promise<void>
  /** Decides what waits for something that a turn has changed, and answers who asked. */
  decideWaiting(book: AccountBook): readonly RememberedCommand[]
  answer(decided: readonly RememberedCommand[]): void
  /** Asks Markets again that have not answered. */
  askAgain(): Promise<unknown>
}

/** A call that a feature has prepared, with that feature's name. */
interface Errand {
  readonly feature: string
  readonly prepared: PreparedCall<never>
}

export class Alarm {
  readonly #turns: Turns
  readonly #registry: Registry
  readonly #ports: AlarmPorts
  #askAgainMs = ASK_AGAIN_MS

  constructor(turns: Turns, registry: Registry, ports: AlarmPorts) {
    this.#turns = turns
    this.#registry = registry
    this.#ports = ports
  }

  async ring(): Promise<void> {
    this.#turns.rang()
    try {
      await this.#turns.ready()
      await this.#doWhatIsDue()
    } catch (failure) {
      // The directory or the holder of the lease could not be read, or the store failed: the runtime gives up after a few tries.
      this.#ports.report(`the alarm failed: ${String(failure)}`)
      this.#turns.setAlarm(this.#ports.now() + RING_AGAIN_MS)
    }
  }

  async #doWhatIsDue(): Promise<void> {
    const due = this.#ports.now()
    const work = (book: AccountBook, now: number) => {
      const kinds = this.#runTimers(book, due)
      if (kinds.has('prune')) prune(book, now)
      // Set again by the end of the turn while a Watch is still to be told.
      if (kinds.has('watch')) book.timers.clear('watch')
      const isOwed = kinds.has('deliver') && this.#isStillOwed(book, now)
      // Set before the attempt, so that a crash in between is followed by another one.
      if (book.peers.owed().length > 0) book.timers.set('post', now + RING_AGAIN_MS)
      else book.timers.clear('post')
      return { isOwed, kinds }
    }
    // What is owed is known in memory, and a busy account looks every few seconds.
    const asksTables = this.#turns.opened.timers.isAnyDue(due, (kind) => !IN_MEMORY.has(kind))
    const { isOwed, kinds } = asksTables ? this.#turns.runInTables(work) : this.#turns.runCommitted(work)
    if (isOwed) await this.#ports.askAgain()
    for (const errand of this.#prepare(kinds)) await this.#say(errand)
    await this.#ports.bring()
    await this.#ports.tellWatches()
  }

  /** Runs every timer that is due, each once, those that become due by another one among them. Answers their kinds. */
  #runTimers(book: AccountBook, now: number): ReadonlySet<string> {
    const had = new Set<string>()
    const kinds = new Set<string>()
    for (let due = book.timers.firstDue(now, had); due; due = book.timers.firstDue(now, had)) {
      had.add(due.key)
      kinds.add(due.kind)
      if (CENTRE_TIMERS.has(due.kind)) continue
      book.timers.clear(due.kind, due.ref)
      const timer = this.#registry.timers.get(due.kind)
      // A product that is gone leaves its timers behind, and nothing is to be done for them.
      timer?.definition.run(book.stateOf(timer.feature), { ref: due.ref }, { book, now })
    }
    return kinds
  }

  #prepare(kinds: ReadonlySet<string>): readonly Errand[] {
    const turn: Turn = { book: this.#turns.opened, now: this.#ports.now() }
    return [...kinds].flatMap((kind) => {
      const timer = this.#registry.timers.get(kind)
      if (!timer) return []
      const prepared = timer.definition.errand?.prepare(turn.book.stateOf(timer.feature), turn)
      return prepared ? [{ feature: timer.feature, prepared }] : []
    })
  }

  async #say({ feature, prepared }: Errand): Promise<void> {
    try {
      await prepared.call(this.#ports)
    } catch (failure) {
      this.#ports.report(`${feature} will say again what could not be said: ${String(failure)}`)
      return
    }
    await this.#turns.ready()
    const decided = this.#turns.runCommitted((book, now) => {
      prepared.done(book.stateOf(feature), { book, now })
      return this.#ports.decideWaiting(book)
    })
    this.#ports.answer(decided)
  }

  #isStillOwed(book: AccountBook, now: number): boolean {
    book.timers.clear('deliver')
    const isOwed = book.streams.owed().length > 0
    this.#askAgainMs = isOwed ? Math.min(this.#askAgainMs * 2, ASK_AGAIN_MAX_MS) : ASK_AGAIN_MS
    if (isOwed) book.timers.set('deliver', now + this.#askAgainMs)
    return isOwed
  }
}

function prune(book: AccountBook, now: number): void {
  for (const part of book.parts) part.prune(now)
  const next = book.commands.prune(now)
  book.timers.clear('prune')
  if (next !== null) book.timers.set('prune', Math.max(next, now + RING_AGAIN_MS))
}
