// Order ticket model: totals of the fields, errors, and the submitted command.

import { describe, expect, test } from 'vitest'
import type { Language } from '#domain/language'
import { amount } from '#domain/money/amount'
import { type Ticks, formatTicks } from '#domain/money/price'
import { rate } from '#domain/money/rate'
import { bandAround } from '#domain/price-band'
import type { FeeTerms } from '#domain/promotion/fee'
import { vipLevel } from '#domain/promotion/vip'
import { type TicketFacts, type TicketFields, readTicket } from '../../app/forms/spot'
import { convertSize, fillPercent, percentOf } from '../../app/forms/ticket-size'
import {
  choiceSearch,
  fieldOfRefusal,
  readTicketFields,
  toOrderForm,
  typedTicket,
} from '../../app/forms/spot-submission'
import { BTC_USDT } from '../market/btc-usdt'

/** Alice has 1,000 USDT and 0.5 BTC; best bid 59,999.0, best ask 60,000.0. */
const facts: TicketFacts = {
  pair: BTC_USDT,
  language: 'en',
  available: { quote: amount(1_000_000_000n), base: amount(50_000_000n) },
  bestBid: 599_990,
  bestAsk: 600_000,
  bids: [
    [599_990, 1_000],
    [599_000, 500],
  ],
  asks: [
    [600_000, 1_000],
    [601_000, 500],
  ],
  openOrders: 0,
  indexTicks: 0,
}
const fields: TicketFields = {
  side: 'buy',
  kind: 'limit',
  price: '',
  quantity: '',
  budget: '',
  sizeIn: 'base',
  timeInForce: 'gtc',
  isPostOnly: false,
}
const codes = (part: Partial<TicketFields>, with_: Partial<TicketFacts> = {}) =>
  readTicket({ ...facts, ...with_ }, { ...fields, ...part }).problems.map(
    ({ field, refusal }) => `${field}: ${refusal.code}`,
  )

describe('what a ticket comes to', () => {
  test('a price far from the market is refused with the nearest that is taken, before anybody is asked about it', () => {
    // The band of the pair around 60,000.
    const { lowTicks, highTicks } = bandAround(BTC_USDT, 600_000)
    const near = { indexTicks: 600_000 }
    const far = (ticks: number) => ({ price: formatTicks(BTC_USDT, ticks as Ticks), quantity: '0.001' })
    expect(codes(far(highTicks), near)).toEqual([])
    expect(codes(far(lowTicks), near)).toEqual([])
    expect(codes(far(highTicks + 1), near)).toEqual(['price: price_out_of_band'])
    const { problems, summary } = readTicket({ ...facts, ...near }, { ...fields, ...far(lowTicks - 1) })
    expect(summary).toBeNull()
    expect(problems[0]?.refusal.facts).toMatchObject({ nearest: '54000' })
    // Without an index price the market takes any.
    expect(codes(far(highTicks + 1))).toEqual([])
  })

  test('empty fields are neither an order nor a mistake', () => {
    expect(readTicket(facts, fields)).toEqual({ summary: null, problems: [] })
  })

  test('Alice buys 0.01 BTC at the market: 600 USDT, and the taker fee is taken from the BTC, rounded up', () => {
    const { summary } = readTicket(facts, { ...fields, kind: 'market', quantity: '0.01' })
    expect(summary).toMatchObject({ total: 600_000_000n, fee: 2_000n, receives: 998_000n, receivedAsset: 'base' })
  })

  test('Alice sells 0.01 BTC at 60,010, which rests: the maker fee is taken from the USDT', () => {
    const { summary } = readTicket(facts, { ...fields, side: 'sell', price: '60010', quantity: '0.01' })
    expect(summary).toMatchObject({
      total: 600_100_000n,
      fee: 600_100n,
      receives: 599_499_900n,
      receivedAsset: 'quote',
    })
  })

  test('a limit that could trade at once is shown with the dearer fee, a post-only one never', () => {
    const crossing = { ...fields, price: '60000', quantity: '0.01' }
    expect(readTicket(facts, crossing).summary?.fee).toBe(2_000n)
    expect(readTicket(facts, { ...crossing, isPostOnly: true }).summary?.fee).toBe(1_000n)
  })

  test('Alice on level 2 with half a coupon left sees the fee that she will pay, fill by fill', () => {
    const at = Date.UTC(2026, 10, 21)
    const coupon = { discount: rate(50_000_000n), left: amount(30_000_000n), endsAt: at + 1 }
    const own = (terms: FeeTerms) => ({ ...facts, fees: { terms, at, quotePrice: null } })
    const level = { levelDiscount: vipLevel(2).feeDiscount, coupon: null }
    const wanted = { ...fields, kind: 'market', quantity: '0.015' } as const
    expect(readTicket(own({ levelDiscount: rate(0n), coupon: null }), wanted).summary?.fee).toBe(3_000n)
    expect(readTicket(own(level), wanted).summary?.fee).toBe(2_400n)
    // The coupon's remaining 0.3 USDT equal 500 satoshi: the first fill's fee falls from 1,600 to 1,100; a larger rest would halve it to 800.
    expect(readTicket(own({ ...level, coupon }), wanted).summary?.fee).toBe(1_100n + 800n)
  })

  test('a budget of 600 USDT buys what 600 USDT buy', () => {
    const { summary } = readTicket(facts, { ...fields, kind: 'market', sizeIn: 'quote', budget: '600' })
    expect(summary?.total).toBe(600_000_000n)
  })

  test('a market buy of 0.015 BTC meets 0.01 at 60,000 and 0.005 at 60,100: 900.5 USDT', () => {
    const { summary } = readTicket(facts, { ...fields, kind: 'market', quantity: '0.015' })
    expect(summary).toMatchObject({ total: 900_500_000n, fee: 3_000n, receives: 1_497_000n, receivedAsset: 'base' })
  })

  test('a budget of 900.5 USDT goes as far, and a market sale meets the bids', () => {
    const bought = readTicket(facts, { ...fields, kind: 'market', sizeIn: 'quote', budget: '900.5' })
    expect(bought.summary?.receives).toBe(1_497_000n)
    const sold = readTicket(facts, { ...fields, side: 'sell', kind: 'market', quantity: '0.015' })
    expect(sold.summary?.total).toBe(899_490_000n)
  })

  test('a limit of 60,100 for 0.02 BTC takes both levels and waits with the rest, each part with its own fee', () => {
    const { summary } = readTicket({ ...facts, available: null }, { ...fields, price: '60100', quantity: '0.02' })
    expect(summary).toMatchObject({ total: 1_201_000_000n, quantity: 2_000, held: 1_202_000_000n })
    expect(summary?.fee).toBe(2_000n + 1_000n + 500n)
  })

  test('slippage is how much worse than the best price the average is: 900.5 for what 900 would be, 0.06 %', () => {
    const slippage = (part: Partial<TicketFields>) =>
      readTicket(facts, { ...fields, ...part }).summary?.slippageBasisPoints
    expect(slippage({ kind: 'market', quantity: '0.01' })).toBe(0)
    expect(slippage({ kind: 'market', quantity: '0.015' })).toBe(6)
    expect(slippage({ kind: 'market', side: 'sell', quantity: '0.015' })).toBe(6)
    expect(slippage({ price: '60000', quantity: '0.01' })).toBe(0)
    expect(slippage({ price: '59000', quantity: '0.01' })).toBeNull()
    expect(slippage({ price: '60000', quantity: '0.01', isPostOnly: true })).toBeNull()
  })

  test('a limit sized by 600 USDT is the 0.01 BTC that these buy at its price', () => {
    const { summary } = readTicket(facts, { ...fields, price: '60000', sizeIn: 'quote', budget: '600' })
    expect(summary).toMatchObject({ quantity: 1_000, total: 600_000_000n })
    const sale = readTicket(facts, { ...fields, side: 'sell', price: '60000', sizeIn: 'quote', budget: '600' })
    expect(sale.summary?.quantity).toBe(1_000)
  })

  test('what the book on the page is not deep enough for is not estimated', () => {
    const deep = { ...fields, kind: 'market' } as const
    expect(readTicket({ ...facts, available: null }, { ...deep, quantity: '0.01501' }).summary).toBeNull()
    expect(readTicket({ ...facts, available: null }, { ...deep, sizeIn: 'quote', budget: '1000' }).summary).toBeNull()
  })

  test('a market order on an empty book cannot be estimated, and is not a mistake', () => {
    expect(readTicket({ ...facts, bestAsk: 0 }, { ...fields, kind: 'market', quantity: '0.01' })).toEqual({
      summary: null,
      problems: [],
    })
  })

  test('a guest sees the summary without a word about balances', () => {
    expect(codes({ price: '60000', quantity: '5' }, { available: null })).toEqual([])
  })
})

describe('what is wrong with a ticket', () => {
  test.each([
    [{ price: '60000.05', quantity: '0.01' }, 'price: price_off_tick'],
    [{ price: 'abc', quantity: '0.01' }, 'price: amount_malformed'],
    [{ price: '60000', quantity: '0.000001' }, 'quantity: quantity_off_lot'],
    [{ price: '60000', quantity: '0.00001' }, 'quantity: notional_below_min'],
    [{ price: '60000', quantity: '0.02' }, 'quantity: insufficient_available'],
    [{ side: 'sell', price: '60000', quantity: '0.6' }, 'quantity: insufficient_available'],
    [{ kind: 'market', sizeIn: 'quote', budget: '1000.01' }, 'budget: insufficient_available'],
    [{ kind: 'market', sizeIn: 'quote', budget: '0.0000001' }, 'budget: amount_too_precise'],
    [{ kind: 'market', sizeIn: 'quote', budget: '9'.repeat(20) }, 'budget: amount_too_large'],
    [{ price: '60000', sizeIn: 'quote', budget: '1001' }, 'budget: insufficient_available'],
  ] as const)('%o is refused as %s', (part, expected) => {
    expect(codes(part)).toEqual([expected])
  })

  test('what is missing is told with what there is', () => {
    const { problems } = readTicket(facts, { ...fields, price: '60000', quantity: '0.02' })
    expect(problems[0]?.refusal.facts).toEqual({ asset: 'USDT', available: '1000', needed: '1200' })
  })

  test("the server's refusals find their field", () => {
    expect(fieldOfRefusal('price_out_of_band', fields)).toBe('price')
    expect(fieldOfRefusal('price_out_of_band', { ...fields, kind: 'market' })).toBe('form')
    expect(fieldOfRefusal('insufficient_available', { ...fields, kind: 'market', sizeIn: 'quote' })).toBe('budget')
    expect(fieldOfRefusal('budget_above_max', { ...fields, kind: 'market', sizeIn: 'quote' })).toBe('budget')
    expect(fieldOfRefusal('market_closed', fields)).toBe('form')
  })
})

describe('numbers that are wrong', () => {
  const refusalOf = (part: Partial<TicketFields>) =>
    readTicket(facts, { ...fields, ...part }).problems.map(({ field, refusal }) => ({ field, ...refusal }))[0]

  test('a price of nothing is not off the grid: it is no price', () => {
    expect(refusalOf({ price: '0', quantity: '0.01' })).toEqual({
      field: 'price',
      code: 'price_not_positive',
      facts: {},
    })
    expect(refusalOf({ price: '0.00', quantity: '0.01' })?.code).toBe('price_not_positive')
  })

  test('a quantity below one lot is told the least that the least order value allows, which then passes', () => {
    const told = refusalOf({ price: '60000', quantity: '0.000001' })
    expect(told).toMatchObject({ code: 'quantity_off_lot', facts: { bound: '0.00001', nearest: '0.00002' } })
    expect(codes({ price: '60000', quantity: '0.00002' })).toEqual([])
    expect(refusalOf({ price: '60000', quantity: '0.012345' })?.facts['nearest']).toBe('0.01234')
  })
})

describe('what would come to nothing', () => {
  const outlook = (part: Partial<TicketFields>) =>
    readTicket({ ...facts, available: null }, { ...fields, quantity: '0.01', ...part }).outlook

  test('post-only that would trade at once, and post-only that may not wait', () => {
    expect(outlook({ price: '60000', isPostOnly: true })).toBe('post_only')
    expect(outlook({ price: '59999.9', isPostOnly: true })).toBeUndefined()
    expect(outlook({ side: 'sell', price: '59999', isPostOnly: true })).toBe('post_only')
    expect(outlook({ price: '59000', isPostOnly: true, timeInForce: 'ioc' })).toBe('terms')
  })

  test('fill-or-kill below the offers, or for more than there is up to its price', () => {
    expect(outlook({ price: '59000', timeInForce: 'fok' })).toBe('fok')
    expect(outlook({ price: '60000', timeInForce: 'fok' })).toBeUndefined()
    expect(outlook({ price: '60000', quantity: '0.011', timeInForce: 'fok' })).toBe('fok')
    // Deeper than the page sees.
    expect(outlook({ price: '61000', quantity: '0.5', timeInForce: 'fok' })).toBeUndefined()
  })

  test('immediate-or-cancel below the offers; with some there it receives those alone', () => {
    expect(outlook({ price: '59000', timeInForce: 'ioc' })).toBe('ioc')
    const partly = { ...fields, price: '60000', quantity: '0.015', timeInForce: 'ioc' } as const
    const { outlook: none, summary } = readTicket(facts, partly)
    expect(none).toBeUndefined()
    expect(summary).toMatchObject({ total: 600_000_000n, quantity: 1_000, ordered: 1_500, held: 900_000_000n })
  })
})

describe('the size in the other asset', () => {
  const converted = (before: Partial<TicketFields>, part: Partial<TicketFields>, language: Language = 'en') =>
    convertSize({ ...facts, language }, { ...fields, ...before }, part)

  test('0.01 BTC at 60,000 are 600 USDT, and 600 USDT are 0.01 BTC again', () => {
    const price = '60000'
    expect(converted({ price, quantity: '0.01' }, { sizeIn: 'quote' })).toEqual({ budget: '600' })
    expect(converted({ price, sizeIn: 'quote', budget: '600' }, { sizeIn: 'base' })).toEqual({ quantity: '0.01' })
    expect(converted({ price: '59000,5', quantity: '0,01' }, { sizeIn: 'quote' }, 'fra')).toEqual({ budget: '590,005' })
  })

  test('a market sale, which cannot be asked for by amount, keeps its size too', () => {
    const asked = { kind: 'market', sizeIn: 'quote', budget: '600' } as const
    expect(converted(asked, { side: 'sell' })).toEqual({ quantity: '0.01' })
  })

  test('nothing typed is nothing, and a size that is named is not touched', () => {
    expect(converted({ price: '60000' }, { sizeIn: 'quote' })).toEqual({ budget: '' })
    expect(converted({ price: '60000', quantity: '0.01' }, { sizeIn: 'quote', budget: '500' })).toEqual({})
    expect(converted({ price: '60000', quantity: '0.01' }, { price: '59000' })).toEqual({})
  })
})

test('another pair is asked for with side and kind, and plainly when both are plain', () => {
  expect(choiceSearch({ side: 'sell', kind: 'limit' })).toBe('?side=sell&kind=limit')
  expect(choiceSearch({ side: 'buy', kind: 'limit' })).toBe('')
  // A share's ticket begins with a market order, so a limit order is named.
  expect(choiceSearch({ side: 'buy', kind: 'limit' }, true)).toBe('?side=buy&kind=limit')
})

describe('shares of the balance', () => {
  test('the slider stands where the fields are: 300 of 1,000 USDT is 30 %, and never beyond the end', () => {
    const at = (part: Partial<TicketFields>) => {
      const asked = { ...fields, ...part }
      return percentOf(facts, asked, readTicket(facts, asked))
    }
    expect(at({ price: '60000', quantity: '0.005' })).toBe(30)
    expect(at({ side: 'sell', price: '60000', quantity: '0.125' })).toBe(25)
    expect(at({ price: '60000', quantity: '5' })).toBe(100)
    expect(at({})).toBe(0)
  })

  test('half, sized in quote, is 500 USDT to spend or what half of the BTC is worth', () => {
    const quoted = { ...fields, price: '60000', sizeIn: 'quote' } as const
    expect(fillPercent(facts, quoted, 50).budget).toBe('500')
    expect(fillPercent(facts, { ...quoted, side: 'sell' }, 50).budget).toBe('15000')
  })

  test('half of 1,000 USDT at 60,000 is 0.00833 BTC, rounded down to a lot', () => {
    expect(fillPercent(facts, { ...fields, price: '60000' }, 50).quantity).toBe('0.00833')
  })

  test('a quarter of 0.5 BTC is sold as 0.125', () => {
    expect(fillPercent(facts, { ...fields, side: 'sell' }, 25).quantity).toBe('0.125')
  })

  test('a market buy is sized by what it spends, because its price is not known yet', () => {
    expect(fillPercent(facts, { ...fields, kind: 'market' }, 100)).toMatchObject({ sizeIn: 'quote', budget: '1000' })
  })

  test('every share of the whole balance passes its own check', () => {
    for (const percent of [25, 50, 75, 100]) {
      expect(readTicket(facts, fillPercent(facts, { ...fields, price: '60000' }, percent)).problems).toEqual([])
    }
  })
})

describe('how a ticket is sent', () => {
  const form = (part: Record<string, string>, language: Language = 'en') =>
    toOrderForm({ symbol: 'BTC-USDT', pair: BTC_USDT, language }, (name) => part[name] ?? '')

  test('a market buy by quantity never rests and carries no price', () => {
    expect(form({ side: 'buy', kind: 'market', price: '60000', quantity: '0.01' })).toEqual({
      symbol: 'BTC-USDT',
      side: 'buy',
      kind: 'market',
      quantity: '0.01',
      timeInForce: 'ioc',
      isPostOnly: false,
    })
  })

  test('the margin wallet goes along with an order that is sent now, never with one that waits', () => {
    const typed = { side: 'buy', kind: 'market', quantity: '0.01', wallet: 'margin' }
    expect(form(typed)).toMatchObject({ wallet: 'margin' })
    for (const other of [{ wallet: '' }, { wallet: 'lever' }, { plan: 'stop', trigger: '1' }])
      expect(form({ ...typed, ...other })).not.toHaveProperty('wallet')
    // The login page doesn't restore the wallet: guests have none.
    expect(typedTicket(readTicketFields((name) => new Map(Object.entries(typed)).get(name) ?? ''))).not.toHaveProperty(
      'wallet',
    )
  })

  test('a market buy by amount carries its budget only', () => {
    expect(form({ side: 'buy', kind: 'market', sizeIn: 'quote', quantity: '0.01', budget: '600' })).toMatchObject({
      quoteAmount: '600',
    })
    expect(form({ side: 'buy', kind: 'market', sizeIn: 'quote', quantity: '0.01', budget: '600' })).not.toHaveProperty(
      'quantity',
    )
  })

  test('a limit sized by amount is sent as lots, rounded down, and carries no budget', () => {
    const sent = form({ side: 'buy', kind: 'limit', price: '60000', sizeIn: 'quote', budget: '1000', quantity: '9' })
    expect(sent).toMatchObject({ price: '60000', quantity: '0.01666' })
    expect(sent).not.toHaveProperty('quoteAmount')
  })

  test('an amount that is no number is sent as it is, for the server to refuse', () => {
    expect(form({ kind: 'limit', price: '60000', sizeIn: 'quote', budget: 'much' }).quantity).toBe('much')
    expect(form({ kind: 'limit', price: '60000', sizeIn: 'quote', budget: '9'.repeat(25) }).quantity).toBe(
      '9'.repeat(25),
    )
  })

  test('"0,01" buys 0.01 BTC in French, and is no number in English', () => {
    const typed = { side: 'buy', kind: 'market', quantity: '0,01' }
    expect(form(typed, 'fra').quantity).toBe('0.01')
    expect(form(typed, 'en').quantity).toBe('0,01')
    const reading = readTicket(facts, { ...fields, kind: 'market', quantity: '0,01' })
    expect(reading.problems.map(({ refusal }) => refusal.code)).toEqual(['amount_malformed'])
  })
})

test('what a guest typed comes back from the login page as it stood', () => {
  const whole: TicketFields = {
    side: 'sell',
    kind: 'limit',
    price: '60,000.5',
    quantity: '',
    budget: '1,250',
    sizeIn: 'quote',
    timeInForce: 'ioc',
    isPostOnly: true,
  }
  for (const typed of [whole, fields]) {
    const search = new URLSearchParams(typedTicket(typed))
    expect(readTicketFields((name) => search.get(name) ?? '')).toEqual(typed)
  }
})
