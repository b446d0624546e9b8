// The channel of one's own account.

import type { AccountSocketMessage } from '#party/protocol/account'
import { type AccountState, hearAccount } from './account-state'
import { type ChannelKind, type Live, useChannel } from './use-channel'

const ACCOUNT: ChannelKind<AccountState, AccountSocketMessage> = {
  party: 'account',
  hear: hearAccount,
  askAgain: (state) => ({ type: 'resume', after: state?.seq ?? 0 }),
  silenceMaxMs: null,
}

/** Null for a guest. The cookie proves the session. */
export const useAccount = (userId: number | null): Live<AccountState> =>
  useChannel(ACCOUNT, userId === null ? null : String(userId))
