// Order ticket with a trigger or an exit: figures, problems, and the submitted command.

import { describe, expect, test } from 'vitest'
import { amount } from '#domain/money/amount'
import type { TicketFacts, TicketFields } from '../../app/forms/spot'
import {
  choiceSearch,
  exitsOf,
  fieldOfRefusal,
  readTicketFields,
  toConditionalForm,
  typedTicket,
} from '../../app/forms/spot-submission'
import { readAnyTicket } from '../../app/forms/ticket-plan'
import { BTC_USDT } from '../market/btc-usdt'

/** Alice has 1,000 USDT and 0.5 BTC; the index price is 60,000.0. */
const facts: TicketFacts = {
  pair: BTC_USDT,
  language: 'en',
  available: { quote: amount(1_000_000_000n), base: amount(50_000_000n) },
  bestBid: 599_990,
  bestAsk: 600_000,
  indexTicks: 600_000,
  bids: [[599_990, 1_000]],
  asks: [[600_000, 1_000]],
  openOrders: 0,
}
const fields: TicketFields = {
  side: 'sell',
  kind: 'market',
  price: '',
  quantity: '0.01',
  budget: '',
  sizeIn: 'base',
  timeInForce: 'gtc',
  isPostOnly: false,
}
const read = (part: Partial<TicketFields>, with_: Partial<TicketFacts> = {}) =>
  readAnyTicket({ ...facts, ...with_ }, { ...fields, ...part })
const codes = (part: Partial<TicketFields>) =>
  read(part).problems.map(({ field, refusal }) => `${field}: ${refusal.code}`)

describe('what is held until the price is reached', () => {
  test.each([
    ['a stop that sells holds what it sells', { plan: 'stop', trigger: '59000' }, 1_000_000n],
    [
      'one that buys holds its worst price, ten percent above',
      { plan: 'stop', side: 'buy', trigger: '61000' },
      671_000_000n,
    ],
    [
      'in limit form its limit',
      { plan: 'stop', side: 'buy', kind: 'limit', trigger: '61000', price: '61500' },
      615_000_000n,
    ],
    [
      'for an amount that amount',
      { plan: 'stop', side: 'buy', trigger: '61000', sizeIn: 'quote', budget: '500' },
      500_000_000n,
    ],
    [
      'an OCO that buys as much as the dearer',
      { plan: 'oco', side: 'buy', kind: 'limit', price: '59000', trigger: '61000' },
      671_000_000n,
    ],
    [
      'a trailing stop that buys its worst price now',
      { plan: 'trailing', side: 'buy', trail: '1', trailIn: 'percent' },
      666_600_000n,
    ],
  ] as const)('%s', (_name, part, held) => {
    expect(read(part)).toMatchObject({ problems: [], summary: { held } })
  })
})

describe('what is wrong with it', () => {
  test.each([
    ['trigger: conditional_below_price', { plan: 'stop', trigger: '60000' }],
    ['trigger: conditional_above_price', { plan: 'take_profit', trigger: '59000' }],
    ['trigger: price_off_tick', { plan: 'stop', trigger: '59000.01' }],
    ['price: conditional_above_price', { plan: 'oco', kind: 'limit', price: '59500', trigger: '59000' }],
    ['trigger: conditional_below_price', { plan: 'oco', kind: 'limit', price: '61000', trigger: '60500' }],
    ['price: price_out_of_band', { plan: 'stop', kind: 'limit', trigger: '59000', price: '10' }],
    ['trail: conditional_trail_out_of_bounds', { plan: 'trailing', trail: '60', trailIn: 'percent' }],
    ['quantity: insufficient_available', { plan: 'stop', trigger: '59000', quantity: '0.6' }],
    ['quantity: quantity_off_lot', { plan: 'stop', trigger: '59000', quantity: '0.000001' }],
    ['takeProfit: conditional_below_price', { takeProfit: '61000' }],
    ['stopLoss: conditional_above_price', { side: 'buy', kind: 'limit', price: '59000', stopLoss: '59500' }],
  ] as const)('%s', (problem, part) => {
    const expected = problem === 'stopLoss: conditional_above_price' ? 'stopLoss: conditional_below_price' : problem
    expect(codes(part)).toEqual([expected])
  })

  test('what is not typed yet is neither an order nor a mistake', () => {
    expect(read({ plan: 'stop' })).toEqual({ summary: null, problems: [] })
    expect(read({ plan: 'trailing' })).toEqual({ summary: null, problems: [] })
    expect(read({ plan: 'oco', kind: 'limit', trigger: '59000' })).toEqual({ summary: null, problems: [] })
  })

  test('the way out of a limit lies around the limit, not around the price of now', () => {
    expect(codes({ side: 'buy', kind: 'limit', price: '58000', takeProfit: '59000', stopLoss: '57000' })).toEqual([])
  })
})

describe('as it is sent', () => {
  const sent = (part: Record<string, string>) =>
    toConditionalForm({ symbol: 'BTC-USDT', pair: BTC_USDT, language: 'en' }, (name) => part[name] ?? '')

  test('a stop for an amount, a trailing stop by percent, an OCO with its limit', () => {
    expect(
      sent({ plan: 'stop', side: 'buy', kind: 'market', trigger: '61,000', sizeIn: 'quote', budget: '500' }),
    ).toMatchObject({
      kind: 'stop',
      side: 'buy',
      triggerPrice: '61000',
      quoteAmount: '500',
    })
    const trailing = {
      plan: 'trailing',
      side: 'sell',
      kind: 'limit',
      trail: '2.5',
      trailIn: 'percent',
      quantity: '0.01',
    }
    expect(sent(trailing)).toMatchObject({ kind: 'trailing', trailPercent: '2.5', price: undefined, quantity: '0.01' })
    const oco = { plan: 'oco', side: 'sell', kind: 'market', price: '62000', trigger: '59000', quantity: '0.01' }
    expect(sent(oco)).toMatchObject({ kind: 'oco', price: '62000', triggerPrice: '59000' })
  })

  test('an order without a plan is none of them, and may have a way out', () => {
    expect(sent({ side: 'buy', kind: 'market', quantity: '1' })).toBeNull()
    const exits = (part: Record<string, string>) => exitsOf('en', (name) => part[name] ?? '')
    expect(exits({ takeProfit: '61,000' })).toEqual({ takeProfit: '61000', stopLoss: undefined })
    expect(exits({ plan: 'stop', takeProfit: '61000' })).toBeNull()
    expect(exits({})).toBeNull()
  })

  test('the choice stands in the address, and a guest comes back to what was typed', () => {
    expect(choiceSearch({ side: 'buy', kind: 'limit', plan: 'oco' })).toBe('?side=buy&kind=limit&plan=oco')
    const typed = { ...fields, plan: 'stop', trigger: '59000' } as const
    const kept: Readonly<Record<string, string>> = typedTicket(typed)
    expect(readTicketFields((name) => kept[name] ?? '')).toMatchObject({
      plan: 'stop',
      trigger: '59000',
      side: 'sell',
      kind: 'market',
    })
  })

  test.each([
    ['conditional_below_price', { plan: 'stop' }, 'trigger'],
    ['conditional_above_price', { plan: 'oco' }, 'price'],
    ['conditional_below_price', { plan: 'oco' }, 'trigger'],
    ['conditional_trail_missing', { plan: 'trailing' }, 'trail'],
    ['conditional_trigger_missing', { plan: 'stop' }, 'trigger'],
    ['conditional_below_price', { side: 'buy' }, 'stopLoss'],
    ['conditional_above_price', { side: 'buy' }, 'takeProfit'],
    ['conditional_orders_above_max', { plan: 'stop' }, 'form'],
  ] as const)('%s of %j stands beside its field: %s', (code, part, field) => {
    expect(fieldOfRefusal(code, { ...fields, ...part })).toBe(field)
  })
})
