// Conditional orders where a bound is met exactly, what is held for them, and receipts of each kind.

import { describe, expect, test } from 'vitest'
import { heldFor, legTerms, needOf } from '#domain/conditional/need'
import {
  CONDITIONAL_RULE,
  type ConditionalReceipt,
  checkConditionalReceipt,
  trailOf,
} from '#domain/conditional/receipt'
import {
  CONDITIONAL_STATES,
  type Triggers,
  checkSides,
  checkTrail,
  edgesOf,
  isBetter,
  isLiveState,
  reachedBy,
  trailTrigger,
} from '#domain/conditional/triggers'
import { amount } from '#domain/money/amount'
import { lots } from '#domain/money/price'
import { rate } from '#domain/money/rate'
import { BTC_USDT } from '../market/btc-usdt'

const NONE: Triggers = { side: 'sell', stopSteps: null, profitSteps: null, trail: null, bestSteps: null }

test('an order lives until it ends', () => {
  expect(CONDITIONAL_STATES.filter(isLiveState)).toEqual(['waiting', 'live', 'firing', 'sent'])
})

describe('a trailing stop', () => {
  const SELL: Triggers = { ...NONE, trail: { priceSteps: 5 }, bestSteps: 120 }
  const BUY: Triggers = { ...SELL, side: 'buy', bestSteps: 80 }

  test('stays behind its best price, and has no price before it', () => {
    expect([trailTrigger(SELL), trailTrigger(BUY)]).toEqual([115, 85])
    expect([trailTrigger({ ...SELL, bestSteps: null }), trailTrigger({ ...SELL, trail: null })]).toEqual([null, null])
    expect([reachedBy(BUY, 84), reachedBy(BUY, 85), reachedBy(SELL, 116)]).toEqual([null, 'trailing', null])
  })

  test('moves with a better price, not with an equal one', () => {
    expect([isBetter('sell', 120, 121), isBetter('sell', 120, 120), isBetter('sell', 120, 119)]).toEqual([
      ...[true, false, false],
    ])
    expect([isBetter('buy', 80, 79), isBetter('buy', 80, 80), isBetter('buy', 80, 81)]).toEqual([true, false, false])
    expect([isBetter('sell', null, 1), isBetter('buy', null, 1)]).toEqual([true, true])
  })

  test('is watched from its trigger to the next better price', () => {
    expect([edgesOf(SELL), edgesOf(BUY)]).toEqual([
      { low: 115, high: 121 },
      { low: 79, high: 85 },
    ])
    expect(edgesOf({ ...SELL, bestSteps: null })).toEqual({ low: null, high: null })
    expect(edgesOf({ ...NONE, bestSteps: 120 })).toEqual({ low: null, high: null })
    expect(edgesOf({ ...NONE, stopSteps: 100, profitSteps: 130 })).toEqual({ low: 100, high: 130 })
    expect(edgesOf({ ...NONE, side: 'buy', stopSteps: 100, profitSteps: 70 })).toEqual({ low: 70, high: 100 })
  })

  const refused = (min: string, max: string) => ({ code: 'conditional_trail_out_of_bounds', facts: { min, max } })
  const check = (trail: Parameters<typeof checkTrail>[0]) => {
    const checked = checkTrail(trail, { reference: 1_001, priceDecimals: 1 })
    return checked.ok ? 'ok' : checked.refusal
  }

  test('lies from 0.1 to 50 % behind', () => {
    expect([check({ rate: rate(100_000n) }), check({ rate: rate(50_000_000n) })]).toEqual(['ok', 'ok'])
    const outside = refused('0.1%', '50%')
    expect([check({ rate: rate(99_999n) }), check({ rate: rate(50_000_001n) })]).toEqual([outside, outside])
  })

  test('lies from a step to half of the price behind', () => {
    // Half of 1,001 steps of 0.1, rounded down.
    expect([check({ priceSteps: 1 }), check({ priceSteps: 500 })]).toEqual(['ok', 'ok'])
    const outside = refused('0.1', '50.0')
    expect([check({ priceSteps: 0 }), check({ priceSteps: 501 })]).toEqual([outside, outside])
  })

  test('is kept by its rate or its steps', () => {
    expect(trailOf({ trailSteps: 5, trailRate: null })).toEqual({ priceSteps: 5 })
    expect(trailOf({ trailSteps: null, trailRate: null })).toBeNull()
  })
})

test('a trigger lies on its side of the price, by a step', () => {
  const sides = (side: 'buy' | 'sell', stopSteps: number | null, profitSteps: number | null) => {
    const checked = checkSides({ side, stopSteps, profitSteps, reference: 600_000, priceDecimals: 1 })
    return checked.ok ? 'ok' : checked.refusal
  }
  const [below, above] = ['below', 'above'].map((where) => ({
    ...{ code: `conditional_${where}_price`, facts: { price: '60000.0' } },
  }))
  expect([sides('sell', 599_999, 600_001), sides('sell', null, null)]).toEqual(['ok', 'ok'])
  expect([sides('sell', 600_000, null), sides('sell', null, 600_000)]).toEqual([below, above])
  expect(sides('buy', 600_001, 599_999)).toBe('ok')
  expect([sides('buy', null, 600_000), sides('buy', 600_000, null)]).toEqual([below, above])
})

describe('what is held', () => {
  const ASKED = { side: 'buy', trigger: 600_000, limitTicks: null, lots: lots(1_000), budget: null } as const
  const MARKET = { lots: 1_000, budget: null, isPostOnly: false, selfTrade: 'cancel_newest' }

  test('for a purchase at the market is the upper edge of the band around its trigger', () => {
    const need = needOf(BTC_USDT, ASKED)
    expect(need).toEqual({
      terms: { ...MARKET, side: 'buy', kind: 'market', ticks: 660_000, timeInForce: 'ioc' },
      worstTicks: 660_000,
    })
    // 0.01 BTC at 66,000; a limit beside it at 50,000 needs less, at 70,000 more.
    expect(heldFor(BTC_USDT, need, null)).toEqual({ assetId: 3, amount: 660_000_000n })
    expect(heldFor(BTC_USDT, need, legTerms('buy', 500_000, lots(1_000))).amount).toBe(660_000_000n)
    expect(heldFor(BTC_USDT, need, legTerms('buy', 700_000, lots(1_000))).amount).toBe(700_000_000n)
  })

  test('for a budget, a limit or a sale depends on no worst price', () => {
    expect(needOf(BTC_USDT, { ...ASKED, budget: amount(5n) })).toMatchObject({
      terms: { ticks: 660_000 },
      worstTicks: null,
    })
    expect(needOf(BTC_USDT, { ...ASKED, limitTicks: 610_000 })).toEqual({
      terms: { ...MARKET, side: 'buy', kind: 'limit', ticks: 610_000, timeInForce: 'gtc' },
      worstTicks: null,
    })
    expect(needOf(BTC_USDT, { ...ASKED, side: 'sell' })).toMatchObject({ terms: { ticks: 540_000 }, worstTicks: null })
  })

  test('for the limit beside a stop is that of an order that rests', () => {
    expect(legTerms('sell', 700_000, lots(5))).toEqual({
      ...{ side: 'sell', kind: 'limit', ticks: 700_000, lots: 5, budget: null, timeInForce: 'gtc' },
      ...{ isPostOnly: false, selfTrade: 'cancel_newest' },
    })
  })
})

describe('a receipt', () => {
  const tick = (at: number, price: string) => ({
    ...{ symbol: 'BTC-USDT', seq: at, at, price, source: 'test', previousHash: '', hash: '' },
  })
  const ORDER: ConditionalReceipt['order'] = {
    ...{ no: 1, symbol: 'BTC-USDT', side: 'sell', kind: 'stop', stopSteps: 607, profitSteps: null },
    ...{ trailSteps: null, trailRate: null, limitTicks: null, worstTicks: null, priceDecimals: 1, tickSteps: 1 },
    ...{ priceBand: '10000000', since: 10 },
  }
  const check = (
    cause: ConditionalReceipt['cause'],
    order: Partial<typeof ORDER>,
    prices: string[],
    sentTicks: number,
  ) =>
    checkConditionalReceipt({
      ...{ rule: CONDITIONAL_RULE, cause, at: 30, order: { ...ORDER, ...order }, sentTicks },
      ticks: prices.map((price, index) => tick(30 - 10 * index, price)),
    })
  const BEST = 'a trailing stop has a best tick, and nothing else has'

  test('of a stop has one tick', () => {
    // 90 % of 607 steps are 546.3.
    expect(check('stop', {}, ['60.7'], 547)).toEqual([])
    expect(check('stop', {}, ['60.7', '61.0'], 547)).toEqual([BEST])
  })

  test('of a trailing stop by a rate has the best tick before it', () => {
    // 1 % of 612 are 6.12, rounded up to 7: 605. 90 % of it are 544.5.
    const trailing = { stopSteps: null, trailRate: '1000000' }
    expect(check('trailing', trailing, ['60.5', '61.2'], 545)).toEqual([])
    expect(check('trailing', trailing, ['60.6', '61.2'], 546)).toEqual([
      'the price did not reach what "trailing" waits for',
    ])
    expect(check('trailing', trailing, ['60.5', '60.4'], 545)).toEqual([
      'the best tick is not the best',
      'the price did not reach what "trailing" waits for',
    ])
  })

  test('has a best tick that came before', () => {
    const receipt: ConditionalReceipt = {
      ...{ rule: CONDITIONAL_RULE, cause: 'trailing', at: 30, sentTicks: 545 },
      order: { ...ORDER, stopSteps: null, trailRate: '1000000' },
      ticks: [tick(30, '60.5'), tick(30, '61.2')],
    }
    expect(checkConditionalReceipt(receipt)).toEqual(['the best tick is not before the one that triggered'])
  })
})
