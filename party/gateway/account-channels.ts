// The pushes of users who have said `login`: for each of their sessions one channel of the user's own Account, which ends with the session.
// A client gets in only by the session that its own connection proves.

import type { AccountSocketMessage } from '../protocol/account'
import type { Client } from './client'
import { announceEvent } from './packets'
import type { PrivateEvent } from './private-events'
import { RoomChannel } from './room-channel'

/** The Account room's close code of a session that is over. */
const SESSION_ENDED = 4401

export interface AccountPorts {
  openAccount(session: { readonly userId: number; readonly sessionId: string }): Promise<WebSocket | null>
}

export class AccountChannels {
  readonly #ports: () => AccountPorts
  readonly #events: () => readonly PrivateEvent[]
  readonly #bySession = new Map<string, { readonly channel: RoomChannel; readonly clients: Set<Client> }>()

  constructor(ports: () => AccountPorts, events: () => readonly PrivateEvent[]) {
    this.#ports = ports
    this.#events = events
  }

  /** A client without a session of its own joins nothing. */
  join(client: Client): void {
    const { session } = client.visitor
    // While no product has an event, a channel would carry nothing.
    if (!session || this.#events().length === 0) return
    const known = this.#bySession.get(session.sessionId)
    if (known) {
      known.clients.add(client)
      return
    }
    const clients = new Set([client])
    const channel = new RoomChannel({
      open: () => this.#ports().openAccount(session),
      hear: (text) => this.#hear(text, clients),
      onEnded: () => void this.#bySession.delete(session.sessionId),
      endCodes: [SESSION_ENDED],
      isQuiet: true,
    })
    this.#bySession.set(session.sessionId, { channel, clients })
    channel.keep(Date.now())
  }

  leave(client: Client): void {
    const { session } = client.visitor
    if (!session) return
    const known = this.#bySession.get(session.sessionId)
    if (!known?.clients.delete(client) || known.clients.size > 0) return
    known.channel.close()
    this.#bySession.delete(session.sessionId)
  }

  /** Called every second. */
  keep(now: number): void {
    for (const { channel } of this.#bySession.values()) channel.keep(now)
  }

  #hear(text: string, clients: ReadonlySet<Client>): void {
    // The Account sends nothing else.
    const message = JSON.parse(text) as AccountSocketMessage
    for (const { name, payloadsOf } of this.#events()) {
      for (const payload of payloadsOf(message)) {
        const announcement = announceEvent(null, name, { type: name, ...payload })
        for (const client of clients) client.tell(announcement)
      }
    }
  }
}
