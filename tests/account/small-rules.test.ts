// Rules of a few lines that decide about money and access: what an insurance fund took, orders without a decision, countries, and bursts.

import { describe, expect, test } from 'vitest'
import { gateStatements } from '#db/platform/seed/gates'
import { SHEETS } from '#domain/desk/sheet'
import { isOpenIn } from '#domain/gate'
import { addTaken, readTaken } from '#domain/insurance'
import { amount } from '#domain/money/amount'
import { isUndecided } from '#domain/order'
import { TokenBucket } from '#domain/token-bucket'

describe('what an insurance fund took', () => {
  test('is read by currency, paid with a minus', () => {
    expect(readTaken('3:1200,1:-5')).toEqual([
      { assetId: 3, value: 1_200n },
      { assetId: 1, value: -5n },
    ])
    expect(readTaken('12:34567890123456789012')).toEqual([{ assetId: 12, value: 34_567_890_123_456_789_012n }])
    for (const none of ['0', '', 'x3:5', '3:5x', '3:', ':5', '3:--5']) expect(readTaken(none)).toEqual([])
  })

  test('is summed by currency; what comes to nothing is gone', () => {
    const take = (text: string, assetId: number, value: bigint) => addTaken(text, { assetId, value: amount(value) })
    expect(take('0', 3, 1_200n)).toBe('3:1200')
    expect(take('3:1200', 1, -5n)).toBe('3:1200,1:-5')
    expect(take('3:1200,1:-5', 3, 34n)).toBe('3:1234,1:-5')
    expect(take('3:1200,1:-5', 3, -1_200n)).toBe('1:-5')
    expect(take('3:1200', 3, -1_200n)).toBe('0')
  })
})

test.each([
  ['pending', 'gtc', true],
  ['pending', 'ioc', true],
  ['open', 'gtc', false],
  ['open', 'ioc', true],
  ['open', 'fok', true],
  ['filled', 'ioc', false],
  ['cancelled', 'fok', false],
] as const)('an order that is %s and %s waits for the Market’s decision: %s', (state, timeInForce, is) =>
  expect(isUndecided({ state, timeInForce })).toBe(is),
)

test('a product is open where its own row says so, else where that of all others does', () => {
  const row = (product: string, country: string, isOpen: boolean) => ({ product, country, isOpen })
  const rows = [
    // Another product's row of the same country counts for nothing.
    row('options', 'TH', false),
    row('game', 'JP', false),
    row('game', '*', true),
    row('options', 'ZZ', true),
    row('options', '*', false),
  ]
  const is = (product: string, country: string) => isOpenIn(rows, product, country)
  expect([is('game', 'JP'), is('game', 'TH'), is('game', '')]).toEqual([false, true, true])
  // An unknown country has a row of its own, ZZ.
  expect([is('options', 'JP'), is('options', '')]).toEqual([false, true])
  expect([is('loans', 'JP'), isOpenIn([row('game', 'JP', true)], 'game', 'TH')]).toEqual([false, false])
})

describe('a bucket of twenty, which gains two a second', () => {
  const bucket = () => new TokenBucket({ atOnceMax: 20, perSecond: 2 }, 1_000)

  test('gives what it holds at once, and says after how many whole seconds it will hold enough', () => {
    const some = bucket()
    expect([some.take(15, 1_000), some.take(5, 1_000)]).toEqual([0, 0])
    // Three at two a second; a refusal costs nothing.
    expect([some.take(3, 1_000), some.take(3, 1_000), some.take(2, 1_000)]).toEqual([2, 2, 1])
    expect([some.take(3, 2_499), some.take(3, 2_500)]).toEqual([1, 0])
  })

  test('holds twenty at most, and a clock that goes back gains nothing', () => {
    const full = bucket()
    expect([full.take(20, 1_000_000), full.take(1, 1_000_000)]).toEqual([0, 1])
    expect([full.take(1, 990_000), full.take(1, 990_500)]).toEqual([1, 0])
  })
})

test('the desk may gate every product that has gates on the first day', () => {
  const [product] = SHEETS.gates.cells
  const seeded = new Set(gateStatements().flatMap((sql) => [...sql.matchAll(/\('(\w+)', '/g)].map(([, name]) => name)))
  expect(seeded.size).toBeGreaterThan(5)
  expect(product.is.choices).toEqual(expect.arrayContaining([...seeded]))
})
