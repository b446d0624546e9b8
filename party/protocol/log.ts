// Protocol of the Log room (one, named "main"). Answers are JSON text; hashes are hex.

import type { Leaf, TickProof } from '#domain/log/leaf'

export interface LogHead {
  /** Public key that signs now, "name+hash+base64". */
  readonly key: string
  /** Leaves covered by the newest checkpoint. */
  readonly size: number
  readonly at: number
  /** Signed note. */
  readonly checkpoint: string
}

export interface InclusionAnswer {
  readonly leaf: number
  readonly size: number
  readonly text: string
  readonly path: readonly string[]
}

export interface ConsistencyAnswer {
  readonly from: number
  readonly to: number
  readonly path: readonly string[]
}

export interface LeafAnswer extends Leaf {
  readonly no: number
}

/** A receipt's place, and what proves each of its ticks; a tick of rounds that were no longer stored is not proven. */
export interface ReceiptPlace {
  readonly leaf: number
  readonly ticks: readonly (TickProof | null)[]
}

export const LEAVES_PER_BATCH = 256

/** Called by the Worker and by other rooms, with text that they build, typed. "null" where nothing is found. */
export interface LogRpc {
  /** Schedules a pass; answers immediately. */
  wake(): Promise<void>
  /** JSON of a Leaf; a repeated number appends nothing. */
  append(leaf: string): Promise<void>
  /** LogHead of a signed size, by default the newest. */
  head(size: number | null): Promise<string>
  /** InclusionAnswer under a signed size, by default the newest. */
  inclusion(leaf: number, size: number | null): Promise<string>
  /** ConsistencyAnswer of two signed sizes. */
  consistency(from: number, to: number): Promise<string>
  /** LeafAnswer[]: covered leaves of one source or all, ascending from a number. */
  leaves(from: number, limit: number, source: string | null): Promise<string>
  /** RoundPlace of a round's number. */
  round(no: number): Promise<string>
  /** ReceiptPlace of a receipt's name. */
  receipt(id: string): Promise<string>
}
