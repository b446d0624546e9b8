// The number of unread messages on the pages that list them: the one that the bell above them tells.

import { useEffect } from 'react'
import { putUnread } from './unread'

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
