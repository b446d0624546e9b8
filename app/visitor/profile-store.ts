// Store of the cached public profile, also in a cookie, from which the server renders it.

import { useSyncExternalStore } from 'react'
import { PROFILE_COOKIE, choiceCookie } from './choice-cookies'
import { type PublicProfile, forgetUser, inStorage, keepUser, readClientState, writeProfile } from './client-state'

let cached: PublicProfile | null | undefined
const listeners = new Set<() => void>()

/** `drawn` is the profile that the server rendered. */
export const useStoredProfile = (drawn: PublicProfile | null): PublicProfile | null =>
  useSyncExternalStore(subscribe, current, () => drawn)

export function putProfile(profile: PublicProfile): void {
  inStorage((storage) => keepUser(storage, profile))
  document.cookie = choiceCookie(PROFILE_COOKIE, encodeURIComponent(writeProfile(profile)))
  notify(profile)
}

export function dropProfile(): void {
  inStorage(forgetUser)
  document.cookie = `${PROFILE_COOKIE}=; Path=/; Max-Age=0`
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
