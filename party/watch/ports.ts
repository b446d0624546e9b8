// Remote calls of a Watch: accounts, Quotes, directory and clock. The room provides them; tests replace them.

import type { PriceRound, WakeMessage, WatchRegistration } from '#party/protocol/watch'
import type { Caps } from './exposures'

export interface WatchPorts {
  readonly symbol: string
  now(): number
  /** Wakes an account; its answer is its new registration. */
  wake(account: number, message: WakeMessage): Promise<WatchRegistration>
  /** Live rounds after an instant, ascending, `limit` at most; none when there is none yet. */
  roundsAfter(at: number, limit: number): Promise<readonly PriceRound[]>
  /** By feature, the house's largest exposure on one side. */
  caps(): Promise<Caps>
  /** Starts or stops the rounds sent by Quotes. */
  follow(isWanted: boolean): Promise<void>
  /** Runs work in a moment, together with other work of the same time. */
  soon(work: () => void): void
  later(delayMs: number, work: () => void): void
  report(text: string): void
}
