// Snapshot of an account for a client that has no events yet.

import type { AccountState } from './state'

/** Complete state for a client, each feature under its name. */
export interface Snapshot {
  readonly type: 'snapshot'
  readonly seq: number
  readonly [part: string]: unknown
}

export function snapshotOf(account: AccountState, now: number): Snapshot {
  const snapshots = [...account.parts].map((part) => [part.name, part.snapshot(now)] as const)
  const parts = Object.fromEntries(snapshots.filter(([, snapshot]) => snapshot !== null))
  return { type: 'snapshot', seq: account.events.seq, balances: account.ledger.balances(), ...parts }
}
