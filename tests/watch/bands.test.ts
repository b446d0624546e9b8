import { expect, test } from 'vitest'
import { type Band, Bands, isReached } from '#party/watch/bands'

/** Deterministic pseudo-random numbers (linear congruential). */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % below
}

test.each([1, 2, 3])('among ten thousand bands a tick finds whom a plain list finds (seed %i)', (seed) => {
  const random = numbers(seed)
  const drawn = (least: number): number | null => (random(4) === 0 ? null : least + random(50_000))
  const members = Array.from({ length: 10_000 }, (): Band => ({
    low: drawn(550_000),
    high: drawn(600_001),
    next: random(50) === 0 ? random(100) : null,
  }))
  const bands = new Bands<Band>()
  for (const member of members) bands.add(member)
  const present = new Set(members)
  for (let at = 0; at < 100; at += 1) {
    const tick = { at, priceSteps: 560_000 + random(80_000) }
    const reached = bands.reachedBy(tick)
    expect(reached).toEqual(new Set([...present].filter((member) => isReached(member, tick))))
    for (const member of reached) {
      if (random(2) === 0) continue
      bands.remove(member)
      present.delete(member)
    }
    expect(bands.size).toBe(present.size)
  }
})

test('a price at an edge reaches it, a step inside does not', () => {
  const bands = new Bands<Band>()
  const member = { low: 590_000, high: 610_000, next: 5_000 }
  bands.add(member)
  const finds = (priceSteps: number, at: number): boolean => bands.reachedBy({ at, priceSteps }).has(member)
  expect([589_999, 590_000, 590_001, 609_999, 610_000, 610_001].map((priceSteps) => finds(priceSteps, 0))).toEqual([
    true,
    true,
    false,
    false,
    true,
    true,
  ])
  expect([4_999, 5_000].map((at) => finds(600_000, at))).toEqual([false, true])
})

test('a band that has changed since is taken out by the edges that it came with', () => {
  const bands = new Bands<{ low: number | null; high: number | null; next: number | null }>()
  const member = { low: 1, high: 9, next: 3 }
  bands.add(member)
  Object.assign(member, { low: 5, high: null, next: null })
  bands.add(member)
  expect(bands.reachedBy({ at: 9, priceSteps: 9 }).size).toBe(0)
  expect(bands.reachedBy({ at: 9, priceSteps: 5 }).size).toBe(1)
  bands.remove(member)
  expect(bands.reachedBy({ at: 9, priceSteps: 0 }).size).toBe(0)
})
