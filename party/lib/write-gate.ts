// Blocks a room's writes during a backup, so that its tables are of one moment. Other rooms see a room that
// crashed and restarts later, a case that every room handles.

import { PAUSED } from '#domain/copy-part'

const RETRY_AFTER_MS = 1_000

export class WriteGate {
  #closedUntil = 0
  #isShut = false
  #refused = 0

  close(until: number): void {
    this.#closedUntil = until
  }

  /** Refuses every write from now on: memory differs from the tables, so the instance ends soon. */
  shut(): void {
    this.#isShut = true
  }

  /** When a refused write can be tried again. */
  get closedUntil(): number {
    return this.#isShut ? Date.now() + RETRY_AFTER_MS : this.#closedUntil
  }

  get isClosed(): boolean {
    return Date.now() < this.closedUntil
  }

  /** True when a write was refused since the last call: memory may be ahead of the tables. */
  takeRefused(): boolean {
    const wasRefused = this.#refused > 0
    this.#refused = 0
    return wasRefused
  }

  /** Throws while closed. */
  pass(): void {
    if (!this.isClosed) return
    this.#refused += 1
    throw new Error(`this room is ${PAUSED}`)
  }
}
