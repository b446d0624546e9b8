// The newest checkpoint of the log that this browser has seen. A later visit compares it with what the site shows then.

import { isRestoredFrom, readCheckpoint } from '#domain/log/checkpoint'
import { sameBytes } from '#domain/log/bytes'
import { readNote } from '#domain/log/note'
import { type OwnStorage, keep, ownStorage, readStored } from './stored-text'

const KEY = 'log_checkpoint'

/** The site's checkpoint of a size as text; null where it has none of that size. Throws without an answer. */
export type AskCheckpoint = (size: number) => Promise<string | null>

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
  ask: AskCheckpoint,
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
  const again = before.size === now.size ? shown : await ask(before.size)
  const then = again === null ? null : read(again)
  const isOneLog = then?.size === before.size && then.origin === before.origin && sameBytes(then.root, before.root)
  const isRestored = isRestoredFrom(now.origin, before.origin)
  if (!isOneLog) return { isOneLog, isRestored, size: before.size, stored, shown: again }
  if (now.size > before.size) keep(KEY, shown, storage)
  return { isOneLog, size: Math.max(now.size, before.size) }
}

/** Forgets what was stored: its owner has seen the contradiction. */
export const forgetLog = (storage: OwnStorage | null = ownStorage()): void => keep(KEY, null, storage)
