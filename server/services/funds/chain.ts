// What the watcher asks of a chain, whichever it is and whoever speaks for it.

/** A transfer to one of the addresses that the chain's adapter looks at. */
export interface ChainTransfer {
  readonly txId: string
  /**
   * Which output, where the transaction's id covers its outputs, as Bitcoin's does. Null: all that the transaction brings to this address
   * in this asset, as one sum, so that it is one transfer in whichever block, order and number its parts are mined again.
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
  /** Only while the node has not got what was read already: nothing is read from it then. */
  readonly behind?: ChainLag
  /** Only while the node does not tell of the blocks that come next: nothing is read from it then. */
  readonly gap?: ChainGap
}

/** How far a node is behind the position, and the position from which what is new to it could be read. */
export interface ChainLag {
  /** Null where the position is no height. */
  readonly blocks: number | null
  readonly restart: string
}

/** Blocks of which the node does not tell, or not all. */
export interface ChainGap {
  readonly from: number
  readonly to: number
  /** The position from which the blocks after them could be read; null where the node tells of none. */
  readonly restart: string | null
}

/**
 * The last block of a gap that begins at a height: a node drops what is oldest, or has not got a block or some. Looked for in growing steps,
 * and then by halves.
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

/** A transfer that was seen, and the block that had it then. */
export type SeenTransfer = Pick<ChainTransfer, 'txId' | 'outputIndex' | 'assetCode' | 'address'> &
  Pick<ChainPlace, 'height' | 'blockHash'>

/** One part of what a transaction brings. */
export type TransferPart = Omit<ChainTransfer, 'outputIndex'> & ChainPlace

/** What a part brings, before it is said where it stands. */
export type PartMoney = Omit<TransferPart, 'txId' | keyof ChainPlace>

/** Nothing for what brings nobody anything. */
export const partOf = (money: PartMoney | null, txId: string, place: ChainPlace): TransferPart[] =>
  money ? [{ ...money, ...place, txId }] : []

/** All parts that one transaction brings to one address in one asset, as the one transfer that they are. */
export function together(parts: readonly TransferPart[]): (ChainTransfer & ChainPlace)[] {
  const sums = new Map<string, ChainTransfer & ChainPlace>()
  for (const part of parts) {
    const key = [part.txId, part.blockHash, part.assetCode, part.address].join(' ')
    sums.set(key, { ...part, outputIndex: null, units: part.units + (sums.get(key)?.units ?? 0n) })
  }
  return [...sums.values()]
}

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
   * out anything of ours. A node whose newest block is below the position is behind, and one that does not tell of the blocks after it has a
   * gap: nothing is read from it, and the reading says so.
   */
  read(position: string | null, findOurs: FindOurs): Promise<ChainReading>
  find(seen: SeenTransfer): Promise<Sighting>
}
