// The book as a ladder: gathered prices, sums from the best price on, and one's own part.

import { describe, expect, test } from 'vitest'
import { DEPTH_LEVELS } from '#party/protocol/market'
import { evenDecimals, gatherLevels, gatherSteps, ownLots } from '../../app/live/book-levels'

const BIDS = [
  [599_995, 100],
  [599_991, 200],
  [599_984, 300],
] as const
const ASKS = [
  [600_001, 100],
  [600_009, 200],
  [600_011, 300],
] as const

describe('gathering', () => {
  test('one tick leaves the book as it is, with its sums', () => {
    expect(gatherLevels(ASKS, 'ask', 1)).toEqual([
      { ticks: 600_001, lots: 100, sum: 100 },
      { ticks: 600_009, lots: 200, sum: 300 },
      { ticks: 600_011, lots: 300, sum: 600 },
    ])
  })

  test('asks rise to the next multiple and bids fall to it: nobody is promised a better price than there is', () => {
    expect(gatherLevels(ASKS, 'ask', 10)).toEqual([
      { ticks: 600_010, lots: 300, sum: 300 },
      { ticks: 600_020, lots: 300, sum: 600 },
    ])
    expect(gatherLevels(BIDS, 'bid', 10)).toEqual([
      { ticks: 599_990, lots: 300, sum: 300 },
      { ticks: 599_980, lots: 300, sum: 600 },
    ])
  })

  test('gathering loses no lot at any step', () => {
    for (const step of [1, 5, 10, 50, 1000]) {
      expect(gatherLevels(ASKS, 'ask', step).at(-1)?.sum).toBe(600)
      expect(gatherLevels(BIDS, 'bid', step).reduce((all, { lots }) => all + lots, 0)).toBe(600)
    }
  })

  test('a price that is a multiple already stays', () => {
    expect(gatherLevels([[600_000, 1]], 'ask', 10)[0]?.ticks).toBe(600_000)
    expect(gatherLevels([[600_000, 1]], 'bid', 10)[0]?.ticks).toBe(600_000)
  })

  test('of a side that goes on beyond what is told, the last gathered price is left out, for more may stand there', () => {
    const told = Array.from({ length: DEPTH_LEVELS }, (_, level) => [600_001 + level, 1] as const)
    expect(gatherLevels(told, 'ask', 100).map(({ ticks }) => ticks)).toEqual([600_100])
    expect(gatherLevels(told.slice(1), 'ask', 100).map(({ ticks }) => ticks)).toEqual([600_100, 600_200])
    expect(gatherLevels(told, 'ask', 1)).toHaveLength(DEPTH_LEVELS)
    expect(gatherLevels(told, 'ask', 500).map(({ ticks }) => ticks)).toEqual([600_500])
  })

  test('an empty side is an empty ladder', () => expect(gatherLevels([], 'bid', 10)).toEqual([]))
})

test('the steps on offer follow the price: 0.1 to 50 at 60,000.0, and a cheap coin has at least two', () => {
  expect(gatherSteps(600_000)).toEqual([1, 5, 10, 50, 100, 500])
  expect(gatherSteps(700)).toEqual([1, 5, 10])
  expect(gatherSteps(0)).toEqual([1, 5, 10])
})

test("Alice's open bids are marked at their gathered price with what is left of them", () => {
  const order = { side: 'buy', kind: 'limit', ticks: 599_995, lots: 50, lotsFilled: 20 } as const
  const own = ownLots([order, { ...order, ticks: 599_991 }, { ...order, side: 'sell' }], 'bid', 10)
  expect([...own]).toEqual([[599_990, 60]])
  expect(ownLots([order], 'ask', 10).size).toBe(0)
})

test('all quantities of a column have the same decimals, as many as its widest line leaves room for', () => {
  expect(evenDecimals('0.12345', { decimals: 5, digits: 6 })).toBe(5)
  expect(evenDecimals('12.12345', { decimals: 5, digits: 6 })).toBe(4)
  expect(evenDecimals('1234567', { decimals: 0, digits: 6 })).toBe(0)
})
