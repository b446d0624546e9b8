// The paths that were last opened from the command palette, newest first.

import type { KeptStorage } from '../client-state'

const KEY = 'cm_recent_finds'
const KEPT_MAX = 5

export function readRecent(storage: KeptStorage): string[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((path): path is string => typeof path === 'string').slice(0, KEPT_MAX) : []
  } catch {
    // Written by something else.
    return []
  }
}

export function addRecent(storage: KeptStorage, path: string): void {
  const others = readRecent(storage).filter((kept) => kept !== path)
  storage.setItem(KEY, JSON.stringify([path, ...others].slice(0, KEPT_MAX)))
}
