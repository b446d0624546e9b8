// Whom an Account asks besides Markets: other users' Accounts, by their protocol, and the directory, which shows what it is told.

import { oweNotices } from '#db/platform/notice'
import { followStanding } from '#db/platform/promotion'
import { CallTimeout } from '#party/lib/call-timeout'
import type { AccountPeerRpc, PeerReceipt } from '#party/protocol/account-peer'
import type { EnginePorts } from './engine-ports'

const PEER_PATIENCE_MS = 10_000

export function remotesOf(env: Env): Pick<EnginePorts, 'askPeer' | 'tellDirectory' | 'oweNotices'> {
  const patience = new CallTimeout(PEER_PATIENCE_MS)
  return {
    askPeer: async (peer, post) => {
      const answer = await patience.limit(`account ${peer}`, roomOf(env, peer).post(JSON.stringify(post)))
      // The other room answers every PeerPost with a PeerReceipt as text.
      return JSON.parse(answer) as PeerReceipt
    },
    tellDirectory: (shown) => followStanding(env.DB, shown),
    oweNotices: (account, at) => oweNotices(env.DB, account, at),
  }
}

/** The stub seen as what one account may call of another. */
const roomOf = (env: Env, account: number): AccountPeerRpc => env.Account.get(env.Account.idFromName(String(account)))
