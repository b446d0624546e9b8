// Who gets how much, against a slow exact model that deals tokens out one by one in the order that the rule says.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type LastRounded, allottedOf, byRemainder, shareOf, tokensLeft, weightOf } from '#domain/ieo/allocation'
import { type IeoReceipt, checkShare } from '#domain/ieo/receipt'

interface Application {
  readonly claim: number
  readonly applied: number
  readonly cap: number
}

/** As the slices do it: shares first, then the last remainder that is rounded up, then everybody by both. */
function allocate(applications: readonly Application[], supply: number): Map<number, number> {
  const total = applications.reduce((sum, one) => sum + weightOf(one), 0)
  const shares = applications.map((one) => ({ claim: one.claim, ...shareOf(weightOf(one), { supply, total }) }))
  const left = tokensLeft({ supply, total }, shares.reduce((sum, { whole }) => sum + whole, 0)) // prettier-ignore
  const last: LastRounded | null = left > 0 ? ([...shares].sort(byRemainder)[left - 1] ?? null) : null
  return new Map(shares.map((share) => [share.claim, allottedOf(share, last)]))
}

/** With fractions kept as fractions: everybody's exact share, its whole part, and then the largest fractions one by one. */
function slowModel(applications: readonly Application[], supply: number): Map<number, number> {
  const weights = applications.map(({ claim, applied, cap }) => ({ claim, weight: applied < cap ? applied : cap }))
  const total = weights.reduce((sum, { weight }) => sum + BigInt(weight), 0n)
  if (total <= BigInt(supply)) return new Map(weights.map(({ claim, weight }) => [claim, weight]))
  const dealt = new Map<number, number>()
  const fractions: { claim: number; over: bigint }[] = []
  let left = supply
  for (const { claim, weight } of weights) {
    let whole = 0
    // The largest whole number that is not above weight * supply / total.
    while (BigInt(whole + 1) * total <= BigInt(weight) * BigInt(supply)) whole += 1
    dealt.set(claim, whole)
    left -= whole
    fractions.push({ claim, over: BigInt(weight) * BigInt(supply) - BigInt(whole) * total })
  }
  while (left > 0) {
    let best: { claim: number; over: bigint } | undefined
    for (const one of fractions)
      if (!best || one.over > best.over || (one.over === best.over && one.claim < best.claim)) best = one
    if (!best) throw new Error('there is always one more')
    dealt.set(best.claim, (dealt.get(best.claim) ?? 0) + 1)
    fractions.splice(fractions.indexOf(best), 1)
    left -= 1
  }
  return dealt
}

const sales = fc.record({
  supply: fc.integer({ min: 1, max: 300 }),
  asked: fc.array(fc.record({ applied: fc.integer({ min: 1, max: 60 }), cap: fc.integer({ min: 1, max: 60 }) }), {
    minLength: 1,
    maxLength: 40,
  }),
})
const numbered = (asked: readonly { applied: number; cap: number }[]): Application[] =>
  asked.map((one, index) => ({ ...one, claim: 3 * index + 1 }))

describe('the allocation', () => {
  test('is the slow model’s, sums to the supply or to what counts, and is above nobody’s cap or application', () => {
    fc.assert(
      fc.property(sales, ({ supply, asked }) => {
        const applications = numbered(asked)
        const allotted = allocate(applications, supply)
        expect(allotted).toEqual(slowModel(applications, supply))
        const total = applications.reduce((sum, one) => sum + weightOf(one), 0)
        expect([...allotted.values()].reduce((sum, one) => sum + one, 0)).toBe(Math.min(supply, total))
        for (const { claim, applied, cap } of applications)
          expect(allotted.get(claim)).toBeLessThanOrEqual(Math.min(applied, cap))
      }),
      { numRuns: 300 },
    )
  })

  test('does not hang on the order in which applications are read', () => {
    fc.assert(
      fc.property(sales, fc.infiniteStream(fc.nat()), ({ supply, asked }, chance) => {
        const applications = numbered(asked)
        const shuffled = applications
          .map((one) => ({ one, at: chance.next().value as number }))
          .sort((left, right) => left.at - right.at)
          .map(({ one }) => one)
        expect(new Map([...allocate(shuffled, supply)].sort())).toEqual(
          new Map([...allocate(applications, supply)].sort()),
        )
      }),
      { numRuns: 100 },
    )
  })

  test('gives the same to whom it would give the same, but for one token by the order of applications', () => {
    const three = numbered([1, 1, 1].map(() => ({ applied: 10, cap: 10 })))
    expect([...allocate(three, 10).values()]).toEqual([4, 3, 3])
    expect([...allocate(three, 11).values()]).toEqual([4, 4, 3])
    expect([...allocate(three, 30).values()]).toEqual([10, 10, 10])
    expect([...allocate(three, 31).values()]).toEqual([10, 10, 10])
    expect([...allocate(three, 1).values()]).toEqual([1, 0, 0])
  })

  test('shares what a cap takes from one among all', () => {
    const whale = numbered([
      { applied: 900, cap: 100 },
      { applied: 100, cap: 100 },
      { applied: 50, cap: 100 },
    ])
    expect([...allocate(whale, 125).values()]).toEqual([50, 50, 25])
  })

  test('is exact where numbers are as large as they may be', () => {
    const applied = 1_000_000_000_000
    const sale = { supply: 999_999_999_999, total: 9_000 * applied }
    const { whole, remainder } = shareOf(applied, sale)
    expect(BigInt(whole) * BigInt(sale.total) + BigInt(remainder)).toBe(BigInt(applied) * BigInt(sale.supply))
  })
})

describe('a receipt', () => {
  const right: IeoReceipt = {
    ...{ rule: 'ieo-1', project: 1, token: 'MOONB', at: 0, supply: 10, total: 30, last: { remainder: 10, claim: 1 } },
    ...{ claim: 1, applied: 10, cap: 10, allotted: 4, index: 0, size: 3, path: [], root: '' },
  }
  test('says what its numbers come to', () => {
    expect(checkShare(right)).toEqual([])
    expect(checkShare({ ...right, claim: 4, allotted: 3 })).toEqual([])
  })
  test.each([
    [{ allotted: 3 }, 'the share comes to 4 tokens'],
    [{ claim: 4 }, 'the share comes to 3 tokens'],
    [{ cap: 3, allotted: 4 }, 'more was allotted than counted'],
    [{ total: 10, allotted: 10 }, 'tokens were left over'],
  ])('with %j is wrong', (differs, said) => {
    expect(checkShare({ ...right, ...differs }).join()).toContain(said)
  })
})
