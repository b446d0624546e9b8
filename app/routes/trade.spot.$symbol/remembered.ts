// Choices that only the browser keeps: drawn as they were made first, then as they were left.

import { useCallback, useMemo, useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // Storage is forbidden here: nothing is remembered, everything works.
    return null
  }
}

export function store(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Forbidden or full.
  }
  for (const listener of listeners) listener()
}

export function parseStored(text: string | null): unknown {
  try {
    return text === null ? undefined : (JSON.parse(text) as unknown)
  } catch {
    // Written by something else.
    return undefined
  }
}

/** `read` makes a value of whatever was stored, or of undefined; it is the same function in every drawing. */
export function useRemembered<Value>(
  key: string,
  read: (stored: unknown) => Value,
): readonly [Value, (value: Value) => void] {
  const text = useSyncExternalStore(
    subscribe,
    () => readStored(key),
    () => null,
  )
  const value = useMemo(() => read(parseStored(text)), [read, text])
  const change = useCallback((next: Value) => store(key, next), [key])
  return [value, change]
}
