// No trade with the house at an already public price: such orders wait for the next round. Users match each other immediately.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lots } from '#domain/money/price'
import { floorTo } from '#domain/quotes/period'
import { parseRequest } from '#party/market/request'
import { HOUSE } from '#party/market/state'
import { BTC_USDT, HOUSE_ON } from './btc-usdt'
import { ALICE, BOB, CAROL, MarketStory, type PlainRequest, type SubmitCommand, order, textsOf } from './story'

/** 60,000.0 USDT: half the spread of the house is 30.0. */
const INDEX = 600_000
const ROUND = 1_000_000

/** The house has quoted with the round of this second; the order arrives later in that second. */
function open(): MarketStory {
  const market = new MarketStory({ pair: { ...BTC_USDT, house: HOUSE_ON }, indexTicks: INDEX })
  market.roundAt = ROUND
  market.houseQuotes()
  market.now = ROUND + 400
  return market
}

function nextRound(market: MarketStory, indexTicks: number | null): void {
  market.roundAt = floorTo(market.now, 1_000) + 1_000
  market.now = market.roundAt + 5
  market.indexTicks = indexTicks
  market.houseQuotes()
}

const types = (market: MarketStory, account: number) => market.heard(account).map(({ type }) => type)
const marketBuy = (orderNo: number, terms: Partial<SubmitCommand> = {}) =>
  order(orderNo, { kind: 'market', timeInForce: 'ioc', ticks: 660_000, lots: 100, ...terms })

describe('who would meet the house', () => {
  it('waits for the next round and buys at its price, not at the one that everybody knew', () => {
    const market = open()
    expect(market.does(ALICE, marketBuy(1))).toEqual([])
    nextRound(market, 606_000)
    expect(market.heard(ALICE)).toEqual([
      expect.objectContaining({ type: 'accepted' }),
      expect.objectContaining({ type: 'filled', role: 'taker', ticks: 606_303, lots: 100 }),
      expect.objectContaining({ type: 'closed', reason: 'filled' }),
    ])
  })

  it('pays less when the price has fallen meanwhile, and rests at the limit when it has risen past it', () => {
    const market = open()
    market.does(ALICE, order(1, { ticks: 600_500, lots: 10 }))
    market.does(BOB, order(1, { side: 'sell', ticks: 599_500, lots: 10 }))
    nextRound(market, 599_000)
    expect(market.heard(ALICE)[1]).toMatchObject({ type: 'filled', ticks: 599_300 })
    expect(types(market, BOB)).toEqual(['accepted'])
    expect(market.state.findOrder(BOB, 1)).toMatchObject({ ticks: 599_500, lotsLeft: 10 })
  })

  it('is filled by users at once as far as they offer more, and waits with the rest', () => {
    const market = open()
    market.does(BOB, order(1, { side: 'sell', ticks: 600_100, lots: 30 }))
    expect(market.does(ALICE, marketBuy(1)).map(({ type, ticks, lots: count }) => [type, ticks, count])).toEqual([
      ['accepted', undefined, undefined],
      ['filled', 600_100, 30],
    ])
    nextRound(market, INDEX)
    expect(market.heard(ALICE).slice(2)).toEqual([
      expect.objectContaining({ type: 'filled', ticks: 600_300, lots: 70 }),
      expect.objectContaining({ type: 'closed', reason: 'filled' }),
    ])
  })

  it('spends what a budget has left', () => {
    const market = open()
    market.does(BOB, order(1, { side: 'sell', ticks: 600_000, lots: 10 }))
    // A budget of 60 USDT: 100 lots of 0.00001 BTC at 60,000.0.
    market.does(ALICE, marketBuy(1, { lots: 0, budget: '60000000' }))
    expect(market.heard(ALICE)[1]).toMatchObject({ ticks: 600_000, lots: 10 })
    nextRound(market, 700_000)
    expect(market.heard(ALICE).slice(2)).toEqual([expect.objectContaining({ type: 'closed', reason: 'not_filled' })])
    market.does(CAROL, marketBuy(1, { lots: 0, budget: '60000000', ticks: 770_000 }))
    nextRound(market, INDEX)
    expect(market.heard(CAROL)[1]).toMatchObject({ type: 'filled', ticks: 600_300, lots: 99 })
  })

  it('fills whole or not at all at the round, when fill-or-kill needs the house', () => {
    const market = open()
    market.does(BOB, order(1, { side: 'sell', ticks: 600_100, lots: 30 }))
    expect(market.does(ALICE, order(1, { ticks: 600_300, lots: 40, timeInForce: 'fok' }))).toEqual([])
    expect(market.does(CAROL, order(1, { ticks: 600_300, lots: 30, timeInForce: 'fok' })).at(-1)).toMatchObject({ reason: 'filled' }) // prettier-ignore
    nextRound(market, INDEX)
    expect(market.heard(ALICE).at(-1)).toMatchObject({ type: 'closed', reason: 'filled' })
  })

  it('does not wait when a tick sent it and the house quotes by that tick or a later one', () => {
    const market = open()
    market.does(ALICE, marketBuy(1, { roundAt: ROUND }))
    expect(market.heard(ALICE).at(-1)).toMatchObject({ type: 'closed', reason: 'filled' })
    market.does(BOB, marketBuy(1, { roundAt: ROUND + 1_000 }))
    expect(market.heard(BOB)).toEqual([])
    nextRound(market, 606_000)
    expect(market.heard(BOB)[1]).toMatchObject({ type: 'filled', ticks: 606_303 })
  })

  describe('while the price breaker pauses the market', () => {
    const TRIGGERED = { waitsOutPause: true } as const
    const paused = () => {
      const market = open()
      market.pausedUntil = ROUND + 300_000
      market.pair = { ...BTC_USDT, isTradable: false }
      return market
    }
    const reopened = (market: MarketStory, indexTicks: number) => {
      Object.assign(market, { pausedUntil: null, pair: { ...BTC_USDT, house: HOUSE_ON }, now: ROUND + 300_000 })
      nextRound(market, indexTicks)
    }

    it('is refused, but an order of a trigger waits and meets the first round after the pause', () => {
      const market = paused()
      expect(market.does(BOB, marketBuy(1))).toMatchObject([{ reason: 'refused', refusal: 'market_closed' }])
      expect(market.does(ALICE, marketBuy(1, { ...TRIGGERED, roundAt: ROUND }))).toEqual([
        { type: 'accepted', orderNo: 1 },
      ])
      nextRound(market, INDEX)
      expect(types(market, ALICE)).toEqual(['accepted'])
      reopened(market, 606_000)
      expect(market.heard(ALICE).slice(1)).toEqual([
        expect.objectContaining({ type: 'filled', ticks: 606_303, lots: 100 }),
        expect.objectContaining({ type: 'closed', reason: 'filled' }),
      ])
    })

    it('waits too when the pause began while it waited for its round', () => {
      const market = open()
      market.does(ALICE, marketBuy(1, { ...TRIGGERED, roundAt: ROUND + 1_000 }))
      market.does(BOB, marketBuy(1))
      Object.assign(market, { pausedUntil: ROUND + 300_000, pair: { ...BTC_USDT, isTradable: false } })
      nextRound(market, INDEX)
      expect(types(market, BOB)).toEqual(['closed'])
      expect(types(market, ALICE)).toEqual([])
      reopened(market, INDEX)
      expect(market.heard(ALICE)[1]).toMatchObject({ type: 'filled', ticks: 600_300, lots: 100 })
    })

    it('buys for what its budget has, within its worst price, or not at all', () => {
      const market = paused()
      market.does(ALICE, marketBuy(1, { ...TRIGGERED, roundAt: ROUND, lots: 0, budget: '60000000' }))
      market.does(BOB, marketBuy(1, { ...TRIGGERED, roundAt: ROUND, ticks: 606_000 }))
      reopened(market, 606_000)
      // 98 lots of 0.00001 BTC at 60,630.3 are 59.417694 USDT.
      expect(market.heard(ALICE)[1]).toMatchObject({ type: 'filled', ticks: 606_303, lots: 98 })
      expect(market.heard(BOB).slice(1)).toMatchObject([{ type: 'closed', reason: 'not_filled' }])
    })

    it('waits for the next round only, when a restart of the room has ended the pause', () => {
      const market = paused()
      market.does(ALICE, marketBuy(1, { ...TRIGGERED, roundAt: ROUND }))
      Object.assign(market, { pausedUntil: null, pair: { ...BTC_USDT, house: HOUSE_ON }, now: ROUND + 2_400 })
      market.houseQuotes()
      expect(types(market, ALICE)).toEqual(['accepted'])
      nextRound(market, INDEX)
      expect(market.heard(ALICE)[1]).toMatchObject({ type: 'filled', ticks: 600_300, lots: 100 })
    })

    it('is refused as a sale of a liquidation, which goes on with another pair', () => {
      const market = paused()
      expect(market.does(ALICE, marketBuy(1, { roundAt: ROUND }))).toMatchObject([{ refusal: 'market_closed' }])
    })

    it('is cancelled by its owner', () => {
      const market = paused()
      market.does(ALICE, marketBuy(1, { ...TRIGGERED, roundAt: ROUND }))
      expect(market.does(ALICE, { type: 'cancel', orderNo: 1 })).toMatchObject([{ reason: 'cancelled', lotsLeft: 100 }])
      expect(market.state.waiting.count).toBe(0)
    })
  })

  it('is cancelled, alone or with all others, while it waits', () => {
    const market = open()
    market.does(ALICE, marketBuy(1))
    market.does(ALICE, order(2, { ticks: 600_400, lots: 7 }))
    expect(market.does(ALICE, { type: 'cancel', orderNo: 1 })).toEqual([
      { type: 'closed', orderNo: 1, reason: 'cancelled', refusal: null, facts: {}, lotsLeft: 100 },
    ])
    market.does(ALICE, { type: 'cancel_spot_orders' })
    nextRound(market, INDEX)
    expect(types(market, ALICE)).toEqual(['closed', 'closed'])
    expect(market.state.waiting.count).toBe(0)
  })

  it('waits from its amendment on, at the new terms', () => {
    const market = open()
    market.does(ALICE, order(1, { ticks: 600_400, lots: 7 }))
    market.now = ROUND + 1_500
    market.does(ALICE, { type: 'amend', orderNo: 1, ticks: 600_500, lots: 5 })
    // The round of before its amendment comes late.
    market.roundAt = ROUND + 1_000
    market.houseQuotes()
    expect(types(market, ALICE)).toEqual(['accepted', 'amended'])
    nextRound(market, INDEX)
    expect(market.heard(ALICE)[2]).toMatchObject({ type: 'filled', ticks: 600_300, lots: 5 })
  })

  it.each([
    ['market_closed', (market: MarketStory) => (market.pair = { ...BTC_USDT, isTradable: false })],
    ['no_reference_price', (market: MarketStory) => (market.indexTicks = null)],
  ])('is refused, %s, when that comes about meanwhile; what has traded stays', (code, change) => {
    const market = open()
    market.does(BOB, order(1, { side: 'sell', ticks: 600_100, lots: 30 }))
    market.does(CAROL, marketBuy(1))
    market.does(ALICE, marketBuy(1))
    change(market)
    market.houseQuotes()
    expect(market.heard(ALICE)).toEqual([expect.objectContaining({ type: 'closed', reason: 'refused', refusal: code })])
    expect(market.heard(CAROL).at(-1)).toMatchObject({ reason: 'cancelled', refusal: null, lotsLeft: 70 })
  })

  it('rests where there is no price any more, if it may rest', () => {
    const market = open()
    market.does(ALICE, order(1, { ticks: 600_500, lots: 10 }))
    nextRound(market, null)
    expect(market.state.findOrder(ALICE, 1)).toMatchObject({ lotsLeft: 10 })
  })
})

describe('what an account sends', () => {
  it.each([-1, 1.5, '5', null])('is no order when its round is %s', (roundAt) => {
    const command = { ...marketBuy(1), seq: 1, roundAt } as unknown as PlainRequest['commands'][number]
    const request = { account: ALICE, received: 0, commands: [command] }
    expect(() => parseRequest(...textsOf(request))).toThrow('commands that a book can carry out')
  })
})

/** Price jumps of up to 2 % each second, public from the start of the second. */
const jumps = fc.array(fc.integer({ min: -200, max: 200 }), { minLength: 23, maxLength: 23 })
const arrival = fc.record({
  at: fc.integer({ min: ROUND, max: ROUND + 20_000 }),
  account: fc.constantFrom(ALICE, BOB, CAROL),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  kind: fc.constantFrom('market' as const, 'limit' as const, 'fok' as const, 'trigger' as const),
  /** Distance from the public price, in hundredths of a percent. */
  away: fc.integer({ min: -100, max: 300 }),
  lots: fc.integer({ min: 1, max: 400 }),
})
type Arrival = typeof arrival extends fc.Arbitrary<infer Value> ? Value : never

class JumpingFeed {
  readonly market = new MarketStory({ pair: { ...BTC_USDT, house: { ...HOUSE_ON, size: lots(1_000) } } })
  readonly #index: readonly number[]
  readonly #lateMs: number
  /** Round by Market time; no two steps share a time. */
  readonly #roundAt = new Map<number, number>()
  readonly #cameAt = new Map<string, number>()

  /** `lateMs`: how long after its second the Market has a round. */
  constructor(by: readonly number[], lateMs: number) {
    this.#index = by.reduce<number[]>(
      (all, each) => [...all, Math.round((all.at(-1) ?? 0) * (1 + each / 10_000))],
      [INDEX],
    )
    this.#lateMs = lateMs
    Object.assign(this.market, { now: ROUND, roundAt: ROUND, indexTicks: INDEX })
    this.market.houseQuotes()
  }

  goTo(at: number): void {
    const { market } = this
    for (let next = market.roundAt + 1_000; next + this.#lateMs <= at; next += 1_000) {
      this.#step(Math.max(market.now + 1, next + this.#lateMs))
      Object.assign(market, { roundAt: next, indexTicks: this.#indexAt(next) })
      this.#roundAt.set(market.now, next)
      market.houseQuotes()
    }
    this.#step(Math.max(market.now + 1, at))
  }

  place(orderNo: number, { at, account, side, kind, away, lots: count }: Arrival): void {
    const { market } = this
    this.goTo(at)
    const known = this.#indexAt(market.now)
    const worst = side === 'buy' ? 2 * INDEX : 0
    const ticks = Math.round(known * (1 + ((side === 'buy' ? 1 : -1) * away) / 10_000))
    const sentBy = kind === 'trigger' ? { roundAt: floorTo(market.now, 1_000) } : {}
    const terms: Partial<SubmitCommand> =
      kind === 'market' || kind === 'trigger'
        ? { kind: 'market', timeInForce: 'ioc', ticks: worst, ...sentBy }
        : { ticks, timeInForce: kind === 'fok' ? 'fok' : 'gtc' }
    this.#cameAt.set(`${account} ${orderNo}`, sentBy.roundAt ?? market.now)
    market.does(account, order(orderNo, { side, lots: count, ...terms }))
    if (kind !== 'fok' && market.state.waiting.find(account, orderNo)) this.#expectHouseFirst(side)
  }

  /** Number of fills with the house: only one account has them. */
  checkedFills(): number {
    const fills = [ALICE, BOB, CAROL].flatMap((account) =>
      this.market.state.streams
        .get(account)
        .messages.flatMap((message) => (message.type === 'filled' ? [{ account, ...message }] : [])),
    )
    const sides = new Map<number, number>()
    for (const { tradeNo } of fills) sides.set(tradeNo, (sides.get(tradeNo) ?? 0) + 1)
    const withHouse = fills.filter(({ tradeNo }) => sides.get(tradeNo) === 1)
    for (const { account, orderNo, side, role, ticks, at } of withHouse) {
      const roundAt = this.#roundAt.get(at) ?? 0
      const index = this.#indexAt(roundAt)
      if (side === 'buy') expect(ticks).toBeGreaterThanOrEqual(index)
      else expect(ticks).toBeLessThanOrEqual(index)
      if (role === 'taker') expect(roundAt).toBeGreaterThanOrEqual(this.#cameAt.get(`${account} ${orderNo}`) ?? 0)
    }
    return withHouse.length
  }

  #step(now: number): void {
    this.market.now = now
    this.#roundAt.set(now, this.market.roundAt)
  }

  #indexAt(at: number): number {
    return this.#index[Math.floor((at - ROUND) / 1_000)] ?? INDEX
  }

  /** What users offer at a better price, or came with earlier at the same, was filled before the order began to wait. */
  #expectHouseFirst(side: 'buy' | 'sell'): void {
    const [first] = [...this.market.state.book.orders()].filter((resting) => resting.side !== side)
    expect(first?.owner).toBe(HOUSE)
  }
}

describe('ten thousand orders at any instant of a second, at a feed that jumps each second', () => {
  it('meet the house at the index of a round that nobody knew when they came, never better; and users at once', () => {
    let [orders, fills] = [0, 0]
    const arrivals = fc.array(arrival, { minLength: 60, maxLength: 60 })
    fc.assert(
      fc.property(jumps, arrivals, fc.integer({ min: 0, max: 900 }), (by, all, lateMs) => {
        const feed = new JumpingFeed(by, lateMs)
        all.sort((left, right) => left.at - right.at).forEach((each, no) => feed.place(no + 1, each))
        feed.goTo(feed.market.now + 2_000)
        expect(feed.market.state.waiting.count).toBe(0)
        orders += all.length
        fills += feed.checkedFills()
      }),
      { numRuns: 180, endOnFailure: true },
    )
    expect(orders).toBeGreaterThan(10_000)
    expect(fills).toBeGreaterThan(4_000)
  })
})
