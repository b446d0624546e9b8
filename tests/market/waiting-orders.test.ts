// Orders that wait, one by one: what changes them, what leaves them as they are, and by which terms they go on.

import { describe, expect, it } from 'vitest'
import { HOUSE } from '#party/market/state'
import { WaitingOrders } from '#party/market/waiting-orders'
import { BTC_USDT, HOUSE_ON } from './btc-usdt'
import { ALICE, BOB, MarketStory, type SubmitCommand, order } from './story'

/** 60,000.0: half the spread of the house is 30.0; it sells 45,000 lots. Orders may be 10 % away. */
const INDEX = 600_000
const ROUND = 1_000_000
const PAUSED_UNTIL = ROUND + 300_000

function open(): MarketStory {
  const market = new MarketStory({ pair: { ...BTC_USDT, house: HOUSE_ON }, indexTicks: INDEX })
  market.roundAt = ROUND
  market.houseQuotes()
  market.now = ROUND + 400
  return market
}
function nextRound(market: MarketStory, indexTicks = INDEX): void {
  market.roundAt += 1_000
  market.now = market.roundAt + 5
  market.indexTicks = indexTicks
  market.houseQuotes()
}
const buy = (terms: Partial<SubmitCommand> = {}) =>
  order(1, { kind: 'market', timeInForce: 'ioc', ticks: 660_000, lots: 100, ...terms })

describe('an order that waits', () => {
  it('is left as it is by a round of before it', () => {
    const market = open()
    market.does(ALICE, buy())
    market.does(BOB, buy({ roundAt: market.now, waitsOutPause: true }))
    market.state.waiting.takeFacts()
    market.houseQuotes()
    expect([market.state.waiting.takeFacts(), market.state.waiting.count]).toEqual([[], 2])
  })

  it('of a trigger waits to the end of the pause, and is changed once for it', () => {
    const market = open()
    market.does(ALICE, buy({ roundAt: ROUND + 1_000, waitsOutPause: true }))
    Object.assign(market, { pausedUntil: PAUSED_UNTIL, pair: { ...BTC_USDT, isTradable: false } })
    nextRound(market)
    expect(market.state.waiting.find(ALICE, 1)).toMatchObject({ from: PAUSED_UNTIL })
    market.state.waiting.takeFacts()
    nextRound(market)
    expect(market.state.waiting.takeFacts()).toEqual([])
    market.does(BOB, buy({ roundAt: ROUND, waitsOutPause: true }))
    expect(market.state.waiting.find(BOB, 1)).toMatchObject({ from: PAUSED_UNTIL, lots: 100, isKnown: true })
  })

  it('is refused when its pair is listed no more', () => {
    const market = open()
    market.does(ALICE, buy())
    market.pair = null
    market.houseQuotes()
    expect(market.heard(ALICE)).toMatchObject([{ type: 'closed', reason: 'refused', refusal: 'market_closed', lotsLeft: 100 }]) // prettier-ignore
  })

  it('goes on at the market within the band of then, and with a limit of its own at that', () => {
    for (const limit of [false, true]) {
      const market = open()
      market.does(BOB, order(1, { side: 'sell', ticks: 650_000, lots: 50 }))
      const terms = limit ? ({ kind: 'limit', timeInForce: 'gtc', ticks: 649_000 } as const) : {}
      market.does(ALICE, buy({ ...terms, lots: 50_000 }))
      // At 58,000 the band ends at 63,800.
      nextRound(market, 580_000)
      if (limit) expect(market.state.findOrder(ALICE, 1)).toMatchObject({ ticks: 649_000, lotsLeft: 5_000 })
      else expect(market.heard(ALICE).at(-1)).toMatchObject({ reason: 'not_filled', lotsLeft: 5_000 })
      expect(market.state.findOrder(BOB, 1)).toMatchObject({ lotsLeft: 50 })
    }
  })

  it('has of its budget what it has not spent', () => {
    const market = open()
    market.does(BOB, order(1, { side: 'sell', ticks: 600_000, lots: 10 }))
    // 60 USDT are 100 lots of 0.00001 BTC at 60,000.0: 10 of them cost 6, and 54 buy 89 at 60,030.0.
    market.does(ALICE, buy({ lots: 0, budget: '60000000' }))
    nextRound(market)
    expect(market.heard(ALICE).slice(1)).toMatchObject([{ lots: 10 }, { lots: 89 }, { reason: 'filled', lotsLeft: 0 }])
  })

  it.each([
    ['may rest', { kind: 'limit', timeInForce: 'gtc', ticks: 600_500 }, null],
    ['may not', {}, 'stock_halted'],
  ] as const)('of a share that is halted meanwhile rests if it %s', (_, terms, refusal) => {
    // A Wednesday, 10:00 in New York.
    const stock = { exchange: 'NASDAQ', sector: 'technology', isHalted: false, splits: [], actionAt: null } as const
    const market = new MarketStory({ pair: { ...BTC_USDT, house: HOUSE_ON, stock }, indexTicks: INDEX })
    market.now = market.roundAt = Date.parse('2026-11-25T15:00:00Z')
    market.houseQuotes()
    market.now += 400
    market.does(ALICE, buy(terms))
    expect(market.state.waiting.count).toBe(1)
    market.pair = { ...BTC_USDT, house: HOUSE_ON, stock: { ...stock, isHalted: true } }
    nextRound(market)
    if (refusal) expect(market.heard(ALICE)).toMatchObject([{ type: 'closed', reason: 'refused', refusal }])
    else expect(market.state.findOrder(ALICE, 1)).toMatchObject({ ticks: 600_500, lotsLeft: 100 })
  })
})

describe('after a restart', () => {
  it('orders wait again, and those that went on do not', () => {
    const before = open()
    before.does(ALICE, buy())
    before.does(BOB, buy())
    before.does(ALICE, { type: 'cancel', orderNo: 1 })
    const waiting = new WaitingOrders()
    for (const fact of before.state.waiting.takeFacts()) waiting.apply(fact)
    expect(waiting.all().map(({ account }) => account)).toEqual([BOB])
  })
})

describe('the house', () => {
  it('gets no messages of its orders, which step aside for new ones of its own', () => {
    const market = open()
    market.does(BOB, order(1, { ticks: 599_900, lots: 5 }))
    market.does(ALICE, buy())
    nextRound(market)
    // Sells to a buyer whom the price has passed.
    nextRound(market, 590_000)
    expect(market.heard(BOB).at(-1)).toMatchObject({ reason: 'filled' })
    expect(market.heard(HOUSE)).toEqual([])
    expect(market.state.ordersOf(HOUSE)).toMatchObject(
      Array.from({ length: 6 }, () => ({ selfTrade: 'cancel_oldest' })),
    )
  })
})

describe('a fill', () => {
  it('says what the quote asset is worth in dollars, where it is another', () => {
    const market = new MarketStory()
    market.quotePrice = '60000.0'
    market.does(BOB, order(1, { side: 'sell' }))
    expect(market.does(ALICE, order(1, {}))[1]).toMatchObject({ type: 'filled', lots: 1, quotePrice: '60000.0' })
    market.quotePrice = null
    market.does(BOB, order(2, { side: 'sell' }))
    expect(market.does(ALICE, order(2, {}))[1]).not.toHaveProperty('quotePrice')
  })
})
