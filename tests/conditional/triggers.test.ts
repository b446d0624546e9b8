// Triggers of conditional orders and the orders they send, as tables; and checks of their receipts.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  CONDITIONAL_RULE,
  type ConditionalReceipt,
  checkConditionalReceipt,
  trailOf,
} from '#domain/conditional/receipt'
import {
  type Triggers,
  checkEntryPrice,
  edgesOf,
  isBetter,
  reachedBy,
  sentTicks,
  trailDistance,
  trailTrigger,
} from '#domain/conditional/triggers'
import { rate } from '#domain/money/rate'
import type { Tick } from '#domain/quotes/chain'

const triggers = (differs: Partial<Triggers>): Triggers => ({
  side: 'sell',
  stopSteps: null,
  profitSteps: null,
  trail: null,
  bestSteps: null,
  ...differs,
})

describe('what a price reaches', () => {
  test.each([
    ['a stop that sells, from above', { stopSteps: 100 }, 101, null],
    ['at its price', { stopSteps: 100 }, 100, 'stop'],
    ['through a gap', { stopSteps: 100 }, 7, 'stop'],
    ['a stop that buys', { side: 'buy', stopSteps: 100 }, 100, 'stop'],
    ['from below', { side: 'buy', stopSteps: 100 }, 99, null],
    ['a take-profit that sells', { profitSteps: 120 }, 120, 'take_profit'],
    ['a take-profit that buys', { side: 'buy', profitSteps: 80 }, 80, 'take_profit'],
    ['between both', { stopSteps: 100, profitSteps: 120 }, 110, null],
    ['a trailing stop before its first price', { trail: { priceSteps: 5 } }, 1, null],
    ['behind its best price', { trail: { priceSteps: 5 }, bestSteps: 120 }, 115, 'trailing'],
    ['not yet', { trail: { priceSteps: 5 }, bestSteps: 120 }, 116, null],
    ['one that buys', { side: 'buy', trail: { priceSteps: 5 }, bestSteps: 80 }, 85, 'trailing'],
  ] as const)('%s', (_name, differs, price, cause) => {
    expect(reachedBy(triggers(differs), price)).toBe(cause)
  })

  test('a percentage is taken of the best price, a fraction of a step rounded up', () => {
    expect(trailDistance({ rate: rate(1_000_000n) }, 580_005)).toBe(5_801)
    expect(trailTrigger(triggers({ trail: { rate: rate(1_000_000n) }, bestSteps: 580_005 }))).toBe(574_204)
    expect(trailOf({ trailSteps: null, trailRate: 5n })).toEqual({ rate: 5n })
  })

  test('inside its edges nothing triggers and no trailing stop moves; on them something does', () => {
    const steps = fc.integer({ min: 1, max: 2_000 })
    const maybe = fc.option(steps, { nil: null })
    const any = fc.record({
      side: fc.constantFrom('buy' as const, 'sell' as const),
      stopSteps: maybe,
      profitSteps: maybe,
      trail: fc.constant(null),
      bestSteps: fc.constant(null),
    })
    const trailing = fc.record({
      side: fc.constantFrom('buy' as const, 'sell' as const),
      stopSteps: fc.constant(null),
      profitSteps: fc.constant(null),
      trail: fc.oneof(
        fc.record({ priceSteps: fc.integer({ min: 1, max: 300 }) }),
        fc.record({ rate: fc.bigInt({ min: 100_000n, max: 50_000_000n }).map(rate) }),
      ),
      bestSteps: steps,
    })
    fc.assert(
      fc.property(fc.oneof(any, trailing), steps, (order, price) => {
        const { low, high } = edgesOf(order)
        const isOutside = (low !== null && price <= low) || (high !== null && price >= high)
        const isMoved = order.trail !== null && isBetter(order.side, order.bestSteps, price)
        expect(isOutside).toBe(reachedBy(order, price) !== null || isMoved)
      }),
    )
  })
})

describe('an entry', () => {
  const exits = { ...triggers({ stopSteps: 100, profitSteps: 120 }), priceDecimals: 1 }
  const past = (exit: 'stop_loss' | 'take_profit', price: string) => ({
    ...{ ok: false, refusal: { code: `conditional_entry_past_${exit}`, facts: { price } } },
  })

  test('is between its stop-loss and its take-profit, or refused by the one that it would fire at once', () => {
    const at = (price: number) => checkEntryPrice(exits, price)
    expect([at(101), at(119)]).toMatchObject([{ ok: true }, { ok: true }])
    // Steps of a tenth: the price of the exit is named, not that of the entry.
    expect([at(100), at(90)]).toEqual([past('stop_loss', '10.0'), past('stop_loss', '10.0')])
    expect([at(120), at(130)]).toEqual([past('take_profit', '12.0'), past('take_profit', '12.0')])
  })

  test('of a short position has its exits on the other sides', () => {
    const at = (price: number) => checkEntryPrice({ ...exits, side: 'buy', stopSteps: 120, profitSteps: 100 }, price)
    expect([at(110), at(120), at(100)]).toEqual([
      { ok: true, value: null },
      past('stop_loss', '12.0'),
      past('take_profit', '10.0'),
    ])
  })

  test('without exits may have any price', () => {
    expect(checkEntryPrice({ ...triggers({}), priceDecimals: 1 }, 1)).toMatchObject({ ok: true })
  })
})

describe('what is sent', () => {
  const pricing = {
    side: 'buy',
    limitTicks: null,
    worstTicks: null,
    tickSteps: 1,
    priceBand: rate(10_000_000n),
  } as const
  test.each([
    ['a limit at its price, whatever the tick', { limitTicks: 600 }, 500, 600],
    ['a market buy no worse than the band allows', {}, 1_005, 1_105],
    ['nor than was held for', { worstTicks: 1_050 }, 1_005, 1_050],
    ['a market sale no worse than the band allows', { side: 'sell' }, 1_005, 905],
    ['on a grid of five steps a tick', { side: 'sell', tickSteps: 5 }, 1_004, 180],
  ] as const)('%s', (_name, differs, price, ticks) => {
    expect(sentTicks({ ...pricing, ...differs }, price)).toBe(ticks)
  })
})

describe('a receipt', () => {
  const tick = (at: number, price: string): Tick => ({
    symbol: 'BTC-USDT',
    seq: at,
    at,
    price,
    source: 'test',
    previousHash: '',
    hash: '',
  })
  const receipt: ConditionalReceipt = {
    rule: CONDITIONAL_RULE,
    cause: 'trailing',
    at: 30,
    ticks: [tick(30, '60.7'), tick(20, '61.2')],
    order: {
      no: 1,
      symbol: 'BTC-USDT',
      side: 'sell',
      kind: 'trailing',
      stopSteps: null,
      profitSteps: null,
      trailSteps: 5,
      trailRate: null,
      limitTicks: null,
      worstTicks: null,
      priceDecimals: 1,
      tickSteps: 1,
      priceBand: '10000000',
      since: 10,
    },
    sentTicks: 547,
  }

  test('that is right has nothing against it', () => {
    expect([CONDITIONAL_RULE, checkConditionalReceipt(receipt)]).toEqual(['conditional-1', []])
  })

  test.each([
    [
      'another price',
      { ticks: [tick(30, '60.8'), tick(20, '61.2')] },
      ['the price did not reach what "trailing" waits for', 'the order was sent at 547 and should have been at 548'],
    ],
    [
      'a tick from before',
      { ticks: [tick(30, '60.7'), tick(10, '61.2')] },
      ['a tick is not after the order began to count'],
    ],
    ['another time', { at: 31 }, ['the tick is not of the time that the receipt says']],
    [
      'a best tick from after',
      { ticks: [tick(30, '60.7'), tick(40, '61.2')] },
      ['the best tick is not before the one that triggered'],
    ],
    [
      'no best tick',
      { ticks: [tick(30, '60.7')] },
      ['a trailing stop has a best tick, and nothing else has', 'the price did not reach what "trailing" waits for'],
    ],
    [
      'another symbol',
      { ticks: [{ ...tick(30, '60.7'), symbol: 'X' }, tick(20, '61.2')] },
      ['a tick is of another symbol'],
    ],
    ['another cause', { cause: 'stop' }, ['the price did not reach what "stop" waits for']],
    ['a worse price', { sentTicks: 1 }, ['the order was sent at 1 and should have been at 547']],
    ['no tick', { ticks: [] }, ['there is no tick']],
  ] as const)('with %s is found out', (_name, differs, problems) => {
    expect(checkConditionalReceipt({ ...receipt, ...differs })).toEqual(problems)
  })
})
