// Tells the Log once a minute that rounds wait: it takes a minute of rounds as one leaf.

import { MINUTE_MS } from '#domain/time'
import { wakeLog } from '../lib/wake-log'

export class LogNews {
  readonly #env: Env
  #sentAt = 0

  constructor(env: Env) {
    this.#env = env
  }

  note(now: number): void {
    if (now - this.#sentAt < MINUTE_MS) return
    this.#sentAt = now
    wakeLog(this.#env)
  }
}
