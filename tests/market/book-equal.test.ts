// The fast book against the plain one: the same random life gives the same events, the same views and the same state hash.
// A seed that ever failed stays here as a named test.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Book } from '#party/market/book'
import { FastBook } from '#party/market/fast-book'
import { PlainBook } from '#party/market/plain-book'
import { Scribe } from './book-drawing'
import { MARKETS, type MarketName, type RandomMarket, seeded, steps } from './book-orders-at-random'
import { expectConsistent } from './book-suite'

const marketNames = Object.keys(MARKETS) as MarketName[] // the keys are exactly the names

const viewOf = (book: Book) => ({
  hash: book.stateHash(),
  size: book.size,
  buys: book.depth('buy', 8),
  sells: book.depth('sell', 8),
  bestBuy: book.best('buy'),
  bestSell: book.best('sell'),
})

function liveTwice(market: RandomMarket, seed: number, count: number, lookEvery: number): FastBook {
  const fast = new FastBook()
  const plain = new PlainBook()
  const saidByFast = new Scribe()
  const saidByPlain = new Scribe()
  let at = 0
  for (const step of steps(market, seeded(seed), count)) {
    step(plain, saidByPlain)
    step(fast, saidByFast)
    if (++at % lookEvery === 0) expect({ step: at, ...viewOf(fast) }).toEqual({ step: at, ...viewOf(plain) })
    if (saidByFast.events.at(-1) !== saidByPlain.events.at(-1)) break
  }
  expect(saidByFast.events).toEqual(saidByPlain.events)
  expect(viewOf(fast)).toEqual(viewOf(plain))
  return fast
}

describe('fast and plain books live the same life', () => {
  it.each(marketNames.flatMap((name) => [1, 2, 3].map((seed) => [name, seed] as const)))(
    'market %s, seed %i',
    (name, seed) => {
      const book = liveTwice(MARKETS[name], seed, 4_000, 50)
      expectConsistent(book, () => new FastBook())
    },
  )

  it('a level beside the largest price is found again (extreme, seed 1: a distance taken past 2^53 lost it)', () => {
    liveTwice(MARKETS.extreme, 1, 3_300, 1)
  })

  it('any market, any seed, looked at after every step', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...marketNames),
        fc.integer(),
        fc.integer({ min: 1, max: 120 }),
        (name, seed, count) => {
          liveTwice(MARKETS[name], seed, count, 1)
        },
      ),
      { numRuns: 150 },
    )
  })
})

describe('what holds of every life', () => {
  it('lots are neither made nor lost: every lot that came in was traded twice, cancelled, dropped or rests', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const book = new FastBook()
        let cameIn = 0
        let wentOut = 0
        const listener = {
          trade: (_maker: number, _taker: number, _ticks: number, lots: number) => (wentOut += 2 * lots),
          selfTradeCancelled: (_order: number, lotsLeft: number) => (wentOut += lotsLeft),
        }
        const draw = seeded(seed)
        for (let id = 1; id <= 200; id++) {
          const lots = 1 + draw(9)
          const side = draw(2) === 0 ? 'buy' : 'sell'
          const terms = {
            isMarket: false,
            isPostOnly: false,
            budgetTickLots: null,
            timeInForce: 'gtc',
            selfTrade: 'cancel_both',
          } as const
          const { end, lotsLeft } = book.submit(
            { id, owner: draw(3), side, ticks: 50 + draw(6), lots, ...terms },
            listener,
          )
          cameIn += lots
          if (end !== 'rested') wentOut += lotsLeft
          if (draw(4) === 0) wentOut += book.cancel(1 + draw(id))
        }
        const resting = [...book.orders()].reduce((sum, order) => sum + order.lotsLeft, 0)
        expect(wentOut + resting).toBe(cameIn)
      }),
    )
  })

  it('a book is never crossed after a submit', () => {
    fc.assert(
      fc.property(fc.constantFrom(...marketNames), fc.integer(), (name, seed) => {
        const book = new FastBook()
        for (const step of steps(MARKETS[name], seeded(seed), 300)) {
          step(book, new Scribe())
          const [buy, sell] = [book.best('buy'), book.best('sell')]
          expect(buy === 0 || sell === 0 || buy < sell).toBe(true)
        }
      }),
      { numRuns: 30 },
    )
  })
})
