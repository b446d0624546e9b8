// Prices, quantities and bands of orders where a bound is met exactly.

import { describe, expect, test } from 'vitest'
import { amount } from '#domain/money/amount'
import { lots, ticks } from '#domain/money/price'
import { rate } from '#domain/money/rate'
import { bandAround, checkBand, worstPrice } from '#domain/price-band'
import { type OrderTerms, checkFilters, checkTerms, leastQuantity, parsePrice, worstTicks } from '#domain/spot'
import { BTC_USDT } from '../market/btc-usdt'

const band = (index: number, width: bigint) => {
  const { lowTicks, highTicks } = bandAround({ filters: { priceBand: rate(width) } }, index)
  return [lowTicks, highTicks]
}

describe('a price band', () => {
  test('lies inside its width: its lower edge is rounded up, its upper one down', () => {
    // 10 % around 1,005: 904.5 to 1,105.5.
    expect(bandAround({ filters: { priceBand: rate(10_000_000n) } }, 1_005)).toEqual({
      ...{ indexTicks: 1_005, lowTicks: 905, highTicks: 1_105 },
    })
    expect(band(1_000, 10_000_000n)).toEqual([900, 1_100])
  })

  test('ends at one tick, however wide it is', () => {
    expect(band(1_005, 100_000_000n)).toEqual([1, 2_010])
    expect(band(1_005, 150_000_000n)).toEqual([1, 2_512])
    expect(band(1, 10_000_000n)).toEqual([1, 1])
    expect(band(0, 10_000_000n)).toEqual([1, 0])
  })

  test('takes its edges, and names the one that a price is beyond', () => {
    const around = bandAround(BTC_USDT, 1_005)
    const check = (price: number) => {
      const checked = checkBand(BTC_USDT, around, price)
      return checked.ok ? 'ok' : checked.refusal
    }
    expect([check(905), check(1_105)]).toEqual(['ok', 'ok'])
    const beyond = (edge: string) => ({
      code: 'price_out_of_band',
      facts: { bound: edge, nearest: edge, asset: 'USDT' },
    })
    expect([check(904), check(1_106)]).toEqual([beyond('90.5'), beyond('110.5')])
  })

  test('bounds the worst price of a market order', () => {
    const around = bandAround(BTC_USDT, 1_005)
    expect([worstPrice(around, 'buy', 1_100), worstPrice(around, 'buy', 1_106)]).toEqual([1_100, 1_105])
    expect([worstPrice(around, 'sell', 910), worstPrice(around, 'sell', 904)]).toEqual([910, 905])
    expect([worstTicks('buy', around), worstTicks('sell', around)]).toEqual([1_105, 905])
    expect([worstTicks('buy', null), worstTicks('sell', null)]).toEqual([0, 0])
  })
})

describe('an order', () => {
  test('that never rests cannot be post-only, whatever its kind', () => {
    const has = { price: true, quantity: true, budget: false }
    const terms = { side: 'buy', kind: 'market', timeInForce: 'gtc', isPostOnly: true, has } as const
    expect(checkTerms(terms)).toMatchObject({ refusal: { code: 'post_only_needs_resting' } })
    expect(checkTerms({ ...terms, kind: 'limit' })).toMatchObject({ ok: true })
    expect(checkTerms({ ...terms, isPostOnly: false })).toMatchObject({ refusal: { code: 'market_order_never_rests' } })
  })

  test('has a price of at most 8,796,093,022,207 ticks', () => {
    expect(parsePrice(BTC_USDT, '879609302220.7')).toEqual({ ok: true, value: 8_796_093_022_207 })
    expect(parsePrice(BTC_USDT, '879609302220.8')).toEqual({
      ok: false,
      refusal: { code: 'amount_too_large', facts: { asset: 'USDT' } },
    })
  })

  test('is refused beside as many others as there may be', () => {
    const terms: OrderTerms = {
      ...{ side: 'buy', kind: 'limit', ticks: ticks(600_000), lots: lots(1_000), budget: null },
      ...{ timeInForce: 'gtc', isPostOnly: false, selfTrade: 'cancel_newest' },
    }
    expect(checkFilters(BTC_USDT, terms, 99)).toMatchObject({ ok: true })
    expect(checkFilters(BTC_USDT, terms, 100)).toEqual({
      ok: false,
      refusal: { code: 'open_orders_above_max', facts: { bound: '100', nearest: '100' } },
    })
  })

  test('has at least the quantity that is worth enough, and the least one', () => {
    const filters = { ...BTC_USDT.filters, quantityMin: lots(10), notionalMin: amount(10_000_000n) }
    const least = (price: number) => leastQuantity({ ...BTC_USDT, filters }, ticks(price))
    // 10 USDT: 16.7 lots of 0.6, and 5 lots of 2.
    expect([least(600_000), least(2_000_000), least(1_000_000)]).toEqual([17, 10, 10])
  })
})
