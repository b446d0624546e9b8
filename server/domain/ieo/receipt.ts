// Receipt of an allotment: application, the numbers of the allocation, and its position in the published list. It can be verified from its
// own data alone. It contains no personal data.

import { type MerkleProof, rootFromPath } from '../merkle'
import type { Digest } from '../quotes/chain'
import {
  type Application,
  type IEO_RULE,
  type LastRounded,
  allottedOf,
  listEntry,
  shareOf,
  weightOf,
} from './allotment'

export interface IeoReceipt extends MerkleProof, Application {
  readonly rule: typeof IEO_RULE
  readonly project: number
  readonly token: string
  /** When applications ended. */
  readonly at: number
  readonly supply: number
  /** Total of counted applications. */
  readonly total: number
  readonly last: LastRounded | null
  readonly cap: number
  readonly allotted: number
  /** Merkle root of the whole list in hex: the same in every receipt of the sale. */
  readonly root: string
}

/** Problems of a receipt, in English; empty when it is correct. */
export function checkIeoReceipt(receipt: IeoReceipt, { sha256 }: { readonly sha256: Digest }): string[] {
  const isListed = rootFromPath(sha256, { ...receipt, entry: listEntry(receipt) }) === receipt.root
  return [
    ...checkShare(receipt),
    ...(isListed ? [] : ['the published list, by its root, does not have this allotment']),
  ]
}

/** Same check of the numbers only. */
export function checkShare(receipt: IeoReceipt): string[] {
  const { supply, total, last, claim, applied, first, before, inAll, allotted } = receipt
  const problems: string[] = []
  const weight = weightOf(receipt)
  const right = allottedOf({ ...receipt, ...shareOf(weight, { supply, total }) }, last)
  if (right !== allotted) problems.push(`the share comes to ${right} tokens, and ${allotted} were allotted`)
  if (allotted > Math.min(weight, applied)) problems.push('more was allotted than counted of the application')
  if (before + applied > inAll || first > claim || (first === claim) !== (before === 0))
    problems.push('the application is not one of those that it is said to be among')
  if (total <= supply && last !== null) problems.push('tokens were left over where there was enough for all')
  return problems
}
