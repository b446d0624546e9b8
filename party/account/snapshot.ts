// Snapshot of an account for a client that has no events yet.

import type { AccountEvent } from './events'
import type { AccountState } from './state'

/** Complete state for a client, each feature under its name. */
export interface Snapshot {
  readonly type: 'snapshot'
  readonly seq: number
  readonly [part: string]: unknown
}

type Tell = (message: AccountEvent | Snapshot) => void

/**
 * Missed messages of a reconnected client: the events after a number; a snapshot for null, for 0, or when the room has dropped some of those
 * events. Null if the session or key has ended.
 */
export function resumeMessages(
  account: AccountState,
  callerId: string,
  { after, now, tell }: { readonly after: number | null; readonly now: number; readonly tell?: Tell | undefined },
): readonly (AccountEvent | Snapshot)[] | null {
  if (!account.findCaller(callerId, now)) return null
  const messages = (after ? account.events.after(after) : null) ?? [snapshotOf(account, now)]
  for (const message of messages) tell?.(message)
  return messages
}

function snapshotOf(account: AccountState, now: number): Snapshot {
  const snapshots = [...account.parts].map((part) => [part.name, part.snapshot(now)] as const)
  const parts = Object.fromEntries(snapshots.filter(([, snapshot]) => snapshot !== null))
  return { type: 'snapshot', seq: account.events.seq, balances: account.ledger.balances(), ...parts }
}
