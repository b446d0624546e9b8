// Checks that the log held a commitment before a receipt's tick was logged: so before any decision after that tick.

import { openCheckpoint } from './checkpoint'
import { type Consistency, isOneLog } from './cosigned'
import { type ProofChecks, type ReceiptProof, isIncluded, wasTimely } from './proof'

export type CommittedVerdict =
  | { readonly kind: 'before'; readonly leaf: number }
  | { readonly kind: 'after'; readonly leaf: number }
  /** The receipt lacks a tick that was logged in its time, or the consistency proof between both `needed` checkpoints is missing. */
  | { readonly kind: 'unproven'; readonly needed: readonly [from: number, to: number] | null }

interface Committed {
  /** Sound proof of the receipt that names the commitment. */
  readonly own: ReceiptProof
  /** Name of the commitment, and its proof. */
  readonly name: string
  readonly proof: ReceiptProof
  readonly consistencies: readonly Consistency[]
}

export function checkCommitted(checks: ProofChecks, { own, name, proof, consistencies }: Committed): CommittedVerdict {
  const unproven = { kind: 'unproven', needed: null } as const
  const [held, later] = [proof, own].map(({ checkpoint }) => openCheckpoint(checks.verify, checkpoint, checks.key))
  const tick = own.ticks[0] ?? null
  // A site can log a tick of a past second, live or late, whenever it likes.
  if (!held || !later || !tick || !wasTimely(tick, own.rounds)) return unproven
  const { inclusion } = proof
  const isNamed = /^receipt\n[1-9]\d{0,14}\n/.test(inclusion.text) && inclusion.text.endsWith(`\n${name}`)
  if (!isNamed || !isIncluded(checks, held, inclusion)) return unproven
  const [first, last] = held.size < later.size ? [held, later] : [later, held]
  if (!isOneLog(checks, { first, last, consistencies })) return { kind: 'unproven', needed: [first.size, last.size] }
  return { kind: inclusion.leaf < tick.leaf ? 'before' : 'after', leaf: inclusion.leaf }
}
