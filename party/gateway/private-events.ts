// The events that only their owner hears. A product that has one adds its line here: the event's name and how its payloads are read from
// what the user's Account tells on its own channel. No product of today has one.

import type { AccountSocketMessage } from '../protocol/account'

export interface PrivateEvent {
  /** As existing clients listen for it. */
  readonly name: string
  /** The payloads that a message of the Account comes to; none when it is about something else. */
  readonly payloadsOf: (message: AccountSocketMessage) => readonly object[]
}

export const PRIVATE_EVENTS: readonly PrivateEvent[] = []
