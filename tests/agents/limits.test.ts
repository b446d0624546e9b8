// What an order counts for an agent's limits, with amounts worked out by hand.

import { describe, expect, test } from 'vitest'
import {
  APPROVAL_LIFE_MS,
  agentValue,
  asksOwner,
  countAgentOrders,
  requestStateAt,
  uncountAgentOrders,
} from '#domain/agent'
import type { Pair } from '#domain/catalogue'
import { type Amount, amount } from '#domain/money/amount'
import { lots, ticks } from '#domain/money/price'
import { RATE_ONE, rate } from '#domain/money/rate'
import { DAY_MS } from '#domain/time'

/** A tick is 0.01 USDT, a lot 0.001 of the base; orders may be 20 % away from the index price. */
const PAIR = {
  quote: { code: 'USDT', scale: 6 },
  base: { code: 'BTC', scale: 8 },
  filters: { priceBand: rate(RATE_ONE / 5n) },
  ...{ baseScale: 8, quoteScale: 6, priceDecimals: 2, quantityDecimals: 3, tickSteps: 1 },
} as unknown as Pair
const usdt = (whole: number): Amount => amount(BigInt(whole) * 1_000_000n)
const order = { ticks: ticks(10_000), lots: lots(2_000), budget: null }

describe('an order counts', () => {
  test('what a purchase costs at most: 2 at 100 are 200, and a budget itself', () => {
    expect(agentValue(PAIR, { ...order, side: 'buy' })).toBe(usdt(200))
    expect(agentValue(PAIR, { ...order, side: 'buy', budget: usdt(7) })).toBe(usdt(7))
  })

  test('a sale at the highest index price that allows its own: 100 is 20 % below 125', () => {
    expect(agentValue(PAIR, { ...order, side: 'sell' })).toBe(usdt(250))
    // 0.001 at 0.01 are 10 units, at most 12.5: rounded up.
    expect(agentValue(PAIR, { side: 'sell', ticks: ticks(1), lots: lots(1), budget: null })).toBe(13n)
  })

  test('nothing that would allow it without USDT, or without a band', () => {
    const quote = { ...PAIR.quote, code: 'BTC' }
    const wide = { ...PAIR.filters, priceBand: rate(RATE_ONE) }
    expect(agentValue({ ...PAIR, quote }, { ...order, side: 'buy' })).toBeNull()
    expect(agentValue({ ...PAIR, quote: { ...PAIR.quote, scale: 18 } }, { ...order, side: 'buy' })).toBeNull()
    expect(agentValue({ ...PAIR, filters: wide }, { ...order, side: 'sell' })).toBeNull()
  })
})

describe('limits of 100 an order and 250 a day', () => {
  const limits = { orderMax: '100000000', dayMax: '250000000' }
  const noon = 20_000 * DAY_MS + DAY_MS / 2
  const day = 20_000 * DAY_MS

  test('take an order of 100, not of one unit more', () => {
    expect(countAgentOrders(limits, null, [usdt(100)], noon)).toEqual({ ok: true, value: { day, amount: '100000000' } })
    expect(countAgentOrders(limits, null, [amount(100_000_001n)], noon)).toEqual({
      ok: false,
      refusal: { code: 'agent_order_above_max', facts: { max: '100' } },
    })
  })

  test('take 250 on one day, all orders of a command or none, and begin again on the next', () => {
    const spent = { day, amount: '160000000' }
    expect(countAgentOrders(limits, spent, [usdt(50), usdt(40)], noon)).toMatchObject({
      value: { amount: '250000000' },
    })
    expect(countAgentOrders(limits, spent, [usdt(50), usdt(41)], noon)).toEqual({
      ok: false,
      refusal: { code: 'agent_day_above_max', facts: { left: '90' } },
    })
    expect(countAgentOrders(limits, spent, [usdt(100)], noon + DAY_MS)).toMatchObject({
      value: { day: day + DAY_MS, amount: '100000000' },
    })
    expect(countAgentOrders(limits, spent, [], noon)).toEqual({ ok: true, value: spent })
  })

  test('remember a loss that was too large until the day is over', () => {
    const lost = { day, amount: '160000000', isLost: true } as const
    expect(countAgentOrders(limits, lost, [usdt(50)], noon)).toEqual({
      ok: true,
      value: { day, amount: '210000000', isLost: true },
    })
    expect(countAgentOrders(limits, lost, [usdt(50)], noon + DAY_MS)).toEqual({
      ok: true,
      value: { day: day + DAY_MS, amount: '50000000' },
    })
  })

  test('count nothing for what was refused later', () => {
    expect(uncountAgentOrders({ day, amount: '160000000' }, usdt(60))).toEqual({ day, amount: '100000000' })
  })
})

describe('the owner is asked', () => {
  const limits = { orderMax: '100000000', dayMax: '250000000' }

  test('never, about each order, or about one of more than an amount', () => {
    expect(asksOwner(limits, [usdt(100)])).toBe(false)
    expect(asksOwner({ ...limits, askAbove: '0' }, [amount(1n)])).toBe(true)
    expect(asksOwner({ ...limits, askAbove: '50000000' }, [usdt(50)])).toBe(false)
    expect(asksOwner({ ...limits, askAbove: '50000000' }, [usdt(1), amount(50_000_001n)])).toBe(true)
  })

  test('about no cancellation, which counts nothing', () => {
    expect(asksOwner({ ...limits, askAbove: '0' }, [])).toBe(false)
  })

  test('until the time of the request is over, after 15 minutes', () => {
    expect(APPROVAL_LIFE_MS).toBe(900_000)
    const request = { state: 'waiting', expiresAt: 1_000 } as const
    expect(requestStateAt(request, 999)).toBe('waiting')
    expect(requestStateAt(request, 1_000)).toBe('expired')
    expect(requestStateAt({ ...request, state: 'approved' }, 1_000)).toBe('approved')
  })
})
