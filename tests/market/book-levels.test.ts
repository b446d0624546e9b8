// What the fast book finds prices with: the levels of a side with their queues, and the ranks in use.

import { describe, expect, it } from 'vitest'
import { NOBODY, OrderPool } from '#party/market/order-pool'
import { PriceLevels } from '#party/market/price-levels'
import { NO_LEVEL, RankMap } from '#party/market/rank-map'

const MAX = Number.MAX_SAFE_INTEGER

describe('the levels of a side', () => {
  const made = () => {
    const pool = new OrderPool()
    const levels = new PriceLevels(pool)
    const put = (id: number, rank: number, lots: number) => {
      const slot = pool.take({ id, owner: 0 }, 1, rank, lots)
      levels.append(slot)
      return slot
    }
    return { pool, levels, put }
  }

  it('are empty at first', () => {
    const { levels } = made()
    expect([levels.best, levels.headAt(7), levels.lotsAt(7), levels.nextRank(7)]).toEqual([
      Infinity,
      NOBODY,
      0,
      Infinity,
    ])
    expect(levels.depth(5)).toEqual([])
  })

  it('queue orders by time, and show the best first', () => {
    const { levels, put } = made()
    const [first, second, third] = [put(1, 101, 2), put(2, 103, 5), put(3, 101, 4)]
    expect([levels.best, levels.firstOrder(), levels.headAt(103)]).toEqual([101, first, second])
    expect(levels.depth(5)).toEqual([
      [101, 6],
      [103, 5],
    ])
    expect(levels.depth(1)).toEqual([[101, 6]])
    expect(levels.depth(0)).toEqual([])
    levels.shrink(first, 1)
    expect([levels.lotsAt(101), levels.lotsAt(102), levels.lotsAt(103)]).toEqual([5, 0, 5])
    levels.remove(first)
    expect([levels.firstOrder(), levels.lotsAt(101)]).toEqual([third, 4])
    // A better price becomes the first, and its end makes the former best again.
    const better = put(4, -7, 1)
    expect([levels.best, levels.firstOrder(), levels.nextRank(-7)]).toEqual([-7, better, 101])
    expect(levels.depth(5)[0]).toEqual([7, 1])
    levels.remove(better)
    expect([levels.best, levels.firstOrder()]).toEqual([101, third])
    levels.remove(second)
    expect([levels.best, levels.firstOrder(), levels.lotsAt(103)]).toEqual([101, third, 0])
    levels.remove(third)
    expect([levels.best, levels.depth(5)]).toEqual([Infinity, []])
  })

  it('close the gap of one that leaves from the front, the middle or the end of a queue', () => {
    const { pool, levels, put } = made()
    const slots = [1, 2, 3, 4, 5].map((id) => put(id, 10, 10 ** id)) as [number, number, number, number, number]
    const queue = () => {
      const ids: number[] = []
      for (let slot = levels.headAt(10); slot !== NOBODY; slot = pool.next(slot)) ids.push(pool.id(slot))
      return [levels.lotsAt(10), ...ids]
    }
    expect(queue()).toEqual([111_110, 1, 2, 3, 4, 5])
    levels.remove(slots[2])
    expect(queue()).toEqual([110_110, 1, 2, 4, 5])
    levels.remove(slots[4])
    expect(queue()).toEqual([10_110, 1, 2, 4])
    put(6, 10, 10 ** 6)
    expect(queue()).toEqual([1_010_110, 1, 2, 4, 6])
    levels.remove(slots[0])
    expect(queue()).toEqual([1_010_100, 2, 4, 6])
    put(7, 10, 10 ** 7)
    expect(queue()).toEqual([11_010_100, 2, 4, 6, 7])
  })

  it('are made again of closed ones, the last one first, without what those had', () => {
    const { pool, levels, put } = made()
    const [one, two] = [put(1, 1, 5), put(2, 2, 6)]
    levels.remove(one)
    levels.remove(two)
    const again = [put(3, 3, 7), put(4, 4, 8), put(5, 5, 9)]
    expect(levels.depth(9)).toEqual([
      [3, 7],
      [4, 8],
      [5, 9],
    ])
    expect([3, 4, 5].map((rank) => levels.headAt(rank))).toEqual(again)
    expect(again.map((slot) => pool.level(slot))).toEqual([2, 1, 3])
  })

  it('keep five thousand prices', () => {
    const { levels, put } = made()
    const slots = Array.from({ length: 5_000 }, (_, at) => put(1 + at, 10_000 - at, 1 + at))
    expect(levels.best).toBe(5_001)
    expect(slots.map((_, at) => levels.headAt(10_000 - at))).toEqual(slots)
    expect(slots.map((_, at) => levels.lotsAt(10_000 - at))).toEqual(slots.map((_, at) => 1 + at))
    expect(levels.depth(2)).toEqual([
      [5_001, 5_000],
      [5_002, 4_999],
    ])
  })

  it('add lots up to the largest safe number exactly, and count them again when fewer are left', () => {
    const { levels, put } = made()
    const one = put(1, 1, MAX - 3)
    put(2, 1, 3)
    expect(levels.lotsAt(1)).toBe(MAX)
    const third = put(3, 1, 1)
    expect(levels.lotsAt(1)).toBe(MAX)
    levels.remove(third)
    expect(levels.lotsAt(1)).toBe(MAX)
    levels.remove(one)
    expect([levels.lotsAt(1), levels.depth(1)]).toEqual([3, [[1, 3]]])
  })
})

describe('the ranks in use', () => {
  const filled = (ranks: readonly number[]) => {
    const map = new RankMap()
    for (const [at, rank] of ranks.entries()) map.add(rank, 1 + at)
    return map
  }
  /** Ranks from the best on, found one by one. */
  const walk = (map: RankMap, from = -MAX) => {
    const ranks: number[] = []
    for (let rank = map.next(from); rank !== Infinity && ranks.length < 10_000; rank = map.next(rank)) ranks.push(rank)
    return ranks
  }

  // Edges of words of 32 and of chunks of 256, on both sides of zero, and prices as far apart as they can be.
  const edges = [1 - MAX, -257, -256, -255, -33, -32, -31, -1, 0, 1, 30, 31, 32, 63, 64, 255, 256, 257, 511, 512, MAX]

  it('are found with their levels and in order, whatever the order they came in', () => {
    for (const ranks of [edges, edges.toReversed()]) {
      const map = filled(ranks)
      expect(walk(map)).toEqual(edges)
      expect(ranks.map((rank) => map.get(rank))).toEqual(ranks.map((_, at) => 1 + at))
      for (const none of [-258, -34, -30, -2, 2, 29, 33, 65, 254, 258, 510, 513, 768, MAX - 1])
        expect(map.get(none)).toBe(NO_LEVEL)
    }
  })

  it.each(edges)('keep the others when %i goes, and take it again', (gone) => {
    const map = filled(edges)
    map.remove(gone)
    expect(map.get(gone)).toBe(NO_LEVEL)
    expect(walk(map)).toEqual(edges.filter((rank) => rank !== gone))
    map.add(gone, 99)
    expect([map.get(gone), walk(map)]).toEqual([99, edges])
  })

  it('are found from between them', () => {
    const map = filled([5, 300, 1_000_000])
    expect([-MAX, 4, 5, 6, 299, 300, 999_999].map((rank) => map.next(rank))).toEqual([
      ...[5, 5, 300, 300, 300, 1_000_000, 1_000_000],
    ])
    expect([map.next(1_000_000), map.next(MAX), new RankMap().next(0)]).toEqual([Infinity, Infinity, Infinity])
  })

  it('take the place of emptied neighbours without what those had', () => {
    const map = filled([1, 2, 300])
    map.remove(1)
    expect(walk(map)).toEqual([2, 300])
    map.remove(2)
    map.remove(300)
    expect(walk(map)).toEqual([])
    map.add(5_001, 7)
    expect([walk(map), map.get(5_001), map.get(1), map.get(5_002)]).toEqual([[5_001], 7, NO_LEVEL, NO_LEVEL])
  })

  it('are many: a price in each of five thousand chunks, of which many are remembered at the same place', () => {
    const ranks = Array.from({ length: 5_000 }, (_, at) => (at - 2_500) * 256 + (at % 256))
    const map = filled(ranks)
    expect(walk(map)).toEqual(ranks)
    expect(ranks.map((rank) => map.get(rank))).toEqual(ranks.map((_, at) => 1 + at))
    for (const rank of ranks) if (rank % 2 === 0) map.remove(rank)
    expect(walk(map)).toEqual(ranks.filter((rank) => rank % 2 !== 0))
    expect(ranks.filter((rank) => map.get(rank) === NO_LEVEL)).toEqual(ranks.filter((rank) => rank % 2 === 0))
  })
})
