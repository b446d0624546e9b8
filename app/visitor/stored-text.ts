// Browser storage access. If storage is blocked or full, nothing is stored and the page works without it.

import type { ClientStorage } from './client-state'

export type OwnStorage = Pick<ClientStorage, 'getItem' | 'setItem' | 'removeItem'>

/** localStorage, or null when it is unavailable or blocked. */
export function ownStorage(): OwnStorage | null {
  try {
    return localStorage
  } catch {
    return null
  }
}

export function readStored(key: string, storage: OwnStorage | null = ownStorage()): string | null {
  try {
    return storage?.getItem(key) ?? null
  } catch {
    return null
  }
}

/** Parsed JSON; undefined when missing or invalid. */
export function parseStored(text: string | null): unknown {
  try {
    return text === null ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}

/** Null forgets it. */
export function keep(key: string, text: string | null, storage: OwnStorage | null = ownStorage()): void {
  try {
    if (text === null) storage?.removeItem(key)
    else storage?.setItem(key, text)
  } catch {
    // Forbidden or full.
  }
}
