// Receipts of a whole sale: a root over its applications, issued before they are shared out, so that none can be added or left out afterwards; and
// the list of allotments. Both are in the log, and the receipt of an allotment contains both.

import * as v from 'valibot'
import { leafText } from '../merkle'
import { count, hash, listOf, name, orNull, tick, whole } from '../published-forms'
import type { Digest } from '../quotes/chain'
import type { ReceiptKind } from '../receipt-kind'
import type { Application } from './allotment'

export const IEO_CLAIMS_RULE = 'ieo-claims-1'
export const IEO_LIST_RULE = 'ieo-list-1'

export const IEO_CLAIMS_SHAPE = v.strictObject({
  rule: v.literal(IEO_CLAIMS_RULE),
  ...{ at: count, project: count, token: name, endsAt: count, supply: count, cap: count },
  ...{ total: count, claims: count, root: orNull(hash) },
})
export type IeoClaimsReceipt = v.InferOutput<typeof IEO_CLAIMS_SHAPE>

export const IEO_LIST_SHAPE = v.strictObject({
  rule: v.literal(IEO_LIST_RULE),
  ...{ at: count, project: count, committedAt: count, commitment: hash, ticks: listOf(tick, 1) },
  last: orNull(v.strictObject({ remainder: whole, first: count })),
  ...{ claims: count, root: orNull(hash) },
})
export type IeoListReceipt = v.InferOutput<typeof IEO_LIST_SHAPE>

export const IEO_CLAIMS: ReceiptKind<IeoClaimsReceipt> = { shape: IEO_CLAIMS_SHAPE, check: checkClaims }
export const IEO_LIST: ReceiptKind<IeoListReceipt> = { shape: IEO_LIST_SHAPE, check: checkList }

/** Entry of the committed applications, as hashed by their Merkle tree. */
export const claimEntry = (project: number, { claim, first, applied, before, inAll }: Application): string =>
  [IEO_CLAIMS_RULE, project, claim, first, applied, before, inAll].join('|')

export const claimLeaf = (digest: Digest, project: number, application: Application): string =>
  digest(leafText(claimEntry(project, application)))

/** No salt: a rebuilt receipt has equal text, hence an equal name. */
export const claimsReceipt = ({
  at,
  project,
  token,
  endsAt,
  supply,
  cap,
  total,
  claims,
  root,
}: Omit<IeoClaimsReceipt, 'rule'>): IeoClaimsReceipt => ({
  ...{ rule: IEO_CLAIMS_RULE, at, project, token, endsAt, supply, cap, total, claims, root },
})

/** The list of the applications of a receipt, shared out at an instant. `ticks` has the newest tick before it, where the log shows the order of both. */
export const listReceipt = (
  digest: Digest,
  sale: IeoClaimsReceipt,
  { at, ticks, last, root }: Pick<IeoListReceipt, 'at' | 'ticks' | 'last' | 'root'>,
): IeoListReceipt => ({
  ...{ rule: IEO_LIST_RULE, at, project: sale.project, committedAt: sale.at },
  ...{ commitment: digest(JSON.stringify(sale)), ticks, last, claims: sale.claims, root },
})

export function checkClaims({ at, endsAt, claims, root, total }: IeoClaimsReceipt): string[] {
  const problems: string[] = []
  if (at < endsAt) problems.push('the sale was not over')
  if ((claims === 0) !== (root === null)) problems.push('a root is of at least one application')
  if (claims === 0 && total !== 0) problems.push('a total is of at least one application')
  return problems
}

export function checkList({ at, committedAt, ticks, claims, root, last }: IeoListReceipt): string[] {
  const problems: string[] = []
  if (at < committedAt) problems.push('the applications were shared out before they were committed to')
  if (ticks.some((each) => each.at >= at)) problems.push('its tick is not from before the sharing')
  if ((claims === 0) !== (root === null)) problems.push('a root is of at least one application')
  if (claims === 0 && last !== null) problems.push('tokens were left over without an application')
  return problems
}
