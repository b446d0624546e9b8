// The Chat room: one per language, named by it. Everyone may listen; the Worker proves the writer's identity. A line is saved before it is
// sent, and numbered, so a client that missed lines requests the rest.

import type { Connection } from 'partyserver'
import { chatMigrations } from '#db/chat/migrations'
import { isPoll, readAfter } from '#party/lib/client-request'
import { NamedRoom, sendIfOpen } from '#party/lib/named-room'
import type { ChatLine, ChatRpc, ChatSocketMessage, NewChatLine } from '#party/protocol/chat'
import type { LineRange } from '#party/protocol/thread'
import { ChatLines } from './lines'

/** Lines in the snapshot for a new client. */
const SNAPSHOT_LINES = 50
/** Lines per poll; a client that missed more gets a snapshot. */
const POLL_LINES = 100

export class Chat extends NamedRoom implements ChatRpc {
  static override options = { hibernate: true }

  readonly #lines: ChatLines

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    const store = this.openStore(chatMigrations)
    this.#lines = new ChatLines(store)
  }

  say(text: string): Promise<string> {
    // Only the Worker reaches this method; it builds the text, typed.
    const line = JSON.parse(text) as NewChatLine
    const answer = this.#lines.say(line, Date.now())
    if (answer.isAccepted && answer.isNew) {
      const { author, name, text: said } = line
      this.#broadcast({ no: answer.no, kind: 'message', author, name, text: said, removes: 0, at: answer.at })
    }
    return Promise.resolve(JSON.stringify(answer))
  }

  lines(range: string): Promise<string> {
    return Promise.resolve(JSON.stringify(this.#lines.lines(JSON.parse(range) as LineRange)))
  }

  writerOf(no: number): Promise<string> {
    return Promise.resolve(JSON.stringify(this.#lines.writerOf(no)))
  }

  remove(no: number): Promise<void> {
    const line = this.#lines.remove(no, Date.now())
    if (line) this.#broadcast(line)
    return Promise.resolve()
  }

  override onConnect(connection: Connection): void {
    sendIfOpen(connection, JSON.stringify(this.#snapshot()))
  }

  override onMessage(connection: Connection, message: string | ArrayBuffer | ArrayBufferView): void {
    if (this.isQuestion(connection, message)) sendIfOpen(connection, JSON.stringify(this.#snapshot()))
  }

  /** `GET …/poll?after=N`: the same messages as on the socket. */
  override onRequest(request: Request): Response {
    if (!isPoll(request)) return new Response('not found', { status: 404 })
    const after = readAfter(request.url) ?? 0
    const isFar = after === 0 || this.#lines.last - after > POLL_LINES
    const messages = isFar
      ? [this.#snapshot()]
      : this.#lines.lines({ after, limit: POLL_LINES }).map((line) => ({ type: 'line', seq: line.no, line }))
    return Response.json({ messages }, { headers: { 'cache-control': 'no-store' } })
  }

  #broadcast(line: ChatLine): void {
    this.sendToAll(JSON.stringify({ type: 'line', seq: line.no, line } satisfies ChatSocketMessage))
  }

  #snapshot(): ChatSocketMessage {
    const lines = this.#lines.lines({ limit: SNAPSHOT_LINES })
    return { type: 'snapshot', seq: lines.at(-1)?.no ?? 0, lines }
  }
}
