// Allocation against a slow exact model that distributes tokens one by one by the rule.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type LastRounded, allottedOf, byRemainder, shareOf, tokensLeft, weightOf } from '#domain/ieo/allotment'
import { type OldIeoReceipt, checkShare } from '#domain/ieo/receipt'

interface Application {
  readonly claim: number
  readonly applied: number
  readonly cap: number
  /** Nothing: nobody applies twice. */
  readonly person?: number
}

/** Allocates in the order of production: shares, then the last remainder rounded up, then each application's tokens. */
function allocate(applications: readonly Application[], supply: number): Map<number, number> {
  const placed = applications.map((one) => {
    const own = applications.filter(({ person = -1 }) => person === one.person)
    const all = own.length > 0 ? own : [one]
    const sumOf = (some: readonly Application[]) => some.reduce((sum, { applied }) => sum + applied, 0)
    const before = sumOf(all.filter(({ claim }) => claim < one.claim))
    return { ...one, first: Math.min(...all.map(({ claim }) => claim)), before, inAll: sumOf(all) }
  })
  const people = placed.filter(({ before }) => before === 0)
  const total = people.reduce((sum, one) => sum + weightOf(one), 0)
  const shares = placed.map((one) => ({ ...one, ...shareOf(weightOf(one), { supply, total }) }))
  const heads = shares.filter(({ before }) => before === 0)
  const left = tokensLeft({ supply, total }, heads.reduce((sum, { whole }) => sum + whole, 0)) // prettier-ignore
  const last: LastRounded | null = left > 0 ? ([...heads].sort(byRemainder)[left - 1] ?? null) : null
  return new Map(shares.map((share) => [share.claim, allottedOf(share, last)]))
}

/** Exact fractions: each share's whole part first, then one token each for the largest remainders. */
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
        const total = applications.reduce((sum, { applied, cap }) => sum + Math.min(applied, cap), 0)
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

  test('gives a person who applied a hundred times for one what one application for a hundred gets', () => {
    const split = Array.from({ length: 100 }, (_, index) => ({ claim: 2 * index + 2, applied: 1, cap: 500, person: 1 }))
    const others = [
      { claim: 1, applied: 100, cap: 500 },
      { claim: 999, applied: 300, cap: 500 },
    ]
    const allotted = allocate([...split, ...others], 51)
    // Exact shares 10.2 and 30.6: the remaining token doesn't go to the user who split the application.
    expect([allotted.get(1), allotted.get(999)]).toEqual([10, 31])
    expect(split.map(({ claim }) => allotted.get(claim))).toEqual(split.map((_, index) => (index < 10 ? 1 : 0)))
  })

  test('gives however a person cuts an amount into applications the same, no application more than it asked for', () => {
    fc.assert(
      fc.property(sales, fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 12 }), (sale, parts) => {
        const rest = numbered(sale.asked).map((one) => ({ ...one, claim: one.claim + 100 }))
        const cut = parts.map((applied, index) => ({ claim: 3 * index + 1, applied, cap: 240, person: 1 }))
        const whole = { claim: 1, applied: parts.reduce((sum, one) => sum + one, 0), cap: 240 }
        const asOne = allocate([whole, ...rest], sale.supply)
        const asMany = allocate([...cut, ...rest], sale.supply)
        const own = cut.map(({ claim }) => asMany.get(claim) ?? -1)
        expect(own.reduce((sum, one) => sum + one, 0)).toBe(asOne.get(1))
        for (const [index, one] of own.entries()) expect(one).toBeLessThanOrEqual(parts[index] ?? 0)
        for (const { claim } of rest) expect(asMany.get(claim)).toBe(asOne.get(claim))
      }),
      { numRuns: 200 },
    )
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
  const right: OldIeoReceipt = {
    ...{ rule: 'ieo-2', project: 1, token: 'MOONB', at: 0, supply: 10, total: 30, last: { remainder: 10, first: 1 } },
    ...{
      claim: 1,
      applied: 10,
      first: 1,
      before: 0,
      inAll: 10,
      cap: 10,
      allotted: 4,
      index: 0,
      size: 3,
      path: [],
      root: '',
    },
  }
  test('says what its numbers come to', () => {
    expect(checkShare(right)).toEqual([])
    expect(checkShare({ ...right, claim: 4, first: 4, allotted: 3 })).toEqual([])
    const second = { claim: 4, applied: 4, before: 6, inAll: 10 }
    expect(checkShare({ ...right, ...second, allotted: 0 })).toEqual([])
    expect(checkShare({ ...right, ...second, before: 3, allotted: 1 })).toEqual([])
  })
  test.each([
    [{ allotted: 3 }, 'the share comes to 4 tokens'],
    [{ claim: 4, first: 4 }, 'the share comes to 3 tokens'],
    [{ claim: 4 }, 'not one of those'],
    [{ before: 1 }, 'not one of those'],
    [{ inAll: 9 }, 'not one of those'],
    [{ cap: 3, allotted: 4 }, 'more was allotted than counted'],
    [{ total: 10, allotted: 10 }, 'tokens were left over'],
  ])('with %j is wrong', (differs, said) => {
    expect(checkShare({ ...right, ...differs }).join()).toContain(said)
  })
})
