// Rounding: tables of edge cases, and properties for all integers.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allocate, divideDown, divideHalfEven, divideUp } from '#domain/money/rounding'

const TABLE: readonly [dividend: bigint, divisor: bigint, down: bigint, up: bigint, halfEven: bigint][] = [
  [0n, 3n, 0n, 0n, 0n],
  [1n, 3n, 0n, 1n, 0n],
  [2n, 3n, 0n, 1n, 1n],
  [3n, 3n, 1n, 1n, 1n],
  [5n, 2n, 2n, 3n, 2n],
  [7n, 2n, 3n, 4n, 4n],
  [-1n, 3n, -1n, 0n, 0n],
  [-5n, 2n, -3n, -2n, -2n],
  [-7n, 2n, -4n, -3n, -4n],
  [5n, -2n, -3n, -2n, -2n],
  [10n ** 40n + 1n, 2n, 5n * 10n ** 39n, 5n * 10n ** 39n + 1n, 5n * 10n ** 39n],
]
test.each(TABLE)('%s divided by %s is %s down, %s up, %s to the even half', (dividend, divisor, down, up, halfEven) => {
  expect([divideDown(dividend, divisor), divideUp(dividend, divisor), divideHalfEven(dividend, divisor)]).toEqual([
    down,
    up,
    halfEven,
  ])
})

test('Division by zero is a broken assumption', () => {
  for (const divide of [divideDown, divideUp, divideHalfEven]) expect(() => divide(1n, 0n)).toThrow('division by zero')
})

const integer = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n })
const divisor = integer.filter((value) => value !== 0n)

test('Down and up enclose the exact quotient, one apart unless it is whole', () => {
  fc.assert(
    fc.property(integer, divisor, (dividend, by) => {
      const [down, up] = [divideDown(dividend, by), divideUp(dividend, by)]
      expect(up - down).toBe(dividend % by === 0n ? 0n : 1n)
      const size = by < 0n ? -by : by
      const rest = dividend * (by < 0n ? -1n : 1n) - down * size
      expect(rest >= 0n && rest < size).toBe(true)
    }),
  )
})

test('Half even is the nearer of the two, and even in a tie', () => {
  fc.assert(
    fc.property(integer, divisor, (dividend, by) => {
      const nearest = divideHalfEven(dividend, by)
      const size = by < 0n ? -by : by
      const distance = dividend * (by < 0n ? -1n : 1n) - nearest * size
      const twice = (distance < 0n ? -distance : distance) * 2n
      expect(twice < size || (twice === size && nearest % 2n === 0n)).toBe(true)
    }),
  )
})

test('Shares of an allocation sum back to the whole, and nobody without a weight gets anything', () => {
  fc.assert(
    fc.property(
      integer,
      fc.array(fc.bigInt({ min: 0n, max: 1_000n }), { minLength: 1, maxLength: 12 }),
      (total, weights) => {
        fc.pre(weights.some((weight) => weight > 0n))
        const shares = allocate(total, weights)
        expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(total)
        expect(shares.every((share, index) => weights[index] !== 0n || share === 0n)).toBe(true)
      },
    ),
  )
})

test('Ten units among three equals are four, three and three', () => {
  expect(allocate(10n, [1n, 1n, 1n])).toEqual([4n, 3n, 3n])
  expect(() => allocate(10n, [0n, 0n])).toThrow('positive weight')
})
