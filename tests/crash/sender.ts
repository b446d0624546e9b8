// A user under load: sends commands through /api in sequence, and repeats unanswered ones with the same Idempotency-Key after a restart. It
// doesn't know how the process dies, or the commands' content.

import { setTimeout as wait } from 'node:timers/promises'
import { again } from '../../scripts/lib/again.mjs'
import { LANGUAGES } from '#domain/language'
import { refusalText } from '#services/words'
import type { Pace } from './lives'
import type { Random } from './random'

const REPEATS_MAX = 60
export const REPEATED_AFTER_MS = 500
/** Message of a server error: the command may or may not have run, as after a broken connection. */
const WENT_WRONG = new Set<unknown>(
  LANGUAGES.map((language) => refusalText(language, { code: 'internal_error', facts: {} })),
)

export interface Sent {
  readonly key: string
  readonly path: string
  readonly method: 'POST' | 'DELETE'
  readonly fields: Readonly<Record<string, string>>
}

export interface Envelope {
  readonly type: string
  readonly message: unknown
}

/** The connection broke before an answer: the command may or may not have run. */
class Unanswered extends Error {}

/** The process lives but has no answer, like on a slow machine or while the directory is locked: the command is repeated later, and the next one sent. */
export class Busy extends Error {}

/** Repeats `send` until a live process answers. */
export async function repeatWhileBusy<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  for (let repeat = 1; ; repeat += 1)
    try {
      return await send()
    } catch (failure) {
      if (!(failure instanceof Busy) || repeat === REPEATS_MAX) throw failure
      await wait(REPEATED_AFTER_MS)
    }
}

/** Repeats each command until the process answers, also over a connection that was idle too long. Commands without an answer stay in the list. */
export async function answerAll<Command>(
  unanswered: Command[],
  send: (command: Command) => Promise<unknown>,
): Promise<void> {
  for (const command of [...unanswered]) {
    await again(() => repeatWhileBusy(() => send(command)))
    unanswered.splice(unanswered.indexOf(command), 1)
  }
}

/** The answer of the process; throws `Busy` when the process is alive but didn't answer. */
export async function askProcess(address: string, init: RequestInit): Promise<Envelope> {
  const response = await fetch(address, { ...init, signal: AbortSignal.timeout(60_000) }).catch((failure: unknown) => {
    throw failure instanceof DOMException ? new Busy(failure.name) : failure
  })
  if (response.status !== 200) throw new Busy(`HTTP ${response.status}`)
  // Every answer of /api has this envelope; the contract tests check it.
  const answer = await response.json<Envelope>()
  if (answer.type === 'error' && WENT_WRONG.has(answer.message)) throw new Busy('something went wrong')
  return answer
}

export abstract class Sender {
  readonly #token: string
  readonly complaints: string[] = []
  /** Answers that were lost with the process, each repeated later. */
  lost = 0
  readonly #unanswered: Sent[] = []
  #count = 0

  constructor(
    readonly name: string,
    readonly userId: number,
    token: string,
    protected readonly random: Random,
  ) {
    this.#token = token
  }

  /** Records an answer, except for a session's end. */
  protected abstract remember(sent: Sent, envelope: Envelope): void

  protected nextKey(): string {
    this.#count += 1
    return `${this.name}-${this.#count}`
  }

  /** Sends commands one by one until the process dies or `goOn` returns false. */
  protected async work(url: string, next: () => Sent, goOn: Pace): Promise<void> {
    while (await goOn()) {
      try {
        await this.deliver(url, next())
      } catch (failure) {
        if (failure instanceof Unanswered) return
        if (!(failure instanceof Busy)) throw failure
        await wait(REPEATED_AFTER_MS)
      }
    }
  }

  /** Repeats every unanswered command. All must be answered now. */
  settle(url: string): Promise<void> {
    return answerAll(this.#unanswered, (sent) => this.#answer(url, sent))
  }

  protected async deliver(url: string, sent: Sent): Promise<void> {
    try {
      await this.#answer(url, sent)
    } catch (failure) {
      this.#unanswered.push(sent)
      if (failure instanceof Busy) throw failure
      this.lost += 1
      throw new Unanswered(sent.key)
    }
  }

  async #answer(url: string, sent: Sent): Promise<void> {
    const answer = await this.#fetch(url, sent)
    if (answer.type === '999') this.complaints.push(`${sent.key}: the session did not survive`)
    else this.remember(sent, answer)
  }

  protected async list<Row>(url: string, path: string): Promise<Row[]> {
    const rows: Row[] = []
    for (let page = 1; ; page += 1) {
      const answer = await this.read(url, `${path}?limit=100&page=${page}`)
      const { list } = answer.message as { list: Row[] }
      if (list.length === 0) return rows
      rows.push(...list)
    }
  }

  /** Retries once after a connection was closed for idleness just before its reuse. */
  protected async read(url: string, path: string): Promise<Envelope> {
    const sent = { path, method: 'GET' }
    return this.#fetch(url, sent).catch(() => this.#fetch(url, sent))
  }

  #fetch(
    url: string,
    sent: { path: string; method: string; key?: string; fields?: Readonly<Record<string, string>> },
  ): Promise<Envelope> {
    const hasBody = sent.method === 'POST'
    return askProcess(url + sent.path, {
      method: sent.method,
      headers: { Authorization: this.#token, ...(sent.key === undefined ? {} : { 'Idempotency-Key': sent.key }) },
      ...(hasBody ? { body: new URLSearchParams(sent.fields) } : {}),
    })
  }
}
