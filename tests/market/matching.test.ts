import { describe, expect, it } from 'vitest'
import { FastBook } from '#party/market/fast-book'
import { PlainBook } from '#party/market/plain-book'
import { takeOrRest } from '#party/market/trading'
import { BTC_USDT } from './btc-usdt'
import { ALICE, BOB, CAROL, MarketStory, order } from './story'

const filled = (terms: Record<string, unknown>) => expect.objectContaining({ type: 'filled', ...terms })
const closed = (orderNo: number, reason: string, lotsLeft: number, refusal: string | null = null) =>
  expect.objectContaining({ type: 'closed', orderNo, reason, lotsLeft, refusal })

describe.each([
  ['fast', () => new FastBook()],
  ['plain', () => new PlainBook()],
])('a Market on the %s book', (_name, newBook) => {
  const open = (options: ConstructorParameters<typeof MarketStory>[0] = {}) =>
    new MarketStory({ book: newBook(), ...options })

  it('fills Alice before Bob at one price because she came first', () => {
    const market = open()
    market.does(ALICE, order(1, { side: 'sell', lots: 5 }))
    market.does(BOB, order(1, { side: 'sell', lots: 5 }))
    expect(market.does(CAROL, order(1, { side: 'buy', lots: 7 }))).toEqual([
      { type: 'accepted', orderNo: 1 },
      filled({ role: 'taker', side: 'buy', lots: 5 }),
      filled({ role: 'taker', side: 'buy', lots: 2 }),
      closed(1, 'filled', 0),
    ])
    expect(market.heard(ALICE)).toEqual([
      { type: 'accepted', orderNo: 1 },
      filled({ role: 'maker', lots: 5 }),
      closed(1, 'filled', 0),
    ])
    expect(market.heard(BOB)).toEqual([{ type: 'accepted', orderNo: 1 }, filled({ role: 'maker', lots: 2 })])
    expect(market.state.findOrder(BOB, 1)?.lotsLeft).toBe(3)
  })

  it('stops rather than drop a fill when a pair that is listed no more would trade', () => {
    const market = open()
    market.does(ALICE, order(1, { side: 'sell', lots: 5 }))
    const taker = { account: BOB, orderNo: 1, side: 'buy', isKnown: false } as const
    const terms = { ...order(1, { lots: 5 }), lotsFilled: 0, budgetTickLots: null, isMarket: false, from: 0 }
    const unlisted = { pair: null, band: null, roundAt: null, pausedUntil: null, now: 1_000_000 }
    expect(() => takeOrRest(market.state, unlisted, taker, terms)).toThrow(
      'nothing trades in a pair that is not listed',
    )
  })

  it('takes the fee in the asset received: of 0.1 BTC at 100 USDT the taker pays 0.2% in BTC, the maker 0.1% in USDT', () => {
    const market = open()
    market.does(ALICE, order(1, { side: 'sell', lots: 10_000 }))
    const [, fill] = market.does(BOB, order(1, { side: 'buy', lots: 10_000 }))
    expect(fill).toMatchObject({ fee: '20000' })
    expect(market.heard(ALICE)[1]).toMatchObject({ fee: '10000' })
  })

  it('rounds a fee up: of 1 lot at 99.9 USDT the maker pays 1 unit where 0.999 are due', () => {
    const market = open()
    market.does(ALICE, order(1, { side: 'sell', ticks: 999, lots: 1 }))
    market.does(BOB, order(1, { side: 'buy', ticks: 999, lots: 1 }))
    expect(market.heard(ALICE)[1]).toMatchObject({ fee: '1' })
  })

  it('trades at the price of the order that waited, not at that of the one that came', () => {
    const market = open()
    market.does(ALICE, order(1, { side: 'sell', ticks: 990, lots: 1 }))
    expect(market.does(BOB, order(1, { side: 'buy', ticks: 1_050, lots: 1 }))[1]).toMatchObject({ ticks: 990 })
  })

  it('drops what an immediate-or-cancel order cannot fill at once', () => {
    const market = open()
    market.does(ALICE, order(1, { side: 'sell', lots: 2 }))
    expect(market.does(BOB, order(1, { lots: 5, timeInForce: 'ioc' }))).toEqual([
      { type: 'accepted', orderNo: 1 },
      filled({ lots: 2 }),
      closed(1, 'not_filled', 3),
    ])
    expect(market.state.book.size).toBe(0)
  })

  it('fills a fill-or-kill order whole or refuses it and touches nobody', () => {
    const market = open()
    market.does(ALICE, order(1, { side: 'sell', lots: 2 }))
    expect(market.does(BOB, order(1, { lots: 3, timeInForce: 'fok' }))).toEqual([
      closed(1, 'refused', 3, 'fill_or_kill_unfilled'),
    ])
    expect(market.does(BOB, order(2, { lots: 2, timeInForce: 'fok' }))).toHaveLength(3)
    expect(market.heard(ALICE)).toHaveLength(3)
  })

  it('refuses a post-only order that would take', () => {
    const market = open()
    market.does(ALICE, order(1, { side: 'sell', lots: 2 }))
    expect(market.does(BOB, order(1, { lots: 1, isPostOnly: true }))).toEqual([
      closed(1, 'refused', 1, 'post_only_would_take'),
    ])
    expect(market.does(BOB, order(2, { lots: 1, ticks: 999, isPostOnly: true }))).toEqual([
      { type: 'accepted', orderNo: 2 },
    ])
  })

  it('keeps Alice from trading with herself: her newer order goes by default, her older one when she asks', () => {
    const market = open()
    market.does(ALICE, order(1, { side: 'sell', lots: 2 }))
    expect(market.does(ALICE, order(2, { lots: 1 }))).toEqual([
      { type: 'accepted', orderNo: 2 },
      closed(2, 'self_trade', 1),
    ])
    expect(market.does(ALICE, order(3, { lots: 1, selfTrade: 'cancel_oldest' }))).toEqual([
      { type: 'accepted', orderNo: 3 },
      closed(1, 'self_trade', 2),
    ])
    expect(market.state.findOrder(ALICE, 1)).toBeUndefined()
    expect(market.state.findOrder(ALICE, 3)?.lotsLeft).toBe(1)
  })

  it('refuses a limit beyond the price band and names the nearest price inside', () => {
    const market = open()
    expect(market.does(ALICE, order(1, { ticks: 899, lots: 3 }))).toEqual([
      {
        type: 'closed',
        orderNo: 1,
        reason: 'refused',
        refusal: 'price_out_of_band',
        facts: { bound: '90', nearest: '90', asset: 'USDT' },
        lotsLeft: 3,
      },
    ])
    expect(market.does(ALICE, order(2, { ticks: 1_101 }))[0]).toMatchObject({
      facts: { bound: '110', nearest: '110', asset: 'USDT' },
    })
    expect(market.does(ALICE, order(3, { ticks: 900 }))).toEqual([{ type: 'accepted', orderNo: 3 }])
    expect(market.does(ALICE, order(4, { side: 'sell', ticks: 1_100 }))).toEqual([{ type: 'accepted', orderNo: 4 }])
  })

  it('lets a market order trade no further than its own worst price or the band, whichever is stricter', () => {
    const market = open({ indexTicks: null })
    market.does(ALICE, order(1, { side: 'sell', ticks: 1_040, lots: 1 }))
    market.does(ALICE, order(2, { side: 'sell', ticks: 1_090, lots: 1 }))
    market.does(ALICE, order(3, { side: 'sell', ticks: 1_200, lots: 1 }))
    market.indexTicks = 1_000
    const buy = order(1, { kind: 'market', timeInForce: 'ioc', lots: 5 })
    expect(market.does(BOB, { ...buy, ticks: 1_050 })).toEqual([
      { type: 'accepted', orderNo: 1 },
      filled({ ticks: 1_040 }),
      closed(1, 'not_filled', 4),
    ])
    expect(market.does(BOB, { ...buy, orderNo: 2, ticks: 5_000 })).toEqual([
      { type: 'accepted', orderNo: 2 },
      filled({ ticks: 1_090 }),
      closed(2, 'not_filled', 4),
    ])
  })

  it('spends a budget of quote to the last whole lot', () => {
    const market = open()
    market.does(ALICE, order(1, { side: 'sell', ticks: 1_000, lots: 10 }))
    const spend = order(1, { kind: 'market', timeInForce: 'ioc', lots: 0, budget: '3999', ticks: 1_100 })
    expect(market.does(BOB, spend)).toEqual([
      { type: 'accepted', orderNo: 1 },
      filled({ lots: 3 }),
      closed(1, 'filled', 0),
    ])
  })

  it('refuses a market order while there is no index price', () => {
    const market = open({ indexTicks: null })
    expect(market.does(ALICE, order(1, { kind: 'market', timeInForce: 'ioc', ticks: 1_100 }))).toEqual([
      closed(1, 'refused', 1, 'no_reference_price'),
    ])
  })

  it("refuses an agent's limit order while there is no index price: no band would bound what it sells", () => {
    const market = open({ indexTicks: null })
    const sale = order(1, { side: 'sell', ticks: 1 })
    expect(market.does(ALICE, { ...sale, needsIndex: true })).toEqual([closed(1, 'refused', 1, 'no_reference_price')])
    expect(market.does(ALICE, { ...sale, orderNo: 2 })).toEqual([{ type: 'accepted', orderNo: 2 }])
    market.indexTicks = 1_000
    expect(market.does(ALICE, order(3, { side: 'sell', needsIndex: true }))).toEqual([{ type: 'accepted', orderNo: 3 }])
  })

  it('takes no orders in a closed market, but still cancels', () => {
    const market = open()
    market.does(ALICE, order(1, {}))
    market.pair = { ...BTC_USDT, isTradable: false }
    expect(market.does(ALICE, order(2, {}))).toEqual([closed(2, 'refused', 1, 'market_closed')])
    expect(market.does(ALICE, { type: 'amend', orderNo: 1, ticks: 990, lots: 1 })[0]).toMatchObject({
      refusal: 'market_closed',
    })
    market.pair = null
    expect(market.does(ALICE, { type: 'cancel', orderNo: 1 })).toEqual([closed(1, 'cancelled', 1)])
  })

  it('says so when there is nothing to cancel', () => {
    const market = open()
    expect(market.does(ALICE, { type: 'cancel', orderNo: 9 })).toEqual([
      { type: 'refused', orderNo: 9, commandSeq: 1, refusal: 'order_not_open', facts: {} },
    ])
  })

  it("cancels all of Alice's orders and none of Bob's", () => {
    const market = open()
    market.does(ALICE, order(1, { ticks: 990 }))
    market.does(ALICE, order(2, { side: 'sell', ticks: 1_010 }))
    market.does(BOB, order(1, { ticks: 990 }))
    expect(market.does(ALICE, { type: 'cancel_spot_orders' })).toEqual([
      closed(1, 'cancelled', 1),
      closed(2, 'cancelled', 1),
    ])
    expect(market.state.book.size).toBe(1)
  })

  it('keeps the place of an order that only shrinks, and counts what was filled before', () => {
    const market = open()
    market.does(ALICE, order(1, { side: 'sell', lots: 10 }))
    market.does(BOB, order(1, { side: 'sell', lots: 10 }))
    market.does(CAROL, order(1, { lots: 4 }))
    expect(market.does(ALICE, { type: 'amend', orderNo: 1, ticks: 1_000, lots: 6 })).toEqual([
      { type: 'amended', orderNo: 1, ticks: 1_000, lots: 6 },
    ])
    expect(market.does(CAROL, order(2, { lots: 2 }))).toHaveLength(3)
    expect(market.heard(ALICE).at(-1)).toMatchObject({ type: 'closed', orderNo: 1, reason: 'filled' })
    expect(market.heard(BOB)).toHaveLength(1)
  })

  it('sends an order that grows to the back of its level', () => {
    const market = open()
    market.does(ALICE, order(1, { side: 'sell', lots: 5 }))
    market.does(BOB, order(1, { side: 'sell', lots: 5 }))
    market.does(ALICE, { type: 'amend', orderNo: 1, ticks: 1_000, lots: 6 })
    market.does(CAROL, order(1, { lots: 5 }))
    expect(market.heard(BOB).at(-1)).toMatchObject({ type: 'closed', reason: 'filled' })
    expect(market.state.findOrder(ALICE, 1)?.lotsLeft).toBe(6)
  })

  it('lets an order that is re-priced through the spread trade at once, and remembers its filled part', () => {
    const market = open()
    market.does(ALICE, order(1, { ticks: 990, lots: 10 }))
    market.does(BOB, order(1, { side: 'sell', ticks: 990, lots: 4 }))
    market.does(BOB, order(2, { side: 'sell', ticks: 1_010, lots: 3 }))
    expect(market.does(ALICE, { type: 'amend', orderNo: 1, ticks: 1_010, lots: 10 })).toEqual([
      { type: 'amended', orderNo: 1, ticks: 1_010, lots: 10 },
      filled({ role: 'taker', ticks: 1_010, lots: 3 }),
    ])
    expect(market.state.findOrder(ALICE, 1)).toMatchObject({ lots: 10, lotsLeft: 3 })
  })

  it('refuses an amendment to what is filled already, and one that a post-only order may not make, and changes nothing', () => {
    const market = open()
    market.does(ALICE, order(1, { ticks: 990, lots: 10, isPostOnly: true }))
    market.does(BOB, order(1, { side: 'sell', ticks: 990, lots: 4 }))
    market.does(BOB, order(2, { side: 'sell', ticks: 1_010, lots: 3 }))
    const before = market.state.book.stateHash()
    expect(market.does(ALICE, { type: 'amend', orderNo: 1, ticks: 990, lots: 4 })).toEqual([
      { type: 'refused', orderNo: 1, commandSeq: 2, refusal: 'amend_below_filled', facts: {} },
    ])
    expect(market.does(ALICE, { type: 'amend', orderNo: 1, ticks: 1_010, lots: 10 })[0]).toMatchObject({
      refusal: 'post_only_would_take',
    })
    expect(market.does(ALICE, { type: 'amend', orderNo: 1, ticks: 800, lots: 10 })[0]).toMatchObject({
      refusal: 'price_out_of_band',
    })
    expect(market.does(ALICE, { type: 'amend', orderNo: 7, ticks: 990, lots: 10 })[0]).toMatchObject({
      refusal: 'order_not_open',
    })
    expect(market.state.book.stateHash()).toBe(before)
  })
})
