// The Market's memory on disk: one row of facts a turn, and now and then a snapshot that lets the rows go, so that waking is bounded.
// Writes and reads text; what the facts mean is the state's business.

import type { Store } from '../lib/store'
import type { Snapshot, TurnFacts } from './facts'
import type { MarketState } from './state'
import type { StreamNumbers } from './streams'

/** A row may hold 2 MB; parts stay well below, whatever the characters. */
const PART_LENGTH = 400_000
/** The same bound for the streams, which are written as lists: a row of the list is shorter than a hundred characters. */
const STREAMS_PER_STATEMENT = 4_000
/** A snapshot is due when the turns since the last one are as long as this, or twice as long as the snapshot itself. */
const SNAPSHOT_AFTER_LENGTH = 8_000_000

interface StreamRow extends StreamNumbers {
  readonly account: number
}

export class Journal {
  private turn = 0
  private lengthSinceSnapshot = 0
  private snapshotLength = 0

  constructor(
    private readonly store: Store,
    private readonly snapshotAfterLength = SNAPSHOT_AFTER_LENGTH,
  ) {}

  /** Numbers of an account's streams at the last snapshot. */
  readNumbers(account: number): StreamNumbers | undefined {
    return this.store.first<StreamNumbers>(
      'SELECT command_seq AS commandSeq, message_seq AS messageSeq, life FROM stream WHERE account = ?',
      account,
    )
  }

  /** The same for every account that ever traded here. */
  readAllNumbers(): StreamRow[] {
    return this.store.rows<StreamRow>(
      'SELECT account, command_seq AS commandSeq, message_seq AS messageSeq, life FROM stream',
    )
  }

  /** Messages made for all accounts until the last snapshot. */
  readMessageCount(): number {
    return this.store.first<{ made: number }>('SELECT coalesce(sum(message_seq), 0) AS made FROM stream')?.made ?? 0
  }

  /** As the room wakes: the last snapshot, then every turn since. */
  loadInto(state: MarketState): void {
    const body = this.store
      .rows<{ body: string }>('SELECT body FROM snapshot_part ORDER BY part')
      .map((row) => row.body)
      .join('')
    this.snapshotLength = body.length
    // Both were written by this class from these types.
    if (body !== '') state.restore(JSON.parse(body) as Snapshot)

    let text = ''
    for (const part of this.store.rows<{ turn: number; facts: string }>(
      'SELECT turn, facts FROM turn_part ORDER BY id',
    )) {
      if (part.turn !== this.turn && text !== '') {
        state.apply(JSON.parse(text) as TurnFacts)
        text = ''
      }
      this.turn = part.turn
      this.lengthSinceSnapshot += part.facts.length
      text += part.facts
    }
    if (text !== '') state.apply(JSON.parse(text) as TurnFacts)
    this.loadKept(state)
  }

  private loadKept(state: MarketState): void {
    for (const { lines } of this.store.rows<{ lines: string }>('SELECT lines FROM kept_part ORDER BY id')) {
      this.lengthSinceSnapshot += lines.length
      for (const line of lines.split('\n')) state.kept.restore(line)
    }
    for (const { account, saved } of state.streams.all()) state.kept.drop(account, saved)
  }

  /** Inside the turn's transaction: what happened, and the turns of accounts that came to be kept. */
  append(facts: TurnFacts, kept: readonly string[]): void {
    this.turn += 1
    const text = JSON.stringify(facts)
    this.lengthSinceSnapshot += text.length
    for (const part of cut(text)) this.store.run('INSERT INTO turn_part (turn, facts) VALUES (?, ?)', this.turn, part)
    this.lengthSinceSnapshot += this.writeKept(kept)
  }

  get isSnapshotDue(): boolean {
    return this.lengthSinceSnapshot > Math.max(this.snapshotAfterLength, 2 * this.snapshotLength)
  }

  /** Inside the turn's transaction: the state now, and no turns before it. */
  writeSnapshot(state: MarketState): void {
    this.writeNumbers(state)
    const text = JSON.stringify(state.snapshot())
    this.store.run('DELETE FROM snapshot_part')
    cut(text).forEach((part, index) =>
      this.store.run('INSERT INTO snapshot_part (part, body) VALUES (?, ?)', index, part),
    )
    this.store.run('DELETE FROM turn_part')
    this.store.run('DELETE FROM kept_part')
    state.streams.forgetSettled()
    this.snapshotLength = text.length + this.writeKept(state.kept.all())
    this.lengthSinceSnapshot = 0
  }

  /** Answers how long it is. */
  private writeKept(lines: readonly string[]): number {
    let length = 0
    for (const part of packed(lines)) {
      this.store.run('INSERT INTO kept_part (lines) VALUES (?)', part)
      length += part.length
    }
    return length
  }

  private writeNumbers(state: MarketState): void {
    const streams: StreamRow[] = Array.from(state.streams.all(), ({ account, commandSeq, messageSeq, life }) => ({
      account,
      commandSeq,
      messageSeq,
      life,
    }))
    for (let from = 0; from < streams.length; from += STREAMS_PER_STATEMENT) {
      this.store.run(
        `INSERT INTO stream (account, command_seq, message_seq, life)
         SELECT value ->> 'account', value ->> 'commandSeq', value ->> 'messageSeq', value ->> 'life'
         FROM json_each(?) WHERE true
         ON CONFLICT (account) DO UPDATE
         SET command_seq = excluded.command_seq, message_seq = excluded.message_seq, life = excluded.life`,
        JSON.stringify(streams.slice(from, from + STREAMS_PER_STATEMENT)),
      )
    }
  }
}

function cut(text: string): string[] {
  const parts: string[] = []
  for (let from = 0; from < text.length; from += PART_LENGTH) parts.push(text.slice(from, from + PART_LENGTH))
  return parts
}

/** Lines joined into texts of at most a part's length; a line that is longer stays whole, within what a turn of an account may be. */
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
