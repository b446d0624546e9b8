// Choices stored in the browser: defaults on the first render, stored values afterwards.

import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { keep, parseKept, readKept } from '../visitor/kept'

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
    () => readKept(key),
    () => null,
  )
  const value = useMemo(() => read(parseKept(text)), [read, text])
  const change = useCallback((next: Value) => store(key, next), [key])
  return [value, change]
}
