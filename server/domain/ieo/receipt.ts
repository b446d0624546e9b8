// The receipt of an allotment: what was applied for, by which numbers everybody's share was computed, and where the own one stands in the
// published list. Whoever has it and nothing else computes it again. It names no person.

import { type MerkleProof, rootFromPath } from '../merkle'
import type { Digest } from '../quotes/chain'
import { type IEO_RULE, type LastRounded, allottedOf, listEntry, shareOf, weightOf } from './allocation'

export interface IeoReceipt extends MerkleProof {
  readonly rule: typeof IEO_RULE
  readonly project: number
  readonly token: string
  /** When applications ended. */
  readonly at: number
  readonly supply: number
  /** What counted of all applications, and how many there were. */
  readonly total: number
  readonly last: LastRounded | null
  /** The number of the application, in the order in which they came. */
  readonly claim: number
  readonly applied: number
  readonly cap: number
  readonly allotted: number
  /** Of the tree over the whole list, in hex: the same in every receipt of the sale. */
  readonly root: string
}

/** What does not hold of a receipt, in words for whoever reads English; nothing when it is right. */
export function checkIeoReceipt(receipt: IeoReceipt, { sha256 }: { readonly sha256: Digest }): string[] {
  const isListed = rootFromPath(sha256, { ...receipt, entry: listEntry(receipt) }) === receipt.root
  return [
    ...checkShare(receipt),
    ...(isListed ? [] : ['the published list, by its root, does not have this allotment']),
  ]
}

/** The same of the numbers alone. */
export function checkShare(receipt: IeoReceipt): string[] {
  const { supply, total, last, claim, applied, cap, allotted } = receipt
  const problems: string[] = []
  const weight = weightOf({ applied, cap })
  const right = allottedOf({ ...shareOf(weight, { supply, total }), claim }, last)
  if (right !== allotted) problems.push(`the share comes to ${right} tokens, and ${allotted} were allotted`)
  if (allotted > weight) problems.push('more was allotted than counted of the application')
  if (total <= supply && last !== null) problems.push('tokens were left over where there was enough for all')
  return problems
}
