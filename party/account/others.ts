// Whom an Account asks besides Markets: other users' Accounts, by their protocol, and the directory, which shows what it is told.

import { oweNotices } from '#db/platform/notice'
import { followStanding } from '#db/platform/promotion'
import { Patience } from '#party/lib/patience'
import type { AccountPeerRpc, PeerReceipt } from '#party/protocol/account-peer'
import type { DeskPorts } from './desk-ports'

const PEER_PATIENCE_MS = 10_000

export function othersOf(env: Env): Pick<DeskPorts, 'askPeer' | 'tellDirectory' | 'oweNotices'> {
  const patience = new Patience(PEER_PATIENCE_MS)
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
