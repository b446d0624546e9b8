// Delivers owed messages to Account rooms: at once, one call at a time per account to preserve order, with growing pauses until the account
// confirms storage. A slow account delays no other.

import { logWarning } from '#lib/log-line'
import type { MarketAnswer } from '#party/protocol/market'
import type { Stream, Streams } from './streams'

const RETRY_FIRST_MS = 1_000
const RETRY_MAX_MS = 60_000
/** An answer carries the caller's own messages, and its next request usually confirms them. Only after this silence are they sent again. */
const SILENCE_MS = 2_000
const IN_FLIGHT_MAX = 256
/** A long absent account gets its remaining messages in later calls. */
const MESSAGES_PER_CALL_MAX = 1_000

export interface DeliveryPort {
  /** Calls the account's room; answers the number of the last message that it has stored. */
  send(account: number, answer: MarketAnswer): Promise<number>
  /** The account has stored messages up to this number. */
  onStored(account: number, received: number): void
  now(): number
}

interface Debt {
  dueAt: number
  failures: number
  isInFlight: boolean
  /** Stored by the account, even if the journal isn't updated yet. */
  stored: number
}

export class Delivery {
  readonly #streams: Streams
  readonly #port: DeliveryPort
  readonly #debts = new Map<number, Debt>()
  readonly #inFlight = new Set<Promise<void>>()
  /** Accounts whose call waits for another to end. */
  readonly #queued = new Set<number>()

  constructor(streams: Streams, port: DeliveryPort) {
    this.#streams = streams
    this.#port = port
  }

  /** On waking, all owed messages are due. */
  resume(): void {
    for (const { account } of this.#streams.pending()) this.#debt(account, this.#port.now())
  }

  /** New messages for this account: sent now, or, if the answer in flight carries them, after a silence. */
  owe(account: number, by: 'delivery' | 'answer'): void {
    const now = this.#port.now()
    const dueAt = by === 'answer' ? now + SILENCE_MS : now
    const debt = this.#debt(account, dueAt)
    // After a failure the pause is kept: a room that cannot answer is not helped by more calls.
    if (debt.failures === 0) debt.dueAt = Math.min(debt.dueAt, dueAt)
    if (by === 'delivery') this.#attempt(account)
  }

  /** Sends all due messages. */
  pump(): void {
    for (const account of this.#debts.keys()) this.#attempt(account)
  }

  /** Sends all owed messages regardless of pauses, and waits for every call to end. */
  async flush(): Promise<void> {
    for (const debt of this.#debts.values()) debt.dueAt = Math.min(debt.dueAt, this.#port.now())
    this.pump()
    while (this.#inFlight.size > 0) await Promise.all(this.#inFlight)
  }

  /** When the next message is due, or null when nothing is owed. Calls on their way count as due after a pause. */
  nextDueAt(): number | null {
    let next: number | null = null
    for (const debt of this.#debts.values()) {
      const dueAt = debt.isInFlight ? this.#port.now() + RETRY_FIRST_MS : debt.dueAt
      if (next === null || dueAt < next) next = dueAt
    }
    return next
  }

  /** Starts a call when one is due, none is on its way to this account, and calls are free; otherwise its turn comes later. */
  #attempt(account: number): void {
    const debt = this.#debts.get(account)
    if (!debt || debt.isInFlight || debt.dueAt > this.#port.now()) return
    if (this.#inFlight.size >= IN_FLIGHT_MAX) {
      this.#queued.add(account)
      return
    }
    if (this.#unsent(account, debt).length === 0) {
      this.#debts.delete(account)
      return
    }
    debt.isInFlight = true
    const call = this.#deliver(account, debt).finally(() => {
      debt.isInFlight = false
      this.#inFlight.delete(call)
      this.#attempt(account)
      this.#attemptQueued()
    })
    this.#inFlight.add(call)
  }

  #attemptQueued(): void {
    for (const account of this.#queued) {
      if (this.#inFlight.size >= IN_FLIGHT_MAX) return
      this.#queued.delete(account)
      this.#attempt(account)
    }
  }

  /** Never rejects: a failure leads to a retry. */
  async #deliver(account: number, debt: Debt): Promise<void> {
    const stream = this.#streams.get(account)
    const messages = this.#unsent(account, debt).slice(0, MESSAGES_PER_CALL_MAX)
    const last = messages.at(-1)?.seq ?? debt.stored
    try {
      const stored = await this.#port.send(account, { commandSeq: stream.commandSeq, isGap: false, messages })
      if (stored > debt.stored) {
        debt.stored = Math.min(stored, stream.messageSeq)
        this.#port.onStored(account, debt.stored)
      }
      debt.failures = stored >= last ? 0 : debt.failures + 1
    } catch (problem) {
      debt.failures += 1
      logWarning(
        `messages ${messages[0]?.seq ?? 0}-${last} for account ${account} will be sent again: ${String(problem)}`,
      )
    }
    debt.dueAt = this.#port.now() + (debt.failures === 0 ? 0 : pauseAfter(debt.failures))
  }

  #unsent(account: number, debt: Debt): Stream['messages'] {
    return this.#streams.get(account).messages.filter((message) => message.seq > debt.stored)
  }

  #debt(account: number, dueAt: number): Debt {
    const known = this.#debts.get(account)
    if (known) return known
    const debt: Debt = { dueAt, failures: 0, isInFlight: false, stored: 0 }
    this.#debts.set(account, debt)
    return debt
  }
}

const pauseAfter = (failures: number): number => Math.min(RETRY_FIRST_MS * 2 ** (failures - 1), RETRY_MAX_MS)
