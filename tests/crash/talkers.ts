// Chat writers and readers while the process dies. A message with a lost answer is sent again with the same id.

import { WebSocket } from 'ws'
import type { ChatSocketMessage } from '#party/protocol/chat'
import type { ThreadSocketMessage } from '#party/protocol/thread'
import { type ChatState, receiveChat, shownLines } from '../../app/live/chat-state'
import { Busy, askProcess, repeatWhileBusy } from './sender'

interface Message {
  readonly id: string
  readonly text: string
}
/** The number that it was kept under; "refused" keeps nothing; null when no answer came. */
type Answer = number | 'refused' | null

export class Talker {
  /** Acknowledged texts in order, with their numbers if the answer has them. */
  readonly kept: { readonly text: string; readonly no: number }[] = []
  readonly refused: string[] = []
  lost = 0
  #pending: Message | null = null
  #count = 0

  constructor(
    readonly name: string,
    readonly send: (url: string, message: Message) => Promise<Answer>,
  ) {}

  /** Sends the next text, or an unanswered one again; false when the process is gone or accepts no more. */
  async say(url: string): Promise<boolean> {
    const message = this.#pending ?? { id: crypto.randomUUID(), text: `${this.name} ${(this.#count += 1)}` }
    this.#pending = message
    const answer = await repeatWhileBusy(() => this.send(url, message)).catch(() => null)
    if (answer === null) {
      this.lost += 1
      return false
    }
    this.#pending = null
    if (answer === 'refused') this.refused.push(message.text)
    else this.kept.push({ text: message.text, no: answer })
    return answer !== 'refused'
  }

  async settle(url: string): Promise<void> {
    if (this.#pending) await this.say(url)
  }
}

/** Posts a message through the API with the endpoint's `fields`. */
export const sayThroughApi =
  (path: string, token: string, fields: (message: Message) => Readonly<Record<string, string>>) =>
  async (url: string, message: Message): Promise<Answer> => {
    const body = new URLSearchParams(fields(message))
    const { type, message: said } = await askProcess(url + path, {
      method: 'POST',
      headers: { Authorization: token },
      body,
    })
    return type === 'ok' ? (said as { number: number }).number : 'refused'
  }

/** The desk's form answers with the page and names no number. */
export const answerAtDesk =
  (thread: string, cookie: string) =>
  async (url: string, { id, text }: Message): Promise<Answer> => {
    const answer = await sendDeskForm(url, { thread, cookie, form: { step: 'answer', commandId: id, text } })
    if (answer >= 500) throw new Busy(`HTTP ${answer}`)
    return answer === 302 ? 0 : 'refused'
  }

export async function sendDeskForm(
  url: string,
  { thread, cookie, form }: { readonly thread: string; readonly cookie: string; readonly form: Record<string, string> },
): Promise<number> {
  const answer = await fetch(`${url}/admin/support/${thread}`, {
    method: 'POST',
    headers: { Cookie: `cm_staff=${cookie}; cm_language=en`, Origin: url },
    body: new URLSearchParams(form),
    redirect: 'manual',
    signal: AbortSignal.timeout(60_000),
  })
  await answer.arrayBuffer()
  return answer.status
}

/** Lines on one screen of a conversation. */
export interface Shown {
  readonly no: number
  readonly text: string
}

abstract class Device {
  #socket: WebSocket | null = null

  constructor(
    readonly path: string,
    protected readonly token: string,
  ) {}

  abstract get shown(): readonly Shown[]
  protected abstract hear(url: string, message: unknown): void

  /** The socket closes when the process dies. */
  async connect(url: string): Promise<void> {
    const headers = { Authorization: this.token, Origin: url }
    const socket = new WebSocket(url.replace('http', 'ws') + this.path, { headers })
    this.#socket = socket
    socket.on('error', () => undefined)
    socket.on('message', (data: Buffer) => {
      if (this.#socket === socket) this.hear(url, JSON.parse(data.toString()))
    })
    await new Promise<void>((resolve) => {
      socket.once('open', resolve)
      socket.once('close', resolve)
    })
  }

  cut(): void {
    this.#socket?.terminate()
    this.#socket = null
  }

  protected ask(): void {
    this.#socket?.send(JSON.stringify({ type: 'snapshot' }))
  }
}

/** A screen of a chat room, which stores received lines like the page. */
export class ChatScreen extends Device {
  #state: ChatState | null = null

  constructor(readonly room: string) {
    super(`/parties/chat/${room}`, '')
  }

  get shown(): readonly Shown[] {
    return shownLines([], this.#state?.lines ?? [], new Set())
  }

  async poll(url: string): Promise<void> {
    const answer = await fetch(`${url}${this.path}/poll?after=${this.#state?.seq ?? 0}`)
    const { messages } = await answer.json<{ messages: ChatSocketMessage[] }>()
    for (const message of messages) this.hear(url, message)
  }

  protected hear(_url: string, message: unknown): void {
    const heard = receiveChat(this.#state, message as ChatSocketMessage)
    if (heard.kind === 'current') this.#state = heard.state
    else this.ask()
  }
}

/** A customer's screen of a thread: it receives the progress and reads lines after its last one. */
export class ThreadScreen extends Device {
  readonly #lines: Shown[] = []
  #reading: Promise<void> = Promise.resolve()

  constructor(
    readonly thread: string,
    token: string,
  ) {
    super(`/parties/thread/${thread}`, token)
  }

  get shown(): readonly Shown[] {
    return this.#lines
  }

  protected hear(url: string, message: unknown): void {
    const { last } = message as ThreadSocketMessage
    // Lines that can't be read any more are read in the next life.
    this.#reading = this.#reading.then(() => this.#read(url, last)).catch(() => undefined)
  }

  async #read(url: string, last: number): Promise<void> {
    while ((this.#lines.at(-1)?.no ?? 0) < last) {
      const query = new URLSearchParams({ thread_id: this.thread, after: String(this.#lines.at(-1)?.no ?? 0) })
      const answer = await fetch(`${url}/api/v1/support/messages?${query.toString()}`, {
        headers: { Authorization: this.token },
      })
      const { message } = await answer.json<{ message: { list: { number: number; text: string }[] } }>()
      this.#lines.push(...message.list.map(({ number, text }) => ({ no: number, text })))
    }
  }
}
