// The public profile that the browser kept, for whoever shows it.

import { useSyncExternalStore } from 'react'
import { type PublicProfile, forgetUser, keepUser, readClientState } from '../client-state'

let kept: PublicProfile | null | undefined
const listeners = new Set<() => void>()

export const useKeptProfile = (): PublicProfile | null => useSyncExternalStore(subscribe, current, () => null)

export function putProfile(profile: PublicProfile): void {
  keepUser(localStorage, profile)
  tell(profile)
}

export function dropProfile(): void {
  forgetUser(localStorage)
  tell(null)
}

const current = (): PublicProfile | null => (kept === undefined ? (kept = readClientState(localStorage).user) : kept)

function tell(profile: PublicProfile | null): void {
  kept = profile
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
