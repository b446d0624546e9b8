// Amendments of resting and of waiting orders: what keeps its place, what is refused, and what is left of the order.

import { describe, expect, it } from 'vitest'
import type { TurnFacts } from '#party/market/facts'
import { FastBook } from '#party/market/fast-book'
import { MarketState } from '#party/market/state'
import { BTC_USDT, HOUSE_ON } from './btc-usdt'
import { ALICE, BOB, CAROL, MarketStory, order } from './story'

const amend = (ticks: number, lots: number) => ({ type: 'amend', orderNo: 1, ticks, lots }) as const
const refusedAs = (refusal: string) => [expect.objectContaining({ type: 'refused', refusal })]
const amended = (ticks: number, lots: number) => [{ type: 'amended', orderNo: 1, ticks, lots }]

describe('an order that rests', () => {
  it('keeps its place when nothing changes, or when it shrinks', () => {
    for (const lots of [10, 9]) {
      const market = new MarketStory()
      market.does(ALICE, order(1, { side: 'sell', lots: 10 }))
      market.does(BOB, order(1, { side: 'sell', lots: 10 }))
      expect(market.does(ALICE, amend(1_000, lots))).toEqual(amended(1_000, lots))
      market.does(CAROL, order(1, { lots }))
      expect(market.heard(ALICE).at(-1)).toMatchObject({ type: 'closed', reason: 'filled' })
      expect(market.heard(BOB)).toHaveLength(1)
    }
  })

  it('shrinks by what was not filled: of ten, four of them filled, six leave two', () => {
    const market = new MarketStory()
    market.does(ALICE, order(1, { side: 'sell', lots: 10 }))
    market.does(CAROL, order(1, { lots: 4 }))
    market.does(ALICE, amend(1_000, 6))
    expect(market.state.findOrder(ALICE, 1)).toMatchObject({ lots: 6, lotsLeft: 2 })
    market.does(CAROL, order(2, { lots: 5 }))
    expect(market.heard(ALICE).at(-2)).toMatchObject({ type: 'filled', lots: 2 })
    expect(market.state.findOrder(CAROL, 2)).toMatchObject({ lotsLeft: 3 })
  })

  it('may shrink while nothing is traded, and neither grow nor move', () => {
    for (const pair of [{ ...BTC_USDT, isTradable: false }, null]) {
      const market = new MarketStory()
      market.does(ALICE, order(1, { lots: 10 }))
      market.pair = pair
      expect(market.does(ALICE, amend(1_000, 10))).toEqual(amended(1_000, 10))
      expect(market.does(ALICE, amend(1_000, 9))).toEqual(amended(1_000, 9))
      expect(market.does(ALICE, amend(1_000, 10))).toEqual(refusedAs('market_closed'))
      expect(market.does(ALICE, amend(999, 9))).toEqual(refusedAs('market_closed'))
      expect(market.does(ALICE, order(2, {}))).toEqual([
        expect.objectContaining({ type: 'closed', reason: 'refused', refusal: 'market_closed' }),
      ])
    }
  })

  it('is one order after it has moved, and its journal rebuilds one', () => {
    const market = new MarketStory()
    market.does(ALICE, order(1, { lots: 10 }))
    market.does(ALICE, amend(990, 10))
    expect(market.state.userOrderCount).toBe(1)
    const copy = new MarketState(new FastBook(), () => undefined)
    copy.apply(JSON.parse(JSON.stringify(market.state.takeFacts())) as TurnFacts)
    expect([...copy.book.orders()].map(({ ticks, lotsLeft }) => [ticks, lotsLeft])).toEqual([[990, 10]])
  })

  it('is not amended while a split of its share is due', () => {
    const stock = { exchange: 'NASDAQ', sector: 'technology', isHalted: false, splits: [], actionAt: null } as const
    const market = new MarketStory({ pair: { ...BTC_USDT, stock } })
    market.does(ALICE, order(1, { lots: 10 }))
    market.pair = { ...BTC_USDT, stock: { ...stock, actionAt: market.now } }
    expect(market.does(ALICE, amend(1_000, 9))).toEqual(refusedAs('stock_action_due'))
  })

  it('that is post-only moves up to the other side, and not onto it', () => {
    const buying = new MarketStory()
    buying.does(ALICE, order(1, { ticks: 990, isPostOnly: true }))
    // Nobody sells.
    expect(buying.does(ALICE, amend(1_005, 1))).toEqual(amended(1_005, 1))
    buying.does(BOB, order(1, { side: 'sell', ticks: 1_010 }))
    expect(buying.does(ALICE, amend(1_009, 1))).toEqual(amended(1_009, 1))
    expect(buying.does(ALICE, amend(1_010, 1))).toEqual(refusedAs('post_only_would_take'))
    const selling = new MarketStory()
    selling.does(ALICE, order(1, { side: 'sell', ticks: 1_010, isPostOnly: true }))
    expect(selling.does(ALICE, amend(1_001, 1))).toEqual(amended(1_001, 1))
    selling.does(BOB, order(1, { ticks: 990 }))
    expect(selling.does(ALICE, amend(991, 1))).toEqual(amended(991, 1))
    expect(selling.does(ALICE, amend(990, 1))).toEqual(refusedAs('post_only_would_take'))
  })
})

describe('an order that waits for the house', () => {
  const INDEX = 600_000

  function open(): MarketStory {
    const market = new MarketStory({ pair: { ...BTC_USDT, house: HOUSE_ON }, indexTicks: INDEX })
    market.houseQuotes()
    market.now += 400
    return market
  }
  function nextRound(market: MarketStory): void {
    market.roundAt += 1_000
    market.now = market.roundAt + 5
    market.houseQuotes()
  }

  it('is accepted and amended, then filled as amended', () => {
    const market = open()
    market.does(ALICE, order(1, { ticks: 600_500, lots: 40 }))
    expect(market.does(ALICE, amend(600_400, 25))).toEqual([
      expect.objectContaining({ type: 'accepted' }),
      ...amended(600_400, 25),
    ])
    expect(market.state.waiting.find(ALICE, 1)).toMatchObject({ ticks: 600_400, lots: 25, isKnown: true })
    nextRound(market)
    expect(market.heard(ALICE).slice(2)).toEqual([
      expect.objectContaining({ type: 'filled', ticks: 600_300, lots: 25 }),
      expect.objectContaining({ type: 'closed', reason: 'filled' }),
    ])
  })

  it('and of which ten are filled is amended to twenty-five: fifteen wait', () => {
    const market = open()
    market.does(BOB, order(1, { side: 'sell', ticks: 600_000, lots: 10 }))
    market.does(ALICE, order(1, { ticks: 600_500, lots: 40 }))
    expect(market.does(ALICE, amend(600_500, 10))).toEqual(refusedAs('amend_below_filled'))
    expect(market.does(ALICE, amend(700_000, 40))).toEqual(refusedAs('price_out_of_band'))
    expect(market.state.waiting.find(ALICE, 1)).toMatchObject({ ticks: 600_500, lots: 30 })
    // It was accepted as it was filled.
    expect(market.does(ALICE, amend(600_500, 25))).toEqual(amended(600_500, 25))
    nextRound(market)
    expect(market.heard(ALICE).at(-2)).toMatchObject({ type: 'filled', lots: 15 })
  })

  it('may shrink while nothing is traded, counting what was filled', () => {
    const market = open()
    market.does(BOB, order(1, { side: 'sell', ticks: 600_000, lots: 10 }))
    market.does(ALICE, order(1, { ticks: 600_500, lots: 40 }))
    market.pair = { ...BTC_USDT, isTradable: false }
    expect(market.does(ALICE, amend(600_500, 35))).toEqual(amended(600_500, 35))
    expect(market.does(ALICE, amend(600_500, 36))).toEqual(refusedAs('market_closed'))
  })

  it('is not amended when it never rests', () => {
    for (const terms of [
      { kind: 'market', timeInForce: 'ioc', ticks: 660_000 },
      { timeInForce: 'fok', ticks: 600_500 },
    ] as const) {
      const market = open()
      market.does(ALICE, order(1, { lots: 10, ...terms }))
      expect(market.state.waiting.count).toBe(1)
      expect(market.does(ALICE, amend(600_500, 5))).toEqual(refusedAs('order_not_open'))
      expect(market.state.waiting.find(ALICE, 1)).toMatchObject({ lots: 10 })
    }
  })

  it('is cancelled with all of its account, and nobody else’s', () => {
    const market = open()
    market.does(ALICE, order(1, { ticks: 600_500, lots: 10 }))
    market.does(BOB, order(1, { ticks: 600_500, lots: 10 }))
    market.does(ALICE, { type: 'cancel_spot_orders' })
    expect([market.state.waiting.find(ALICE, 1), market.state.waiting.find(BOB, 1)]).toMatchObject([
      ...[undefined, { lots: 10 }],
    ])
  })
})

it('a budget that buys nothing is not filled', () => {
  const market = new MarketStory()
  expect(market.does(ALICE, order(1, { kind: 'market', timeInForce: 'ioc', lots: 0, budget: '0' }))).toEqual([
    { type: 'closed', orderNo: 1, reason: 'not_filled', refusal: null, facts: {}, lotsLeft: 0 },
  ])
})
