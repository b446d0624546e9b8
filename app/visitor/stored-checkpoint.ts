// The newest checkpoint of the log that this browser has seen. A later visit compares it with what the site shows then.

import { type Checkpoint, isRestoredFrom, readCheckpoint } from '#domain/log/checkpoint'
import { fromHex, sameBytes } from '#domain/log/bytes'
import { readNote } from '#domain/log/note'
import { consistencyCheck } from '#domain/log/tree'
import { type OwnStorage, keep, ownStorage, readStored } from './stored-text'

const KEY = 'log_checkpoint'

/** What the site says of its log; both throw without an answer. */
export interface LogSite {
  /** Checkpoint of a size as text; null when the site has no checkpoint of that size. */
  checkpoint(size: number): Promise<string | null>
  /** Hashes in hex that prove one log size to extend a smaller one; null when the site lacks either size. */
  consistency(from: number, to: number): Promise<readonly string[] | null>
}

export type LogVerdict =
  | { readonly isOneLog: true; readonly size: number }
  /** The site contradicts what this browser has kept. `isRestored`: its log says that it continues a backup. */
  | {
      readonly isOneLog: false
      readonly isRestored: boolean
      readonly size: number
      readonly stored: string
      readonly shown: string | null
    }

const read = (text: string) => readCheckpoint(readNote(text)?.text ?? '')

/** Keeps the shown checkpoint when the log continues the stored one; a contradicted one stays stored as evidence. */
export async function compareLog(
  shown: string,
  site: LogSite,
  storage: OwnStorage | null = ownStorage(),
): Promise<LogVerdict | null> {
  const now = read(shown)
  if (now === null) return null
  const stored = readStored(KEY, storage)
  const before = stored === null ? null : read(stored)
  if (stored === null || before === null || before.size === 0) {
    keep(KEY, shown, storage)
    return { isOneLog: true, size: now.size }
  }
  const again = before.size === now.size ? shown : await site.checkpoint(before.size)
  const then = again === null ? null : read(again)
  const isOneLog = then?.size === before.size && then.origin === before.origin && sameBytes(then.root, before.root)
  const isRestored = isRestoredFrom(now.origin, before.origin)
  if (!isOneLog) return { isOneLog, isRestored, size: before.size, stored, shown: again }
  // A site can answer the stored checkpoint from one log and show another log.
  const [first, last] = before.size < now.size ? [before, now] : [now, before]
  if (!(await continues(first, last, site))) return { isOneLog: false, isRestored, size: before.size, stored, shown }
  if (now.size > before.size) keep(KEY, shown, storage)
  return { isOneLog, size: Math.max(now.size, before.size) }
}

/** Forgets the stored checkpoint after the visitor has seen the contradiction. */
export const forgetLog = (storage: OwnStorage | null = ownStorage()): void => keep(KEY, null, storage)

async function continues(first: Checkpoint, last: Checkpoint, site: LogSite): Promise<boolean> {
  if (first.size === last.size) return true
  const path = await site.consistency(first.size, last.size)
  const hashes = path?.flatMap((hash) => fromHex(hash) ?? []) ?? []
  const check = consistencyCheck(first, last, hashes)
  let step = check.next()
  while (step.done !== true)
    step = check.next(new Uint8Array(await crypto.subtle.digest('SHA-256', step.value.slice())))
  return path?.length === hashes.length && step.value
}
