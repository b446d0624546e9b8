// A room that knows its name however it is woken, and keeps its failures to itself. A local runtime that was restarted fires a stored alarm without telling
// the name, so each room keeps it from its first call, under the key where partyserver looks for it too.

import { assert } from '#domain/assert'
import { type Connection, type ConnectionContext, Server } from 'partyserver'
import { ADDRESS_HEADER } from '#party/protocol/door'
import { isSnapshotRequest } from './client-request'
import { RequestLimits } from './request-limits'
import type { TokenBucketTerms } from './token-bucket'

const NAME_KEY = '__ps_name'
const INTERNAL_ERROR = 1011

/** Sockets of one address in one room. A whole office or a carrier may stand behind one: whoever finds no place polls. */
const SOCKETS_OF_ADDRESS_MAX = 200

/** Close code of a socket that asks too fast; it may come again. */
export const TOO_MANY_REQUESTS = 4429
/** Close codes of RFC 6455: a frame that is no request, and one that is larger than any. */
const POLICY_VIOLATION = 1008
const TOO_BIG = 1009
/** What the sockets of one address may send to one public room: snapshot requests, after gaps. A whole office may stand behind it. */
const FRAMES: TokenBucketTerms = { atOnceMax: 120, perSecond: 10 }
const FRAME_LENGTH_MAX = 64 * 1024

export abstract class NamedRoom extends Server<Env> {
  readonly #name: string
  readonly #frames = new RequestLimits(FRAMES)

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    const stored = ctx.storage.kv.get<string>(NAME_KEY)
    const name = ctx.id.name ?? stored
    assert(name !== undefined, 'a room is always reached by name')
    if (stored === undefined) ctx.storage.kv.put(NAME_KEY, name)
    this.#name = name
    const connect = this.onConnect.bind(this)
    this.onConnect = (connection, context) => closeOnFailure(connection, () => connect(connection, context))
  }

  /** partyserver answers what a handler throws with its stack, which is for the log alone (it has written it there). */
  override async fetch(request: Request): Promise<Response> {
    // Before it is a socket: it takes no place, and the browser goes on by polling.
    const refused = request.headers.get('Upgrade') === 'websocket' ? await this.refuseSocket(request) : null
    const response = refused ?? (await super.fetch(request))
    return response.status === 500 ? new Response('Something went wrong on our side.', { status: 500 }) : response
  }

  override getConnectionTags(_connection: Connection, { request }: ConnectionContext): string[] {
    return tagsOf(request)
  }

  /** The answer to whoever gets no socket for this request; null for everybody else. */
  protected refuseSocket(request: Request): Response | null | Promise<Response | null> {
    return tagsOf(request).some((tag) => this.openSockets(tag) >= SOCKETS_OF_ADDRESS_MAX) ? crowded() : null
  }

  /** One that is closing takes no place, however long its other end leaves it so. */
  protected openSockets(tag?: string): number {
    return this.ctx.getWebSockets(tag).filter(({ readyState }) => readyState === WebSocket.OPEN).length
  }

  /**
   * The same text to every open socket. The runtime's own list is used, because partyserver's `broadcast` reads each socket's attachment,
   * which a thousand of them feel.
   */
  protected sendToAll(text: string): void {
    for (const socket of this.ctx.getWebSockets()) {
      // A socket that is closing refuses to send.
      if (socket.readyState === WebSocket.OPEN) socket.send(text)
    }
  }

  /**
   * True for a snapshot request of a socket of a public room. Anything else closes the socket: every frame counts before it is read, by the
   * address that it comes from, and nobody of ours sends another.
   */
  protected isQuestion(connection: Connection, frame: string | ArrayBuffer | ArrayBufferView): boolean {
    const [from = connection.id] = this.ctx.getTags(connection).filter((tag) => tag.startsWith(ADDRESS_TAG))
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

/** For who finds no place, which then polls. */
export const crowded = (): Response => new Response('Too many connections', { status: 429 })

/** Marks the tag of a socket that names its address. */
const ADDRESS_TAG = 'from:'

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
    console.error('a socket could not be opened', failure)
    connection.close(INTERNAL_ERROR, 'internal_error')
  }
}
