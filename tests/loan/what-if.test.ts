import { expect, test } from 'vitest'
import { whatIfMargin } from '#domain/loan/what-if'
import { btc, usdt } from './wallet'

// 10 BTC at 60,000 are 600,000; dollars keep their price.
test.each([
  ['nothing: 150 %', 400_000, 0, { rate: 15_000n, called: 0, isSold: false }],
  ['a tenth up: 165 %', 400_000, 100, { rate: 16_500n, called: 0, isSold: false }],
  ['a fifth down: 120 % exactly, called at 130', 400_000, -200, { rate: 12_000n, called: 13_000, isSold: false }],
  ['0.1 % more: called at 120', 400_000, -201, { rate: 11_985n, called: 12_000, isSold: false }],
  ['110 % exactly is not sold', 480_000, -120, { rate: 11_000n, called: 12_000, isSold: false }],
  ['below 110 % is', 480_000, -121, { rate: 10_987n, called: 12_000, isSold: true }],
  ['everything', 480_000, -1_000, { rate: 0n, called: 12_000, isSold: true }],
])('all prices move by %s', (_name, owes, perMille, expected) => {
  const lines = [btc({ has: 1_000_000_000n }), usdt({ owes: BigInt(owes) * 1_000_000n })]
  expect(whatIfMargin(lines, perMille)).toEqual(expected)
})

test('a moved price is rounded to the nearest step', () => {
  // A thousandth of 1,005 steps is 1.005: 1,006.005 are 1,006, and 1,003.995 are 1,004.
  const rateOf = (perMille: number) =>
    whatIfMargin([btc({ has: 100_000_000n }, { priceSteps: 1_005 }), usdt({ owes: 1_000_000n })], perMille).rate
  expect(rateOf(0)).toBe(1_005_000n)
  expect(rateOf(1)).toBe(1_006_000n)
  expect(rateOf(-1)).toBe(1_004_000n)
})

test('without debts there is no rate', () => {
  expect(whatIfMargin([usdt({ has: 5n })], -500)).toEqual({ rate: null, called: 0, isSold: false })
})
