import { expect, test } from 'vitest'
import { amount } from '#domain/money/amount'
import { changeOf } from '../../app/live/use-today'

const usdt = (whole: number) => amount(BigInt(whole) * 10n ** 8n)

const today = {
  at: 0,
  change: '-10',
  base: '5000',
  held: [
    // Three coins, two of them bought for 100 together.
    { code: 'AAA', scale: 2, units: '300', price: '60', known: '200', cost: '100.00' },
    { code: 'BBB', scale: 2, units: '100', price: '7', known: '0', cost: '0.00' },
  ],
}

test('the change of today moves with the price of all units, a result with that of the units of known cost', () => {
  const { change, base, results } = changeOf(
    today,
    new Map([
      ['AAA', usdt(45)],
      ['BBB', usdt(8)],
    ]),
  )
  // -10 + 3 × (45 − 60) + 1 × (8 − 7)
  expect(change).toBe(-usdt(54))
  expect(base).toBe(usdt(5000))
  // 2 × 45 − 100; nothing is known of what BBB cost.
  expect([...results]).toEqual([['AAA', -usdt(10)]])
})

test('without a price there is neither', () => {
  const { change, results } = changeOf(today, new Map())
  expect(change).toBe(-usdt(10))
  expect(results.size).toBe(0)
})
