// Protocol between two Account rooms, and between an Account and a trader's room. Owed messages are numbered and repeated until the
// receiver confirms storage. Amounts are canonical integer text in the asset's smallest unit.

import type { MoneyPart } from './account-rows'
import type { CopyMessage } from './copy'

/** Money that left the sender's ledger by `@transit:RECEIVER` and enters the receiver's by `@transit:SENDER`. */
interface RebateMessage {
  readonly type: 'rebate'
  readonly parts: readonly MoneyPart[]
}

export type PeerMessage = RebateMessage | CopyMessage

/** Accounts speak under their users' ids, the room of a trader under the trader's id below zero. */
export const leaderPeer = (traderId: number): number => -traderId

export interface PeerPost {
  readonly from: number
  readonly seq: number
  readonly message: PeerMessage
  /** The sender has no messages for the receiver up to this number. */
  readonly since?: number
}

export interface PeerReceipt {
  /** Number of the last message of this sender that is stored. */
  readonly received: number
  /** Reply data by message type: for a rebate, the receiver's VIP level. */
  readonly reply: unknown
}

/** RPC of Account rooms and traders' rooms, called by such rooms only. JSON both ways. */
export interface AccountPeerRpc {
  /** A `PeerPost`; answers a `PeerReceipt`. */
  post(message: string): Promise<string>
}
