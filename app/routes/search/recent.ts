// Recent searches, newest first. Stored in this browser only.

import { keep, ownStorage, parseStored, readStored } from '../../visitor/stored-text'

const KEY = 'cm_recent_searches'
const KEPT_MAX = 8

export function readRecent(storage = ownStorage()): readonly string[] {
  const stored = parseStored(readStored(KEY, storage))
  return Array.isArray(stored)
    ? stored.filter((text): text is string => typeof text === 'string').slice(0, KEPT_MAX)
    : []
}

/** Moves a repeated text to the top without a duplicate. */
export function addRecent(text: string, storage = ownStorage()): readonly string[] {
  const isSame = (known: string) => known.toLowerCase() === text.toLowerCase()
  const next = [text, ...readRecent(storage).filter((known) => !isSame(known))].slice(0, KEPT_MAX)
  keep(KEY, JSON.stringify(next), storage)
  return next
}

export const clearRecent = (storage = ownStorage()): void => keep(KEY, null, storage)
