// Unread message count from the account channel. A page with an account channel forwards it; otherwise the bell opens
// its own (unread-channel.ts), so that only one socket exists.

import { useEffect, useSyncExternalStore } from 'react'
import { keep, readStored } from '../visitor/stored-text'

/** Delay (ms) before the bell opens its own channel, so that page content loads first. */
const LISTEN_AFTER_MS = 1_500

interface ReceivedCount {
  readonly userId: number
  readonly count: number
}

/** Storage key of the last count, shown on the next page until its channel answers. */
const STORAGE_KEY = 'cm_unread'

let received: ReceivedCount | null = readReceived()
let speakers = 0
const listeners = new Set<() => void>()

export function putUnread(userId: number, count: number): void {
  if (received?.userId === userId && received.count === count) return
  received = { userId, count }
  keep(STORAGE_KEY, `${userId}.${count}`)
  notify()
}

/** Call while a page listens to the account channel; call the returned function when it stops. */
export function speakOfUnread(): () => void {
  speakers += 1
  notify()
  return () => {
    speakers -= 1
    notify()
  }
}

/** 0 while unknown, and for guests. */
export function useUnread(userId: number | null): number {
  const known = useSyncExternalStore(subscribe, current, () => null)
  const isSpokenOf = useSyncExternalStore(
    subscribe,
    () => userId === null || isSpoken(),
    () => true,
  )
  useEffect(() => {
    return userId === null || isSpokenOf ? undefined : listen(userId)
  }, [userId, isSpokenOf])
  return known !== null && known.userId === userId ? known.count : 0
}

/** Opens the bell's channel after `LISTEN_AFTER_MS`, unless cancelled first. */
function listen(userId: number): () => void {
  let isOver = false
  let close: (() => void) | undefined
  const open = async () => {
    const { openUnreadChannel } = await import('./unread-channel')
    if (!isOver) close = openUnreadChannel(userId, (count) => putUnread(userId, count))
  }
  // A failed load is ignored: the next page tries again.
  const timer = setTimeout(() => void open().catch(() => undefined), LISTEN_AFTER_MS)
  return () => {
    isOver = true
    clearTimeout(timer)
    close?.()
  }
}

function readReceived(): ReceivedCount | null {
  const [userId, count] = (readStored(STORAGE_KEY) ?? '').split('.').map(Number)
  return userId && count ? { userId, count } : null
}

const current = (): ReceivedCount | null => received
const isSpoken = (): boolean => speakers > 0

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notify(): void {
  for (const listener of listeners) listener()
}

/**
 * Unread count for message list pages: the loader's count until the account channel sends one (`live`); also updates
 * the bell.
 */
export function useUnreadOf(userId: number | null, drawn: number, live: number | undefined): number {
  useEffect(() => {
    if (userId !== null && live === undefined) putUnread(userId, drawn)
  }, [userId, drawn, live])
  return live ?? drawn
}
