// The Thread room: one per support conversation, named by its id. It wires the conversation to the runtime: storage and sockets. The Worker
// has proven the caller's identity. Sockets send the conversation's progress, never its text.

import type { Connection } from 'partyserver'
import { threadMigrations } from '#db/thread/migrations'
import type { ThreadSide } from '#domain/support/thread'
import { isPoll } from '#party/lib/client-request'
import { NamedRoom } from '#party/lib/named-room'
import type {
  LineAnswer,
  LineRange,
  NewLine,
  ThreadRpc,
  ThreadSocketMessage,
  ThreadStatus,
} from '#party/protocol/thread'
import { Talk } from './talk'

/** How long one key press shows "typing". */
const TYPING_MS = 6_000

export class Thread extends NamedRoom implements ThreadRpc {
  static override options = { hibernate: true }

  readonly #talk: Talk
  /** Until when each side counts as typing; not persisted. */
  readonly #typing = new Map<ThreadSide, number>()

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    const store = this.openStore(threadMigrations)
    this.#talk = new Talk(store)
  }

  add(text: string): Promise<string> {
    // Only the Worker reaches this method; it builds the text, typed.
    const line = JSON.parse(text) as NewLine
    const added = this.#talk.add(line, Date.now())
    this.#typing.delete(line.side)
    if (added.isAccepted && added.isNew) this.#broadcast()
    const answer: LineAnswer = added.isAccepted ? { ...added, isHeard: this.openSockets() > 0 } : added
    return Promise.resolve(JSON.stringify(answer))
  }

  lines(range: string): Promise<string> {
    return Promise.resolve(JSON.stringify(this.#talk.lines(JSON.parse(range) as LineRange)))
  }

  read(side: string, upTo: number): Promise<string> {
    const before = this.#message().seq
    this.#talk.read(side as ThreadSide, upTo)
    if (this.#message().seq !== before) this.#broadcast()
    return this.status()
  }

  status(): Promise<string> {
    return Promise.resolve(JSON.stringify(this.#status()))
  }

  typing(side: string): Promise<void> {
    this.#typing.set(side as ThreadSide, Date.now() + TYPING_MS)
    this.#broadcast()
    return Promise.resolve()
  }

  override onConnect(connection: Connection): void {
    this.sendTo(connection, JSON.stringify(this.#message()))
  }

  override onMessage(connection: Connection, message: string | ArrayBuffer | ArrayBufferView): void {
    if (this.isQuestion(connection, message)) this.sendTo(connection, JSON.stringify(this.#message()))
  }

  /** `GET …/poll`: the socket's current message every time, because typing has no number. */
  override onRequest(request: Request): Response {
    if (!isPoll(request)) return new Response('not found', { status: 404 })
    return Response.json({ messages: [this.#message()] }, { headers: { 'cache-control': 'no-store' } })
  }

  #broadcast(): void {
    this.sendToAll(JSON.stringify(this.#message()))
  }

  #message(): ThreadSocketMessage {
    const status = this.#status()
    // Each of the three numbers only grows.
    return { type: 'standing', seq: status.last + status.readByCustomer + status.readByStaff, ...status }
  }

  #status(): ThreadStatus {
    const typing = [...this.#typing].filter(([, until]) => until > Date.now()).map(([side]) => side)
    return { ...this.#talk.status(), typing }
  }
}
