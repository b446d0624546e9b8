// The Chat room: one per language, named by it. Everyone may listen; the Worker proves the writer's identity. A line is saved before it is
// sent, and numbered, so a client that missed lines requests the rest.

import { chatMigrations } from '#db/chat/migrations'
import { PublicRoom } from '#party/lib/public-room'
import type { ChatLine, ChatRpc, ChatSocketMessage, NewChatLine } from '#party/protocol/chat'
import type { LineRange } from '#party/protocol/thread'
import { ChatLines } from './lines'

/** Lines in the snapshot for a new client. */
const SNAPSHOT_LINES = 50
/** Lines per poll; a client that missed more gets a snapshot. */
const POLL_LINES = 100

export class Chat extends PublicRoom implements ChatRpc {
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

  protected override look(): Promise<boolean> {
    return Promise.resolve(true)
  }

  protected override opening(): readonly string[] {
    const lines = this.#lines.lines({ limit: SNAPSHOT_LINES })
    const snapshot: ChatSocketMessage = { type: 'snapshot', seq: lines.at(-1)?.no ?? 0, lines }
    return [JSON.stringify(snapshot)]
  }

  protected override messagesAfter(after: number): readonly string[] {
    const missing = this.#lines.last - after
    // A room restored from a backup may have fewer lines than a client.
    if (after === 0 || missing > POLL_LINES || missing < 0) return this.opening()
    return this.#lines.lines({ after, limit: POLL_LINES }).map(textOf)
  }

  #broadcast(line: ChatLine): void {
    this.sendToAll(textOf(line))
  }
}

const textOf = (line: ChatLine): string =>
  JSON.stringify({ type: 'line', seq: line.no, line } satisfies ChatSocketMessage)
