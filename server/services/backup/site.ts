// Backup and restore of a whole site: order of the pauses, and conditions of a restore.

import { hmacHex, sha256 } from '#lib/digest'
import {
  beginDirectoryRestore,
  copyDirectoryIn,
  copyDirectoryOut,
  directoryVersion,
  endDirectoryRestore,
  isDirectoryEmpty,
  isDirectoryRestoring,
  lockDirectory,
  openRestoredDirectory,
  unlockDirectory,
} from '#db/platform/backup'
import { isRestore } from '#db/platform/restore-run'
import { leaveForeignRooms } from './rooms'
import { noteBackup } from '#db/platform/operating'
import { type CopyCursor, type CopyPart, PAUSED } from '#domain/copy-part'
import { IsolateCache, forgetIsolateCaches } from '#domain/isolate-cache'
import { MINUTE_MS, SECOND_MS } from '#domain/time'

/** Pause length after which an aborted backup ends by itself. */
const PAUSE_MAX_MS = 15 * MINUTE_MS
/** How long an open site is not asked again: a restore begins on an empty one. */
const OPEN_FOR_MS = 30 * SECOND_MS

export interface BackupStart {
  readonly at: number
  readonly until: number
  /** Digest of the directory's tables: only the same release can restore it. */
  readonly tables: string
  /** Fingerprint of SESSION_SECRET, to compare two sites. */
  readonly secret: string
}

/** Why nothing was begun, for the operator's console. */
export type RestoreProblem =
  | 'a restore is under way or was broken off: npm run restore ends it'
  | 'the site is not empty: "Restore" in docs/runbook.md says how to make an empty one'
  | 'another restore began, or this one has ended'
  | 'another release made this backup'
  | 'SESSION_SECRET is not that of the backup'

/** Locks the directory first: its earlier messages are already in the rooms, and later messages of rooms are refused and retried. */
export async function startBackup(env: Env, now: number): Promise<BackupStart | RestoreProblem> {
  if (await isDirectoryRestoring(env.DB)) return 'a restore is under way or was broken off: npm run restore ends it'
  const until = now + PAUSE_MAX_MS
  await lockDirectory(env.DB, until, `the directory is ${PAUSED}`)
  return { at: now, until, ...(await marksOf(env)) }
}

/** Begins or begins again, and closes the site. The directory must be empty, or of a restore that was not ended. */
export async function startRestore(
  env: Env,
  made: Pick<BackupStart, 'tables' | 'secret'>,
  now: number,
): Promise<RestoreProblem | { readonly restore: number }> {
  const own = await marksOf(env)
  if (!(await isDirectoryRestoring(env.DB)) && !(await isDirectoryEmpty(env.DB)))
    return 'the site is not empty: "Restore" in docs/runbook.md says how to make an empty one'
  if (made.tables !== own.tables) return 'another release made this backup'
  if (made.secret !== own.secret) return 'SESSION_SECRET is not that of the backup'
  // Two that begin in one millisecond are two.
  const restore = now * RESTORES_PER_MS + Math.trunc(Math.random() * RESTORES_PER_MS)
  await beginDirectoryRestore(env.DB, restore)
  forgetIsolateCaches()
  return { restore }
}

const RESTORES_PER_MS = 1_000

/** Work of the restore under way; a restore that another one has overtaken must not write between its rows. */
export async function ofRestore<Answer>(
  env: Env,
  restore: number,
  work: () => Promise<Answer>,
): Promise<Answer | RestoreProblem> {
  return (await isRestore(env.DB, restore)) ? work() : 'another restore began, or this one has ended'
}

/** False when the lock had expired: the backup then mixes two moments. */
export async function endBackup(env: Pick<Env, 'DB'>, until: number, now: number): Promise<boolean> {
  const isWhole = await unlockDirectory(env.DB, until)
  if (isWhole) await noteBackup(env.DB, now)
  return isWhole
}

export const copyOut = (env: Pick<Env, 'DB'>, cursor: CopyCursor | null): Promise<CopyPart> =>
  copyDirectoryOut(env.DB, cursor)

export const restoreDirectory = (env: Pick<Env, 'DB'>, restore: number, text: string): Promise<void> =>
  copyDirectoryIn(env.DB, restore, text)

/** False while rooms that only an earlier restore filled are left. They are emptied before others wake and hear them. */
export async function endRestore(env: Env, restore: number): Promise<boolean> {
  if (!(await leaveForeignRooms(env, restore))) return false
  await endDirectoryRestore(env.DB, restore)
  return true
}

/** The site opens: every room is awake. The answer may have been lost. */
export async function openRestored(env: Env, restore: number): Promise<RestoreProblem | null> {
  if (!(await isDirectoryRestoring(env.DB))) return null
  return ofRestore(env, restore, async () => {
    await openRestoredDirectory(env.DB, restore)
    return null
  })
}

const openSites = new IsolateCache<D1Database, true>(OPEN_FOR_MS)

/** True until every room of a restored site is awake. A directory that does not answer fails elsewhere. */
export async function isClosedForRestore({ DB: db }: Pick<Env, 'DB'>, now: number): Promise<boolean> {
  if (openSites.get(db, now)) return false
  const isClosed = await isDirectoryRestoring(db).catch(() => null)
  if (isClosed === false) openSites.set(db, true, now)
  return isClosed === true
}

async function marksOf(env: Env): Promise<Pick<BackupStart, 'tables' | 'secret'>> {
  return {
    tables: sha256(await directoryVersion(env.DB)),
    secret: hmacHex(env.SESSION_SECRET, 'backup').slice(0, 16),
  }
}
