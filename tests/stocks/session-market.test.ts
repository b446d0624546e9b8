// A share's market outside its exchange's session: resting orders, refusals, and matching at the open.

import { describe, expect, it } from 'vitest'
import type { Pair } from '#domain/catalogue'
import { requote } from '#party/market/house'
import { FastBook } from '#party/market/fast-book'
import { carryOut } from '#party/market/matching'
import { bandAround } from '#domain/price-band'
import { MarketState } from '#party/market/state'
import { meetAtOpening } from '#party/market/trading'
import { BTC_USDT, HOUSE_ON } from '../market/btc-usdt'
import { ALICE, BOB, CAROL, type StoryCommand, order } from '../market/story'

const NIGHT = Date.parse('2026-11-25T05:00:00Z')
const DAY = Date.parse('2026-11-25T15:00:00Z')
const SHARE: Pair = {
  ...BTC_USDT,
  house: HOUSE_ON,
  stock: { exchange: 'NASDAQ', sector: 'technology', isHalted: false, splits: [], actionAt: null },
}

class Market {
  now = NIGHT
  pair = SHARE
  readonly state = new MarketState(new FastBook(), () => undefined)

  context() {
    return { pair: this.pair, band: bandAround(this.pair, 1_000), roundAt: this.now, pausedUntil: null, now: this.now }
  }

  does(account: number, command: StoryCommand): Record<string, unknown>[] {
    const stream = this.state.streams.get(account)
    const before = stream.messageSeq
    carryOut(this.state, this.context(), account, { ...command, seq: (stream.commandSeq += 1) })
    return stream.messages.filter(({ seq }) => seq > before).map((message) => ({ ...message }))
  }

  opens(): void {
    this.now = DAY
    meetAtOpening(this.state, this.context())
  }

  told(account: number): readonly string[] {
    return this.state.streams.get(account).messages.map(({ type, orderNo }) => `${type} ${orderNo}`)
  }
}

describe('while the exchange is closed', () => {
  it('takes no order that cannot rest, and says when it opens', () => {
    const market = new Market()
    const opens = { refusal: 'stock_closed', facts: { opens: '2026-11-25 09:00 UTC' } }
    expect(market.does(ALICE, order(1, { kind: 'market', timeInForce: 'ioc' }))).toMatchObject([opens])
    expect(market.does(ALICE, order(2, { timeInForce: 'ioc' }))).toMatchObject([opens])
    expect(market.does(ALICE, order(3, { timeInForce: 'fok' }))).toMatchObject([opens])
    expect(market.state.book.size).toBe(0)
  })

  it('lets limits rest, crossed or not, and trades nothing; they can be cancelled and amended', () => {
    const market = new Market()
    expect(market.does(ALICE, order(1, { side: 'sell', lots: 2 }))).toMatchObject([{ type: 'accepted' }])
    expect(market.does(BOB, order(1, { ticks: 1_010, lots: 3 }))).toMatchObject([{ type: 'accepted' }])
    expect(market.does(BOB, { type: 'amend', orderNo: 1, ticks: 1_005, lots: 4 })).toMatchObject([{ type: 'amended' }])
    expect(market.does(CAROL, order(1, { ticks: 1_000, isPostOnly: true }))).toMatchObject([
      { refusal: 'post_only_would_take' },
    ])
    expect(market.does(ALICE, { type: 'cancel', orderNo: 1 })).toMatchObject([{ type: 'closed', reason: 'cancelled' }])
    expect(market.state.tape).toEqual([])
  })

  it('is not quoted by the house, which comes back with the session', () => {
    const market = new Market()
    requote(market.state, market.context(), 0n)
    expect(market.state.book.size).toBe(0)
    market.now = DAY
    requote(market.state, market.context(), 0n)
    expect(market.state.book.size).toBeGreaterThan(0)
    // The desk halts trading during the session.
    market.pair = {
      ...SHARE,
      stock: { exchange: 'NASDAQ', sector: 'technology', isHalted: true, splits: [], actionAt: null },
    }
    requote(market.state, market.context(), 0n)
    expect(market.state.book.size).toBe(0)
    expect(market.does(ALICE, order(1, { kind: 'market', timeInForce: 'ioc' }))).toMatchObject([
      { refusal: 'stock_halted' },
    ])
  })
})

describe('as the session begins', () => {
  it('orders that cross meet in the order in which they came, at the price that was there first', () => {
    const market = new Market()
    market.does(ALICE, order(1, { side: 'sell', ticks: 1_002, lots: 2 }))
    market.does(ALICE, order(2, { side: 'sell', ticks: 1_000, lots: 2 }))
    market.does(CAROL, order(1, { ticks: 990, lots: 1 }))
    market.does(BOB, order(1, { ticks: 1_005, lots: 3 }))
    market.opens()
    expect(market.state.tape.map(({ ticks, lots, side }) => [ticks, lots, side])).toEqual([
      [1_000, 2, 'buy'],
      [1_002, 1, 'buy'],
    ])
    expect(market.told(BOB)).toEqual(['accepted 1', 'filled 1', 'filled 1', 'closed 1'])
    expect(market.state.findOrder(ALICE, 1)?.lotsLeft).toBe(1)
    expect(market.state.findOrder(CAROL, 1)?.lotsLeft).toBe(1)
    // After the first call the book isn't crossed: every turn may call it again.
    const facts = market.state.takeFacts()
    expect(facts).not.toBeNull()
    market.opens()
    expect(market.state.takeFacts()).toBeNull()
  })

  it('what the house left in the book from the evening before is not met', () => {
    const market = new Market()
    market.now = DAY
    requote(market.state, market.context(), 0n)
    market.now = NIGHT
    market.does(ALICE, order(1, { ticks: 1_100 }))
    market.opens()
    expect(market.state.tape).toEqual([])
    expect(market.state.findOrder(ALICE, 1)?.lotsLeft).toBe(1)
    expect(market.state.userOrderCount).toBe(1)
  })

  it('comes out the same from what was written', () => {
    const market = new Market()
    const again = new MarketState(new FastBook(), () => undefined)
    const write = () => {
      const facts = market.state.takeFacts()
      if (facts) again.apply(facts)
    }
    market.does(ALICE, order(1, { side: 'sell', lots: 2 }))
    market.does(BOB, order(1, { ticks: 1_003, lots: 3 }))
    write()
    expect(again.book.stateHash()).toBe(market.state.book.stateHash())
    market.opens()
    write()
    expect(again.book.stateHash()).toBe(market.state.book.stateHash())
    expect(again.snapshot()).toEqual(market.state.snapshot())
  })
})
