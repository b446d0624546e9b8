// Private pushes of users after `login`: one channel to the user's own Account per session, which ends with the session. A client joins
// only the session that its connection proves.

import type { AccountSocketMessage } from '../protocol/account'
import type { Client } from './client'
import { announceEvent } from './packets'
import type { PrivateEvent } from './private-events'
import type { RepeatedEvent, RepeatedView, Surroundings } from './repeated-event'
import { RoomChannel } from '../lib/room-channel'

/** The Account room's close code of a session that is over. */
const SESSION_ENDED = 4401

export interface AccountPorts {
  openAccount(session: { readonly userId: number; readonly sessionId: string }): Promise<WebSocket | null>
}

interface Followed {
  readonly channel: RoomChannel
  readonly clients: Set<Client>
  readonly views: readonly { readonly name: string; readonly view: RepeatedView }[]
}

/** Events of one account from its own channel; repeated events also use public prices. */
export interface AccountEvents {
  readonly privateEvents: () => readonly PrivateEvent[]
  readonly repeated: readonly RepeatedEvent[]
  readonly around: Surroundings
}

export class AccountChannels {
  readonly #ports: () => AccountPorts
  readonly #events: AccountEvents
  readonly #bySession = new Map<string, Followed>()

  constructor(ports: () => AccountPorts, events: AccountEvents) {
    this.#ports = ports
    this.#events = events
  }

  /** A client without a proven session joins no channel. */
  join(client: Client): void {
    const { session } = client.visitor
    if (!session) return
    const known = this.#bySession.get(session.sessionId)
    if (known) {
      known.clients.add(client)
      return
    }
    const clients = new Set([client])
    const views = this.#events.repeated.map(({ name, open }) => ({ name, view: open() }))
    const channel = new RoomChannel({
      open: () => this.#ports().openAccount(session),
      onMessage: (text) => this.#receive(text, clients, views),
      onEnded: () => void this.#bySession.delete(session.sessionId),
      endCodes: [SESSION_ENDED],
      isQuiet: true,
    })
    this.#bySession.set(session.sessionId, { channel, clients, views })
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
    for (const { channel, clients, views } of this.#bySession.values()) {
      channel.keep(now)
      for (const { name, view } of views) {
        const payload = view.payload(now, this.#events.around)
        if (payload) this.#send(clients, name, payload)
      }
    }
  }

  #receive(text: string, clients: ReadonlySet<Client>, views: Followed['views']): void {
    // The Account sends no other messages.
    const message = JSON.parse(text) as AccountSocketMessage
    for (const { view } of views) view.receive(message)
    for (const { name, payloadsOf } of this.#events.privateEvents())
      for (const payload of payloadsOf(message)) this.#send(clients, name, payload)
  }

  #send(clients: ReadonlySet<Client>, name: string, payload: object): void {
    const announcement = announceEvent(null, name, { type: name, ...payload })
    for (const client of clients) client.send(announcement)
  }
}
