// A room whose numbered messages are for everyone: a snapshot, then what follows it, on sockets, by polling and through Relays.

import type { Connection } from 'partyserver'
import { relayStub } from '#lib/relay-stub'
import { ADDRESS_HEADER, FULL_HEADER } from '#party/protocol/door'
import { type Heard, type HeardRpc, type RelayRpc, listenersMaxOf } from '#party/protocol/relay'
import { CallTimeout } from './call-timeout'
import { isPoll, readAfter } from './client-request'
import { NamedRoom } from './named-room'
import { isOpen } from './reader'
import { RELAYS_KEY, RelayList } from './relay-list'

const TELL_LIMIT_MS = 5_000

export abstract class PublicRoom extends NamedRoom implements HeardRpc {
  /** Further visitors are left to relays. */
  protected listenersMax = listenersMaxOf(this.env.ROOM_LISTENERS)
  readonly #patience = new CallTimeout(TELL_LIMIT_MS)
  readonly #relays = new RelayList({
    load: () => this.ctx.storage.kv.get<string[]>(RELAYS_KEY) ?? [],
    save: (names) => this.ctx.storage.kv.put(RELAYS_KEY, names),
    open: (name) => {
      const relay: RelayRpc = relayStub(this.env, name)
      return (text) => this.#patience.limit(name, relay.tell(text))
    },
  })

  /** Called before anybody hears the room: brings it up to date. False when there is no such room. */
  protected abstract look(): Promise<boolean>
  /** What a new listener gets: a snapshot, then the messages since it. */
  protected abstract opening(): readonly string[]
  /** Messages after a number; the opening where some are no longer stored. */
  protected abstract messagesAfter(after: number): readonly string[]

  async listen(relay: string, after: number): Promise<Heard> {
    if (!(await this.look())) throw new Error(`there is no room ${this.name}`)
    this.#relays.add(relay)
    return { missed: this.messagesAfter(after), opening: this.opening() }
  }

  /** Gateways and sockets of programs are rooms: they have no address, and are always let in. */
  protected override async refuseSocket(request: Request): Promise<Response | null> {
    const refused = await super.refuseSocket(request)
    if (refused || !request.headers.has(ADDRESS_HEADER) || this.openSockets() < this.listenersMax) return refused
    return new Response('Full', { status: 429, headers: { [FULL_HEADER]: '1' } })
  }

  override async onConnect(connection: Connection): Promise<void> {
    await this.look()
    this.sendOpening(connection)
  }

  override async onMessage(connection: Connection, message: string | ArrayBuffer | ArrayBufferView): Promise<void> {
    // Checks the frame before any other work.
    if (!this.isQuestion(connection, message)) return
    await this.look()
    this.sendOpening(connection)
  }

  /** `GET …/poll?after=N`: the socket's messages with the same numbers. */
  override async onRequest(request: Request): Promise<Response> {
    if (!isPoll(request) || !(await this.look())) return new Response('not found', { status: 404 })
    const messages = this.messagesAfter(readAfter(request.url) ?? 0)
    return new Response(`{"messages":[${messages.join(',')}]}`, {
      headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    })
  }

  override isHeard(): Promise<boolean> {
    return Promise.resolve(this.hasListeners)
  }

  protected get hasListeners(): boolean {
    return this.#relays.size > 0 || this.ctx.getWebSockets().some(isOpen)
  }

  /** Returns the number of sockets and relays. */
  protected override sendToAll(text: string): number {
    const sockets = super.sendToAll(text)
    this.#relays.tell(text)
    return sockets + this.#relays.size
  }

  protected sendOpening(connection: Connection): void {
    for (const text of this.opening()) this.sendTo(connection, text)
  }
}
