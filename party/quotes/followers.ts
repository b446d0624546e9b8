// The symbols whose Watch is sent every live round. Their list is kept, so that they are sent rounds again after a restart.

import { logError } from '#lib/log-line'
import type { RoundMessage } from '#party/protocol/watch'

export interface FollowersPorts {
  load(): readonly string[]
  save(symbols: readonly string[]): void
  send(symbol: string, text: string): Promise<void>
}

export class Followers {
  readonly #ports: FollowersPorts
  readonly #symbols: Set<string>
  readonly #failing = new Set<string>()

  constructor(ports: FollowersPorts) {
    this.#ports = ports
    this.#symbols = new Set(ports.load())
  }

  get isEmpty(): boolean {
    return this.#symbols.size === 0
  }

  set(symbol: string, isFollowed: boolean): void {
    if (this.#symbols.has(symbol) === isFollowed) return
    if (isFollowed) this.#symbols.add(symbol)
    else this.#symbols.delete(symbol)
    this.#ports.save([...this.#symbols])
  }

  /** Sends the same text to each follower without waiting: a follower that misses a round detects the gap at the next one and requests it. */
  send(message: RoundMessage): void {
    if (this.isEmpty) return
    const text = JSON.stringify(message)
    for (const symbol of this.#symbols) void this.#send(symbol, text)
  }

  /** Of failures in a row, the first is reported. */
  async #send(symbol: string, text: string): Promise<void> {
    try {
      await this.#ports.send(symbol, text)
      this.#failing.delete(symbol)
    } catch (failure) {
      if (!this.#failing.has(symbol)) logError(`quotes: the watch of ${symbol} was not told:`, failure)
      this.#failing.add(symbol)
    }
  }
}
