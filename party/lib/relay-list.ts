// The Relays that a room tells. Their names are stored, so that they are told again after a restart.

import { logWarning } from '#lib/log-line'

/** Key of the stored names. */
export const RELAYS_KEY = 'relays'
const RETRY_MS = 1_000

type Tell = (text: string) => Promise<boolean>

export interface RelayListPorts {
  load(): readonly string[]
  save(names: readonly string[]): void
  /** Calls by one of these arrive in order; after a failure it is opened anew. The call answers false for a relay without listeners. */
  open(name: string): Tell
}

interface Told {
  readonly name: string
  tell: Tell | null
  newest: string
  isRetrying: boolean
  isFailing: boolean
}

export class RelayList {
  readonly #ports: RelayListPorts
  readonly #told: Map<string, Told>

  constructor(ports: RelayListPorts) {
    this.#ports = ports
    this.#told = new Map(ports.load().map((name) => [name, untold(name)]))
  }

  get size(): number {
    return this.#told.size
  }

  /** The new entry outlives the answer to an earlier message, given before the relay had listeners. */
  add(name: string): void {
    const isNew = !this.#told.has(name)
    this.#told.set(name, untold(name))
    if (isNew) this.#save()
  }

  /** Waits for no relay: one that misses a message sees the gap at the next one and asks. */
  tell(text: string): void {
    for (const told of this.#told.values()) void this.#tell(told, text)
  }

  /** After a failure the newest message is repeated until it arrives, because a quiet room may have no next one for long. */
  async #tell(told: Told, text: string): Promise<void> {
    told.newest = text
    try {
      told.tell ??= this.#ports.open(told.name)
      const isHeard = await told.tell(text)
      told.isFailing = false
      if (!isHeard) this.#drop(told)
    } catch (failure) {
      told.tell = null
      if (!told.isFailing) logWarning(`relay ${told.name} was not told: ${String(failure)}`)
      told.isFailing = true
      this.#retry(told)
    }
  }

  #retry(told: Told): void {
    if (told.isRetrying) return
    told.isRetrying = true
    setTimeout(() => {
      told.isRetrying = false
      if (told.isFailing && this.#told.get(told.name) === told) void this.#tell(told, told.newest)
    }, RETRY_MS)
  }

  #drop(told: Told): void {
    if (this.#told.get(told.name) !== told) return
    this.#told.delete(told.name)
    this.#save()
  }

  #save(): void {
    this.#ports.save([...this.#told.keys()])
  }
}

const untold = (name: string): Told => ({ name, tell: null, newest: '', isRetrying: false, isFailing: false })
