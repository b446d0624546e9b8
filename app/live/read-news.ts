// Announcements opened by a guest in this browser; for logged-in users the Account stores them
// (services/announcements.ts).

import { useSyncExternalStore } from 'react'
import { keep, parseStored, readStored } from '../visitor/stored-text'

const KEY = 'cm_read_news'
const KEPT_MAX = 200

let known: ReadonlySet<number> | null = null
const listeners = new Set<() => void>()

/** Null before hydration: no read marks are shown. */
export const useReadNews = (): ReadonlySet<number> | null =>
  useSyncExternalStore(
    subscribe,
    () => (known ??= read()),
    () => null,
  )

export function markRead(id: number): void {
  const before = (known ??= read())
  if (before.has(id)) return
  known = new Set([...before, id].slice(-KEPT_MAX))
  keep(KEY, JSON.stringify([...known]))
  for (const listener of listeners) listener()
}

function read(): ReadonlySet<number> {
  const stored = parseStored(readStored(KEY))
  return new Set(Array.isArray(stored) ? stored.filter((id): id is number => Number.isSafeInteger(id)) : [])
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
