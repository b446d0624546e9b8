// The whole list of a sale, with lies that no allotment's receipt shows: each of them is right by itself.

import { describe, expect, test } from 'vitest'
import { type LastRounded, allottedOf, listEntry, shareOf, weightOf } from '#domain/ieo/allotment'
import { claimLeaf, claimsReceipt, listReceipt } from '#domain/ieo/commitment'
import { checkIeoReceipt } from '#domain/ieo/receipt'
import { checkWholeList } from '#domain/ieo/whole-list'
import { leafText, pathOf, rootOf } from '#domain/merkle'
import { HASHING } from '../kit/hashing'

const { sha256 } = HASHING
/** Applicants with 30, 12 and 5 tokens, the first with two applications. */
const APPLICATIONS = [
  { claim: 1, applied: 20, first: 1, before: 0, inAll: 30 },
  { claim: 2, applied: 12, first: 2, before: 0, inAll: 12 },
  { claim: 3, applied: 10, first: 1, before: 20, inAll: 30 },
  { claim: 4, applied: 5, first: 4, before: 0, inAll: 5 },
]
const CAP = 25
const SUPPLY = 20

/** Receipts of the sale with a total and a last token, everybody's numbers by them, and one allotment changed. */
function saleOf({ total = 42, last = { remainder: 30, first: 2 } as LastRounded | null, changed = -1 }) {
  const listed = APPLICATIONS.map(({ inAll, ...own }, index) => {
    const share = shareOf(weightOf({ inAll, cap: CAP }), { supply: SUPPLY, total })
    const allotted = allottedOf({ ...share, ...own }, last) + (index === changed ? 1 : 0)
    return { claim: own.claim, first: own.first, applied: own.applied, allotted }
  })
  const leaves = APPLICATIONS.map((each) => claimLeaf(sha256, 3, each))
  const entries = listed.map((each) => sha256(leafText(listEntry({ ...each, project: 3 }))))
  const sale = claimsReceipt({
    ...{ at: 10, project: 3, token: 'NEW', endsAt: 9, supply: SUPPLY, cap: CAP, total, claims: 4 },
    root: rootOf(sha256, leaves),
  })
  const list = listReceipt(sha256, sale, { at: 20, ticks: [], last, root: rootOf(sha256, entries) })
  const receipts = APPLICATIONS.map((own, index) => {
    const paths = { claimPath: pathOf(sha256, leaves, index), path: pathOf(sha256, entries, index) }
    return { rule: 'ieo-3', sale, list, ...own, allotted: listed[index]?.allotted ?? 0, index, ...paths } as const
  })
  return { sale, list, listed, wrong: receipts.flatMap((each, at) => (checkIeoReceipt(each, HASHING)[0] ? [at] : [])) }
}
const problemsOf = ({ sale, list, listed }: ReturnType<typeof saleOf>) => checkWholeList(sha256, { sale, list }, listed)

describe('the whole list', () => {
  test('of a right sale is right', () => {
    const right = saleOf({})
    expect([right.wrong, problemsOf(right)]).toEqual([[], []])
    expect(right.listed.reduce((sum, { allotted }) => sum + allotted, 0)).toBe(SUPPLY)
  })

  test('shows a total that nobody applied for, where every receipt is right', () => {
    const lie = saleOf({ total: 420, last: null })
    expect(lie.wrong).toEqual([])
    expect(problemsOf(lie)[0]).toBe('the total of the whole list is 42, and not 420')
  })

  test('shows a last token that went to nobody, where every receipt is right', () => {
    const lie = saleOf({ last: { remainder: 38, first: 1 } })
    expect(lie.wrong).toEqual([])
    expect(problemsOf(lie)[0]).toBe('the last token that was left over went to somebody else than its rule says')
  })

  test('shows a last token of another person, and of another remainder', () => {
    const right = saleOf({})
    // 12 of 42 by 20 tokens: 240, five times 42 and 30.
    for (const last of [
      { remainder: 30, first: 4 },
      { remainder: 31, first: 2 },
    ])
      expect(problemsOf({ ...right, list: { ...right.list, last } })).toEqual([
        'the last token that was left over went to somebody else than its rule says',
      ])
  })

  test('shows a number of applications or a root that are not those of the list, and five things at the most', () => {
    const { sale, list, listed } = saleOf({})
    expect(checkWholeList(sha256, { sale: { ...sale, claims: 5 }, list }, listed)).toEqual([
      'the applications of the whole list are not those that were committed to',
    ])
    expect(checkWholeList(sha256, { sale, list: { ...list, root: sha256('another') } }, listed)).toEqual([
      'the whole list is not the one that was published',
    ])
    // The total, four allotments and the root.
    const generous = listed.map((each) => ({ ...each, allotted: each.allotted + 1 }))
    expect(checkWholeList(sha256, { sale: { ...sale, total: 43 }, list }, generous)).toHaveLength(5)
  })

  test('shows an allotment of somebody else that is too large', () => {
    const lie = saleOf({ changed: 3 })
    expect(lie.wrong).toEqual([3])
    expect(problemsOf(lie)[0]).toMatch(/^application 4 should have been allotted \d$/)
  })

  test('shows an application that is left out, added or another', () => {
    const { sale, list, listed } = saleOf({})
    const [first, ...rest] = listed
    const more = { claim: 5, first: 5, applied: 1, allotted: 0 }
    for (const other of [rest, [...listed, more], first ? [{ ...first, applied: 19 }, ...rest] : []])
      expect(problemsOf({ sale, list, listed: other, wrong: [] })[0]).toMatch(/^the applications of the whole list/)
  })

  test('of nobody is right', () => {
    const sale = claimsReceipt({
      ...{ at: 10, project: 3, token: 'NEW', endsAt: 9, supply: 5, cap: 5, total: 0, claims: 0, root: null },
    })
    const list = listReceipt(sha256, sale, { at: 20, ticks: [], last: null, root: null })
    expect(problemsOf({ sale, list, listed: [], wrong: [] })).toEqual([])
  })
})
