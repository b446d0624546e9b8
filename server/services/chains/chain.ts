// The interface between the watcher and the adapter of each chain.

/** A transfer to an address that the chain's adapter watches. */
export interface ChainTransfer {
  readonly txId: string
  /**
   * The output's index on chains whose transaction id covers the outputs (Bitcoin). Null on others: `units` is then the sum that the
   * transaction pays to this address in this asset, so a reorg that reorders its logs does not make a second deposit.
   */
  readonly outputIndex: number | null
  /** "USDT". */
  readonly assetCode: string
  /** Whole units of 10^-decimals. */
  readonly units: bigint
  readonly decimals: number
  readonly address: string
  /** Empty for none. */
  readonly memo: string
}

/** The block that contains a transfer. */
export interface ChainPlace {
  readonly height: number
  readonly blockHash: string
  /** 1 for the newest block. */
  readonly confirmations: number
}

export interface ChainReading {
  readonly transfers: readonly (ChainTransfer & ChainPlace)[]
  /** The cursor for the next reading. */
  readonly position: string
  /** Height of the node's newest block; null if the answers did not contain it. */
  readonly tip: number | null
  /** False while the node has newer blocks than this reading took. */
  readonly isAtTip: boolean
  /** Set if the node's newest block is below the position. The reading is then empty. */
  readonly behind?: ChainLag
  /** Set if the node lacks the blocks after the position. The reading is then empty. */
  readonly gap?: ChainGap
}

/** How far a node is behind the position, and the position from which it can be read. */
export interface ChainLag {
  /** Null if the position is a hash, not a height. */
  readonly blocks: number | null
  readonly restart: string
}

/** Blocks that the node has pruned, or has only in part. */
export interface ChainGap {
  readonly from: number
  readonly to: number
  /** The position from which the blocks after the gap can be read; null if the node has none. */
  readonly restart: string | null
}

/**
 * Finds the last block of a gap that begins at `from`, by an exponential and then a binary search.
 */
export async function findGapEnd(
  { from, tip }: { readonly from: number; readonly tip: number },
  canRead: (height: number) => Promise<boolean>,
): Promise<number> {
  let [missing, step] = [from, 1]
  while (missing + step <= tip && !(await canRead(missing + step))) {
    missing += step
    step *= 2
  }
  let readable = Math.min(missing + step, tip + 1)
  while (readable - missing > 1) {
    const middle = Math.floor((missing + readable) / 2)
    if (await canRead(middle)) readable = middle
    else missing = middle
  }
  return missing
}

/** A transfer that was read before, with the block that contained it then. */
export type SeenTransfer = Pick<ChainTransfer, 'txId' | 'outputIndex' | 'assetCode' | 'address'> &
  Pick<ChainPlace, 'height' | 'blockHash'>

/** One payment of a transaction, before the payments to one address in one asset are added up. */
export type TransferPart = Omit<ChainTransfer, 'outputIndex'> & ChainPlace

/** The amount and receiver of a payment, before its transaction and block are known. */
export type Payment = Omit<TransferPart, 'txId' | keyof ChainPlace>

/** Empty for null: the transaction pays nobody. */
export const partsOf = (payment: Payment | null, txId: string, place: ChainPlace): TransferPart[] =>
  payment ? [{ ...payment, ...place, txId }] : []

/** Adds up what one transaction pays to one address in one asset: a deposit is the sum. */
export function sumByTransaction(parts: readonly TransferPart[]): (ChainTransfer & ChainPlace)[] {
  const sums = new Map<string, ChainTransfer & ChainPlace>()
  for (const part of parts) {
    const key = [part.txId, part.blockHash, part.assetCode, part.address].join(' ')
    sums.set(key, { ...part, outputIndex: null, units: part.units + (sums.get(key)?.units ?? 0n) })
  }
  return [...sums.values()]
}

/**
 * The transfer in the block that contains it now. "replaced": no block contains it, and the node has another block at its height.
 * "unknown": not found, and the node may be behind, or the answers contradict each other because two nodes gave them.
 */
export type Sighting = (ChainTransfer & ChainPlace) | 'replaced' | 'unknown'

/** Filters addresses to those that belong to our users, for nodes that do not know them. */
export type FindOurs = (addresses: readonly string[]) => Promise<ReadonlySet<string>>

export interface Chain {
  /**
   * Transfers since a position; null starts at the newest block. Answers may overlap with earlier ones, and contain addresses that are not
   * ours, but must be complete. If the node is behind the position, or lacks the blocks after it, the reading is empty and says so.
   */
  read(position: string | null, findOurs: FindOurs): Promise<ChainReading>
  find(seen: SeenTransfer): Promise<Sighting>
}

const LISTED_MAX = 10

/**
 * Logs transfers to a memo address that name no user, so that the operator finds the money. One line for each reading, because strangers can
 * send any number of them.
 */
export function warnUnattributed(network: string, txIds: readonly string[]): void {
  if (txIds.length === 0) return
  const rest = txIds.length - LISTED_MAX
  const listed = txIds.slice(0, LISTED_MAX).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
  console.warn(`chain ${network}: transfers to the memo address name no user: ${listed}`)
}
