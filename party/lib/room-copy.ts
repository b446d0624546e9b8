// Backup and restore of one room: its writes stop, its tables and stored values leave in parts or are replaced. A pause is stored, so that
// a room which wakes in between is paused too; it ends by itself.

import { assert } from '#domain/assert'
import type { CopyCursor, CopyPart } from '#domain/copy-part'
import { RELAYS_KEY } from './relay-list'
import { copyIn, copyOut, emptyTables, takeTriggers } from './table-copy'
import type { WriteGate } from './write-gate'
import type { RestoredPart } from '#party/protocol/backup'

const PAUSE_KEY = 'paused_until'
const TRIGGERS_KEY = 'restore_triggers'
const RESTORE_KEY = 'restore'
/** Not in a backup. Relays that listen now are told after a restore too. */
const OWN_KEYS = new Set([PAUSE_KEY, TRIGGERS_KEY, RESTORE_KEY, '__ps_name', RELAYS_KEY])
/** Sessions, keys and devices of a user. Not restored: users log in again, and later revocations stay valid. */
const LEFT = new Set(['session', 'api_key', 'push_subscription'])
/** A restore that is never ended leaves the room closed. */
const NEVER = 8_640_000_000_000_000

/** First line of a room's first part. */
interface HeadLine {
  readonly migrations: string
  readonly values: Readonly<Record<string, unknown>>
}

/** The newest restore of the room, and how many of its parts are in. */
interface Filled {
  readonly restore: number
  readonly parts: number
}

type CopyStorage = Pick<DurableObjectStorage, 'sql' | 'kv' | 'transactionSync'>

export class RoomCopy {
  readonly #storage: CopyStorage
  readonly #gate: WriteGate
  readonly #makeTable: (table: string) => void

  constructor(storage: CopyStorage, gate: WriteGate, makeTable: (table: string) => void) {
    this.#storage = storage
    this.#gate = gate
    this.#makeTable = makeTable
  }

  get isPaused(): boolean {
    return this.#storage.kv.get(PAUSE_KEY) !== undefined
  }

  /** A stored pause holds for the room that wakes. */
  wake(): void {
    const until = this.#storage.kv.get<number>(PAUSE_KEY)
    if (until !== undefined) this.#gate.close(until)
  }

  out(until: number, cursor: CopyCursor | null): CopyPart {
    const { sql } = this.#storage
    if (cursor) {
      assert(this.#gate.isClosed, 'a copy is continued during its pause')
      return copyOut(sql, LEFT, cursor)
    }
    assert(!this.#isRestoring, 'a room that is being restored is not copied')
    this.#pause(until)
    const { text, next } = copyOut(sql, LEFT, null)
    const head: HeadLine = { migrations: this.#migrations(), values: this.#values() }
    return { text: `${JSON.stringify(head)}\n${text}`, next }
  }

  /** True when the pause was still in force; that of another backup stays. */
  resume(until: number): boolean {
    assert(!this.#isRestoring, 'a restore is ended and not resumed')
    const paused = this.#storage.kv.get<number>(PAUSE_KEY)
    if (paused !== undefined && paused !== until) return false
    const wasClosed = this.#gate.isClosed
    this.#storage.kv.delete(PAUSE_KEY)
    this.#gate.close(0)
    return wasClosed
  }

  /** A part that the room has is left alone: its call was repeated, or came late. */
  in({ restore, text, no }: RestoredPart): void {
    const filled = this.#filled
    assert(restore >= filled.restore, 'no later restore has begun')
    const parts = restore === filled.restore ? filled.parts : 0
    if (no < parts) return
    assert(no === parts, 'parts come in their order')
    this.#storage.transactionSync(() => {
      this.#storage.kv.put(RESTORE_KEY, { restore, parts: no + 1 } satisfies Filled)
      if (no > 0) return this.#insert(text)
      const end = text.indexOf('\n')
      // Written by `out`.
      const { migrations, values } = JSON.parse(text.slice(0, end)) as HeadLine
      assert(migrations === this.#migrations(), 'a backup is restored by the release that made it')
      this.#pause(NEVER)
      if (!this.#isRestoring) this.#storage.kv.put(TRIGGERS_KEY, takeTriggers(this.#storage.sql))
      emptyTables(this.#storage.sql)
      for (const [key, value] of Object.entries(values)) this.#storage.kv.put(key, value)
      this.#insert(text.slice(end + 1))
    })
  }

  /** The tables are whole: triggers are made again, then `statements` run. False when that was done before. */
  end(restore: number, statements: readonly string[]): boolean {
    const triggers = this.#storage.kv.get<string[]>(TRIGGERS_KEY)
    if (triggers === undefined) return false
    assert(restore === this.#filled.restore, 'no other restore has begun')
    this.#storage.transactionSync(() => {
      for (const statement of [...triggers, ...statements]) this.#storage.sql.exec(statement)
    })
    for (const key of [TRIGGERS_KEY, PAUSE_KEY]) this.#storage.kv.delete(key)
    return true
  }

  /** Stays when the restore has ended: a late part of it must not empty the room. */
  get #filled(): Filled {
    return this.#storage.kv.get<Filled>(RESTORE_KEY) ?? { restore: 0, parts: 0 }
  }

  get #isRestoring(): boolean {
    return this.#storage.kv.get(TRIGGERS_KEY) !== undefined
  }

  #pause(until: number): void {
    this.#storage.kv.put(PAUSE_KEY, until)
    this.#gate.close(until)
  }

  #insert(text: string): void {
    assert(this.#isRestoring, 'a restore has begun')
    copyIn(this.#storage.sql, text, this.#makeTable)
  }

  #migrations(): string {
    return JSON.stringify([...this.#storage.sql.exec('SELECT idx, tag, hash FROM migration ORDER BY idx').raw()])
  }

  #values(): Record<string, unknown> {
    return Object.fromEntries([...this.#storage.kv.list()].filter(([key]) => !OWN_KEYS.has(key)))
  }
}
