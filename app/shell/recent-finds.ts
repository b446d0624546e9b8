// The paths that were last opened from the command palette, newest first.

import { keep, ownStorage, parseKept, readKept } from '../kept'

const KEY = 'cm_recent_finds'
const KEPT_MAX = 5

export function readRecent(storage = ownStorage()): string[] {
  const kept = parseKept(readKept(KEY, storage))
  return Array.isArray(kept) ? kept.filter((path): path is string => typeof path === 'string').slice(0, KEPT_MAX) : []
}

export function addRecent(path: string, storage = ownStorage()): void {
  const others = readRecent(storage).filter((kept) => kept !== path)
  keep(KEY, JSON.stringify([path, ...others].slice(0, KEPT_MAX)), storage)
}
