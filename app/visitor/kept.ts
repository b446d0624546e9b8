// What a browser remembers for itself. Storage may be forbidden or full: then nothing is remembered, and everything else works.

import type { KeptStorage } from './client-state'

export type OwnStorage = Pick<KeptStorage, 'getItem' | 'setItem' | 'removeItem'>

/** Null where there is none, or none that may be used. */
export function ownStorage(): OwnStorage | null {
  try {
    return localStorage
  } catch {
    return null
  }
}

export function readKept(key: string, storage: OwnStorage | null = ownStorage()): string | null {
  try {
    return storage?.getItem(key) ?? null
  } catch {
    return null
  }
}

/** Of what was kept as JSON; undefined when nothing was, or something else wrote it. */
export function parseKept(text: string | null): unknown {
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
