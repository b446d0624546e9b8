// Where a client that has seen nothing of an account starts.

import type { AccountBook } from './book'

/** All that it needs to go on from here, each feature under its name. */
export interface Snapshot {
  readonly type: 'snapshot'
  readonly seq: number
  readonly [part: string]: unknown
}

export function snapshotOf(book: AccountBook, now: number): Snapshot {
  const told = [...book.parts].map((part) => [part.name, part.snapshot(now)] as const)
  const parts = Object.fromEntries(told.filter(([, snapshot]) => snapshot !== null))
  return { type: 'snapshot', seq: book.events.seq, balances: book.ledger.balances(), ...parts }
}
