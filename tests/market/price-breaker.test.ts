import { describe, expect, test } from 'vitest'
import { rate } from '#domain/money/rate'
import { BREAKER_PAUSE_MS, BREAKER_WINDOW_MS, PriceBreaker } from '#party/market/price-breaker'
import { HOUSE } from '#party/market/state'
import { BTC_USDT, HOUSE_ON } from './btc-usdt'
import { ALICE, MarketStory, order } from './story'

const LIMIT = rate(15_000_000n)
const NOW = 1_000_000_000

describe('the breaker', () => {
  test.each([
    ['15% up', 115_000, null],
    ['more than 15% up', 115_001, NOW + 2_000 + BREAKER_PAUSE_MS],
    ['more than 15% down', 84_999, NOW + 2_000 + BREAKER_PAUSE_MS],
  ])('after %s within the window', (_move, ticks, pausedUntil) => {
    const breaker = new PriceBreaker()
    breaker.observe(NOW, 100_000, LIMIT)
    breaker.observe(NOW + 2_000, ticks, LIMIT)
    expect(breaker.pausedUntil(NOW + 2_000)).toBe(pausedUntil)
  })

  test('lets a price wander as far as it likes when it takes its time', () => {
    const breaker = new PriceBreaker()
    for (let step = 0; step < 20; step += 1) {
      breaker.observe(NOW + step * BREAKER_WINDOW_MS, 100_000 + step * 10_000, LIMIT)
      expect(breaker.pausedUntil(NOW + step * BREAKER_WINDOW_MS)).toBeNull()
    }
  })

  test('lets go by itself, and measures anew from there', () => {
    const breaker = new PriceBreaker()
    breaker.observe(NOW, 100_000, LIMIT)
    breaker.observe(NOW + 1_000, 150_000, LIMIT)
    const over = NOW + 1_000 + BREAKER_PAUSE_MS
    expect(breaker.pausedUntil(over - 1)).toBe(over)
    breaker.observe(over, 150_000, LIMIT)
    expect(breaker.pausedUntil(over)).toBeNull()
  })

  test('pauses for five minutes, and forgets a price as old as five minutes', () => {
    expect([BREAKER_PAUSE_MS, BREAKER_WINDOW_MS]).toEqual([300_000, 300_000])
    const after = (ms: number) => {
      const breaker = new PriceBreaker()
      breaker.observe(NOW, 100_000, LIMIT)
      breaker.observe(NOW + ms, 120_000, LIMIT)
      return breaker.pausedUntil(NOW + ms)
    }
    expect([after(299_999), after(300_000)]).toEqual([NOW + 599_999, null])
  })

  test('hears nothing during a pause, which ends at its time', () => {
    const breaker = new PriceBreaker()
    breaker.observe(NOW, 100_000, LIMIT)
    breaker.observe(NOW + 1_000, 150_000, LIMIT)
    breaker.observe(NOW + 200_000, 100_000, LIMIT)
    breaker.observe(NOW + 201_000, 150_000, LIMIT)
    expect(breaker.pausedUntil(NOW + 201_000)).toBe(NOW + 301_000)
    // 50 % above what was seen in the pause.
    breaker.observe(NOW + 301_000, 225_000, LIMIT)
    expect(breaker.pausedUntil(NOW + 301_000)).toBeNull()
  })

  test('remembers one price a second: the next after a whole second', () => {
    const pausedBy = (secondAt: number) => {
      const breaker = new PriceBreaker()
      breaker.observe(NOW, 100_000, LIMIT)
      breaker.observe(NOW + secondAt, 90_000, LIMIT)
      // 5 % above the first, 16.7 % above the second.
      breaker.observe(NOW + secondAt + 1_000, 105_000, LIMIT)
      return breaker.pausedUntil(NOW + secondAt + 1_000)
    }
    expect([pausedBy(999), pausedBy(1_000)]).toEqual([null, NOW + 302_000])
  })

  test('is not told by a feed that says nothing', () => {
    const breaker = new PriceBreaker()
    breaker.observe(NOW, null, LIMIT)
    breaker.observe(NOW + 1_000, 100_000, LIMIT)
    expect(breaker.pausedUntil(NOW + 1_000)).toBeNull()
  })
})

describe('a paused market', () => {
  const pair = { ...BTC_USDT, house: HOUSE_ON }

  test('has no quotes of the house, refuses what is new, and lets go of what rests', () => {
    const market = new MarketStory({ pair, indexTicks: 600_000 })
    market.houseQuotes()
    market.does(ALICE, order(1, { ticks: 599_000, lots: 5 }))
    market.pair = { ...pair, isTradable: false }
    market.houseQuotes()
    expect(market.state.ordersOf(HOUSE)).toEqual([])
    expect(market.does(ALICE, order(2, { ticks: 599_000, lots: 5 }))).toMatchObject([{ refusal: 'market_closed' }])
    expect(market.state.ordersOf(ALICE)).toHaveLength(1)
  })
})

describe('the most that the house holds', () => {
  const capped = (inventoryMax: number) => ({ ...pair0, house: { ...HOUSE_ON, inventoryMax: inventoryMax as never } })
  const pair0 = BTC_USDT
  const sums = (market: MarketStory) => {
    const lotsOf = (side: string) =>
      market.state.ordersOf(HOUSE).reduce((sum, one) => sum + (one.side === side ? one.lotsLeft : 0), 0)
    return [lotsOf('buy'), lotsOf('sell')]
  }

  test.each([
    [0n, [12_000, 12_000]],
    [10_000n, [2_000, 22_000]],
    [12_000n, [0, 24_000]],
    [50_000n, [0, 45_000]],
    [-12_000n, [24_000, 0]],
  ])('bounds what it quotes on each side: holding %s', (inventory, quoted) => {
    const market = new MarketStory({ pair: capped(12_000), indexTicks: 600_000 })
    market.houseQuotes(inventory)
    expect(sums(market)).toEqual(quoted)
  })

  test('bounds what it takes, and what it quotes after that', () => {
    const market = new MarketStory({ pair: capped(12_000), indexTicks: 600_000 })
    market.does(ALICE, order(1, { ticks: 610_000, lots: 50_000 }))
    market.houseQuotes()
    expect(market.state.ordersOf(ALICE)[0]?.lotsLeft).toBe(38_000)
    expect(sums(market)).toEqual([24_000, 0])
  })
})
