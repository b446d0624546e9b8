// The messages of one public room on their way through a relay: each goes on once and in the order of its number. What is missing is asked
// for above. In memory only: listeners know their own last number and ask after a gap.

import type { Heard } from '#party/protocol/relay'

/** More messages after the snapshot than this, and the next new listener makes the relay ask for a new snapshot. */
const OPENING_LENGTH_MAX = 20
/** After a longer silence a new listener makes the relay ask whether it is still told. */
const FRESH_MS = 10_000

export interface StreamPorts {
  /** Sends to every listener. */
  pass(text: string): void
  /** Asks the room above, which tells this relay from then on. */
  listen(after: number): Promise<Heard>
  now(): number
}

interface Message {
  readonly seq: number
  readonly isSnapshot: boolean
  readonly text: string
}

export class RelayStream {
  readonly #ports: StreamPorts
  /** Number of the last message passed on; null while unknown. */
  #last: number | null = null
  #opening: readonly Message[] | null = null
  /** Passed on during the question that is under way. */
  #meanwhile: Message[] = []
  #asking: Promise<void> | null = null
  #hasGap = false
  #heardAt = -Infinity
  /** Counts `forget`: an answer to a question from before it is not used. */
  #life = 0

  constructor(ports: StreamPorts) {
    this.#ports = ports
  }

  /** Empty before `ready`. */
  get opening(): readonly string[] {
    return textsOf(this.#opening ?? [])
  }

  /** Messages after a number; the opening where some are no longer stored. */
  after(seq: number): readonly string[] {
    const known = this.#opening ?? []
    // An empty chat's snapshot has number 0, which is also what a client without anything asks after.
    const isStored = seq > 0 && seq >= (known[0]?.seq ?? Infinity) && seq <= (this.#last ?? 0)
    return textsOf(isStored ? known.filter((message) => message.seq > seq) : known)
  }

  /** Resolves when there is an opening that is not old. */
  async ready(): Promise<void> {
    if (!this.#opening || this.#ports.now() - this.#heardAt > FRESH_MS) await this.#ask()
  }

  /** A message of the room above. Rejects when the room has to be asked about it and does not answer. */
  async take(text: string): Promise<void> {
    this.#heardAt = this.#ports.now()
    if (this.#pass(readMessage(text))) return
    this.#hasGap = true
    await this.#ask()
  }

  /** Without listeners the relay is no longer told, so what it knows becomes old. */
  forget(): void {
    this.#life += 1
    this.#last = null
    this.#opening = null
  }

  /** False for a message after a gap, and for an unknown one with an earlier number: the room may have been restored from a backup. */
  #pass(message: Message): boolean {
    const { seq, isSnapshot, text } = message
    // After waking from hibernation the number is unknown: listeners that see a gap ask.
    if (this.#last !== null) {
      if (seq <= this.#last) return this.#opening?.some((known) => known.text === text) ?? false
      if (seq > this.#last + 1 && !isSnapshot) return false
    }
    this.#last = seq
    if (this.#asking) this.#meanwhile.push(message)
    if (isSnapshot) this.#opening = [message]
    else if (this.#opening)
      this.#opening = this.#opening.length > OPENING_LENGTH_MAX ? null : [...this.#opening, message]
    this.#ports.pass(text)
    return true
  }

  #ask(): Promise<void> {
    return (this.#asking ??= this.#askUntilComplete().finally(() => (this.#asking = null)))
  }

  /** A gap that showed during a question is asked for again. */
  async #askUntilComplete(): Promise<void> {
    do {
      this.#hasGap = false
      this.#meanwhile = []
      const [life, after] = [this.#life, this.#last ?? 0]
      const heard = await this.#ports.listen(after)
      if (life !== this.#life) return
      this.#use(heard, after)
    } while (this.#hasGap)
  }

  #use({ missed, opening }: Heard, after: number): void {
    this.#heardAt = this.#ports.now()
    const whole = opening.map(readMessage)
    const end = whole.at(-1)?.seq ?? 0
    // A room restored from a backup counts from an earlier number.
    if (end < after) this.#last = null
    for (const text of end < after ? opening : missed) this.#pass(readMessage(text))
    this.#last ??= end
    this.#opening = [...whole, ...this.#meanwhile.filter(({ seq }) => seq > end)]
  }
}

const textsOf = (messages: readonly Message[]): readonly string[] => messages.map(({ text }) => text)

function readMessage(text: string): Message {
  // Rooms send no other messages.
  const { type, seq } = JSON.parse(text) as { readonly type: string; readonly seq: number }
  return { seq, isSnapshot: type === 'snapshot', text }
}
