// Receipt of an allotment: the receipts of the whole sale, the application, and its position among those that were committed to and in the
// published list. It can be verified from its own data alone. It contains no personal data.

import * as v from 'valibot'
import { type MerkleProof, rootFromPath } from '../merkle'
import { count, hash, listOf } from '../published-forms'
import type { Digest } from '../quotes/chain'
import type { ReceiptKind } from '../receipt-kind'
import {
  type Application,
  IEO_RULE,
  type LastRounded,
  OLD_IEO_RULE,
  allottedOf,
  listEntry,
  shareOf,
  weightOf,
} from './allotment'
import { IEO_CLAIMS_SHAPE, IEO_LIST_SHAPE, checkClaims, checkList, claimEntry } from './commitment'

const SHAPE = v.strictObject({
  rule: v.literal(IEO_RULE),
  ...{ sale: IEO_CLAIMS_SHAPE, list: IEO_LIST_SHAPE },
  ...{ claim: count, applied: count, first: count, before: count, inAll: count, allotted: count },
  ...{ index: count, claimPath: listOf(hash, 64), path: listOf(hash, 64) },
})
export type IeoReceipt = v.InferOutput<typeof SHAPE>

export const IEO: ReceiptKind<IeoReceipt> = { shape: SHAPE, check: checkIeoReceipt }

/** Receipt of the previous version, without a commitment to applications. */
export interface OldIeoReceipt extends MerkleProof, Application {
  readonly rule: typeof OLD_IEO_RULE
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

type Hashed = { readonly sha256: Digest }

/** Allotment figures with their index in the list. */
export type Allotment = Omit<OldIeoReceipt, 'rule' | 'root'> & { readonly root: string | null }

export const allotmentIn = ({ sale, list, ...own }: IeoReceipt): Allotment => {
  const { project, token, endsAt: at, supply, total, cap, claims: size } = sale
  return { ...own, project, token, at, supply, total, cap, size, last: list.last, root: list.root }
}

/** Problems of a receipt, in English; empty when it is correct. */
export function checkIeoReceipt(receipt: IeoReceipt, { sha256 }: Hashed): string[] {
  const { sale, list, index, claimPath } = receipt
  const problems = [...checkClaims(sale), ...checkList(list), ...checkShare(allotmentIn(receipt))]
  if (sha256(JSON.stringify(sale)) !== list.commitment || sale.at !== list.committedAt)
    problems.push('the applications are not those that were committed to')
  if (sale.project !== list.project || sale.claims !== list.claims) problems.push('the list is of another sale')
  const committed = { index, size: sale.claims, path: claimPath, entry: claimEntry(sale.project, receipt) }
  if (sale.root === null || rootFromPath(sha256, committed) !== sale.root)
    problems.push('the application is not one of the committed ones')
  if (!isListed(allotmentIn(receipt), IEO_RULE, sha256)) problems.push(UNLISTED)
  return problems
}

/** Same check for a receipt of the previous version. */
export const checkOldIeoReceipt = (receipt: OldIeoReceipt, { sha256 }: Hashed): string[] => [
  ...checkShare(receipt),
  ...(isListed(receipt, OLD_IEO_RULE, sha256) ? [] : [UNLISTED]),
]

const UNLISTED = 'the published list, by its root, does not have this allotment'

const isListed = (of: Allotment, rule: typeof IEO_RULE | typeof OLD_IEO_RULE, sha256: Digest): boolean =>
  of.root !== null && rootFromPath(sha256, { ...of, entry: listEntry(of, rule) }) === of.root

/** Problems of the numbers only. */
export function checkShare(receipt: Allotment): string[] {
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
