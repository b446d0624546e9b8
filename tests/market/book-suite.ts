// The conformance suite of a book. Every way of building one must pass it unchanged.

import { describe, expect, it } from 'vitest'
import { AssertionError } from '#domain/assert'
import type { Book, BookOrder } from '#party/market/book'
import { Scribe, draw, drawn, fill, order } from './book-drawing'

const LADDER = `
  sell 103 | Dave#5 7
  sell 102 | Carol#3 5
  sell 101 | Alice#1 2, Bob#2 4
  buy 99 | Dave#4 10
  buy 97 | Alice#6 1, Carol#7 2`

interface Story {
  readonly before?: string
  readonly order: BookOrder
  readonly says: readonly string[]
  /** The price ladder afterwards; omitted when nothing may change. */
  readonly after?: string
}

export function bookSuite(name: string, makeBook: () => Book): void {
  const tell = ({ before = LADDER, order: submitted, says, after = before }: Story) => {
    const book = fill(makeBook(), before)
    const scribe = new Scribe()
    scribe.ended(book.submit(submitted, scribe))
    expect(scribe.events).toEqual(says)
    expect(draw(book)).toEqual(drawn(after))
    expectConsistent(book, makeBook)
  }

  describe(`${name}: limit orders`, () => {
    it('an order into an empty book rests whole', () => {
      tell({
        before: '',
        order: order('Eve#8 buys 3 at 100'),
        says: ['rested with 3 left'],
        after: 'buy 100 | Eve#8 3',
      })
    })

    it('an order that crosses nothing waits behind the ones that came before it', () => {
      tell({
        before: 'buy 99 | Dave#4 10',
        order: order('Eve#8 buys 3 at 99'),
        says: ['rested with 3 left'],
        after: 'buy 99 | Dave#4 10, Eve#8 3',
      })
    })

    it('Eve takes the oldest of the best price first, at the price of the one who waited', () => {
      tell({
        before: 'sell 101 | Alice#1 2, Bob#2 4',
        order: order('Eve#8 buys 3 at 105'),
        says: ['#8 takes 2 from #1 at 101, leaving 0', '#8 takes 1 from #2 at 101, leaving 3', 'filled with 0 left'],
        after: 'sell 101 | Bob#2 3',
      })
    })

    it('Eve walks up the ladder to her limit and rests with what is left', () => {
      tell({
        order: order('Eve#8 buys 20 at 102'),
        says: [
          '#8 takes 2 from #1 at 101, leaving 0',
          '#8 takes 4 from #2 at 101, leaving 0',
          '#8 takes 5 from #3 at 102, leaving 0',
          'rested with 9 left',
        ],
        after: `
          sell 103 | Dave#5 7
          buy 102 | Eve#8 9
          buy 99 | Dave#4 10
          buy 97 | Alice#6 1, Carol#7 2`,
      })
    })

    it('Eve sells down the ladder, best bid first', () => {
      tell({
        before: 'buy 99 | Dave#4 10\nbuy 97 | Alice#6 1, Carol#7 2',
        order: order('Eve#8 sells 12 at 97'),
        says: [
          '#8 takes 10 from #4 at 99, leaving 0',
          '#8 takes 1 from #6 at 97, leaving 0',
          '#8 takes 1 from #7 at 97, leaving 1',
          'filled with 0 left',
        ],
        after: 'buy 97 | Carol#7 1',
      })
    })
  })

  describe(`${name}: time in force`, () => {
    it('immediate-or-cancel drops what does not fill at once', () => {
      tell({
        before: 'sell 102 | Carol#3 5',
        order: order('Eve#8 buys 6 at 102', { timeInForce: 'ioc' }),
        says: ['#8 takes 5 from #3 at 102, leaving 0', 'not_filled with 1 left'],
        after: '',
      })
    })

    it('immediate-or-cancel that reaches nobody changes nothing', () => {
      tell({ order: order('Eve#8 buys 6 at 100', { timeInForce: 'ioc' }), says: ['not_filled with 6 left'] })
    })

    it('fill-or-kill fills whole across two prices', () => {
      tell({
        before: 'sell 102 | Carol#3 5\nsell 101 | Bob#2 4',
        order: order('Eve#8 buys 9 at 102', { timeInForce: 'fok' }),
        says: ['#8 takes 4 from #2 at 101, leaving 0', '#8 takes 5 from #3 at 102, leaving 0', 'filled with 0 left'],
        after: '',
      })
    })

    it('fill-or-kill that lacks one lot within its limit changes nothing', () => {
      tell({
        order: order('Eve#8 buys 12 at 102', { timeInForce: 'fok' }),
        says: ['fill_or_kill_unfilled with 12 left'],
      })
    })

    it('fill-or-kill into an empty side is refused', () => {
      tell({
        before: '',
        order: order('Eve#8 sells 1 at 1', { timeInForce: 'fok' }),
        says: ['fill_or_kill_unfilled with 1 left'],
      })
    })
  })

  describe(`${name}: post-only`, () => {
    it('is refused when it would take, even from its own owner', () => {
      tell({ order: order('Alice#8 buys 1 at 101', { isPostOnly: true }), says: ['post_only_would_take with 1 left'] })
    })

    it('rests one tick away from the best price of the other side', () => {
      tell({
        before: 'sell 101 | Alice#1 2',
        order: order('Eve#8 buys 1 at 100', { isPostOnly: true }),
        says: ['rested with 1 left'],
        after: 'sell 101 | Alice#1 2\nbuy 100 | Eve#8 1',
      })
    })
  })

  describe(`${name}: market orders`, () => {
    const market = { isMarket: true, timeInForce: 'ioc' } as const

    it('a market buy stops at its worst price and drops the rest', () => {
      tell({
        before: 'sell 103 | Dave#5 7\nsell 102 | Carol#3 5',
        order: order('Eve#8 buys 9 at 102', market),
        says: ['#8 takes 5 from #3 at 102, leaving 0', 'not_filled with 4 left'],
        after: 'sell 103 | Dave#5 7',
      })
    })

    it('a market sell may say that any price will do', () => {
      tell({
        before: 'buy 99 | Dave#4 10\nbuy 1 | Alice#6 1',
        order: order('Eve#8 sells 11 at 0', market),
        says: ['#8 takes 10 from #4 at 99, leaving 0', '#8 takes 1 from #6 at 1, leaving 0', 'filled with 0 left'],
        after: '',
      })
    })

    it('never rests, whatever its time in force says', () => {
      tell({
        before: '',
        order: order('Eve#8 buys 9 at 102', { isMarket: true, timeInForce: 'gtc' }),
        says: ['not_filled with 9 left'],
      })
    })
  })

  describe(`${name}: market buys by budget`, () => {
    const spend = (budgetTickLots: number, terms: Partial<BookOrder> = {}) =>
      order('Eve#8 buys 0 at 103', { isMarket: true, timeInForce: 'ioc', budgetTickLots, ...terms })

    it('buys at each price the whole lots that the money left pays for', () => {
      tell({
        before: 'sell 102 | Carol#3 5\nsell 100 | Alice#1 2',
        order: spend(450),
        says: ['#8 takes 2 from #1 at 100, leaving 0', '#8 takes 2 from #3 at 102, leaving 3', 'filled with 0 left'],
        after: 'sell 102 | Carol#3 3',
      })
    })

    it('is filled when the money ends with a level, though it buys nothing at the next', () => {
      tell({
        before: 'sell 102 | Carol#3 5\nsell 100 | Alice#1 2',
        order: spend(301),
        says: ['#8 takes 2 from #1 at 100, leaving 0', 'filled with 0 left'],
        after: 'sell 102 | Carol#3 5',
      })
    })

    it('is filled when the last lot of the book leaves less money than a lot costs', () => {
      tell({
        before: 'sell 100 | Alice#1 2',
        order: spend(299),
        says: ['#8 takes 2 from #1 at 100, leaving 0', 'filled with 0 left'],
        after: '',
      })
    })

    it('is not filled when the book ends before the money', () => {
      tell({
        before: 'sell 100 | Alice#1 2',
        order: spend(300),
        says: ['#8 takes 2 from #1 at 100, leaving 0', 'not_filled with 0 left'],
        after: '',
      })
    })

    it('buys nothing with less than one lot costs', () => {
      tell({ order: spend(100), says: ['not_filled with 0 left'] })
    })

    it('meets its own order only if it could buy a lot of it', () => {
      tell({
        before: 'sell 100 | Eve#1 2',
        order: spend(99, { selfTrade: 'cancel_both' }),
        says: ['not_filled with 0 left'],
      })
    })

    it('fill-or-kill spends the money or nothing', () => {
      const fok = { timeInForce: 'fok' } as const
      tell({ before: 'sell 100 | Alice#1 2', order: spend(300, fok), says: ['fill_or_kill_unfilled with 0 left'] })
      tell({ before: 'sell 100 | Alice#1 2', order: spend(99, fok), says: ['fill_or_kill_unfilled with 0 left'] })
      tell({
        before: 'sell 100 | Alice#1 2',
        order: spend(299, fok),
        says: ['#8 takes 2 from #1 at 100, leaving 0', 'filled with 0 left'],
        after: '',
      })
      tell({
        before: 'sell 200 | Bob#2 2\nsell 100 | Alice#1 2',
        order: spend(300, { ...fok, ticks: 200 }),
        says: ['#8 takes 2 from #1 at 100, leaving 0', 'filled with 0 left'],
        after: 'sell 200 | Bob#2 2',
      })
    })

    it('spends the largest exact number without losing a unit', () => {
      const price = 94_906_267
      tell({
        before: `sell ${price} | Alice#1 ${Number.MAX_SAFE_INTEGER}`,
        order: spend(Number.MAX_SAFE_INTEGER, { ticks: price }),
        says: [
          `#8 takes 94906264 from #1 at ${price}, leaving ${Number.MAX_SAFE_INTEGER - 94_906_264}`,
          'filled with 0 left',
        ],
        after: `sell ${price} | Alice#1 ${Number.MAX_SAFE_INTEGER - 94_906_264}`,
      })
    })
  })

  describe(`${name}: self-trade prevention`, () => {
    const before = 'sell 101 | Bob#2 1, Alice#1 2, Carol#3 5'

    it('cancel-newest: Alice fills up to her own order, then the new one goes', () => {
      tell({
        before,
        order: order('Alice#8 buys 4 at 101', { selfTrade: 'cancel_newest' }),
        says: ['#8 takes 1 from #2 at 101, leaving 0', 'self_trade with 3 left'],
        after: 'sell 101 | Alice#1 2, Carol#3 5',
      })
    })

    it('cancel-oldest: the order that waited goes and the new one trades on', () => {
      tell({
        before,
        order: order('Alice#8 buys 4 at 101', { selfTrade: 'cancel_oldest' }),
        says: [
          '#8 takes 1 from #2 at 101, leaving 0',
          '#1 steps aside with 2',
          '#8 takes 3 from #3 at 101, leaving 2',
          'filled with 0 left',
        ],
        after: 'sell 101 | Carol#3 2',
      })
    })

    it('cancel-both: both go', () => {
      tell({
        before,
        order: order('Alice#8 buys 4 at 101', { selfTrade: 'cancel_both' }),
        says: ['#8 takes 1 from #2 at 101, leaving 0', '#1 steps aside with 2', 'self_trade with 3 left'],
        after: 'sell 101 | Carol#3 5',
      })
    })

    it('cancel-oldest: an order whose only makers were its own rests after them', () => {
      tell({
        before: 'sell 101 | Alice#1 2',
        order: order('Alice#8 buys 4 at 101', { selfTrade: 'cancel_oldest' }),
        says: ['#1 steps aside with 2', 'rested with 4 left'],
        after: 'buy 101 | Alice#8 4',
      })
    })

    it('an own order that is not reached stays', () => {
      tell({
        before,
        order: order('Alice#8 buys 1 at 101', { selfTrade: 'cancel_both' }),
        says: ['#8 takes 1 from #2 at 101, leaving 0', 'filled with 0 left'],
        after: 'sell 101 | Alice#1 2, Carol#3 5',
      })
    })

    it('the house does not trade with itself either', () => {
      tell({ before: 'sell 101 | House#1 2', order: order('House#8 buys 1 at 101'), says: ['self_trade with 1 left'] })
    })

    it('fill-or-kill does not count own lots: they step aside only when the others suffice', () => {
      const fok = { timeInForce: 'fok', selfTrade: 'cancel_oldest' } as const
      tell({ before, order: order('Alice#8 buys 7 at 101', fok), says: ['fill_or_kill_unfilled with 7 left'] })
      tell({
        before,
        order: order('Alice#8 buys 6 at 101', fok),
        says: [
          '#8 takes 1 from #2 at 101, leaving 0',
          '#1 steps aside with 2',
          '#8 takes 5 from #3 at 101, leaving 0',
          'filled with 0 left',
        ],
        after: '',
      })
    })

    it('fill-or-kill that own orders would stop is killed before it trades', () => {
      for (const selfTrade of ['cancel_newest', 'cancel_both'] as const) {
        tell({
          before,
          order: order('Alice#8 buys 2 at 101', { timeInForce: 'fok', selfTrade }),
          says: ['fill_or_kill_unfilled with 2 left'],
        })
      }
    })
  })

  describe(`${name}: orders that wait`, () => {
    it('cancel gives the lots that were left, once', () => {
      const book = fill(makeBook(), LADDER)
      expect(book.cancel(2)).toBe(4)
      expect(book.cancel(2)).toBe(0)
      expect(book.cancel(99)).toBe(0)
      expect(book.find(2)).toBeUndefined()
      expect(book.lotsAt('sell', 101)).toBe(2)
      expectConsistent(book, makeBook)
    })

    it('cancelling the last order of the best price shows the next price', () => {
      const book = fill(makeBook(), LADDER)
      book.cancel(4)
      expect(book.best('buy')).toBe(97)
      book.cancel(6)
      book.cancel(7)
      expect(book.best('buy')).toBe(0)
      expect(book.depth('buy', 5)).toEqual([])
    })

    it('shrinking keeps the place, growing goes to the back', () => {
      const book = fill(makeBook(), 'sell 101 | Alice#1 5, Bob#2 5, Carol#3 5')
      expect(book.resize(1, 2)).toBe(true)
      expect(draw(book)).toEqual(['sell 101 | Alice#1 2, Bob#2 5, Carol#3 5'])
      expect(book.resize(2, 6)).toBe(true)
      expect(draw(book)).toEqual(['sell 101 | Alice#1 2, Carol#3 5, Bob#2 6'])
      expect(book.resize(3, 5)).toBe(true)
      expect(draw(book)).toEqual(['sell 101 | Alice#1 2, Carol#3 5, Bob#2 6'])
      expect(book.resize(9, 5)).toBe(false)
      expect(book.lotsAt('sell', 101)).toBe(13)
      expectConsistent(book, makeBook)
    })

    it('the only order of the best price may grow', () => {
      const book = fill(makeBook(), LADDER)
      book.resize(4, 20)
      expect(book.best('buy')).toBe(99)
      expect(book.depth('buy', 1)).toEqual([[99, 20]])
    })

    it('shows depth, best prices and single orders', () => {
      const book = fill(makeBook(), LADDER)
      expect(book.depth('sell', 2)).toEqual([
        [101, 6],
        [102, 5],
      ])
      expect(book.depth('buy', 9)).toEqual([
        [99, 10],
        [97, 3],
      ])
      expect([book.best('buy'), book.best('sell'), book.size]).toEqual([99, 101, 7])
      expect([book.lotsAt('buy', 97), book.lotsAt('buy', 98), book.lotsAt('sell', 97)]).toEqual([3, 0, 0])
      expect(book.find(7)).toEqual({ id: 7, owner: 10_003, side: 'buy', ticks: 97, lotsLeft: 2 })
    })

    it('adds lots at one price exactly, and shows the largest exact number beyond', () => {
      const max = Number.MAX_SAFE_INTEGER
      const book = fill(makeBook(), `sell 101 | Alice#1 ${max}, Bob#2 ${max}, Carol#3 3`)
      expect(book.lotsAt('sell', 101)).toBe(max)
      book.cancel(1)
      expect(book.depth('sell', 1)).toEqual([[101, max]])
      book.resize(2, 5)
      expect(book.lotsAt('sell', 101)).toBe(8)
    })

    it('tells the listener of a maker after it has left the book', () => {
      const book = fill(makeBook(), 'sell 101 | Alice#1 2')
      const seen: unknown[] = []
      const listener = {
        trade: (makerId: number) => seen.push(book.find(makerId), book.best('sell')),
        selfTradeCancelled: () => undefined,
      }
      book.submit(order('Eve#8 buys 2 at 101'), listener)
      expect(seen).toEqual([undefined, 0])
    })

    it('holds every safe price at once', () => {
      const max = Number.MAX_SAFE_INTEGER
      const ladder = `
        sell ${max} | Alice#1 1
        sell ${max - 1} | Bob#2 1
        sell 1000000 | Carol#3 1
        buy 999999 | Dave#4 1
        buy 2 | Eve#5 1
        buy 1 | Alice#6 1`
      const book = fill(makeBook(), ladder)
      expect(draw(book)).toEqual(drawn(ladder))
      expectConsistent(book, makeBook)
      const scribe = new Scribe()
      scribe.ended(book.submit(order(`Carol#9 buys 4 at ${max}`, { selfTrade: 'cancel_oldest' }), scribe))
      expect(scribe.events).toEqual([
        '#3 steps aside with 1',
        `#9 takes 1 from #2 at ${max - 1}, leaving 0`,
        `#9 takes 1 from #1 at ${max}, leaving 0`,
        'rested with 2 left',
      ])
      expect(book.best('buy')).toBe(max)
    })
  })

  describe(`${name}: an order that stops at the house`, () => {
    const before = 'sell 102 | Carol#4 5\nsell 101 | Alice#1 2, House#2 9, Bob#3 4\nbuy 99 | House#5 3'
    const stopping = (text: string, terms = {}) => order(text, { stopsAtHouse: true, ...terms })

    it('takes what came before the house and is handed back with the rest', () => {
      tell({
        before,
        order: stopping('Eve#8 buys 5 at 105'),
        says: ['#8 takes 2 from #1 at 101, leaving 0', 'house_met with 3 left'],
        after: 'sell 102 | Carol#4 5\nsell 101 | House#2 9, Bob#3 4\nbuy 99 | House#5 3',
      })
    })

    it('fills when it needs no house, and rests when it reaches none', () => {
      tell({
        before,
        order: stopping('Eve#8 buys 2 at 105', { timeInForce: 'fok' }),
        says: ['#8 takes 2 from #1 at 101, leaving 0', 'filled with 0 left'],
        after: 'sell 102 | Carol#4 5\nsell 101 | House#2 9, Bob#3 4\nbuy 99 | House#5 3',
      })
      tell({
        before: 'sell 101 | House#2 9',
        order: stopping('Eve#8 buys 2 at 100'),
        says: ['rested with 2 left'],
        after: 'sell 101 | House#2 9\nbuy 100 | Eve#8 2',
      })
    })

    it('trades nothing when it must fill whole and needs the house', () => {
      tell({ before, order: stopping('Eve#8 buys 3 at 105', { timeInForce: 'fok' }), says: ['house_met with 3 left'] })
    })

    it('sells the same way, and spends a budget the same way', () => {
      tell({ before, order: stopping('Eve#8 sells 3 at 90'), says: ['house_met with 3 left'] })
      tell({
        before,
        order: stopping('Eve#8 buys 0 at 105', { isMarket: true, budgetTickLots: 404, timeInForce: 'ioc' }),
        says: ['#8 takes 2 from #1 at 101, leaving 0', 'house_met with 0 left'],
        after: 'sell 102 | Carol#4 5\nsell 101 | House#2 9, Bob#3 4\nbuy 99 | House#5 3',
      })
    })
  })

  describe(`${name}: what it refuses to be told`, () => {
    const listener = new Scribe()
    it.each([
      ['an id that does not rise', order('Eve#7 buys 1 at 50')],
      ['an unsafe id', order('Eve#8 buys 1 at 50', { id: 2 ** 53 })],
      ['a price of zero', order('Eve#8 buys 1 at 0')],
      ['a fraction of a tick', order('Eve#8 buys 1 at 50', { ticks: 50.5 })],
      ['no lots', order('Eve#8 buys 0 at 50')],
      ['an unsafe quantity', order('Eve#8 buys 1 at 50', { lots: 2 ** 53 })],
      ['a budget to sell', order('Eve#8 sells 0 at 50', { isMarket: true, budgetTickLots: 10 })],
      ['a budget of a limit order', order('Eve#8 buys 0 at 50', { budgetTickLots: 10 })],
      ['an empty budget', order('Eve#8 buys 0 at 50', { isMarket: true, budgetTickLots: 0 })],
      ['a nameless owner', order('Eve#8 buys 1 at 50', { owner: -1 })],
    ])('%s', (_what, submitted) => {
      const book = fill(makeBook(), LADDER)
      expect(() => book.submit(submitted, listener)).toThrow(AssertionError)
      expect(draw(book)).toEqual(drawn(LADDER))
    })

    it('an order twice, or a resting order without a price or lots', () => {
      const book = fill(makeBook(), LADDER)
      const [first] = [...book.orders()]
      expect(() => {
        if (first) book.restore(first)
      }).toThrow('not in the book yet')
      expect(() => book.restore({ id: 8, owner: 10_001, side: 'sell', ticks: 0, lotsLeft: 1 })).toThrow(
        'number of ticks',
      )
      expect(() => book.resize(1, 0)).toThrow('safe number of lots left')
      expect(draw(book)).toEqual(drawn(LADDER))
    })
  })
}

/** Invariants of any book: the views agree, and a copy built from its orders equals it. */
export function expectConsistent(book: Book, makeBook: () => Book): void {
  const copy = makeBook()
  const orders = [...book.orders()]
  for (const resting of orders) copy.restore(resting)
  expect(copy.stateHash()).toBe(book.stateHash())
  expect(book.size).toBe(orders.length)
  for (const side of ['buy', 'sell'] as const) {
    const levels = book.depth(side, Infinity)
    expect(levels).toEqual(copy.depth(side, Infinity))
    expect(book.best(side)).toBe(levels[0]?.[0] ?? 0)
    for (const [ticks, lots] of levels) expect(book.lotsAt(side, ticks)).toBe(lots)
  }
  for (const resting of orders) expect(book.find(resting.id)).toEqual(resting)
}
