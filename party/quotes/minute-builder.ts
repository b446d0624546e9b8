// The running minute of one symbol of a real feed: prices from published ticks, volume from the exchanges' own minute candles.
// Memory only; after a restart the published ticks of the minute are played again.

import type { StepCandle } from '#domain/quotes/candle'
import { floorTo } from '#domain/quotes/period'
import { MINUTE_MS } from '#domain/time'

interface MinuteVolume {
  readonly at: number
  readonly lots: number
}

export class MinuteBuilder {
  readonly #sources: readonly string[]
  readonly #volumes = new Map<string, MinuteVolume>()
  #running: StepCandle | null = null
  #closed: MinuteVolume | null = null

  /** Of several sources' volumes the first one's counts, in the order given. */
  constructor(sources: readonly string[]) {
    this.#sources = sources
  }

  /** The running minute so far. */
  get running(): StepCandle | null {
    return this.#running && { ...this.#running, lots: this.#volumeOf(this.#running.at) }
  }

  /** Takes a published price. Returns the minute that it closes, when it starts a new one. */
  take(at: number, priceSteps: number): StepCandle | null {
    const minute = floorTo(at, MINUTE_MS)
    const before = this.running
    if (before && before.at === minute) {
      this.#running = {
        ...before,
        high: Math.max(before.high, priceSteps),
        low: Math.min(before.low, priceSteps),
        close: priceSteps,
      }
      return null
    }
    this.#running = { at: minute, open: priceSteps, high: priceSteps, low: priceSteps, close: priceSteps, lots: 0 }
    this.#closed = before && { at: before.at, lots: before.lots }
    return before
  }

  /** Takes a minute's volume from a source. Returns the addition to the closed minute, usually null. */
  takeVolume(source: string, volume: MinuteVolume): MinuteVolume | null {
    const known = this.#volumes.get(source)
    const closed = this.#closed
    if (closed && volume.at === closed.at) {
      if (source !== this.#sources[0] || volume.lots <= closed.lots) return null
      this.#closed = volume
      return { at: volume.at, lots: volume.lots - closed.lots }
    }
    if (!known || volume.at >= known.at) this.#volumes.set(source, volume)
    return null
  }

  /** Completes the running minute with the exchange's candle from before our first tick. */
  complete(earlier: StepCandle): void {
    if (this.#running?.at !== earlier.at) return
    const { open, high, low } = earlier
    this.#running = {
      ...this.#running,
      open,
      high: Math.max(high, this.#running.high),
      low: Math.min(low, this.#running.low),
    }
  }

  #volumeOf(minute: number): number {
    const source = this.#sources.find((name) => this.#volumes.get(name)?.at === minute)
    return source === undefined ? 0 : (this.#volumes.get(source)?.lots ?? 0)
  }
}
