import { describe, expect, it } from 'vitest'
import { amount } from '#domain/money/amount'
import { quoteAround } from '#domain/house/quotes'
import { HOUSE } from '#party/market/state'
import { BTC_USDT, HOUSE_OFF, HOUSE_ON } from './btc-usdt'
import { ALICE, BOB, MarketStory, order } from './story'

/** 60,000.0 USDT: half the spread is 30.0, a level step 30.0. */
const INDEX = 600_000
const pair = { ...BTC_USDT, house: HOUSE_ON }
const open = (options = {}) => new MarketStory({ pair, indexTicks: INDEX, ...options })

describe('the quotes that the house wants', () => {
  it('lie around the index price, half a spread away and then a step from level to level, growing in size', () => {
    expect(quoteAround(HOUSE_ON, INDEX, 0n)).toEqual({
      bids: [[599_700, 10_000], [599_400, 15_000], [599_100, 20_000]],
      asks: [[600_300, 10_000], [600_600, 15_000], [600_900, 20_000]],
      takeBuysFrom: 600_300,
      takeSellsTo: 599_700,
      buyLotsMax: 100_000_000,
      sellLotsMax: 100_000_000,
    }) // prettier-ignore
  })

  it.each([
    ['half of the full inventory', 500_000n, -150],
    ['the full inventory', 1_000_000n, -300],
    ['more than the full inventory', 9_000_000n, -300],
    ['the full inventory owed', -1_000_000n, 300],
    ['nothing', 0n, 0],
  ])('move against the inventory: holding %s', (_what, inventory, moved) => {
    const { bids, asks } = quoteAround(HOUSE_ON, INDEX, inventory)
    expect([bids[0]?.[0], asks[0]?.[0]]).toEqual([599_700 + moved, 600_300 + moved])
  })

  it.each([-1n, 1n])(
    'never sell below the index nor buy above it, so that turning the inventory round gains nothing',
    (sign) => {
      for (const inventory of [0n, 1n, 400_000n, 1_000_000n, 10n ** 15n]) {
        const { bids, asks, takeBuysFrom, takeSellsTo } = quoteAround(HOUSE_ON, INDEX, sign * inventory)
        expect(Math.min(asks[0]?.[0] ?? Infinity, takeBuysFrom)).toBeGreaterThanOrEqual(INDEX)
        expect(Math.max(bids[0]?.[0] ?? INDEX, takeSellsTo)).toBeLessThanOrEqual(INDEX)
      }
    },
  )

  it('stay at least one tick from the index, and positive, on a coarse grid', () => {
    const { bids, asks } = quoteAround(HOUSE_ON, 2, 0n)
    expect(bids).toEqual([[1, 10_000]])
    expect(asks.map(([ticks]) => ticks)).toEqual([3, 4, 5])
  })
})

describe('the house in the book', () => {
  it('sells to Alice at its ask, and books the fill in its own ledger at no fee', () => {
    const market = open()
    market.houseQuotes()
    const [, fill] = market.does(ALICE, order(1, { ticks: 600_300, lots: 1_000 }))
    expect(fill).toMatchObject({ type: 'filled', ticks: 600_300, lots: 1_000, fee: '2000', isOfHouse: true })
    // 0.01 BTC at 60,030 USDT.
    expect(market.state.houseFills.take()).toEqual({
      firstTradeNo: 1,
      lastTradeNo: 1,
      base: amount(-1_000_000n),
      quote: amount(600_300_000n),
    })
  })

  it('notes each trade for its receipt: since when the order of Alice waited, and nothing of an order of Bob that it took', () => {
    const market = open()
    market.houseQuotes()
    market.does(ALICE, order(1, { ticks: 600_300, lots: 1_000 }))
    market.does(BOB, order(1, { side: 'sell', ticks: 600_100, lots: 5 }))
    market.state.houseFills.take()
    market.indexTicks = 600_500
    market.houseQuotes()
    expect(market.heard(BOB)[1]).toMatchObject({ type: 'filled', role: 'maker', isOfHouse: true })
    expect(market.state.houseRounds.all().map(({ trades }) => trades)).toEqual([
      [{ no: 1, side: 'sell', ticks: 600_300, lots: 1_000, from: 1_000_000 }],
      [{ no: 2, side: 'buy', ticks: 600_100, lots: 5, from: null }],
    ])
    // 0.00005 BTC at 60,010 USDT.
    expect(market.state.houseFills.take()).toEqual({
      ...{ firstTradeNo: 2, lastTradeNo: 2, base: amount(5_000n), quote: amount(-3_000_500n) },
    })
  })

  it('has no part in a trade of Alice with Bob', () => {
    const market = open()
    market.houseQuotes()
    market.does(BOB, order(1, { side: 'sell', ticks: 600_100, lots: 5 }))
    const [, fill] = market.does(ALICE, order(1, { ticks: 600_100, lots: 5 }))
    for (const each of [fill, market.heard(BOB)[1]]) {
      expect(each).toMatchObject({ type: 'filled' })
      expect(each).not.toHaveProperty('isOfHouse')
    }
    expect([market.state.houseFills.take(), market.state.houseRounds.isEmpty]).toEqual([null, true])
  })

  it('replaces only what changed when it quotes again', () => {
    const market = open()
    market.houseQuotes()
    market.state.takeFacts()
    market.houseQuotes()
    expect(market.state.takeFacts()).toBeNull()
    market.does(ALICE, order(1, { ticks: 600_300, lots: 1_000 }))
    const before = market.state.ordersOf(HOUSE).map(({ id }) => id)
    market.houseQuotes()
    const after = market.state.ordersOf(HOUSE)
    expect(after.filter(({ id }) => !before.includes(id))).toEqual([
      expect.objectContaining({ side: 'sell', ticks: 600_300, lotsLeft: 10_000 }),
    ])
    expect(after).toHaveLength(6)
  })

  it("fills Alice's resting buy at her own price when the index falls through it by more than half the spread", () => {
    const market = open()
    market.houseQuotes()
    market.does(ALICE, order(1, { ticks: 599_900, lots: 50_000 }))
    market.indexTicks = 599_700
    market.houseQuotes()
    expect(market.heard(ALICE)).toHaveLength(1)
    market.indexTicks = 599_500
    market.houseQuotes()
    expect(market.heard(ALICE).slice(1)).toEqual([
      expect.objectContaining({ type: 'filled', role: 'maker', ticks: 599_900, lots: 50_000 }),
      expect.objectContaining({ type: 'closed', reason: 'filled' }),
    ])
  })

  it("fills Bob's resting sell when the index rises through it, and nobody else's", () => {
    const market = open()
    market.houseQuotes()
    market.does(BOB, order(1, { side: 'sell', ticks: 600_100, lots: 5 }))
    market.does(ALICE, order(1, { side: 'sell', ticks: 601_000, lots: 5 }))
    market.indexTicks = 600_500
    market.houseQuotes()
    expect(market.heard(BOB).at(-1)).toMatchObject({ type: 'closed', reason: 'filled' })
    expect(market.heard(ALICE)).toHaveLength(1)
  })

  it('never crosses a user who rests inside its spread', () => {
    const market = open()
    market.does(ALICE, order(1, { ticks: 600_000, lots: 5 }))
    market.houseQuotes()
    expect(market.heard(ALICE)).toHaveLength(1)
    expect(market.state.book.best('buy')).toBe(600_000)
    expect(market.state.book.best('sell')).toBe(600_300)
  })

  it.each([
    ['it is switched off', (market: MarketStory) => (market.pair = { ...pair, house: HOUSE_OFF })],
    ['there is no index price', (market: MarketStory) => (market.indexTicks = null)],
    ['the pair is closed', (market: MarketStory) => (market.pair = { ...pair, isTradable: false })],
    ['the pair is listed no more', (market: MarketStory) => (market.pair = null)],
  ])('withdraws its quotes and leaves those of users when %s', (_when, change) => {
    const market = open()
    market.houseQuotes()
    market.does(ALICE, order(1, { ticks: 600_000, lots: 5 }))
    change(market)
    market.houseQuotes()
    expect([...market.state.book.orders()]).toEqual([expect.objectContaining({ owner: ALICE })])
  })
})
