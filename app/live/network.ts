// Server reachability from device network events and request outcomes. After a failed request, probes repeat until one
// succeeds, so that "offline" ends automatically.

import { useSyncExternalStore } from 'react'

/** offline: the device has no network. away: network available, server unreachable. */
export type NetworkState = 'online' | 'offline' | 'away'

const PROBE_EVERY_MS = 3_000
const PROBE_PATH = '/health'

let isAway = false
const listeners = new Set<() => void>()

/** Records that a request of any kind got no answer. */
export function noteUnanswered(): void {
  if (isAway) return
  isAway = true
  notify()
  setTimeout(() => void probe(), PROBE_EVERY_MS)
}

/** Call after any answer, whatever its status. */
export function noteAnswered(): void {
  if (!isAway) return
  isAway = false
  notify()
}

export function useNetwork(): NetworkState {
  return useSyncExternalStore(subscribe, currentNetwork, () => 'online')
}

async function probe(): Promise<void> {
  if (!isAway) return
  try {
    await fetch(PROBE_PATH, { method: 'HEAD', cache: 'no-store' })
    noteAnswered()
  } catch {
    // Still nobody there.
    setTimeout(() => void probe(), PROBE_EVERY_MS)
  }
}

export function currentNetwork(): NetworkState {
  if (!navigator.onLine) return 'offline'
  return isAway ? 'away' : 'online'
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

function notify(): void {
  for (const listener of listeners) listener()
}
