// Sends what is owed to each Market: one call at a time per Market, so that numbers arrive in order and what is queued meanwhile
// goes together in the next call. It gives up after a few failures; the room's alarm then asks again.

import type { MarketAnswer, MarketRequest } from '#party/protocol/market'

export interface PumpPorts {
  /** What to send now, or null when nothing is owed. */
  request(symbol: string): MarketRequest | null
  ask(symbol: string, request: MarketRequest): Promise<MarketAnswer>
  /** Applies an answer; false when it brought nothing forward. */
  take(symbol: string, answer: MarketAnswer): boolean
  /** The Market could not be asked; what waits for it must not wait on. */
  failed(symbol: string, failure: string): void
}

const FAILURES_MAX = 2

export class MarketPump {
  readonly #ports: PumpPorts
  readonly #running = new Map<string, Promise<void>>()

  constructor(ports: PumpPorts) {
    this.#ports = ports
  }

  /** Resolves when nothing is owed to the Market any more, or when it cannot be reached for now. Rejects only when the room itself fails. */
  send(symbol: string): Promise<void> {
    const running = this.#running.get(symbol)
    if (running) return running
    // It starts in a microtask, so that a run is known as running before it can end.
    const started = Promise.resolve().then(() => this.#run(symbol))
    this.#running.set(symbol, started)
    return started
  }

  async #run(symbol: string): Promise<void> {
    try {
      await this.#sendOwed(symbol)
    } finally {
      // Whatever happened, the next order must be able to start a run.
      this.#running.delete(symbol)
    }
  }

  async #sendOwed(symbol: string): Promise<void> {
    let failures = 0
    while (failures < FAILURES_MAX) {
      const request = this.#ports.request(symbol)
      if (request === null) return
      const failure = await this.#askOnce(symbol, request)
      if (failure === null) continue
      failures += 1
      if (failures === FAILURES_MAX) this.#ports.failed(symbol, failure)
    }
  }

  /** Null when it went forward, else what went wrong, in words. */
  async #askOnce(symbol: string, request: MarketRequest): Promise<string | null> {
    try {
      const answer = await this.#ports.ask(symbol, request)
      return this.#ports.take(symbol, answer) ? null : 'its answer brought nothing forward'
    } catch (failure) {
      // The Market's room restarted under the call, or its answer could not be applied: both heal by asking again.
      return failure instanceof Error ? failure.message : String(failure)
    }
  }
}
