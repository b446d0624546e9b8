// Sends what is owed to each Market: one call at a time per Market, so that numbers arrive in order and what is queued meanwhile
// goes together in the next call. It gives up after a few failures; the room's alarm then asks again.

import type { MarketAnswer, MarketRequest } from '#party/protocol/market'

export interface PumpPorts {
  /** What to send now, or null when nothing is owed. */
  request(symbol: string): Promise<MarketRequest | null>
  /** As far as memory knows; false when it knows nothing. */
  isOwed(symbol: string): boolean
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
      // What was queued while the last look found nothing goes too: whoever queued it saw this run and started none.
      while ((await this.#sendOwed(symbol)) && this.#ports.isOwed(symbol));
    } finally {
      // Whatever happened, the next order must be able to start a run.
      this.#running.delete(symbol)
    }
  }

  /** False when it gave up. */
  async #sendOwed(symbol: string): Promise<boolean> {
    let failures = 0
    while (failures < FAILURES_MAX) {
      const asked = await this.#askOnce(symbol)
      if (asked === 'nothing_owed') return true
      if (asked === 'forward') continue
      failures += 1
      if (failures === FAILURES_MAX) this.#ports.failed(symbol, asked.failure)
    }
    return false
  }

  async #askOnce(symbol: string): Promise<'nothing_owed' | 'forward' | { readonly failure: string }> {
    try {
      const request = await this.#ports.request(symbol)
      if (request === null) return 'nothing_owed'
      const answer = await this.#ports.ask(symbol, request)
      return this.#ports.take(symbol, answer) ? 'forward' : { failure: 'its answer brought nothing forward' }
    } catch (failure) {
      // The Market's room restarted under the call, or its answer could not be applied: both heal by asking again.
      return { failure: failure instanceof Error ? failure.message : String(failure) }
    }
  }
}
