// What one session of a user is told again and again as prices go on: the shape of it.

import type { Pair } from '#domain/catalogue'
import type { AccountSocketMessage } from '../protocol/account'

/** What the gateway hears of markets. */
export interface Surroundings {
  readonly pairOf: (symbol: string) => Pair | undefined
  /** Index price in steps; undefined while none is known. */
  readonly priceOf: (symbol: string) => number | undefined
}

/** What one session of a user is told again and again, out of all that it has heard. */
export interface StandingView {
  hear(message: AccountSocketMessage): void
  /** Asked every second; null when there is nothing to say. */
  payload(now: number, around: Surroundings): object | null
}

export interface StandingEvent {
  readonly name: string
  readonly open: () => StandingView
}
