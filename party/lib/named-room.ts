// A room that knows its name after every kind of wake-up, and hides its error details from clients. A restarted local runtime fires a
// stored alarm without the name, so each room saves its name at the first call, under the key that partyserver reads too.

import { logError } from '#lib/log-line'
import { assert } from '#domain/assert'
import { takeTraces } from '#lib/room-call'
import { TRACE_HEADER, underTrace } from '#lib/trace'
import { type Connection, type ConnectionContext, Server } from 'partyserver'
import { ADDRESS_HEADER } from '#party/protocol/door'
import type { CopyCursor, CopyPart } from '#domain/copy-part'
import type { BackupRpc, RestoredPart } from '#party/protocol/backup'
import { isSnapshotRequest, readAnswer } from './client-request'
import { type Migrations, migrate, migrateOnDemand } from './migrations'
import { Reader, type ReaderTerms, isOpen } from './reader'
import { RequestLimits } from './request-limits'
import { RoomCopy } from './room-copy'
import { type Store, openStore } from './store'
import type { TokenBucketTerms } from '#domain/token-bucket'
import { WriteGate } from './write-gate'

const NAME_KEY = '__ps_name'
const WAKE_AFTER_MS = 500
const INTERNAL_ERROR = 1011

/** Sockets per address and room. A whole office or carrier may share one address: clients above the limit poll. */
const SOCKETS_OF_ADDRESS_MAX = 200

/** Close code after too many requests; the client may reconnect. */
export const TOO_MANY_REQUESTS = 4429
/** Close codes of RFC 6455: for an invalid frame, and for an oversized one. */
const POLICY_VIOLATION = 1008
const TOO_BIG = 1009
/** Rate of snapshot requests from one address's sockets to one public room. A whole office may share one address. */
const FRAMES: TokenBucketTerms = { atOnceMax: 120, perSecond: 10 }
const FRAME_LENGTH_MAX = 64 * 1024
const READING: ReaderTerms = {
  unreadMax: 4 * 1024 * 1024,
  question: (number) => JSON.stringify({ type: 'ping', number }),
}

export abstract class NamedRoom extends Server<Env> implements BackupRpc {
  readonly #name: string
  readonly #frames = new RequestLimits(FRAMES)
  readonly #gate = new WriteGate()
  /** Null for sockets without an address: those of other rooms, which read. */
  readonly #readers = new WeakMap<WebSocket, Reader | null>()
  /** Makes a table that is made on demand, during a pause too. */
  #makeTable: (table: string) => void = () => undefined
  readonly #copy = new RoomCopy(this.ctx.storage, this.#gate, (table) => this.#makeTable(table))

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    const stored = ctx.storage.kv.get<string>(NAME_KEY)
    const name = ctx.id.name ?? stored
    assert(name !== undefined, 'a room is always reached by name')
    if (stored === undefined) ctx.storage.kv.put(NAME_KEY, name)
    this.#name = name
    takeTraces(new.target.prototype, Server.prototype)
    // Runs after subclass constructors have migrated their tables.
    if (this.#copy.isPaused) void ctx.blockConcurrencyWhile(() => Promise.resolve().then(() => this.#copy.wake()))
    const connect = this.onConnect.bind(this)
    this.onConnect = (connection, context) => closeOnFailure(connection, () => connect(connection, context))
    const receive = this.onMessage.bind(this)
    // Frames that were under way when the room closed the socket.
    this.onMessage = (connection, frame) =>
      isOpen(connection) && !this.#isAnswer(connection, readAnswer(frame))
        ? underTrace(null, () => receive(connection, frame))
        : undefined
  }

  /** The room's store, migrated. Tables that are not in `atWake` are made at their first write; without `atWake`, all tables are made now. */
  protected openStore(migrations: Migrations, atWake?: ReadonlySet<string>): Store {
    const store = openStore(this.ctx.storage, () => this.#gate.pass())
    if (atWake === undefined) {
      migrate(store, migrations)
      return store
    }
    this.#makeTable = (table) => migrateOnDemand(openStore(this.ctx.storage), migrations, atWake).make(table)
    return migrateOnDemand(store, migrations, atWake)
  }

  copyOut(until: number, cursor: CopyCursor | null): Promise<CopyPart> {
    return Promise.resolve(this.#copy.out(until, cursor))
  }

  async resume(until: number): Promise<boolean> {
    const wasPaused = this.#copy.resume(until)
    if (this.#gate.isClosed) return wasPaused
    const isBehind = this.#gate.takeRefused()
    await this.#wakeSoon()
    if (isBehind) this.#startAnew()
    return wasPaused
  }

  copyIn(part: RestoredPart): Promise<void> {
    this.#copy.in(part)
    return Promise.resolve()
  }

  async endRestore(restore: number): Promise<void> {
    if (!this.#copy.end(restore, this.afterRestore(Date.now()))) return
    await this.#wakeSoon()
    this.#startAnew()
  }

  async leaveRestore(): Promise<void> {
    this.#gate.shut()
    await this.ctx.storage.deleteAlarm()
    await this.ctx.storage.deleteAll()
    this.#startAnew()
  }

  /** Statements that mark messages sent before the backup, so that a restored room does not resend them. */
  protected afterRestore(_now: number): readonly string[] {
    return []
  }

  override async alarm(): Promise<void> {
    if (this.#gate.isClosed) return this.ctx.storage.setAlarm(this.#gate.closedUntil)
    await underTrace(null, () => super.alarm())
  }

  /** What became due while the room could not write. */
  async #wakeSoon(): Promise<void> {
    if (this.onAlarm !== Server.prototype.onAlarm) await this.ctx.storage.setAlarm(Date.now() + WAKE_AFTER_MS)
  }

  /** Once the answer has left: the next call reads the tables. Calls that come before are refused. */
  #startAnew(): void {
    this.#gate.shut()
    setTimeout(() => this.ctx.abort(`${this.#name} starts anew from its tables`), 0)
  }

  /** partyserver answers an exception with its stack, which belongs in the log only (partyserver has written it there). */
  override fetch(request: Request): Promise<Response> {
    return underTrace(request.headers.get(TRACE_HEADER), () => this.#answer(request))
  }

  async #answer(request: Request): Promise<Response> {
    // Checked before the upgrade: the refused socket takes no place, and the browser falls back to polling.
    const refused =
      request.headers.get('Upgrade')?.toLowerCase() === 'websocket' ? await this.refuseSocket(request) : null
    const response = refused ?? (await super.fetch(request))
    return response.status === 500 ? new Response('Something went wrong on our side.', { status: 500 }) : response
  }

  override getConnectionTags(_connection: Connection, { request }: ConnectionContext): string[] {
    return tagsOf(request)
  }

  /** Refusal of a socket request, or null to accept it. */
  protected refuseSocket(request: Request): Response | null | Promise<Response | null> {
    return tagsOf(request).some((tag) => this.#places(tag) >= SOCKETS_OF_ADDRESS_MAX) ? crowded() : null
  }

  /** Whether a client listens. */
  isHeard(): Promise<boolean> {
    return Promise.resolve(this.openSockets() > 0)
  }

  /** One that is closing takes no place, however long its other end leaves it so. */
  protected openSockets(tag?: string): number {
    return this.ctx.getWebSockets(tag).filter(isOpen).length
  }

  /** A socket closed for not reading holds its memory until the peer disconnects. */
  #places(tag: string): number {
    return this.ctx.getWebSockets(tag).filter((socket) => isOpen(socket) || this.#readers.get(socket)?.isFull).length
  }

  /** Skips closing sockets, and closes sockets with too much unread data. */
  protected sendTo(socket: WebSocket, text: string): void {
    const reader = this.#readerOf(socket)
    if (reader) reader.send(text)
    else if (isOpen(socket)) socket.send(text)
  }

  /** Accepts the first answer after hibernation, whose question was forgotten. */
  #isAnswer(socket: WebSocket, number: unknown): boolean {
    if (number === undefined) return false
    const isFirst = !this.#readers.has(socket)
    return this.#readerOf(socket)?.answer(number) === true || isFirst
  }

  #readerOf(socket: WebSocket): Reader | null {
    const known = this.#readers.get(socket)
    if (known !== undefined) return known
    const reader = this.ctx.getTags(socket).some(isAddressTag) ? new Reader(socket, READING) : null
    this.#readers.set(socket, reader)
    return reader
  }

  /**
   * Sends one text to every open socket. Uses the runtime's own list: partyserver's `broadcast` reads each socket's attachment, which is
   * slow for a thousand sockets. Returns their number.
   */
  protected sendToAll(text: string): number {
    const sockets = this.ctx.getWebSockets().filter(isOpen)
    for (const socket of sockets) this.sendTo(socket, text)
    return sockets.length
  }

  /**
   * True for a snapshot request on a public room's socket. Any other frame closes the socket: frames are counted per address before they
   * are read, and our clients send no other.
   */
  protected isQuestion(connection: Connection, frame: string | ArrayBuffer | ArrayBufferView): boolean {
    const [from = connection.id] = this.ctx.getTags(connection).filter(isAddressTag)
    if (!this.#frames.admit(from, Date.now())) connection.close(TOO_MANY_REQUESTS, 'too_many_requests')
    else if (lengthOf(frame) > FRAME_LENGTH_MAX) connection.close(TOO_BIG, 'too_big')
    else if (!isSnapshotRequest(frame)) connection.close(POLICY_VIOLATION, 'request_malformed')
    else return true
    return false
  }

  override get name(): string {
    return this.#name
  }
}

/** Refusal of a socket; its client then polls. */
export const crowded = (): Response => new Response('Too many connections', { status: 429 })

/** Marks the tag of a socket that names its address. */
const ADDRESS_TAG = 'from:'
const isAddressTag = (tag: string): boolean => tag.startsWith(ADDRESS_TAG)

const lengthOf = (frame: string | ArrayBuffer | ArrayBufferView): number =>
  typeof frame === 'string' ? frame.length : frame.byteLength

function tagsOf(request: Request): string[] {
  const address = request.headers.get(ADDRESS_HEADER)
  return address === null ? [] : [`${ADDRESS_TAG}${address}`]
}

async function closeOnFailure(connection: Connection, work: () => void | Promise<void>): Promise<void> {
  try {
    await work()
  } catch (failure) {
    logError('a socket could not be opened', failure)
    connection.close(INTERNAL_ERROR, 'internal_error')
  }
}
