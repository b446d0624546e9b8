// How many of one's messages are unread, as the account's channel last said. A page that listens to the account says it on; where none
// does, the bell listens by itself (unread-channel.ts), so that there is one socket and not two.

import { useEffect, useSyncExternalStore } from 'react'
import { keep, readKept } from '../visitor/kept'

/** What a page is for comes first: so long the bell waits before it opens a channel of its own. */
const LISTEN_AFTER_MS = 1_500

interface Heard {
  readonly userId: number
  readonly count: number
}

/** What was heard last is shown at once on the next page that is opened, until the channel has spoken. */
const KEPT = 'cm_unread'

let heard: Heard | null = readHeard()
let speakers = 0
const listeners = new Set<() => void>()

export function putUnread(userId: number, count: number): void {
  if (heard?.userId === userId && heard.count === count) return
  heard = { userId, count }
  keep(KEPT, `${userId}.${count}`)
  tell()
}

/** While a page listens to the account; the answer ends it. */
export function speakOfUnread(): () => void {
  speakers += 1
  tell()
  return () => {
    speakers -= 1
    tell()
  }
}

/** 0 until it is known, and for a guest. */
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

/** Opens the bell's own channel after a while, unless it is closed before. */
function listen(userId: number): () => void {
  let isOver = false
  let close: (() => void) | undefined
  const open = async () => {
    const { openUnreadChannel } = await import('./unread-channel')
    if (!isOver) close = openUnreadChannel(userId, (count) => putUnread(userId, count))
  }
  // Without a network there is nothing to hear, and the next page tries again.
  const timer = setTimeout(() => void open().catch(() => undefined), LISTEN_AFTER_MS)
  return () => {
    isOver = true
    clearTimeout(timer)
    close?.()
  }
}

function readHeard(): Heard | null {
  const [userId, count] = (readKept(KEPT) ?? '').split('.').map(Number)
  return userId && count ? { userId, count } : null
}

const current = (): Heard | null => heard
const isSpoken = (): boolean => speakers > 0

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  for (const listener of listeners) listener()
}

/**
 * The same number for a page that lists messages: what it was drawn with counts until the account's channel speaks (`told`), for the
 * page and for the bell above it.
 */
export function useUnreadOf(userId: number | null, drawn: number, told: number | undefined): number {
  useEffect(() => {
    if (userId !== null && told === undefined) putUnread(userId, drawn)
  }, [userId, drawn, told])
  return told ?? drawn
}
