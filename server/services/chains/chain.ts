// Interface between the deposit watcher and the chain adapters.

import { logWarning } from '#lib/log-line'

/** A transfer to an address that the chain's adapter watches. */
export interface ChainTransfer {
  readonly txId: string
  /**
   * Output index on chains whose transaction id covers the outputs (Bitcoin). Null elsewhere: `units` is then the
   * transaction's total to this address in this asset, so that reordered logs after a reorg do not create a second
   * deposit.
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
  /** Who sent it, where the chain's transactions say so. */
  readonly sender?: string
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

/** Lag of a node behind the position, and a readable restart position. */
interface ChainLag {
  /** Number of missing blocks; null if the position is a hash. */
  readonly blocks: number | null
  readonly restart: string
}

/** Block range that the node has pruned fully or partly. */
export interface ChainGap {
  readonly from: number
  readonly to: number
  /** Position behind the gap for continuing; null if the node has none. */
  readonly restart: string | null
}

/** Last block of a gap starting at `from`, by exponential then binary search. */
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

/** Previously read transfer with its block at that time. */
type SeenTransfer = Pick<ChainTransfer, 'txId' | 'outputIndex' | 'assetCode' | 'address'> &
  Pick<ChainPlace, 'height' | 'blockHash'>

/** Single payment of a transaction, before summing per address and asset. */
export type TransferPart = Omit<ChainTransfer, 'outputIndex'> & ChainPlace

/** Amount and receiver of a payment, before its transaction and block are known. */
export type Payment = Omit<TransferPart, 'txId' | keyof ChainPlace>

/** Empty for null, a transaction without a payment. */
export const partsOf = (payment: Payment | null, txId: string, place: ChainPlace): TransferPart[] =>
  payment ? [{ ...payment, ...place, txId }] : []

/** Sums payments per transaction, address and asset: each sum is one deposit. */
export function sumByTransaction(parts: readonly TransferPart[]): (ChainTransfer & ChainPlace)[] {
  const sums = new Map<string, ChainTransfer & ChainPlace>()
  for (const part of parts) {
    const key = [part.txId, part.blockHash, part.assetCode, part.address].join(' ')
    sums.set(key, { ...part, outputIndex: null, units: part.units + (sums.get(key)?.units ?? 0n) })
  }
  return [...sums.values()]
}

/**
 * Current location of a transfer. "replaced": no block contains it, and the node has another block at its height.
 * "unknown": not found while the node may lag, or contradictory answers from two nodes.
 */
type Sighting = (ChainTransfer & ChainPlace) | 'replaced' | 'unknown'

/** Filters addresses of our users, for nodes without a watch list. */
type FindOurs = (addresses: readonly string[]) => Promise<ReadonlySet<string>>

export interface Chain {
  /**
   * Transfers since a position; null starts at the newest block. Answers may overlap earlier ones and contain foreign
   * addresses, but must be complete. If the node lags behind the position, or lacks the following blocks, the reading
   * is empty and reports it.
   */
  read(position: string | null, findOurs: FindOurs): Promise<ChainReading>
  find(seen: SeenTransfer): Promise<Sighting>
}

const LISTED_MAX = 10

/**
 * Logs transfers to a memo address without a user's memo, so that operators find the money. One line per reading,
 * because strangers can send any number.
 */
export function warnUnattributed(network: string, txIds: readonly string[]): void {
  if (txIds.length === 0) return
  const rest = txIds.length - LISTED_MAX
  const listed = txIds.slice(0, LISTED_MAX).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
  logWarning(`chain ${network}: transfers to the memo address name no user: ${listed}`)
}
