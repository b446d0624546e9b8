// One WebSocket to one exchange, kept open: connects, subscribes, detects silence, reconnects with growing pauses of 1 to 30 seconds. It
// has no timer: `beat` is called every second with the time, so tests control the clock.

import type { Listing } from '#domain/quotes/candle'
import type { FeedEvent, FeedProtocol } from './protocol'

/** An open socket of any runtime. */
export interface FeedSocket {
  send(text: string): void
  close(): void
}

/** Opens a socket or throws. `closed` is called once, also after `close`. */
export type OpenSocket = (
  url: string,
  handlers: { readonly message: (text: string) => void; readonly closed: (reason: string) => void },
) => Promise<FeedSocket>

/** A connection silent for this long is dead, even if it appears open. */
const SILENCE_MAX_MS = 15_000
const PAUSE_MIN_MS = 1000
const PAUSE_MAX_MS = 30_000
const KEEP_ALIVE_MS = 30_000

export class FeedConnection {
  readonly #protocol: FeedProtocol
  readonly #openSocket: OpenSocket
  readonly #onEvents: (events: readonly FeedEvent[]) => void
  #listings: readonly Listing[] = []
  #socket: FeedSocket | null = null
  #isOpening = false
  /** Counts openings: messages of earlier sockets are ignored. */
  #generation = 0
  #openedAt = 0
  #lastSentAt = 0
  #lastMessageAt = 0
  #nextTryAt = 0
  #failures = 0
  #now = 0
  #losses = 0
  #error: string | null = null

  constructor(protocol: FeedProtocol, openSocket: OpenSocket, onEvents: (events: readonly FeedEvent[]) => void) {
    this.#protocol = protocol
    this.#openSocket = openSocket
    this.#onEvents = onEvents
  }

  get isConnected(): boolean {
    return this.#socket !== null
  }

  get isOpening(): boolean {
    return this.#isOpening
  }

  /** Longest silence of a live connection. */
  get silenceMaxMs(): number {
    return this.#protocol.silenceMaxMs ?? SILENCE_MAX_MS
  }

  /** When the exchange last said anything, heartbeats included. */
  get lastMessageAt(): number {
    return this.#lastMessageAt
  }

  /** How often a connection was lost since the room woke. */
  get reconnects(): number {
    return this.#losses
  }

  get error(): string | null {
    return this.#error
  }

  /** Subscribes anew when the list changed. */
  list(listings: readonly Listing[]): void {
    const isSame =
      listings.length === this.#listings.length &&
      listings.every(({ symbol }, index) => symbol === this.#listings[index]?.symbol)
    this.#listings = listings
    if (!isSame && this.#socket) this.#lose('the list of symbols changed', 0)
  }

  beat(now: number): void {
    this.#now = now
    if (this.#listings.length === 0) return
    if (!this.#socket) {
      if (!this.#isOpening && now >= this.#nextTryAt) void this.#open()
      return
    }
    if (now - Math.max(this.#lastMessageAt, this.#openedAt) > this.silenceMaxMs) {
      this.#lose(`no message for ${this.silenceMaxMs / 1000} s`, this.#nextPause())
    } else if (now - this.#openedAt > this.#protocol.connectionAgeMaxMs) {
      this.#lose('replaced before the exchange closes it', 0)
    } else if (this.#protocol.keepAlive && now - this.#lastSentAt >= KEEP_ALIVE_MS) {
      this.#send(this.#protocol.keepAlive)
    }
  }

  stop(): void {
    this.#listings = []
    this.#generation += 1
    this.#socket?.close()
    this.#socket = null
  }

  async #open(): Promise<void> {
    this.#isOpening = true
    this.#generation += 1
    const generation = this.#generation
    let endedEarly: string | null = null
    try {
      const socket = await this.#openSocket(this.#protocol.socketUrl, {
        message: (text) => this.#receive(generation, text),
        closed: (reason) => {
          if (generation !== this.#generation) return
          if (this.#socket) this.#lose(reason, this.#nextPause())
          else endedEarly = reason
        },
      })
      if (endedEarly !== null) throw new Error(endedEarly)
      if (generation !== this.#generation) {
        socket.close()
        return
      }
      this.#socket = socket
      this.#openedAt = this.#now
      for (const text of this.#protocol.subscriptions(this.#listings)) this.#send(text)
    } catch (error) {
      this.#error = error instanceof Error ? error.message : String(error)
      this.#nextTryAt = this.#now + this.#nextPause()
    } finally {
      this.#isOpening = false
    }
  }

  #receive(generation: number, text: string): void {
    if (generation !== this.#generation) return
    this.#lastMessageAt = this.#now
    this.#failures = 0
    const events = this.#protocol.read(text, this.#listings)
    for (const event of events) if (event.type === 'refused' && event.symbol === null) this.#error = event.error
    if (events.some((event) => event.type === 'price')) this.#error = null
    if (events.length > 0) this.#onEvents(events)
  }

  #send(text: string): void {
    this.#lastSentAt = this.#now
    try {
      this.#socket?.send(text)
    } catch (error) {
      // The socket died and its close event has not come yet.
      this.#lose(error instanceof Error ? error.message : String(error), this.#nextPause())
    }
  }

  #lose(reason: string, pauseMs: number): void {
    const socket = this.#socket
    this.#generation += 1
    this.#socket = null
    this.#losses += 1
    this.#error = reason
    this.#nextTryAt = this.#now + pauseMs
    socket?.close()
  }

  /** 1, 2, 4, 8, 16, then 30 seconds; a message starts the count again. */
  #nextPause(): number {
    const pauseMs = Math.min(PAUSE_MAX_MS, PAUSE_MIN_MS * 2 ** this.#failures)
    this.#failures += 1
    return pauseMs
  }
}
