// Room of programs' sockets: several rooms share them. It wires the runtime (sockets, timers, other rooms) to the connections, and stores
// nothing: a program whose socket was lost logs in again and goes on from its last number.

import type { Connection, ConnectionContext } from 'partyserver'
import { tracedRoom } from '#lib/room-call'
import { logError } from '#lib/log-line'
import { type Outcome, done } from '#domain/outcome'
import { DAY_MS, SECOND_MS } from '#domain/time'
import { NamedRoom, TOO_MANY_REQUESTS, crowded } from '#party/lib/named-room'
import { NOT_READ, Reader, isOpen } from '#party/lib/reader'
import { RequestLimits } from '#party/lib/request-limits'
import { ADDRESS_HEADER, KEY_PROOF_HEADER } from '#party/protocol/door'
import type { KeyProof } from '#party/protocol/api-key'
import { ApiConnection } from './binance/api-connection'
import { MarketConnection } from './binance/market-connection'
import { Streams } from './binance/streams'
import { ProgramConnection } from './connection'
import { Feeds } from './feeds'
import { pingEvent } from './messages'
import type { SocketProgram } from './program'
import { type SocketVisitor, readVisitor } from './visitor'

/** Most programs per room, and of one address. */
const CLIENTS_MAX = 2_000
const CLIENTS_OF_ADDRESS_MAX = 50
/** Limits for messages of one address: logged-in programs, then guests. */
const MESSAGES = { atOnceMax: 1_000, perSecond: 200 }
const GUEST_MESSAGES = { atOnceMax: 100, perSecond: 20 }
const MESSAGE_LENGTH_MAX = 64 * 1024
const SILENT_MS = 60_000
/** Allows a resumed account stream, sent in one burst. */
const READING = { unreadMax: 16 * 1024 * 1024, question: pingEvent }
/** Programs of the dialect answer no question, and whoever writes need not read: all that they are sent counts as unread. */
const READING_OF_DIALECT = { ...READING, question: null }
/** Most unread characters of all sockets of an account together, and of an address, whose accounts may be many. */
const UNREAD_TOGETHER_MAX = 32 * 1024 * 1024
/** Close codes, of which the document tells. */
const CLOSE = { malformed: 4400, keyEnded: 4401, silent: 4408, tooBig: 1009, failed: 1011 } as const
const UNAUTHORIZED = 401

interface Client {
  readonly program: SocketProgram
  readonly reader: Reader
  readonly isOfDialect: boolean
  readonly address: string | null
  readonly since: number
  heardAt: number
}

const isOver = ({ program, since, heardAt }: Client, now: number): boolean =>
  program.mayBeSilent ? now - since > DAY_MS : now - heardAt > SILENT_MS

/** Who is answerable for what a socket leaves unread: an account by its number, an address by its text. */
const ownersOf = ({ program, address }: Client): readonly (string | number)[] =>
  [program.userId, address].filter((owner) => owner !== null)

export class ProgramSocket extends NamedRoom {
  /** Its sockets to other rooms keep it awake, so nothing could hibernate. */
  static override options = { hibernate: false }

  readonly #clients = new Map<string, Client>()
  readonly #messages = new RequestLimits(MESSAGES)
  readonly #guestMessages = new RequestLimits(GUEST_MESSAGES)
  readonly #feeds = new Feeds({
    openQuotes: () => this.#openPublic(this.env.Quotes, 'quotes', 'main'),
    openMarket: (symbol) => this.#openPublic(this.env.Market, 'market', symbol),
  })
  readonly #streams = new Streams(this.env, this.#feeds)
  #isRunning = false
  #neededAt = 0

  protected override refuseSocket(request: Request): Response | null {
    const address = request.headers.get(ADDRESS_HEADER)
    if (this.#clients.size >= CLIENTS_MAX) return crowded()
    if (address === null) return null
    let ofAddress = 0
    for (const client of this.#clients.values()) if (client.address === address) ofAddress += 1
    return ofAddress >= CLIENTS_OF_ADDRESS_MAX ? crowded() : null
  }

  override onConnect(connection: Connection, { request }: ConnectionContext): void {
    const visitor = readVisitor(request)
    const isOfDialect = visitor.door.kind !== 'own'
    const reader = new Reader(connection, isOfDialect ? READING_OF_DIALECT : READING)
    const program = this.#programOf(visitor, connection, reader)
    const address = request.headers.get(ADDRESS_HEADER)
    const since = Date.now()
    this.#clients.set(connection.id, { program, reader, isOfDialect, address, since, heardAt: since })
    this.#start()
  }

  #programOf(visitor: SocketVisitor, connection: Connection, reader: Reader): SocketProgram {
    const { door } = visitor
    const send = (text: string) => reader.send(text)
    if (door.kind === 'market') return new MarketConnection({ streams: this.#streams, send }, door)
    const ports = {
      ...{ env: this.env, feeds: this.#feeds, send },
      later: (work: Promise<unknown>) => this.ctx.waitUntil(work),
      openAccount: (userId: number, proof: KeyProof) => this.#openAccount(userId, proof, program.name),
      answered: (number: number) => void reader.answer(number),
      keyEnded: () => connection.close(CLOSE.keyEnded, 'key_unknown'),
      failed: () => connection.close(CLOSE.failed, 'internal_error'),
    }
    const program: SocketProgram =
      door.kind === 'api' ? new ApiConnection(ports, visitor, door) : new ProgramConnection(ports, visitor)
    return program
  }

  override async onMessage(connection: Connection, message: string | ArrayBuffer | ArrayBufferView): Promise<void> {
    const client = this.#clients.get(connection.id)
    if (!client) return
    const now = Date.now()
    client.heardAt = now
    const isLoggedIn = client.program.userId !== null
    if (client.isOfDialect && isLoggedIn) client.reader.allow(UNREAD_TOGETHER_MAX)
    const limits = isLoggedIn ? this.#messages : this.#guestMessages
    if (!limits.admit(client.address ?? connection.id, now))
      return connection.close(TOO_MANY_REQUESTS, 'too_many_requests')
    if (typeof message !== 'string') return connection.close(CLOSE.malformed, 'request_malformed')
    if (message.length > MESSAGE_LENGTH_MAX) return connection.close(CLOSE.tooBig, 'body_too_large')
    await client.program.hear(message)
  }

  override onClose(connection: Connection): void {
    this.#clients.get(connection.id)?.program.end()
    this.#clients.delete(connection.id)
  }

  override onError(connection: unknown, failure?: unknown): void {
    logError('a socket of a program failed', failure ?? connection)
  }

  async #openAccount(userId: number, proof: KeyProof, name: string): Promise<Outcome<WebSocket>> {
    const room = tracedRoom(this.env.Account.get(this.env.Account.idFromName(String(userId))), 'account')
    const answer = await room.fetch(`https://rooms/parties/account/${userId}?_pk=${name}`, {
      headers: { Upgrade: 'websocket', [KEY_PROOF_HEADER]: JSON.stringify(proof) },
    })
    if (answer.webSocket) return done(answer.webSocket)
    if (answer.status === UNAUTHORIZED) return answer.json<Outcome<never>>()
    if (answer.status === 429) return { ok: false, refusal: { code: 'too_many_requests', facts: { seconds: '1' } } }
    throw new Error(`an Account answered ${answer.status}`)
  }

  async #openPublic(rooms: Env['Market'] | Env['Quotes'], kind: string, name: string): Promise<WebSocket> {
    const room = rooms.get(rooms.idFromName(name)) as {
      fetch(url: string, init: RequestInit): Promise<Response>
    }
    const answer = await room.fetch(`https://rooms/parties/${kind}/${name}`, { headers: { Upgrade: 'websocket' } })
    if (!answer.webSocket) throw new Error(`${kind} ${name} answered ${answer.status}`)
    return answer.webSocket
  }

  /** Many sockets together are bounded too: the one with the most unread is closed first. */
  #closeUnread(): void {
    const unread = new Map<string | number, number>()
    const add = (owners: readonly (string | number)[], length: number) => {
      for (const owner of owners) unread.set(owner, (unread.get(owner) ?? 0) + length)
    }
    const open = [...this.getConnections()].filter(isOpen).flatMap((connection) => {
      const client = this.#clients.get(connection.id)
      return client ? [{ connection, reader: client.reader, owners: ownersOf(client) }] : []
    })
    for (const { owners, reader } of open) add(owners, reader.unread)
    for (const { connection, owners, reader } of open.sort((one, other) => other.reader.unread - one.reader.unread)) {
      if (owners.every((owner) => (unread.get(owner) ?? 0) <= UNREAD_TOGETHER_MAX)) continue
      add(owners, -reader.unread)
      connection.close(NOT_READ, 'not_read')
    }
  }

  #start(): void {
    this.#neededAt = Date.now()
    if (this.#isRunning) return
    this.#isRunning = true
    this.#turn()
  }

  /** Runs every second while programs are connected, and a little longer. */
  #turn(): void {
    const now = Date.now()
    if (this.#clients.size > 0) this.#neededAt = now
    if (now - this.#neededAt > SILENT_MS) {
      this.#feeds.stop()
      this.#isRunning = false
      return
    }
    this.#feeds.keep(now)
    this.#streams.keep(now)
    for (const connection of this.getConnections()) {
      const client = this.#clients.get(connection.id)
      client?.program.keep(now)
      if (client && isOver(client, now)) connection.close(CLOSE.silent, 'silent')
    }
    this.#closeUnread()
    setTimeout(() => this.#turn(), SECOND_MS)
  }
}
