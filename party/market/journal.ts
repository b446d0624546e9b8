// Durable memory of the Market: one row of facts per turn, and occasional snapshots that delete older rows, so waking takes bounded time.
// The journal stores text; the state interprets the facts.

import { forwardedPart, snapshotPart, stream, turnPart } from '#db/market/journal'
import type { Store } from '../lib/store'
import { type RowOf, tableOf } from '../lib/table'
import type { Snapshot, TurnFacts } from './facts'
import type { MarketState } from './state'
import type { StreamNumbers } from './streams'

/** A row may hold 2 MB; parts stay well below, for any characters. */
const PART_LENGTH = 400_000
/** A snapshot is due when the turns since the last one exceed this length, or twice the snapshot's length. */
const SNAPSHOT_AFTER_LENGTH = 8_000_000

type StreamRow = RowOf<typeof stream>

const STREAMS = tableOf(stream)
const NUMBERS = STREAMS.pick('commandSeq', 'messageSeq', 'epoch')
const TURN_PARTS = tableOf(turnPart)
const FORWARDED_PARTS = tableOf(forwardedPart)

export class Journal {
  readonly #store: Store
  protected readonly snapshotAfterLength: number
  #turn = 0
  #lengthSinceSnapshot = 0
  #snapshotLength = 0

  constructor(store: Store, snapshotAfterLength = SNAPSHOT_AFTER_LENGTH) {
    this.#store = store
    this.snapshotAfterLength = snapshotAfterLength
  }

  /** Numbers of an account's streams at the last snapshot. */
  readNumbers(account: number): StreamNumbers | undefined {
    return NUMBERS.first(this.#store, 'WHERE account = ?', account)
  }

  /** Stream numbers of every account that ever traded here. */
  readAllNumbers(): StreamRow[] {
    return STREAMS.rows(this.#store)
  }

  readTraders(above: number, limit: number): number[] {
    return STREAMS.rows(this.#store, 'WHERE account > ? ORDER BY account LIMIT ?', above, limit).map(
      ({ account }) => account,
    )
  }

  /** Messages made for all accounts until the last snapshot. */
  readMessageCount(): number {
    return this.#store.first<{ made: number }>('SELECT coalesce(sum(message_seq), 0) AS made FROM stream')?.made ?? 0
  }

  /** As the room wakes: the last snapshot, then every turn since. */
  loadInto(state: MarketState): void {
    const body = tableOf(snapshotPart)
      .rows(this.#store, 'ORDER BY part')
      .map((row) => row.body)
      .join('')
    this.#snapshotLength = body.length
    // Both texts were written by this class from these types.
    if (body !== '') state.restore(JSON.parse(body) as Snapshot)

    let text = ''
    for (const part of TURN_PARTS.rows(this.#store, 'ORDER BY id')) {
      if (part.turn !== this.#turn && text !== '') {
        state.apply(JSON.parse(text) as TurnFacts)
        text = ''
      }
      this.#turn = part.turn
      this.#lengthSinceSnapshot += part.facts.length
      text += part.facts
    }
    if (text !== '') state.apply(JSON.parse(text) as TurnFacts)
    this.#loadForwarded(state)
  }

  #loadForwarded(state: MarketState): void {
    for (const { lines } of FORWARDED_PARTS.rows(this.#store, 'ORDER BY id')) {
      this.#lengthSinceSnapshot += lines.length
      for (const line of lines.split('\n')) state.forwarded.restore(line)
    }
    for (const { account, saved } of state.streams.all()) state.forwarded.drop(account, saved)
  }

  /** Inside the turn's transaction: what happened, and the turns that accounts forwarded. */
  append(facts: TurnFacts, forwarded: readonly string[]): void {
    this.#turn += 1
    const text = JSON.stringify(facts)
    this.#lengthSinceSnapshot += text.length
    for (const part of cut(text)) TURN_PARTS.insert(this.#store, { turn: this.#turn, facts: part })
    this.#lengthSinceSnapshot += this.#writeForwarded(forwarded)
  }

  get isSnapshotDue(): boolean {
    return this.#lengthSinceSnapshot > Math.max(this.snapshotAfterLength, 2 * this.#snapshotLength)
  }

  /** Runs inside the turn's transaction: replaces all turns by the current state. */
  writeSnapshot(state: MarketState): void {
    this.#writeNumbers(state)
    const text = JSON.stringify(state.snapshot())
    this.#store.run('DELETE FROM snapshot_part')
    cut(text).forEach((body, part) => tableOf(snapshotPart).insert(this.#store, { part, body }))
    this.#store.run('DELETE FROM turn_part')
    this.#store.run('DELETE FROM forwarded_part')
    state.streams.forgetSettled()
    this.#snapshotLength = text.length + this.#writeForwarded(state.forwarded.all())
    this.#lengthSinceSnapshot = 0
  }

  /** Answers how long it is. */
  #writeForwarded(lines: readonly string[]): number {
    let length = 0
    for (const part of packed(lines)) {
      FORWARDED_PARTS.insert(this.#store, { lines: part })
      length += part.length
    }
    return length
  }

  #writeNumbers(state: MarketState): void {
    const streams: StreamRow[] = Array.from(state.streams.all(), ({ account, commandSeq, messageSeq, epoch }) => ({
      account,
      commandSeq,
      messageSeq,
      epoch,
    }))
    STREAMS.putAll(this.#store, streams)
  }
}

function cut(text: string): string[] {
  const parts: string[] = []
  for (let from = 0; from < text.length; from += PART_LENGTH) parts.push(text.slice(from, from + PART_LENGTH))
  return parts
}

/** Joins lines into texts of at most a part's length; a longer line stays whole, bounded by an account turn's limit. */
function packed(lines: readonly string[]): string[] {
  const parts: string[] = []
  let part: string[] = []
  let length = 0
  for (const line of lines) {
    if (length > 0 && length + line.length > PART_LENGTH) {
      parts.push(part.join('\n'))
      part = []
      length = 0
    }
    part.push(line)
    length += line.length + 1
  }
  if (part.length > 0) parts.push(part.join('\n'))
  return parts
}
