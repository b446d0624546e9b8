// Work of the room's alarm: due timers of features, pruning of old commands, retries to Markets and accounts. After a failure the alarm
// runs again soon.

import { RETRY_MS, type AccountState } from './state'
import type { RememberedCommand } from './command-memory'
import type { PreparedCall, Turn } from './feature'
import type { RemoteCalls } from './remote-calls'
import { CENTRE_TIMERS, type Registry } from './registry'
import type { Turns } from './turns'

const ASK_AGAIN_MAX_MS = 60_000
/** Delay before a failed alarm runs again; also the least interval between runs that prune commands or retry peer messages. */
const RING_AGAIN_MS = 60_000

/** How often the alarm looks for timers while it waits for other rooms. */
const LOOK_MS = 100

/** Timers that read no table. */
const IN_MEMORY: ReadonlySet<string> = new Set(['deliver', 'post', 'watch'])

export interface AlarmPorts extends RemoteCalls {
  report(text: string): void
  /** Delivers the messages owed to other accounts. */
  bring(): Promise<void>
  /** Sends unsent registrations to Watches. */
  notifyWatches(): Promise<void>
  /** Decides commands whose wait this turn has ended. */
  decideWaiting(account: AccountState): readonly RememberedCommand[]
  answer(decided: readonly RememberedCommand[]): void
  /** Retries Markets that haven't answered. */
  retryMarkets(): Promise<unknown>
}

/** A call that a feature has prepared, with that feature's name. */
interface Errand {
  readonly feature: string
  readonly prepared: PreparedCall<never>
}

/** Kinds of the timers that ran, and whether commands of a Market are open. */
interface Due {
  readonly hasPending: boolean
  readonly kinds: ReadonlySet<string>
}

export class Alarm {
  readonly #turns: Turns
  readonly #registry: Registry
  readonly #ports: AlarmPorts
  #askAgainMs = RETRY_MS

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
      // Directory, lease holder or store failed. Without a new alarm the runtime gives up after a few retries.
      this.#ports.report(`the alarm failed: ${String(failure)}`)
      this.#turns.setAlarm(this.#ports.now() + RING_AGAIN_MS)
    }
  }

  /**
   * No other alarm rings while this one waits for other rooms: what becomes due meanwhile, such as a program's switch, runs here. Timers with
   * calls of their own wait, so that no call is made twice at once.
   */
  async #doWhatIsDue(): Promise<void> {
    let calls: Promise<unknown> = this.#call(this.#runDue(() => true))
    while (await isOpenAfter(LOOK_MS, calls)) {
      if (this.#turns.account?.timers.isAnyDue(this.#ports.now(), this.#isAlone))
        calls = Promise.all([calls, this.#call(this.#runDue(this.#isAlone))])
    }
  }

  /** True for timers that call no other room. */
  readonly #isAlone = (kind: string): boolean =>
    !CENTRE_TIMERS.has(kind) && this.#registry.timers.get(kind)?.definition.errand === undefined

  #runDue(isWanted: (kind: string) => boolean): Due {
    const due = this.#ports.now()
    const work = (account: AccountState, now: number) => {
      const kinds = this.#runTimers(account, due, isWanted)
      if (kinds.has('prune')) prune(account, now)
      // The end of the turn sets the timer again if a Watch still misses a registration.
      if (kinds.has('watch')) account.timers.clear('watch')
      const hasPending = kinds.has('deliver') && this.#delayRetry(account, now)
      // The timer is set before the attempt: after a crash in between, the alarm retries.
      if (account.peers.isOwing) account.timers.set('post', now + RING_AGAIN_MS)
      else account.timers.clear('post')
      return { hasPending, kinds }
    }
    // Owed messages are known in memory, and the alarm of a busy account fires every few seconds: most runs read no tables.
    const asksTables = this.#turns.opened.timers.isAnyDue(due, (kind) => isWanted(kind) && !IN_MEMORY.has(kind))
    return asksTables ? this.#turns.runInTables(work) : this.#turns.runCommitted(work)
  }

  /** Asks other rooms for what the timers left open. */
  async #call({ hasPending, kinds }: Due): Promise<void> {
    if (hasPending) await this.#ports.retryMarkets()
    for (const errand of this.#prepare(kinds)) await this.#say(errand)
    await this.#ports.bring()
    await this.#ports.notifyWatches()
  }

  /** Runs every wanted due timer once, including timers that become due during the run. Returns their kinds. */
  #runTimers(account: AccountState, now: number, isWanted: (kind: string) => boolean): ReadonlySet<string> {
    const had = new Set<string>()
    const kinds = new Set<string>()
    for (let due = account.timers.firstDue(now, had); due; due = account.timers.firstDue(now, had)) {
      had.add(due.key)
      if (!isWanted(due.kind)) continue
      kinds.add(due.kind)
      if (CENTRE_TIMERS.has(due.kind)) continue
      account.timers.clear(due.kind, due.ref)
      const timer = this.#registry.timers.get(due.kind)
      // A removed feature leaves timers behind; they run nothing.
      timer?.definition.run(account.stateOf(timer.feature), { ref: due.ref }, { account, now })
    }
    return kinds
  }

  #prepare(kinds: ReadonlySet<string>): readonly Errand[] {
    const turn: Turn = { account: this.#turns.opened, now: this.#ports.now() }
    return [...kinds].flatMap((kind) => {
      const timer = this.#registry.timers.get(kind)
      if (!timer) return []
      const prepared = timer.definition.errand?.prepare(turn.account.stateOf(timer.feature), turn)
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
    const decided = this.#turns.runCommitted((account, now) => {
      prepared.done(account.stateOf(feature), { account, now })
      return this.#ports.decideWaiting(account)
    })
    this.#ports.answer(decided)
  }

  #delayRetry(account: AccountState, now: number): boolean {
    account.timers.clear('deliver')
    const hasPending = account.streams.pending().length > 0
    this.#askAgainMs = hasPending ? Math.min(this.#askAgainMs * 2, ASK_AGAIN_MAX_MS) : RETRY_MS
    if (hasPending) account.timers.set('deliver', now + this.#askAgainMs)
    return hasPending
  }
}

async function isOpenAfter(ms: number, calls: Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const waited = new Promise<true>((resolve) => (timer = setTimeout(() => resolve(true), ms)))
  try {
    return await Promise.race([calls.then(() => false), waited])
  } finally {
    clearTimeout(timer)
  }
}

function prune(account: AccountState, now: number): void {
  for (const part of account.parts) part.prune(now)
  const next = account.commands.prune(now)
  account.timers.clear('prune')
  if (next !== null) account.timers.set('prune', Math.max(next, now + RING_AGAIN_MS))
}
