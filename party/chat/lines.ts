// Lines of one chat room. Synchronous; the caller waits for storage.

import { CHAT_LINES_KEPT, CHAT_SLOW_MS } from '#domain/chat/rules'
import { chatLine } from '#db/chat/schema'
import type { Store } from '#party/lib/store'
import { tableOf } from '#party/lib/table'
import type { ChatLine, ChatWriter, NewChatLine, SayAnswer } from '#party/protocol/chat'
import type { LineRange } from '#party/protocol/thread'

const LINES = tableOf(chatLine)
/** As others read them. */
const SHOWN = LINES.pick('no', 'kind', 'author', 'name', 'text', 'removes', 'at')
const LINES_READ_MAX = 200
/** How often old lines are let go of. */
const TIDY_EVERY = 100

export class ChatLines {
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  get last(): number {
    return LINES.last(this.#store, 'no')
  }

  /** A repeated client id of the same writer gets its first number, even after a removal. */
  say(line: NewChatLine, now: number): SayAnswer {
    const { userId, clientId, text } = line
    const known = LINES.first(this.#store, 'WHERE user_id = ? AND client_id = ?', userId, clientId)
    if (known) {
      // A removed line has lost its text.
      const isSame = known.text === text || this.#isRemoved(known.no)
      return isSame
        ? { isAccepted: true, no: known.no, at: known.at, isNew: false }
        : { isAccepted: false, code: 'command_id_reused' }
    }
    if (LINES.count(this.#store, 'WHERE user_id = ? AND at > ?', userId, now - CHAT_SLOW_MS) > 0)
      return { isAccepted: false, code: 'chat_too_fast' }
    const no = this.last + 1
    LINES.insert(this.#store, { ...line, no, kind: 'message', removes: 0, at: now })
    this.#tidy(no)
    return { isAccepted: true, no, at: now, isNew: true }
  }

  lines({ after, before, limit }: LineRange): readonly ChatLine[] {
    const most = Math.min(Math.max(limit, 1), LINES_READ_MAX)
    if (after !== undefined) return SHOWN.rows(this.#store, 'WHERE no > ? ORDER BY no LIMIT ?', after, most)
    const upTo = before ?? Number.MAX_SAFE_INTEGER
    return SHOWN.rows(this.#store, 'WHERE no < ? ORDER BY no DESC LIMIT ?', upTo, most).reverse()
  }

  writerOf(no: number): ChatWriter | null {
    const row = LINES.first(this.#store, "WHERE no = ? AND kind = 'message'", no)
    if (!row || this.#isRemoved(no)) return null
    const { userId, author, name, text } = row
    return { userId, author, name, text }
  }

  /** The line that announces the removal; null when the line doesn't exist. */
  remove(no: number, now: number): ChatLine | null {
    if (this.writerOf(no) === null) return null
    LINES.update(this.#store, { no }, { text: '' })
    const line = { no: this.last + 1, kind: 'removed', author: '', name: '', text: '', removes: no, at: now } as const
    LINES.insert(this.#store, { ...line, userId: 0, clientId: `removes ${no}` })
    return line
  }

  #isRemoved(no: number): boolean {
    return LINES.count(this.#store, 'WHERE user_id = 0 AND client_id = ?', `removes ${no}`) > 0
  }

  #tidy(no: number): void {
    if (no % TIDY_EVERY === 0) this.#store.run('DELETE FROM chat_line WHERE no <= ?', no - CHAT_LINES_KEPT)
  }
}
