// The gateway for existing clients: Engine.IO 3 and socket.io 2 on sockets and polls. Several rooms share the connections, by sid. It wires
// the runtime (sockets, polls, alarm, timers) to the gateway's parts and only relays data of other rooms.

import type { Connection, ConnectionContext } from 'partyserver'
import { SECOND_MS } from '#domain/time'
import { NamedRoom, TOO_MANY_REQUESTS, crowded } from '../lib/named-room'
import { ENGINE_REFUSALS, type EngineRefusal } from '../protocol/gateway'
import { AccountChannels } from './account-channels'
import type { Client, Visitor } from './client'
import { Feeds } from './feeds'
import * as packets from './packets'
import { PollingClient } from './polling-client'
import { PRIVATE_EVENTS, type PrivateEvent, REPEATED_EVENTS } from './private-events'
import { type RemoteCalls, remotesOf } from './remotes'
import { RequestLimits } from '../lib/request-limits'
import { SocketClient, type SocketState } from './socket-client'
import { isJoined, isOpened, readVisitor } from './visitor'

/** Most clients per room: further connections are refused and retry. */
const CLIENTS_MAX = 4_000
/** Per address and room: a whole office or carrier may share one address. */
const CLIENTS_OF_ADDRESS_MAX = 100
/** Of one address: connections to open, frames, posts. Pings of sockets are not among them, polls for the next answer neither. */
const REQUESTS = { atOnceMax: 60, perSecond: 10 }
/** Of one connection: each answer takes a poll, and answers are paced. */
const POLLS = { atOnceMax: 20, perSecond: 10 }
const FRAME_LENGTH_MAX = 64 * 1024
const PACKETS_OF_POST_MAX = 16
/** A client without a heartbeat for this long is disconnected. */
const GONE_MS = packets.PING_INTERVAL_MS + packets.PING_TIMEOUT_MS
/** Repeated `login` does not make the room repeat everything. */
const SENT_PAUSE_MS = 5_000
/** Channels to other rooms stay open this long after the last client has left: it may reconnect. */
const LINGER_MS = 10_000
const ALARM_MS = 15_000
const MALFORMED = 4400
/** A `login` within this time after the opening belongs to the opening. */
const OPENING_MS = 2_000

export class Gateway extends NamedRoom {
  static override options = { hibernate: true }

  /** The directory and other rooms. Tests replace them; a room's fields can't be reached from outside. */
  protected remotes: RemoteCalls = remotesOf(this.env)
  protected privateEvents: readonly PrivateEvent[] = PRIVATE_EVENTS

  readonly #clients = new Map<string, Client>()
  readonly #requests = new RequestLimits(REQUESTS)
  readonly #polls = new RequestLimits(POLLS)
  readonly #feeds = new Feeds(
    () => this.remotes,
    (announcement) => this.#sendAll(announcement),
  )
  readonly #accounts = new AccountChannels(() => this.remotes, {
    privateEvents: () => this.privateEvents,
    repeated: REPEATED_EVENTS,
    around: this.#feeds,
  })
  #isRunning = false
  #neededAt = 0
  #alarmAt = 0

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    // The runtime answers heartbeats without waking the room.
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('2', '3'))
    for (const connection of this.getConnections<SocketState>()) {
      const { state } = connection
      if (state && !state.isProbing) this.#add(this.#socketClient(connection, state))
    }
    if (this.#clients.size > 0) this.#start()
  }

  override onAlarm(): void {
    if (this.#clients.size > 0) this.#start()
  }

  /** Runs before the upgrade to a socket. */
  protected override refuseSocket(request: Request): Response | null {
    const visitor = readVisitor(request)
    if (!isOpened(request)) return this.#refuseHandshake(visitor)
    return this.#clients.get(visitor.sid) instanceof PollingClient ? null : answerProblem('unknown_sid')
  }

  override onConnect(connection: Connection<SocketState>, { request }: ConnectionContext): void {
    const isProbing = isOpened(request)
    const state = { ...readVisitor(request), isProbing, isJoined: isJoined(request), openedAt: Date.now() }
    connection.setState(state)
    if (isProbing) return
    const client = this.#socketClient(connection, state)
    this.#add(client)
    client.send(packets.announceOpen(state.sid, []))
    client.send(packets.CONNECTED)
    this.#sendCurrent(client)
    this.#start()
  }

  override onMessage(connection: Connection<SocketState>, message: unknown): void {
    const { state } = connection
    if (!state) return
    if (!this.#requests.admit(state.address ?? state.sid, Date.now()))
      return connection.close(TOO_MANY_REQUESTS, 'too_many_requests')
    const packet =
      typeof message === 'string' && message.length <= FRAME_LENGTH_MAX ? packets.readPacket(message) : null
    if (!packet) return connection.close(MALFORMED, 'request_malformed')
    if (state.isProbing) return this.#upgrade(connection, state, packet)
    const client = this.#clients.get(state.sid)
    if (client) this.#receive(client, packet)
  }

  override onClose(connection: Connection<SocketState>): void {
    const { state } = connection
    const client = state ? this.#clients.get(state.sid) : undefined
    if (client instanceof SocketClient && client.connection === connection) this.#remove(client)
  }

  /** Polls and posts; the door lets nothing else through. */
  override async onRequest(request: Request): Promise<Response> {
    const visitor = readVisitor(request)
    if (!isOpened(request)) return this.#openPolling(visitor, isJoined(request))
    const client = this.#clients.get(visitor.sid)
    if (!(client instanceof PollingClient)) return answerProblem('unknown_sid')
    const now = Date.now()
    client.received(now)
    const isAdmitted =
      request.method === 'GET'
        ? this.#polls.admit(visitor.sid, now)
        : this.#requests.admit(visitor.address ?? visitor.sid, now)
    if (!isAdmitted) {
      this.#end(client)
      return crowded()
    }
    return request.method === 'GET' ? answer(await client.poll()) : this.#takePost(client, await request.text())
  }

  #takePost(client: PollingClient, body: string): Response {
    const posted = packets.readPayload(body, PACKETS_OF_POST_MAX)
    if (!posted) {
      this.#end(client)
      return answerProblem('bad_request')
    }
    for (const packet of posted) this.#receive(client, packet)
    return new Response('ok', { headers: { 'Content-Type': 'text/html', 'Cache-Control': 'no-store' } })
  }

  #openPolling(visitor: Visitor, isJoining: boolean): Response {
    const refused = this.#refuseHandshake(visitor)
    if (refused) return refused
    const client = new PollingClient(visitor, Date.now(), isJoining)
    this.#add(client)
    this.#sendCurrent(client)
    this.#start()
    const opening = [packets.announceOpen(visitor.sid, ['websocket']), packets.CONNECTED]
    return answer(packets.writePayload(opening.map(({ packet }) => packet)))
  }

  #refuseHandshake({ sid, address }: Visitor): Response | null {
    if (!this.#requests.admit(address ?? sid, Date.now()) || this.#clients.size >= CLIENTS_MAX) return crowded()
    if (address === null) return null
    let ofAddress = 0
    for (const { visitor } of this.#clients.values()) if (visitor.address === address) ofAddress += 1
    return ofAddress >= CLIENTS_OF_ADDRESS_MAX ? crowded() : null
  }

  /** A polling client probes a socket: the socket gets no announcement before the client's upgrade packet. */
  #upgrade(connection: Connection<SocketState>, state: SocketState, packet: packets.EnginePacket): void {
    const polling = this.#clients.get(state.sid)
    if (!(polling instanceof PollingClient)) return connection.close(MALFORMED, 'request_malformed')
    polling.received(Date.now())
    if (packet.type === 'ping') {
      connection.send(packets.announcePong(packet.data).text)
      // The client sends its upgrade packet after its poll has ended.
      polling.answerNow()
    }
    if (packet.type !== 'upgrade') return
    const kept = { ...state, isProbing: false, isJoined: polling.isJoined, openedAt: Date.now() }
    connection.setState(kept)
    const client = this.#socketClient(connection, kept)
    const unsent = polling.takeAll()
    this.#accounts.leave(polling)
    this.#add(client)
    for (const announcement of unsent) client.send(announcement)
    polling.answerNow()
  }

  #receive(client: Client, packet: packets.EnginePacket): void {
    if (packet.type === 'message') return this.#receiveMessage(client, packet.data)
    if (packet.type !== 'ping') return this.#end(client)
    client.send(packets.announcePong(packet.data))
    if (client instanceof PollingClient) client.answerNow()
  }

  #receiveMessage(client: Client, data: unknown): void {
    const message = packets.readMessage(data)
    if (!message || message.type === 'disconnect') return this.#end(client)
    // The only event of existing clients; other events are ignored.
    if (message.type === 'event' && message.name === 'login') this.#login(client, message.args[0])
  }

  /** `login` may name any user: only the user of the connection's own session is joined, every other client stays public. */
  #login(client: Client, user: unknown): void {
    const { session, isOwnPage = false } = client.visitor
    // The page may have logged in meanwhile: ending the connection makes it reconnect with the new cookie. A `login` sent on opening has
    // shown its cookies already.
    if (session === null && isOwnPage && isUserId(user) && Date.now() - client.openedAt > OPENING_MS)
      return this.#end(client)
    client.isJoined =
      session !== null &&
      (typeof user === 'number' || typeof user === 'string') &&
      String(user) === String(session.userId)
    if (client.isJoined) this.#accounts.join(client)
    else this.#accounts.leave(client)
    // Clients send it when a market page opens, which would stay empty until the next change.
    this.#sendCurrent(client)
  }

  #sendCurrent(client: Client): void {
    const now = Date.now()
    if (now - client.sentAt < SENT_PAUSE_MS) return
    client.sentAt = now
    for (const announcement of this.#feeds.current()) client.send(announcement)
  }

  #sendAll(announcement: packets.Announcement): void {
    for (const client of this.#clients.values()) client.send(announcement)
  }

  #socketClient(connection: Connection<SocketState>, state: SocketState): SocketClient {
    return new SocketClient(
      connection,
      state,
      () => this.ctx.getWebSocketAutoResponseTimestamp(connection)?.getTime() ?? 0,
    )
  }

  #add(client: Client): void {
    this.#clients.set(client.visitor.sid, client)
    if (client.isJoined) this.#accounts.join(client)
  }

  #remove(client: Client): void {
    this.#clients.delete(client.visitor.sid)
    this.#accounts.leave(client)
  }

  #end(client: Client): void {
    this.#remove(client)
    client.end()
  }

  #start(): void {
    if (this.#isRunning) return
    this.#isRunning = true
    this.#neededAt = Date.now()
    this.#turn()
  }

  /** Runs every second while clients are connected, and a little longer. */
  #turn(): void {
    const now = Date.now()
    if (this.#clients.size > 0) this.#neededAt = now
    if (now - this.#neededAt > LINGER_MS) {
      this.#feeds.stop()
      this.#isRunning = false
      return
    }
    this.#feeds.keep(now)
    this.#accounts.keep(now)
    for (const client of this.#clients.values())
      if (client.isOverfull || now - client.receivedAt() > GONE_MS) this.#end(client)
    if (now >= this.#alarmAt) {
      // The alarm wakes the room if its memory is lost while sockets are open.
      this.#alarmAt = now + ALARM_MS
      void this.ctx.storage.setAlarm(this.#alarmAt)
    }
    setTimeout(() => this.#turn(), SECOND_MS)
  }
}

/** Guests send no user id or a time. */
const isUserId = (user: unknown): boolean =>
  (typeof user === 'number' || typeof user === 'string') && /^[1-9]\d{0,9}$/.test(String(user))

const answer = (body: string): Response =>
  new Response(body, { headers: { 'Content-Type': 'text/plain; charset=UTF-8', 'Cache-Control': 'no-store' } })

const answerProblem = (refusal: EngineRefusal): Response => Response.json(ENGINE_REFUSALS[refusal], { status: 400 })
