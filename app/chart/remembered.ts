// Choices stored in the browser: defaults on the first render, stored values afterwards.

import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { keep, parseStored, readStored } from '../visitor/stored-text'

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function store(key: string, value: unknown): void {
  keep(key, JSON.stringify(value))
  for (const listener of listeners) listener()
}

/** State in browser storage. `read` validates a stored value or undefined; pass a stable function. */
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
