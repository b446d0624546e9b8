// What was searched for in this browser, newest first. Kept here alone: it is nobody else's business.

import type { KeptStorage } from '../../client-state'

const KEY = 'cm_recent_searches'
const KEPT_MAX = 8

export function readRecent(storage: Pick<KeptStorage, 'getItem'>): readonly string[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((text): text is string => typeof text === 'string').slice(0, KEPT_MAX) : []
  } catch {
    // Not ours, or forbidden: as good as none.
    return []
  }
}

/** The same text again comes first, and is kept once. */
export function addRecent(storage: Pick<KeptStorage, 'getItem' | 'setItem'>, text: string): readonly string[] {
  const isSame = (known: string) => known.toLowerCase() === text.toLowerCase()
  const next = [text, ...readRecent(storage).filter((known) => !isSame(known))].slice(0, KEPT_MAX)
  try {
    storage.setItem(KEY, JSON.stringify(next))
  } catch {
    // A full storage: the search itself has worked.
  }
  return next
}

export function clearRecent(storage: Pick<KeptStorage, 'removeItem'>): void {
  try {
    storage.removeItem(KEY)
  } catch {
    // Forbidden storage keeps nothing to clear.
  }
}
