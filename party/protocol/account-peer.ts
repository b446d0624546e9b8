// Words between two Account rooms. Each says what it owes the other in numbered messages, and repeats them until the other has said that it
// stored them. Amounts are canonical integer text in the asset's smallest unit.

/** Money that left the sender's ledger by `@transit:RECEIVER` and enters the receiver's by `@transit:SENDER`. */
export interface PeerMessage {
  readonly type: 'rebate'
  readonly parts: readonly { readonly assetId: number; readonly amount: string }[]
}

export interface PeerPost {
  readonly from: number
  readonly seq: number
  readonly message: PeerMessage
}

export interface PeerReceipt {
  /** Number of the last message of this sender that is stored. */
  readonly received: number
  /** What the receiver tells with it, by the kind of message: with a rebate, its VIP level. */
  readonly reply: unknown
}

/** RPC of an Account room for other Account rooms only. JSON both ways. */
export interface AccountPeerRpc {
  /** A `PeerPost`; answers a `PeerReceipt`. */
  post(message: string): Promise<string>
}
