// Queue of a room's calls to accounts: several accounts in parallel, one call at a time per account, retries with growing pauses after
// failures.

const CALLS_MAX = 64
const RETRY_MS = 500
const RETRY_MAX_MS = 30_000

export interface CallQueuePorts<Member> {
  /** Rejects when the call must be retried. */
  call(member: Member): Promise<void>
  /** The call succeeded; the member has left the queue. */
  called(member: Member): void
  later(delayMs: number, work: () => void): void
  report(text: string): void
}

export class CallQueue<Member extends { readonly account: number }> {
  readonly #ports: CallQueuePorts<Member>
  readonly #ready = new Set<Member>()
  /** Token of each member's pause: when a pause was cut short, its old timer finds another token and does nothing. */
  readonly #paused = new Map<Member, object>()
  readonly #running = new Set<Member>()
  readonly #busyAccounts = new Set<number>()
  readonly #failures = new Map<Member, number>()

  constructor(ports: CallQueuePorts<Member>) {
    this.#ports = ports
  }

  get size(): number {
    return this.#ready.size + this.#paused.size + this.#running.size
  }

  *members(): IterableIterator<Member> {
    yield* this.#ready
    yield* this.#paused.keys()
    yield* this.#running
  }

  isRunning(member: Member): boolean {
    return this.#running.has(member)
  }

  /** Its turn comes with `start`, without a pause. */
  add(member: Member): void {
    this.#paused.delete(member)
    if (!this.#running.has(member)) this.#ready.add(member)
  }

  remove(member: Member): void {
    this.#ready.delete(member)
    this.#paused.delete(member)
    this.#failures.delete(member)
  }

  start(): void {
    for (const member of this.#ready) {
      if (this.#running.size >= CALLS_MAX) return
      if (this.#busyAccounts.has(member.account)) continue
      this.#ready.delete(member)
      void this.#run(member)
    }
  }

  async #run(member: Member): Promise<void> {
    const end = (): void => {
      this.#running.delete(member)
      this.#busyAccounts.delete(member.account)
    }
    this.#running.add(member)
    this.#busyAccounts.add(member.account)
    try {
      await this.#ports.call(member)
      this.#failures.delete(member)
      end()
      this.#ports.called(member)
    } catch (failure) {
      end()
      this.#pause(member, failure)
    }
    this.start()
  }

  #pause(member: Member, failure: unknown): void {
    const failures = (this.#failures.get(member) ?? 0) + 1
    const pauseMs = Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** Math.min(failures, 10))
    const pause = {}
    this.#failures.set(member, failures)
    this.#paused.set(member, pause)
    if (failures === 1) this.#ports.report(`account ${member.account} will be called again: ${String(failure)}`)
    this.#ports.later(pauseMs, () => {
      if (this.#paused.get(member) !== pause) return
      this.add(member)
      this.start()
    })
  }
}
