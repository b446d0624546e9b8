// Account channel of the notification bell, for pages without their own. Loaded after the page.

import type { AccountSocketMessage } from '#party/protocol/account'
import { type LiveAccount, receiveAccount } from './account-state'
import { openChannel } from './channel'

/** Reports each count of unread messages; the returned function closes the channel. */
export function openUnreadChannel(userId: number, onCount: (count: number) => void): () => void {
  let state: LiveAccount | null = null
  return openChannel({
    party: 'account',
    room: String(userId),
    silenceMaxMs: null,
    receivedUpTo: () => state?.seq ?? 0,
    resumeMessage: () => ({ type: 'resume', after: state?.seq ?? 0 }),
    onLink: () => undefined,
    receive: (message) => {
      // The room is ours and speaks the protocol of accounts.
      const received = receiveAccount(state, message as AccountSocketMessage)
      if (received.kind === 'gap') return 'gap'
      state = received.state
      onCount(state.messages.unread)
      return 'current'
    },
  })
}
