// Lines and read marks of one thread. Synchronous; the caller waits for storage.

import { type Outcome, done, refuse } from '#domain/outcome'
import { LINES_PER_MINUTE_MAX, LINES_PER_THREAD_MAX, type ThreadSide } from '#domain/support/thread'
import { MINUTE_MS } from '#domain/time'
import { readMark, threadLine } from '#db/thread/schema'
import type { Store } from '#party/lib/store'
import { tableOf } from '#party/lib/table'
import type { LineAnswer, LineRange, NewLine, ThreadLine, ThreadStatus } from '#party/protocol/thread'

const LINES = tableOf(threadLine)
const MARKS = tableOf(readMark)
const LINES_READ_MAX = 200

type StoredLine = { readonly isAccepted: true; readonly no: number; readonly at: number; readonly isNew: boolean }
type RefusedLine = Extract<LineAnswer, { isAccepted: false }>

export class Talk {
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  /** A repeated client id of one side gets its first number again. */
  add(line: NewLine, now: number): StoredLine | RefusedLine {
    const known = LINES.first(this.#store, 'WHERE side = ? AND client_id = ?', line.side, line.clientId)
    if (known) {
      const isSame =
        known.text === line.text &&
        known.picture === line.picture &&
        known.voice === line.voice &&
        known.kind === line.kind
      return isSame
        ? { isAccepted: true, no: known.no, at: known.at, isNew: false }
        : { isAccepted: false, code: 'command_id_reused' }
    }
    const admitted = this.#admit(line, now)
    if (!admitted.ok) return { isAccepted: false, code: admitted.refusal.code }
    const no = LINES.last(this.#store, 'no') + 1
    LINES.insert(this.#store, { ...line, no, at: now })
    // A writer has read all earlier lines.
    this.read(line.side, no)
    return { isAccepted: true, no, at: now, isNew: true }
  }

  lines({ after, before, limit }: LineRange): readonly ThreadLine[] {
    const most = Math.min(Math.max(limit, 1), LINES_READ_MAX)
    if (after !== undefined) return LINES.rows(this.#store, 'WHERE no > ? ORDER BY no LIMIT ?', after, most)
    const upTo = before ?? Number.MAX_SAFE_INTEGER
    return LINES.rows(this.#store, 'WHERE no < ? ORDER BY no DESC LIMIT ?', upTo, most).reverse()
  }

  /** A read mark never passes the last line and never moves back. */
  read(side: ThreadSide, upTo: number): void {
    const reached = Math.min(upTo, LINES.last(this.#store, 'no'))
    if (reached > this.#readBy(side)) MARKS.put(this.#store, { side, upTo: reached })
  }

  status(): Omit<ThreadStatus, 'typing'> {
    const answered = this.#store.first<{ no: number | null }>(
      "SELECT max(no) AS no FROM thread_line WHERE side = 'staff'",
    )
    return {
      last: LINES.last(this.#store, 'no'),
      answered: answered?.no ?? 0,
      readByCustomer: this.#readBy('customer'),
      readByStaff: this.#readBy('staff'),
    }
  }

  #readBy(side: ThreadSide): number {
    return MARKS.first(this.#store, 'WHERE side = ?', side)?.upTo ?? 0
  }

  #admit({ side }: NewLine, now: number): Outcome<null, RefusedLine['code']> {
    if (LINES.count(this.#store, "WHERE kind = 'closed'") > 0) return refuse('support_thread_closed')
    // The desk can always close a thread.
    if (side === 'staff') return done(null)
    if (LINES.last(this.#store, 'no') >= LINES_PER_THREAD_MAX) return refuse('support_thread_full')
    const lately = LINES.count(this.#store, "WHERE side = 'customer' AND at > ?", now - MINUTE_MS)
    return lately >= LINES_PER_MINUTE_MAX ? refuse('support_too_fast') : done(null)
  }
}
