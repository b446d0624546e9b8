// Snapshot of an account for a client that has no events yet.

import type { AccountBook } from './book'
import type { AccountEvent } from './events'

/** Complete state for a client, each feature under its name. */
export interface Snapshot {
  readonly type: 'snapshot'
  readonly seq: number
  readonly [part: string]: unknown
}

/** Events after `after`; a snapshot for null, 0, or when some of them are no longer known. */
export const messagesAfter = (
  book: AccountBook,
  after: number | null,
  now: number,
): readonly (AccountEvent | Snapshot)[] => (after ? book.events.after(after) : null) ?? [snapshotOf(book, now)]

function snapshotOf(book: AccountBook, now: number): Snapshot {
  const told = [...book.parts].map((part) => [part.name, part.snapshot(now)] as const)
  const parts = Object.fromEntries(told.filter(([, snapshot]) => snapshot !== null))
  return { type: 'snapshot', seq: book.events.seq, balances: book.ledger.balances(), ...parts }
}
