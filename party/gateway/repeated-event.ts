// Repeated private pushes of one session that follow prices: their interface.

import type { Pair } from '#domain/catalogue'
import type { AccountSocketMessage } from '../protocol/account'

/** The gateway's market data. */
export interface Surroundings {
  readonly pairOf: (symbol: string) => Pair | undefined
  /** Index price in steps; undefined while none is known. */
  readonly priceOf: (symbol: string) => number | undefined
}

/** Builds a session's repeated push from the messages received so far. */
export interface RepeatedView {
  receive(message: AccountSocketMessage): void
  /** Called every second; null when the payload is unchanged. */
  payload(now: number, around: Surroundings): object | null
}

export interface RepeatedEvent {
  readonly name: string
  readonly open: () => RepeatedView
}
