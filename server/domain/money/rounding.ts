// Integer division with named rounding. All divisions of money use it. Every function takes bigints of any sign, refuses a zero divisor,
// and is exact.

import { assert } from '../assert'

/** Quotient towards minus infinity. `divideDown(7n, 2n)` is `3n`, `divideDown(-7n, 2n)` is `-4n`. */
export function divideDown(dividend: bigint, divisor: bigint): bigint {
  assert(divisor !== 0n, 'division by zero')
  const quotient = dividend / divisor
  const isInexact = dividend % divisor !== 0n
  return isInexact && dividend < 0n !== divisor < 0n ? quotient - 1n : quotient
}

/** Quotient towards plus infinity. `divideUp(7n, 2n)` is `4n`, `divideUp(-7n, 2n)` is `-3n`. */
export function divideUp(dividend: bigint, divisor: bigint): bigint {
  return -divideDown(-dividend, divisor)
}

/** Nearest quotient; a tie goes to the even neighbour. `divideHalfEven(5n, 2n)` is `2n`. */
export function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const down = divideDown(dividend, divisor)
  const size = divisor < 0n ? -divisor : divisor
  const rest = dividend - down * divisor
  const twice = (rest < 0n ? -rest : rest) * 2n
  if (twice < size) return down
  if (twice > size) return down + 1n
  return down % 2n === 0n ? down : down + 1n
}

/**
 * Splits `total` by non-negative integer `weights`; the shares add up to `total` exactly.
 * What rounding down leaves over goes, one unit at a time, to the first shares with a weight.
 */
export function allocate(total: bigint, weights: readonly bigint[]): bigint[] {
  const weightSum = weights.reduce((sum, weight) => sum + weight, 0n)
  assert(weightSum > 0n, 'allocate needs a positive weight')
  const shares = weights.map((weight) => divideDown(total * weight, weightSum))
  let rest = total - shares.reduce((sum, share) => sum + share, 0n)
  return shares.map((share, index) => {
    if (rest === 0n || weights[index] === 0n) return share
    rest -= 1n
    return share + 1n
  })
}
