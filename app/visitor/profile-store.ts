// Store of the cached public profile.

import { useSyncExternalStore } from 'react'
import { type PublicProfile, forgetUser, inStorage, keepUser, readClientState } from './client-state'

let cached: PublicProfile | null | undefined
const listeners = new Set<() => void>()

export const useStoredProfile = (): PublicProfile | null => useSyncExternalStore(subscribe, current, () => null)

export function putProfile(profile: PublicProfile): void {
  inStorage((storage) => keepUser(storage, profile))
  notify(profile)
}

export function dropProfile(): void {
  inStorage(forgetUser)
  notify(null)
}

const current = (): PublicProfile | null =>
  cached === undefined ? (cached = inStorage(readClientState)?.user ?? null) : cached

function notify(profile: PublicProfile | null): void {
  cached = profile
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
