// Store of the cached public profile.

import { useSyncExternalStore } from 'react'
import { type PublicProfile, forgetUser, inStorage, keepUser, readClientState } from './client-state'

let kept: PublicProfile | null | undefined
const listeners = new Set<() => void>()

export const useKeptProfile = (): PublicProfile | null => useSyncExternalStore(subscribe, current, () => null)

export function putProfile(profile: PublicProfile): void {
  inStorage((storage) => keepUser(storage, profile))
  tell(profile)
}

export function dropProfile(): void {
  inStorage(forgetUser)
  tell(null)
}

const current = (): PublicProfile | null =>
  kept === undefined ? (kept = inStorage(readClientState)?.user ?? null) : kept

function tell(profile: PublicProfile | null): void {
  kept = profile
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
