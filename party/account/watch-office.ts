// Sends changed registrations to Watches. The alarm retries failed sends; no rule is decided here.

import type { WatchAnswer, WatchRegistration } from '#party/protocol/watch'
import type { Turns } from './turns'

export interface WatchOfficePorts {
  readonly account: number
  askWatch(symbol: string, registration: WatchRegistration): Promise<WatchAnswer>
  report(text: string): void
}

export class WatchOffice {
  readonly #turns: Turns
  readonly #ports: WatchOfficePorts
  #running: Promise<void> | null = null

  constructor(turns: Turns, ports: WatchOfficePorts) {
    this.#turns = turns
    this.#ports = ports
  }

  /** Sends every registration that is not acknowledged, symbols side by side. Concurrent calls share a run; a failed call does not reject. */
  run(): Promise<void> {
    this.#running ??= this.#notifyAll().finally(() => (this.#running = null))
    return this.#running
  }

  async #notifyAll(): Promise<void> {
    const unreachable = new Set<string>()
    for (;;) {
      await this.#turns.ready()
      // Save before sending: if a forwarded turn were lost, the same revision would be sent again with other content.
      this.#turns.saveNow()
      const unsent = this.#turns.opened.watches.unsent().filter(({ symbol }) => !unreachable.has(symbol))
      if (unsent.length === 0) return
      await Promise.all(
        unsent.map(async ({ feature, symbol }) => {
          if (!(await this.#notify(feature, symbol))) unreachable.add(symbol)
        }),
      )
    }
  }

  async #notify(feature: string, symbol: string): Promise<boolean> {
    const { account } = this.#ports
    try {
      const registration = this.#turns.opened.watches.registration(account, feature, symbol)
      const { revision } = await this.#ports.askWatch(symbol, registration)
      await this.#turns.ready()
      // Saved with the next turn: a Watch recognises a repeated revision.
      this.#turns.opened.watches.markSent(feature, symbol, revision)
      return true
    } catch (failure) {
      this.#ports.report(`the watch of ${symbol} will be told again: ${String(failure)}`)
      return false
    }
  }
}
