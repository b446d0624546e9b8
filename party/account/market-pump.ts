// Sends owed commands to each Market, one call at a time per Market: numbers arrive in order, and commands queued
// meanwhile share the next call. A command whose answer was lost is sent again under its number, and the Market skips known
// numbers. After a few failures the pump stops; the room's alarm retries.

import type { MarketAnswer, MarketRequest } from '#party/protocol/market'

export interface PumpPorts {
  /** Next request to the Market, or null when no command is owed. */
  request(symbol: string): Promise<MarketRequest | null>
  /** Answers from memory; false while the account is closed. */
  hasPending(symbol: string): boolean
  ask(symbol: string, request: MarketRequest): Promise<MarketAnswer>
  /** Applies an answer; false when it brought no progress. */
  take(symbol: string, answer: MarketAnswer): boolean
  /** The Market can't be reached: callers that wait for it get the pending answer. */
  failed(symbol: string, failure: string): void
}

const FAILURES_MAX = 2

export class MarketPump {
  readonly #ports: PumpPorts
  readonly #running = new Map<string, Promise<void>>()

  constructor(ports: PumpPorts) {
    this.#ports = ports
  }

  /** Resolves when no command is owed to the Market, or when the Market can't be reached for now. Rejects only on a fault of the room. */
  send(symbol: string): Promise<void> {
    const running = this.#running.get(symbol)
    if (running) return running
    // The run starts in a microtask, so it is registered before it can end.
    const started = Promise.resolve().then(() => this.#run(symbol))
    this.#running.set(symbol, started)
    return started
  }

  async #run(symbol: string): Promise<void> {
    try {
      // Commands queued during the last empty check are sent too: their sender saw this run and started no other.
      while ((await this.#sendPending(symbol)) && this.#ports.hasPending(symbol));
    } finally {
      // On success or failure, the next order must be able to start a run.
      this.#running.delete(symbol)
    }
  }

  /** False after too many failures. */
  async #sendPending(symbol: string): Promise<boolean> {
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
      // The Market's room restarted during the call, or its answer couldn't be applied: a retry fixes both.
      return { failure: failure instanceof Error ? failure.message : String(failure) }
    }
  }
}
