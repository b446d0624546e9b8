// Check of a sale's whole published list. One allotment's receipt shows neither the total of the applications nor the allotments of other applicants.

import { leafText, rootOf } from '../merkle'
import type { Digest } from '../quotes/chain'
import { type Application, allottedOf, byRemainder, listEntry, shareOf, tokensLeft, weightOf } from './allotment'
import { claimLeaf } from './commitment'
import type { IeoReceipt } from './receipt'

export interface ListedAllotment extends Pick<Application, 'claim' | 'first' | 'applied'> {
  readonly allotted: number
}

/** Problems of the list, in English, in the order of its applications; empty when it is correct. */
export function checkWholeList(
  digest: Digest,
  { sale, list }: Pick<IeoReceipt, 'sale' | 'list'>,
  listed: readonly ListedAllotment[],
): string[] {
  const { project, supply, cap } = sale
  const inAll = new Map<number, number>()
  const counted = listed.map(({ claim, first, applied }) => {
    const before = inAll.get(first) ?? 0
    inAll.set(first, before + applied)
    return { claim, first, applied, before }
  })
  const applications = counted.map((each) => ({ ...each, inAll: inAll.get(each.first) ?? 0 }))
  const problems: string[] = []
  const leaves = applications.map((each) => claimLeaf(digest, project, each))
  if (listed.length !== sale.claims || rootOf(digest, leaves) !== sale.root)
    problems.push('the applications of the whole list are not those that were committed to')
  const people = [...inAll].map(([first, all]) => ({ first, weight: weightOf({ inAll: all, cap }) }))
  const total = people.reduce((sum, { weight }) => sum + weight, 0)
  if (total !== sale.total) problems.push(`the total of the whole list is ${total}, and not ${sale.total}`)
  const shares = people.map(({ first, weight }) => ({ first, ...shareOf(weight, { supply, total }) }))
  const left = tokensLeft(
    { supply, total },
    shares.reduce((sum, { whole }) => sum + whole, 0),
  )
  const last = shares.toSorted(byRemainder)[left - 1] ?? null
  if (last?.first !== list.last?.first || last?.remainder !== list.last?.remainder)
    problems.push('the last token that was left over went to somebody else than its rule says')
  const byFirst = new Map(shares.map((share) => [share.first, share]))
  for (const [index, { claim, ...own }] of applications.entries()) {
    const share = byFirst.get(own.first)
    const allotted = share ? allottedOf({ ...share, ...own }, last) : 0
    if (allotted !== listed[index]?.allotted)
      problems.push(`application ${claim} should have been allotted ${allotted}`)
  }
  const entries = listed.map((each) => digest(leafText(listEntry({ ...each, project }))))
  if (rootOf(digest, entries) !== list.root) problems.push('the whole list is not the one that was published')
  return problems.slice(0, PROBLEMS_MAX)
}

const PROBLEMS_MAX = 5
