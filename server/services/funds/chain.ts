// What the watcher asks of a chain, whichever it is and whoever speaks for it.

/** A transfer to one of the addresses that the chain's adapter looks at. */
export interface ChainTransfer {
  readonly txId: string
  /** Which output or log of the transaction, counted within the transaction: the same wherever it is mined again. */
  readonly outputIndex: number
  /** "USDT". */
  readonly assetCode: string
  /** Whole units of 10^-decimals. */
  readonly units: bigint
  readonly decimals: number
  readonly address: string
  /** Empty for none. */
  readonly memo: string
}

/** Where a transfer stands. */
export interface ChainPlace {
  readonly height: number
  readonly blockHash: string
  /** 1 for the newest block. */
  readonly confirmations: number
}

export interface ChainReading {
  readonly transfers: readonly (ChainTransfer & ChainPlace)[]
  /** Where to go on. */
  readonly position: string
  /** The height of the node's newest block, by which a deposit may be deep enough; null where nothing that was read says it. */
  readonly tip: number | null
  /** There is nothing more to read now. */
  readonly isAtTip: boolean
}

/** A transfer that was seen, and the block that had it then. */
export type SeenTransfer = Pick<ChainTransfer, 'txId' | 'outputIndex'> & Pick<ChainPlace, 'height' | 'blockHash'>

/**
 * The transfer as a node has it now, in whichever block. "replaced": it is nowhere, and the node has another block where the one was that
 * had it. "unknown": it is not found and nothing says why: the node is behind, or answers differ because two nodes gave them.
 */
export type Sighting = (ChainTransfer & ChainPlace) | 'replaced' | 'unknown'

/** Those of the addresses that are ours, where the chain itself does not know. */
export type FindOurs = (addresses: readonly string[]) => Promise<ReadonlySet<string>>

export interface Chain {
  /**
   * What came to us since a position, or since now for null. May tell again what it told before, and what is not ours, and must not leave
   * out anything of ours. A node whose newest block is below the position is behind: nothing is read from it.
   */
  read(position: string | null, findOurs: FindOurs): Promise<ChainReading>
  find(seen: SeenTransfer): Promise<Sighting>
}
