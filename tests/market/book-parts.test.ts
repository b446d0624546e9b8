// What the fast book is built of, part by part: the state hash, the checks of an order, the index of ids and the pool.

import { describe, expect, it, test } from 'vitest'
import type { BookOrder, RestingOrder } from '#party/market/book'
import { BOOK_HASH_START, hashOrder } from '#party/market/book-hash'
import { assertLotsLeft, assertRestorable, assertSubmittable } from '#party/market/book-order'
import { OrderIndex } from '#party/market/order-index'
import { NOBODY, OrderPool } from '#party/market/order-pool'
import { seeded } from './book-orders-at-random'

const MAX = Number.MAX_SAFE_INTEGER

describe('the state hash is FNV-1a over the low and the high word of each number', () => {
  const first = { id: 1, owner: 2, side: 'buy', ticks: 3, lotsLeft: 4 } as const
  // While each word is below 256, this is the published FNV-1a of as many bytes.
  test.each([
    ['01 00 02 00 03 00 04 00', BOOK_HASH_START, first, 0x4ef5d981],
    [
      '05 01 02 00 07 03 04 02',
      BOOK_HASH_START,
      { ...first, id: 0x1_0000_0005, ticks: 0x3_0000_0007, lotsLeft: 0x2_0000_0004 },
      0xf0a4779d,
    ],
    [
      'the first, then 05 00 06 00 07 00 08 00',
      0x4ef5d981,
      { id: 5, owner: 6, side: 'buy', ticks: 7, lotsLeft: 8 } as const,
      0x9031fffd,
    ],
    // A sell's price is hashed as its negative: its words are fffffffd and ffffffff.
    ['a sell', BOOK_HASH_START, { ...first, side: 'sell' } as const, 0x4022f97e],
  ])('%s', (_, before, order, hash) => expect(hashOrder(before, order)).toBe(hash | 0))

  it('starts at the offset of FNV', () => expect(BOOK_HASH_START >>> 0).toBe(2166136261))
})

describe('an order that a book is given', () => {
  const limit: BookOrder = {
    ...{ id: 8, owner: 0, side: 'buy', ticks: 1, lots: 1, budgetTickLots: null },
    ...{ isMarket: false, isPostOnly: false, timeInForce: 'gtc', selfTrade: 'cancel_both' },
  }
  const budget = { isMarket: true, lots: 0, budgetTickLots: 1 } as const
  test.each<[string, Partial<BookOrder>]>([
    ['the least', {}],
    ['the most', { id: MAX, owner: MAX, ticks: MAX, lots: MAX }],
    ['a market sell at any price', { isMarket: true, side: 'sell', ticks: 0 }],
    ['a market buy by the least budget', budget],
    ['a market buy by the largest budget', { ...budget, budgetTickLots: MAX }],
  ])('%s is taken', (_, terms) => expect(() => assertSubmittable({ ...limit, ...terms }, 7)).not.toThrow())

  const [id, owner, price] = [
    'an order has a safe id above every id before it',
    'an owner is an account number',
    'a price is a positive, safe number of ticks',
  ]
  const lots = 'a quantity is a positive, safe number of lots'
  const budgets = ['only a market buy has a budget', 'a budget is a positive, safe number'] as const
  test.each<[string, Partial<BookOrder>]>([
    [id, { id: 7 }],
    [id, { id: 2 ** 53 }],
    [owner, { owner: -1 }],
    [owner, { owner: 0.5 }],
    [price, { ticks: 0 }],
    [price, { ticks: -1 }],
    [price, { isMarket: true, ticks: -1 }],
    [price, { ticks: 2 ** 53 }],
    [lots, { lots: 0 }],
    [lots, { lots: 1.5 }],
    [lots, { isMarket: true, lots: 0 }],
    [budgets[0], { ...budget, isMarket: false }],
    [budgets[0], { ...budget, side: 'sell' }],
    [budgets[1], { ...budget, budgetTickLots: 0 }],
    [budgets[1], { ...budget, budgetTickLots: 2 ** 53 }],
  ])('%s: %o is refused', (words, terms) => expect(() => assertSubmittable({ ...limit, ...terms }, 7)).toThrow(words))

  const resting: RestingOrder = { id: 1, owner: 0, side: 'sell', ticks: 1, lotsLeft: 1 }
  const left = 'a resting order has a positive, safe number of lots left'
  it('rests again as it was', () => {
    expect(() => assertRestorable(resting)).not.toThrow()
    expect(() => assertRestorable({ id: MAX, owner: MAX, side: 'buy', ticks: MAX, lotsLeft: MAX })).not.toThrow()
    expect(() => assertLotsLeft(1)).not.toThrow()
    expect(() => assertLotsLeft(0)).toThrow(left)
  })
  test.each<[string, Partial<RestingOrder>]>([
    ['an order has a positive, safe id', { id: 0 }],
    [owner, { owner: -1 }],
    [owner, { owner: 2 ** 53 }],
    [price, { ticks: 0 }],
    [left, { lotsLeft: 0 }],
    [left, { lotsLeft: 2 ** 53 }],
  ])('%s: %o does not rest again', (words, terms) =>
    expect(() => assertRestorable({ ...resting, ...terms })).toThrow(words),
  )
})

const order = (id: number) => ({ id, owner: 10_000 + id })

describe('the index of orders', () => {
  const filled = (ids: readonly number[]) => {
    const pool = new OrderPool()
    const index = new OrderIndex(pool)
    const slots = new Map(ids.map((id) => [id, pool.take(order(id), 1, 100, 1)]))
    for (const [id, slot] of slots) index.add(id, slot)
    return { index, slots }
  }
  const expectFound = ({ index, slots }: ReturnType<typeof filled>) =>
    expect([...slots].find(([id, slot]) => index.find(id) !== slot)).toBeUndefined()

  it('finds each of five thousand orders, and none that was removed or never came', () => {
    const book = filled(Array.from({ length: 5_000 }, (_, at) => 1 + at * 3))
    expectFound(book)
    const gone = [...book.slots.keys()].filter((id) => id % 2 === 0)
    expect(gone.map((id) => book.index.remove(id))).toEqual(gone.map((id) => book.slots.get(id)))
    for (const id of gone) book.slots.delete(id)
    for (const how of ['find', 'remove'] as const)
      expect(gone.map((id) => book.index[how](id)).filter((slot) => slot !== NOBODY)).toEqual([])
    expectFound(book)
    expect([2, 3, 15_001, MAX].map((id) => book.index.find(id))).toEqual([NOBODY, NOBODY, NOBODY, NOBODY])
  })

  // Each of these begins its search at the last cell of an index that has not grown, so the second lies in the first cell.
  const ofLastCell = [3_023, 7_903, 10_919, 15_799, 20_679, 23_695]
  it.each(ofLastCell.map((_, at) => at))('finds the others when number %i of those around its end goes', (gone) => {
    // Two that begin at the first cell stand behind those.
    const book = filled([...ofLastCell, 1_864, 4_880])
    const id = ofLastCell[gone] ?? 0
    book.index.remove(id)
    book.slots.delete(id)
    expectFound(book)
    expect(book.index.find(id)).toBe(NOBODY)
  })

  it('tells apart orders whose tags are equal', () => {
    const book = filled([9, 1_952_021_137, 3_904_042_265])
    expectFound(book)
    book.index.remove(9)
    expect([9, 1_952_021_137].map((id) => book.index.find(id))).toEqual([NOBODY, book.slots.get(1_952_021_137)])
  })

  it('keeps up with orders that come and go, with ids up to the largest', () => {
    const draw = seeded(7)
    const pool = new OrderPool()
    const index = new OrderIndex(pool)
    const slots = new Map<number, number>()
    const wrong: number[] = []
    for (let turn = 1; turn <= 20_000; turn++) {
      const id = draw(2) === 0 ? 1 + draw(3_000) : MAX - draw(3_000)
      const slot = slots.get(id)
      if (index.find(id) !== (slot ?? NOBODY)) wrong.push(id)
      if (slot === undefined) {
        const taken = pool.take(order(id), 0, 1, 1)
        index.add(id, taken)
        slots.set(id, taken)
      } else {
        if (index.remove(id) !== slot) wrong.push(id)
        pool.free(slot)
        slots.delete(id)
      }
    }
    expect(wrong).toEqual([])
    expectFound({ index, slots })
  })
})

describe('the pool of orders', () => {
  it('keeps what it is given, in slots from one on, also when it grows', () => {
    const pool = new OrderPool()
    const slots = Array.from({ length: 1_000 }, (_, at) =>
      pool.take({ id: MAX - at, owner: at }, at % 2, 100 - at, 1 + at),
    )
    expect(slots).toEqual(slots.map((_, at) => 1 + at))
    for (const [at, slot] of slots.entries()) {
      pool.setLevel(slot, 7 * at)
      pool.link(slot, slot - 1)
    }
    const later = Array.from({ length: 1_100 }, (_, at) => pool.take(order(at), 1, 1, at))
    expect([pool.size, later.at(-1)]).toEqual([2_100, 2_100])
    for (const [at, slot] of slots.entries()) {
      expect([pool.id(slot), pool.owner(slot), pool.isBuy(slot), pool.rank(slot)]).toEqual([
        ...[MAX - at, at, at % 2, 100 - at],
      ])
      expect([pool.lots(slot), pool.level(slot), pool.previous(slot), pool.next(slot)]).toEqual([
        ...[1 + at, 7 * at, at, at < 999 ? at + 2 : NOBODY],
      ])
    }
    expect(later.map((slot) => pool.lots(slot))).toEqual(later.map((_, at) => at))
  })

  it('gives freed slots again, the last one first', () => {
    const pool = new OrderPool()
    const [first, second, third] = [1, 2, 3].map((id) => pool.take(order(id), 0, 5, 5)) as [number, number, number]
    pool.free(first)
    pool.free(third)
    expect(pool.size).toBe(1)
    expect([4, 5, 6].map((id) => pool.take(order(id), 1, 6, 6))).toEqual([third, first, 4])
    expect(pool.size).toBe(4)
    expect([pool.id(second), pool.isBuy(second), pool.isBuy(third)]).toEqual([2, 0, 1])
  })

  it('changes lots, and closes the queue around one that leaves', () => {
    const pool = new OrderPool()
    for (const id of [1, 2, 3]) pool.link(pool.take(order(id), 0, 5, 5), id - 1)
    pool.setLots(2, 4)
    expect([1, 2, 3].map((slot) => pool.lots(slot))).toEqual([5, 4, 5])
    pool.unlink(1, 3)
    expect([pool.next(1), pool.previous(3)]).toEqual([3, 1])
    pool.link(3, NOBODY)
    expect([pool.previous(3), pool.next(3)]).toEqual([NOBODY, NOBODY])
    // Behind another, the former first has nobody behind itself.
    pool.link(1, 3)
    expect([pool.previous(1), pool.next(1), pool.next(3)]).toEqual([3, NOBODY, 1])
  })
})
