// The events that only their owner hears. A product that has one adds its line here: the event's name and how its payloads are read from
// what the user's Account tells on its own channel.

import type { AccountSocketMessage } from '../protocol/account'

export interface PrivateEvent {
  /** As existing clients listen for it. */
  readonly name: string
  /** The payloads that a message of the Account comes to; none when it is about something else. */
  readonly payloadsOf: (message: AccountSocketMessage) => readonly object[]
}

/** The positions that a message says are over: clients take them out of their lists. */
const closedPositions: PrivateEvent = {
  name: 'lever_closed',
  payloadsOf(message) {
    if (message.type !== 'event' || !message.futures) return []
    const id = message.futures.positions.flatMap(({ state, positionNo }) => (state === 'closed' ? [positionNo] : []))
    return id.length === 0 ? [] : [{ id }]
  },
}

export const PRIVATE_EVENTS: readonly PrivateEvent[] = [closedPositions]
