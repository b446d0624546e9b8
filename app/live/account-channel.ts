// One's own account, live.

import { useEffect } from 'react'
import type { AccountSocketMessage } from '#party/protocol/account'
import { type LiveAccount, receiveAccount } from './account-state'
import { putUnread, speakOfUnread } from './unread'
import { type ChannelKind, type Live, useChannel } from './use-channel'

const ACCOUNT: ChannelKind<LiveAccount, AccountSocketMessage> = {
  party: 'account',
  receive: receiveAccount,
  resumeMessage: (state) => ({ type: 'resume', after: state?.seq ?? 0 }),
  silenceMaxMs: null,
  isSliced: false,
}

/** Own account state; null userId for a guest. The cookie authenticates the session. Unread counts are forwarded to the bell. */
export function useAccount(userId: number | null): Live<LiveAccount> {
  const live = useChannel(ACCOUNT, userId === null ? null : String(userId))
  const unread = live.state?.messages.unread
  useEffect(() => (userId === null ? undefined : speakOfUnread()), [userId])
  useEffect(() => {
    if (userId !== null && unread !== undefined) putUnread(userId, unread)
  }, [userId, unread])
  return live
}
