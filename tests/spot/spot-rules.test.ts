// Order checks before a hold, at and around each bound; hold and fill amounts.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Asset, Pair } from '#domain/catalogue'
import { amount } from '#domain/money/amount'
import { lots, ticks } from '#domain/money/price'
import { rate } from '#domain/money/rate'
import {
  type OrderTerms,
  checkFilters,
  checkTerms,
  fillAmounts,
  holdFor,
  parsePrice,
  parseQuantity,
  termsOfKind,
} from '#domain/spot'

const asset = (id: number, code: string, scale: number): Asset => ({
  id,
  code,
  scale,
  name: code,
  logo: '',
  networks: [],
  wallets: ['change'],
  sort: 1,
})

/** Tick 0.1 USDT, lot 0.00001 BTC; 0.0001 to 1 BTC, at least 10 USDT, at most 3 open orders. */
const PAIR: Pair = {
  id: 1,
  symbol: 'BTC-USDT',
  base: asset(1, 'BTC', 8),
  quote: asset(3, 'USDT', 6),
  priceDecimals: 1,
  tickSteps: 1,
  quantityDecimals: 5,
  baseScale: 8,
  quoteScale: 6,
  makerFee: rate(100_000n),
  takerFee: rate(200_000n),
  isTradable: true,
  sort: 1,
  filters: {
    quantityMin: lots(10),
    quantityMax: lots(100_000),
    notionalMin: amount(10_000_000n),
    priceBand: rate(10_000_000n),
    openOrdersMax: 3,
    breakerMove: rate(15_000_000n),
  },
  house: {
    isOn: false,
    levels: 0,
    spread: rate(0n),
    levelStep: rate(0n),
    size: lots(0),
    inventoryAtFullSkew: lots(0),
    inventoryMax: lots(0),
  },
}

const terms = (differs: Partial<OrderTerms> = {}): OrderTerms => ({
  side: 'buy',
  kind: 'limit',
  ticks: ticks(600_000),
  lots: lots(1_000),
  budget: null,
  timeInForce: 'gtc',
  isPostOnly: false,
  selfTrade: 'cancel_newest',
  ...differs,
})

const codeOf = (outcome: { ok: true } | { ok: false; refusal: { code: string } }): string =>
  outcome.ok ? 'ok' : outcome.refusal.code

const PRICES: readonly [text: string, expected: number | string][] = [
  ['60000', 600_000],
  ['60000.5', 600_005],
  ['0.1', 1],
  ['60000.50', 600_005],
  ['60000.55', 'price_off_tick'],
  ['0', 'price_off_tick'],
  ['0.01', 'price_off_tick'],
  ['-1', 'amount_malformed'],
  ['1e5', 'amount_malformed'],
  ['', 'amount_malformed'],
  ['9'.repeat(40), 'amount_too_large'],
  ['900000000000.0', 'amount_too_large'],
]
test.each(PRICES)('A price of "%s" is %s', (text, expected) => {
  const outcome = parsePrice(PAIR, text)
  expect(outcome.ok ? outcome.value : outcome.refusal.code).toBe(expected)
})

test('A price off the tick names the tick and the nearest price below, or the tick itself', () => {
  expect(parsePrice(PAIR, '60000.55')).toMatchObject({
    refusal: { facts: { bound: '0.1', nearest: '60000.5', asset: 'USDT' } },
  })
  expect(parsePrice(PAIR, '0.01')).toMatchObject({ refusal: { facts: { bound: '0.1', nearest: '0.1' } } })
})

const QUANTITIES: readonly [text: string, expected: number | string][] = [
  ['0.01', 1_000],
  ['0.00001', 1],
  ['0.000015', 'quantity_off_lot'],
  ['0', 'quantity_off_lot'],
  ['abc', 'amount_malformed'],
]
test.each(QUANTITIES)('A quantity of "%s" is %s', (text, expected) => {
  const outcome = parseQuantity(PAIR, text)
  expect(outcome.ok ? outcome.value : outcome.refusal.code).toBe(expected)
})

test('Less of a share than its smallest part is refused by that part, a larger quantity off it by the lot', () => {
  const share = { ...PAIR, stock: { exchange: 'NASDAQ', isHalted: false, splits: [] } } as unknown as typeof PAIR
  expect(parseQuantity(share, '0.000001')).toMatchObject({
    refusal: { code: 'stock_below_smallest', facts: { bound: '0.00001', asset: 'BTC' } },
  })
  expect(parseQuantity(share, '0.000015')).toMatchObject({ refusal: { code: 'quantity_off_lot' } })
})

test('A quantity off the lot names the lot and the nearest quantity below, or the least', () => {
  expect(parseQuantity(PAIR, '0.000015')).toMatchObject({
    refusal: { facts: { bound: '0.00001', nearest: '0.0001', asset: 'BTC' } },
  })
  expect(parseQuantity(PAIR, '0.012345')).toMatchObject({ refusal: { facts: { nearest: '0.01234' } } })
  // Above the maximum quantity the nearest valid quantity is the maximum.
  expect(parseQuantity(PAIR, '7654321.123456')).toMatchObject({ refusal: { facts: { nearest: '1' } } })
  expect(parseQuantity(PAIR, '0')).toMatchObject({ refusal: { facts: { nearest: '0.0001', asset: 'BTC' } } })
})

const FILTERED: readonly [name: string, differs: Partial<OrderTerms>, openOrders: number, expected: string][] = [
  ['the least quantity', { lots: lots(10), ticks: ticks(1_000_000) }, 0, 'ok'],
  ['one lot less', { lots: lots(9), ticks: ticks(2_000_000) }, 0, 'quantity_below_min'],
  ['the most', { lots: lots(100_000) }, 0, 'ok'],
  ['one lot more', { lots: lots(100_001) }, 0, 'quantity_above_max'],
  ['exactly 10 USDT', { ticks: ticks(100_000), lots: lots(100) }, 0, 'ok'],
  ['one tick below 10 USDT', { ticks: ticks(99_999), lots: lots(100) }, 0, 'notional_below_min'],
  ['a budget of 10 USDT', { kind: 'market', budget: amount(10_000_000n), lots: lots(0) }, 0, 'ok'],
  ['a budget one unit smaller', { kind: 'market', budget: amount(9_999_999n), lots: lots(0) }, 0, 'notional_below_min'],
  [
    'a budget for 1 BTC at the worst price',
    { kind: 'market', budget: amount(60_000_000_000n), lots: lots(0) },
    0,
    'ok',
  ],
  [
    'a budget one unit larger',
    { kind: 'market', budget: amount(60_000_000_001n), lots: lots(0) },
    0,
    'budget_above_max',
  ],
  // Index 10,000.0, end of the band 9,000.0: the sale is worth 10 USDT at the index.
  ['a sale at market worth 10 USDT', { side: 'sell', kind: 'market', ticks: ticks(90_000), lots: lots(100) }, 0, 'ok'],
  [
    'a sale at market worth one lot less',
    { side: 'sell', kind: 'market', ticks: ticks(90_000), lots: lots(99) },
    0,
    'notional_below_min',
  ],
  ['a sale with the same limit', { side: 'sell', ticks: ticks(90_000), lots: lots(100) }, 0, 'notional_below_min'],
  ['the third open order', {}, 2, 'ok'],
  ['the fourth', {}, 3, 'open_orders_above_max'],
  ['too little of too many', { lots: lots(9) }, 3, 'quantity_below_min'],
]
test.each(FILTERED)('An order of %s', (_name, differs, openOrders, expected) => {
  expect(codeOf(checkFilters(PAIR, terms(differs), openOrders))).toBe(expected)
})

test.each([
  ['a limit', { ticks: ticks(99_999), lots: lots(100) }],
  // A limit of 0.1 is far from any BTC price: a notional of 10 USDT would need 100 BTC.
  ['a limit at a price that nobody asks', { ticks: ticks(1), lots: lots(100) }],
  ['a market sale', { side: 'sell', kind: 'market', ticks: ticks(90_000), lots: lots(50) }],
  ['a market buy by amount', { kind: 'market', budget: amount(9_999_999n), lots: lots(0) }],
] as const)('%s below the least order value is told it in the quote, and nothing else', (_name, differs) => {
  expect(checkFilters(PAIR, terms(differs), 0)).toEqual({
    ok: false,
    refusal: { code: 'notional_below_min', facts: { bound: '10', asset: 'USDT' } },
  })
})

test('A budget above the most names the most', () => {
  const outcome = checkFilters(PAIR, terms({ kind: 'market', budget: amount(60_000_000_001n), lots: lots(0) }), 0)
  expect(outcome).toMatchObject({ refusal: { facts: { bound: '60000', nearest: '60000', asset: 'USDT' } } })
})

const BY_AMOUNT = { price: false, quantity: false, budget: true }
const GOING_TOGETHER: readonly [name: string, differs: Partial<Parameters<typeof checkTerms>[0]>, expected: string][] =
  [
    ['a limit with price and quantity', {}, 'ok'],
    ['a limit without a price', { has: { price: false, quantity: true, budget: false } }, 'price_missing'],
    ['a limit without a quantity', { has: { price: true, quantity: false, budget: false } }, 'quantity_missing'],
    ['a limit by amount', { has: { price: true, quantity: false, budget: true } }, 'budget_needs_market_buy'],
    ['a post-only limit that rests', { isPostOnly: true }, 'ok'],
    ['a post-only limit that does not rest', { isPostOnly: true, timeInForce: 'fok' }, 'post_only_needs_resting'],
    ['a market order by quantity', { kind: 'market', timeInForce: 'ioc' }, 'ok'],
    ['a market order that rests', { kind: 'market' }, 'market_order_never_rests'],
    ['a post-only market order', { kind: 'market', timeInForce: 'ioc', isPostOnly: true }, 'post_only_needs_resting'],
    ['a market buy by amount', { kind: 'market', timeInForce: 'ioc', has: BY_AMOUNT }, 'ok'],
    [
      'a market sale by amount',
      { kind: 'market', timeInForce: 'ioc', side: 'sell', has: BY_AMOUNT },
      'budget_needs_market_buy',
    ],
    [
      'a market buy by amount and quantity',
      { kind: 'market', timeInForce: 'ioc', has: { ...BY_AMOUNT, quantity: true } },
      'budget_needs_market_buy',
    ],
  ]
test.each(GOING_TOGETHER)('The terms of %s: %j is %s', (_name, differs, expected) => {
  const has = { price: true, quantity: true, budget: false }
  expect(codeOf(checkTerms({ ...terms(), has, ...differs }))).toBe(expected)
})

test('What a form keeps for another kind of order is dropped', () => {
  expect(termsOfKind({ kind: 'market', timeInForce: 'gtc', isPostOnly: true })).toEqual({
    timeInForce: 'ioc',
    isPostOnly: false,
  })
  expect(termsOfKind({ kind: 'market', timeInForce: 'fok', isPostOnly: false })).toMatchObject({ timeInForce: 'fok' })
  expect(termsOfKind({ kind: 'limit', timeInForce: 'gtc', isPostOnly: true })).toMatchObject({ isPostOnly: true })
})

test('A buy holds its notional or its budget in quote, a sell its quantity in base', () => {
  expect(holdFor(PAIR, terms())).toEqual({ assetId: 3, amount: 600_000_000n })
  expect(holdFor(PAIR, terms({ side: 'sell' }))).toEqual({ assetId: 1, amount: 1_000_000n })
  expect(holdFor(PAIR, terms({ kind: 'market', budget: amount(5n), lots: lots(0) }))).toEqual({
    assetId: 3,
    amount: 5n,
  })
})

test('A fill moves the same base and quote for both sides, and each fee is at most what is received', () => {
  const side = fc.constantFrom('buy' as const, 'sell' as const)
  fc.assert(
    fc.property(
      side,
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.integer({ min: 1, max: 1_000_000 }),
      (taker, price, quantity) => {
        const at = { price: ticks(price), quantity: lots(quantity) }
        const taken = fillAmounts(PAIR, { side: taker, ...at }, PAIR.takerFee)
        const made = fillAmounts(PAIR, { side: taker === 'buy' ? 'sell' : 'buy', ...at }, PAIR.makerFee)
        expect([taken.paid, taken.received]).toEqual([made.received, made.paid])
        expect(taken.fee >= made.fee || taken.received !== made.received).toBe(true)
        expect(taken.fee <= taken.received && taken.fee > 0n).toBe(true)
        // A fill at the order's own price never costs more than the order's hold.
        expect(taken.paid).toBe(holdFor(PAIR, terms({ side: taker, ticks: at.price, lots: at.quantity })).amount)
      },
    ),
  )
})
