// What a Watch asks of others: the accounts, Quotes, the directory and the clock. The room fills it in; tests give their own.

import type { PriceRound, WakeMessage, WatchRegistration } from '#party/protocol/watch'
import type { Caps } from './exposures'

export interface WatchPorts {
  readonly symbol: string
  now(): number
  /** Wakes an account; what it answers counts from then on. */
  wake(account: number, message: WakeMessage): Promise<WatchRegistration>
  /** Live rounds after an instant, ascending, `limit` at most; none when there is none yet. */
  roundsAfter(at: number, limit: number): Promise<readonly PriceRound[]>
  /** By feature, what the house stands for on one side at most. */
  caps(): Promise<Caps>
  /** Has Quotes send every round from now on, or none. */
  follow(isWanted: boolean): Promise<void>
  /** Runs something in a moment, after what comes at the same time. */
  soon(work: () => void): void
  later(delayMs: number, work: () => void): void
  report(text: string): void
}
