// A connection without a socket: announcements wait for the next poll. Of repeated announcements only the newest waits, so an absent client
// costs a bounded amount of memory.

import { Throttle } from '../lib/throttle'
import type { Client, Visitor } from './client'
import { type Announcement, CLOSE, type EnginePacket, NOOP, writePayload } from './packets'

/** Minimum interval between answers: faster price changes are sent together. */
const ANSWER_PAUSE_MS = 250
const WAITING_MAX = 1_000

export class PollingClient implements Client {
  readonly visitor: Visitor
  isJoined: boolean
  readonly openedAt: number
  sentAt = -Infinity
  isOverfull = false
  #receivedAt: number
  #named = 0
  #poll: ((body: string) => void) | null = null
  readonly #waiting = new Map<string, Announcement>()
  readonly #pace = new Throttle(ANSWER_PAUSE_MS, () => {
    if (this.#waiting.size > 0) this.answerNow()
  })

  constructor(visitor: Visitor, now: number, isJoined = false) {
    this.visitor = visitor
    this.isJoined = isJoined
    this.openedAt = now
    this.#receivedAt = now
  }

  receivedAt(): number {
    return this.#receivedAt
  }

  /** Something came from it. */
  received(now: number): void {
    this.#receivedAt = now
  }

  send(announcement: Announcement): void {
    this.#named += 1
    const name = announcement.key ?? `#${this.#named}`
    // Moves the key to the end of the queue.
    this.#waiting.delete(name)
    this.isOverfull ||= this.#waiting.size >= WAITING_MAX
    if (!this.isOverfull) this.#waiting.set(name, announcement)
    if (this.#poll) this.#pace.ask()
  }

  /** Body of the poll's answer, as soon as packets exist. An older waiting poll is ended. */
  poll(): Promise<string> {
    this.answerNow()
    return new Promise((resolve) => {
      this.#poll = resolve
      if (this.#waiting.size > 0) this.#pace.ask()
    })
  }

  /** Ends the waiting poll with the queued packets, or with a no-op. */
  answerNow(): void {
    if (!this.#poll) return
    const packets = this.takeAll().map(({ packet }) => packet)
    this.#answer(packets.length > 0 ? packets : [NOOP])
  }

  /** Unsent announcements, for the socket that takes over. */
  takeAll(): readonly Announcement[] {
    const announcements = [...this.#waiting.values()]
    this.#waiting.clear()
    return announcements
  }

  end(): void {
    this.#answer([...this.takeAll().map(({ packet }) => packet), CLOSE])
  }

  #answer(packets: readonly EnginePacket[]): void {
    const answer = this.#poll
    this.#poll = null
    answer?.(writePayload(packets))
  }
}
