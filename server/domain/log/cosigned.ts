// Checks that witnesses cosigned a log with a leaf: their checkpoint and the proof's are one, or one begins with the other.

import { fromHex, sameBytes } from './bytes'
import { type SignedCheckpoint, cosignedAt, openCheckpoint } from './checkpoint'
import type { PublicKey } from './note'
import type { ProofChecks, ReceiptProof } from './proof'
import { isConsistent } from './tree'

/** Consistency proof between two tree sizes. */
export interface Consistency {
  readonly from: number
  readonly to: number
  readonly path: readonly string[]
}

export interface Cosigned {
  readonly witness: PublicKey
  /** Cosigned notes, of this or another log. */
  readonly notes: readonly string[]
  readonly consistencies: readonly Consistency[]
}

export type CosignedVerdict =
  | { readonly kind: 'cosigned'; readonly seconds: number; readonly size: number }
  /** Nothing shows it: no cosigned checkpoint covers the leaf, or the proof between both checkpoints of `needed` is not there. */
  | { readonly kind: 'unproven'; readonly needed: readonly [from: number, to: number] | null }
  | { readonly kind: 'fork'; readonly size: number }

export function checkCosigned(
  checks: ProofChecks,
  proof: Pick<ReceiptProof, 'checkpoint' | 'inclusion'>,
  { witness, notes, consistencies }: Cosigned,
): CosignedVerdict {
  const own = openCheckpoint(checks.verify, proof.checkpoint, checks.key)
  let verdict: CosignedVerdict = { kind: 'unproven', needed: null }
  if (own === null) return verdict
  for (const text of notes) {
    const seen = openCheckpoint(checks.verify, text, checks.key)
    const seconds = seen && cosignedAt(checks.verify, seen.note, witness)
    if (seen === null || seconds === null || seen.size <= proof.inclusion.leaf) continue
    const [first, last] = seen.size < own.size ? [seen, own] : [own, seen]
    const isSame = isOneLog(checks, { first, last, consistencies })
    if (isSame) return { kind: 'cosigned', seconds, size: seen.size }
    if (isSame === false) return { kind: 'fork', size: seen.size }
    verdict = { kind: 'unproven', needed: [first.size, last.size] }
  }
  return verdict
}

interface Sizes {
  readonly first: SignedCheckpoint
  readonly last: SignedCheckpoint
  readonly consistencies: readonly Consistency[]
}

/** Null without a proof between both; false for two logs of one size. */
export function isOneLog({ sha256 }: ProofChecks, { first, last, consistencies }: Sizes): boolean | null {
  if (first.size === last.size) return sameBytes(first.root, last.root)
  const isShown = consistencies.some(({ from, to, path }) => {
    const hashes = path.map(fromHex).filter((hash) => hash !== null)
    const isBetween = from === first.size && to === last.size && hashes.length === path.length
    return isBetween && isConsistent(sha256, first, last, hashes)
  })
  return isShown || null
}
