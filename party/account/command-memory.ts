// Commands of the last day with their outcomes, by the caller's id: a retry gets the same answer, and a reused id
// with other content is detected. A command that waits for a Market stores the state of its wait.

import type { Outcome } from '#domain/outcome'
import { DAY_MS } from '#domain/time'
import { command } from '#db/account/room'
import type { Store } from '#party/lib/store'
import { type RowOf, tableOf } from '#party/lib/table'
import type { TurnLog } from '#party/lib/turn-log'

export const COMMAND_RETENTION_MS = DAY_MS

/** State of a waiting command, made by its type; the outcome is computed from it once the Market has answered. */
export interface Waiting {
  readonly type: string
  readonly on: unknown
}

export interface RememberedCommand {
  readonly id: string
  readonly at: number
  readonly content: string
  /** JSON of the outcome; null while it waits. */
  outcome: string | null
  /** Null once it is settled. */
  waiting: Waiting | null
}

const COMMANDS = tableOf(command)
const IDS = COMMANDS.pick('id')

export class CommandMemory {
  static readonly tables = [command] as const

  readonly #store: Store
  /** Every id of the last day, so a new command (nearly every one) reads no table. */
  readonly #ids = new Set<string>()
  readonly #waiting = new Map<string, RememberedCommand>()
  /** Changed since the last save, and not yet checkpointed into the table. */
  readonly #changed = new Map<string, RememberedCommand>()
  readonly #uncheckpointed = new Map<string, RememberedCommand>()
  #isAsked = false

  constructor(store: Store) {
    this.#store = store
    for (const { id } of IDS.rows(store)) this.#ids.add(id)
    for (const row of COMMANDS.rows(store, 'WHERE outcome IS NULL ORDER BY at'))
      this.#waiting.set(row.id, readCommand(row))
  }

  find(id: string): RememberedCommand | undefined {
    if (!this.#ids.has(id)) return undefined
    const inMemory = this.#waiting.get(id) ?? this.#uncheckpointed.get(id)
    if (inMemory) return inMemory
    const row = COMMANDS.first(this.#store, 'WHERE id = ?', id)
    return row && readCommand(row)
  }

  /** True when a new command came since the last save. */
  get isAsked(): boolean {
    return this.#isAsked
  }

  remember(command: RememberedCommand): void {
    this.#isAsked = true
    this.#ids.add(command.id)
    this.#note(command)
    if (command.outcome === null) this.#waiting.set(command.id, command)
  }

  waiting(): RememberedCommand[] {
    return [...this.#waiting.values()]
  }

  settle(command: RememberedCommand, outcome: Outcome<unknown>): void {
    command.outcome = JSON.stringify(outcome)
    command.waiting = null
    this.#waiting.delete(command.id)
    this.#note(command)
  }

  #note(command: RememberedCommand): void {
    this.#changed.set(command.id, command)
    this.#uncheckpointed.set(command.id, command)
  }

  /** Forgets settled commands that are older than a day; run after a checkpoint. Answers when the next one will be, or null. */
  prune(now: number): number | null {
    const over = 'at <= ? AND outcome IS NOT NULL'
    const gone = this.#store.rows<{ id: string }>(
      `DELETE FROM command WHERE ${over} RETURNING id`,
      now - COMMAND_RETENTION_MS,
    )
    for (const { id } of gone) this.#ids.delete(id)
    const oldest = this.#store.first<{ at: number | null }>(
      'SELECT min(at) AS at FROM command WHERE outcome IS NOT NULL',
    )?.at
    return oldest === null || oldest === undefined ? null : oldest + COMMAND_RETENTION_MS
  }

  save(log: TurnLog): void {
    for (const { waiting, ...row } of this.#changed.values())
      log.put(command, { ...row, waiting: waiting === null ? null : JSON.stringify(waiting) })
    this.#changed.clear()
    this.#isAsked = false
  }

  /** The tables contain all saved rows. */
  checkpointed(): void {
    this.#uncheckpointed.clear()
    for (const command of this.#changed.values()) this.#note(command)
  }
}

const readCommand = ({ waiting, ...row }: RowOf<typeof command>): RememberedCommand => ({
  ...row,
  // Written by `save` from a Waiting.
  waiting: waiting === null ? null : (JSON.parse(waiting) as Waiting),
})
