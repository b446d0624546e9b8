// The tree of liabilities by itself: sums, negative amounts, parts, proofs, and what an altered proof is refused for.

import { describe, expect, it } from 'vitest'
import { BookSums, type SumLine } from '#domain/desk/books'
import { NegativeBalance, holdingsOf, publicSums, reportedSums } from '#domain/liabilities/holdings'
import { checkLiabilityProof, provenSums } from '#domain/liabilities/proof'
import { type Leaf, NOTHING, SUM_MAX, addSums, leafNode, parentOf, splitHolding } from '#domain/liabilities/tree'
import { amount } from '#domain/money/amount'
import { digest, keyed, nodeOf, treeOf } from './small-tree'

describe('sums', () => {
  it('have a limit, above which no node is made', () => {
    const most = nodeOf('most', SUM_MAX)
    expect(parentOf(digest, most, nodeOf('nothing', 0n)).equity).toBe(SUM_MAX)
    expect(() => parentOf(digest, most, nodeOf('one', 1n))).toThrow('longer than 40 digits')
    expect(() => parentOf(digest, nodeOf('a', 0n, SUM_MAX), nodeOf('b', 0n, 1n))).toThrow('longer than 40 digits')
  })

  it('are refused below zero, in a leaf and in a node', () => {
    const leaf: Leaf = { tree: 7, assetId: 3, holder: '1', part: 0, salt: '', equity: amount(-1n), debt: amount(0n) }
    expect(() => leafNode(digest, leaf)).toThrow('neither negative')
    expect(() => leafNode(digest, { ...leaf, equity: amount(0n), debt: amount(-1n) })).toThrow('neither negative')
    expect(() => parentOf(digest, nodeOf('a', 1n), nodeOf('b', -2n))).toThrow('neither negative')
  })
})

describe('holdings', () => {
  const books = (...sums: SumLine[]) => ({ sums, heard: [] })

  it('are balances, and loans with their interest', () => {
    const holdings = holdingsOf(
      1,
      books(['users', 3, '70'], ['lent', 3, '-50'], ['interest_due', 3, '-2'], ['fees', 3, '9']),
    )
    expect([...holdings]).toEqual([[3, { equity: 70n, debt: 52n }]])
  })

  it('leave out an asset that was owned and owed once', () => {
    expect(holdingsOf(1, books(['users', 3, '0'], ['lent', 3, '0'])).size).toBe(0)
  })

  it('are refused when a balance or a debt is negative', () => {
    expect(() => holdingsOf(5, books(['users', 3, '-1']))).toThrow(NegativeBalance)
    expect(() => holdingsOf(5, books(['lent', 3, '1']))).toThrow('account 5 has a negative balance of asset 3')
  })

  it('of the public holders are debts below zero', () => {
    const sums = new BookSums(books(['insurance', 3, '-4'], ['rebates', 3, '6'], ['users', 3, '1'], ['lent', 3, '-2']))
    expect(publicSums(sums, 'insurance', 3)).toEqual({ equity: 0n, debt: 4n })
    expect(publicSums(sums, 'inviters', 3)).toEqual({ equity: 6n, debt: 0n })
    expect(reportedSums(sums, 3)).toEqual({ equity: 1n, debt: 2n })
  })
})

describe('parts', () => {
  const holding = { tree: 7, assetId: 3, holder: '1', equity: amount(1_000_001n), debt: amount(17n) }

  it('come to the holding, and their sizes and salts are different in each tree', () => {
    const [now, next] = [splitHolding(keyed, holding), splitHolding(keyed, { ...holding, tree: 8 })]
    expect(now.map(({ equity, debt }) => ({ equity, debt })).reduce(addSums, NOTHING)).toEqual({
      equity: 1_000_001n,
      debt: 17n,
    })
    expect(now[0]?.equity).not.toBe(next[0]?.equity)
    expect(new Set([...now, ...next].map(({ salt }) => salt)).size).toBe(4)
  })

  it('split one unit without a negative part', () => {
    for (let holder = 1; holder < 50; holder += 1) {
      const parts = splitHolding(keyed, { ...holding, holder: String(holder), equity: amount(1n) })
      expect(parts.map(({ equity }) => equity).sort()).toEqual([0n, 1n])
    }
  })
})

describe('a proof', () => {
  it('leads to the root, for each account of a tree of any size', () => {
    for (const size of [1, 2, 3, 5, 8, 13]) {
      const { proofOf, total, published } = treeOf(Array.from({ length: size }, (_, index) => BigInt(index * 1_000)))
      expect(total.equity).toBe(BigInt((size * (size - 1)) / 2) * 1_000n)
      for (let account = 1; account <= size; account += 1) {
        const proof = proofOf(String(account))
        expect(checkLiabilityProof(proof, digest)).toEqual([])
        expect(provenSums(proof)).toEqual({ equity: BigInt(account - 1) * 1_000n, debt: BigInt(account - 1) })
        expect(proof.root).toBe(published)
      }
    }
  })

  it('of an account that was left out cannot be made: no other proof passes for it, and the sum is another', () => {
    const [whole, without] = [treeOf([100n, 200n, 300n]), treeOf([100n, 200n])]
    expect(without.published).not.toBe(whole.published)
    expect(whole.total.equity - without.total.equity).toBe(300n)
    expect(checkLiabilityProof(without.proofOf('3'), digest)).toEqual(['it is not written as its rule says: parts'])
    expect(checkLiabilityProof({ ...without.proofOf('2'), holder: '3' }, digest)).not.toEqual([])
    expect(checkLiabilityProof({ ...whole.proofOf('3'), root: without.published }, digest)).toEqual([
      'USDT is not in the list of assets of this root',
    ])
  })

  it('shows of others only parts of what they have', () => {
    const { proofOf } = treeOf([123_456n, 654_321n])
    const text = JSON.stringify(proofOf('1').parts.map(({ path }) => path))
    expect(text).not.toContain(' 654321 ')
  })

  it('is refused whichever field was altered, removed or added', () => {
    const proof = treeOf([100n, 200n, 300n, 400n, 500n]).proofOf('2')
    const altered = mutations(proof)
    expect(altered.length).toBeGreaterThan(80)
    // The day is the file's label: the root that a reader compares is published under a day.
    for (const [at, value] of altered)
      expect([at, checkLiabilityProof(value, digest).length > 0]).toEqual([at, at !== '.day 1'])
  })

  it.each([null, 5, 'text', [], {}, { rule: 'liabilities-1' }])('is refused when it is %j', (value) => {
    expect(checkLiabilityProof(value, digest)).toHaveLength(1)
  })
})

/** The value with one change each: every leaf altered in two ways, every field removed, and one added to every object. */
function mutations(value: unknown, at = ''): (readonly [at: string, value: unknown])[] {
  if (typeof value === 'string') {
    const other = value.startsWith('1') ? '2' : '1'
    return [[`${at} 1`, other + value.slice(1)] as const, [`${at} 2`, `-${value}`] as const]
  }
  if (typeof value === 'number') return [[`${at} 1`, value + 1] as const, [`${at} 2`, -1] as const]
  if (Array.isArray(value)) {
    const inner = value.flatMap((item, index) =>
      mutations(item, `${at}.${index}`).map(([where, changed]) => [where, value.with(index, changed)] as const),
    )
    return [...inner, [`${at} shorter`, value.slice(1)], [`${at} longer`, [...value, value[0]]]]
  }
  const fields = Object.entries(value as Record<string, unknown>)
  return [
    ...fields.flatMap(([name, item]) =>
      mutations(item, `${at}.${name}`).map(
        ([where, changed]) => [where, { ...(value as object), [name]: changed }] as const,
      ),
    ),
    ...fields.map(
      ([name]) => [`${at}.${name} removed`, Object.fromEntries(fields.filter(([other]) => other !== name))] as const,
    ),
    [`${at} with another`, { ...(value as object), another: 1 }],
  ]
}
