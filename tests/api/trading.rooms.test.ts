// Stories told through the API alone: people trade, and every balance, hold and bill is right to the last unit.
// Amounts are compared as integers: text at the asset's scale, without its point.

import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, join, ok, refused, seed } from './client'

interface Order {
  readonly order_id: number
  readonly client_order_id: string | null
  readonly state: string
  readonly price: string
  readonly quantity: string
  readonly filled_quantity: string
  readonly filled_quote: string
  readonly fee: string
  readonly fee_currency: string
}
interface Fill {
  readonly order_id: number
  readonly price: string
  readonly quantity: string
  readonly fee: string
  readonly fee_currency: string
  readonly role: string
}
interface Bill {
  readonly id: number
  readonly value: string
  readonly before: string
  readonly after: string
  readonly currency: number
  readonly type: number
}
interface Balance {
  readonly available: bigint
  readonly held: bigint
}

const BTC = 1
const USDT = 3
const SCALE: Readonly<Record<number, number>> = { [BTC]: 8, [USDT]: 6 }

let alice: Person
let bob: Person

beforeAll(async () => {
  await seed()
  alice = await join('Alice')
  bob = await join('Bob')
})

/** Decimal text as a count of units of 10^-scale; text finer than that is a fault. */
function units(text: string, scale: number): bigint {
  const [whole = '0', decimals = ''] = text.replace('-', '').split('.')
  expect(decimals.slice(scale)).toMatch(/^0*$/)
  const count = BigInt(whole + decimals.slice(0, scale).padEnd(scale, '0'))
  return text.startsWith('-') ? -count : count
}

async function balanceOf(person: Person, currency: number): Promise<Balance> {
  const form = { currency: String(currency), type: 'change' }
  const row = await ok<Record<string, string>>('POST', '/wallet/detail', { form, token: person.token })
  const scale = SCALE[currency] ?? 0
  return { available: units(row['change_balance'] ?? '', scale), held: units(row['lock_change_balance'] ?? '', scale) }
}

async function bothBalances(person: Person): Promise<Record<number, Balance>> {
  return { [BTC]: await balanceOf(person, BTC), [USDT]: await balanceOf(person, USDT) }
}

const place = (person: Person, form: Record<string, string>) =>
  ok<Order>('POST', '/v1/order', { form: { symbol: 'BTC-USDT', ...form }, token: person.token })

const fillsOf = async (person: Person, orderId: number) =>
  (
    await ok<{ list: Fill[] }>('GET', '/v1/fills', {
      query: { order_id: String(orderId), limit: '100' },
      token: person.token,
    })
  ).list

async function marketPrice(): Promise<number> {
  const [quote] = await ok<{ price: string }[]>('GET', '/v1/quotes', { query: { symbol: 'BTC-USDT' } })
  return Number(quote?.price)
}

/** A price on the grid, far enough from the market to rest. */
const restingPrice = async (factor: number) => ((await marketPrice()) * factor).toFixed(1)

/** What fills say a taker or maker paid and received, in units: quote exactly, base exactly, fees as they were charged. */
function sums(fills: readonly Fill[], feeScale: number) {
  return {
    base: fills.reduce((sum, fill) => sum + units(fill.quantity, 8), 0n),
    // Price has 1 decimal and quantity 5, so the product has 6: whole units of USDT.
    quote: fills.reduce((sum, fill) => sum + units(fill.price, 1) * units(fill.quantity, 5), 0n),
    fee: fills.reduce((sum, fill) => sum + units(fill.fee, feeScale), 0n),
  }
}

describe('buying', () => {
  it('Alice buys 0.01 BTC at the market: what she pays, receives and is charged is exact', async () => {
    const before = await bothBalances(alice)
    const order = await place(alice, { side: 'buy', kind: 'market', quantity: '0.01' })
    expect(order).toMatchObject({ state: 'filled', filled_quantity: '0.01000', fee_currency: 'BTC' })

    const fills = await fillsOf(alice, order.order_id)
    const { base, quote, fee } = sums(fills, 8)
    expect(base).toBe(1_000_000n)
    expect(units(order.filled_quote, 6)).toBe(quote)
    const after = await bothBalances(alice)
    expect(after[USDT]).toEqual({ available: (before[USDT]?.available ?? 0n) - quote, held: 0n })
    expect(after[BTC]).toEqual({ available: (before[BTC]?.available ?? 0n) + base - fee, held: 0n })
  })

  it('the fee is the rate times what is received, rounded up', async () => {
    const [rates] = await ok<{ taker: string }[]>('GET', '/v1/fees', { query: { symbol: 'BTC-USDT' } })
    const order = await place(alice, { side: 'buy', kind: 'market', quantity: '0.00123' })
    for (const fill of await fillsOf(alice, order.order_id)) {
      const product = units(fill.quantity, 8) * units(rates?.taker ?? '', 8)
      expect(units(fill.fee, 8)).toBe((product + 10n ** 8n - 1n) / 10n ** 8n)
    }
  })

  it('Alice spends at most 100 USDT by quote amount, and the rest stays hers', async () => {
    const before = await balanceOf(alice, USDT)
    const order = await place(alice, { side: 'buy', kind: 'market', quote_amount: '100' })
    const spent = units(order.filled_quote, 6)
    expect(spent).toBeLessThanOrEqual(100_000_000n)
    expect(spent).toBeGreaterThan(98_000_000n)
    expect(await balanceOf(alice, USDT)).toEqual({ available: before.available - spent, held: 0n })
  })

  it('the contract order rests with price times amount held, is listed as open, and gives all back when cancelled', async () => {
    const before = await balanceOf(alice, USDT)
    const price = await restingPrice(0.95)
    const form = { currency_id: '1', legal_id: '3', type: '1', amount: '0.01', target_price: price }
    expect(await ok('POST', '/coin/trade', { form, token: alice.token })).toBe('')

    const held = units(price, 1) * 1000n
    expect(await balanceOf(alice, USDT)).toEqual({ available: before.available - held, held })
    const [open] = await ok<Record<string, unknown>[]>('GET', '/coin/list', {
      query: { status: '1' },
      token: alice.token,
    })
    expect(open).toMatchObject({
      type: 1,
      symbol: 'BTC/USDT',
      trade_amount: '0.01000000',
      trade_price: '0.00000000',
      status: 1,
    })
    expect(open?.['target_price']).toBe(`${price}0000000`)

    const sentence = await ok('PUT', '/coin/trade', {
      form: { id: String(open?.['id']), lang: 'jp' },
      token: alice.token,
    })
    expect(sentence).toBe('注文を取り消しました。')
    expect(await balanceOf(alice, USDT)).toEqual(before)
    const [cancelled] = await ok<Record<string, unknown>[]>('GET', '/coin/list', {
      query: { status: '3' },
      token: alice.token,
    })
    expect(cancelled).toMatchObject({ id: open?.['id'], status: 3 })
    const done = await ok<Record<string, unknown>[]>('GET', '/coin/list', {
      query: { status: '2' },
      token: alice.token,
    })
    expect(done.length).toBeGreaterThan(0)
    expect(done.every((row) => row['status'] === 2)).toBe(true)
  })
})

describe('two people', () => {
  it('Bob sells what Alice bids for: one price, maker and taker, and money only changes hands', async () => {
    const { before, made, taken } = await meet()
    const after = { alice: await bothBalances(alice), bob: await bothBalances(bob) }
    expect(taken.base).toBe(500_000n)
    expect(taken.quote).toBe(made.quote)
    expect(after.bob[BTC]?.available).toBe((before.bob[BTC]?.available ?? 0n) - 500_000n)
    expect(after.bob[USDT]?.available).toBe((before.bob[USDT]?.available ?? 0n) + taken.quote - taken.fee)
    expect(after.alice[BTC]?.available).toBe((before.alice[BTC]?.available ?? 0n) + 500_000n - made.fee)
    expect(after.alice[USDT]).toEqual({ available: (before.alice[USDT]?.available ?? 0n) - made.quote, held: 0n })
  })
})

/** Alice bids inside the spread and Bob sells to her. If the house's move makes one of them trade with it, they try again. */
async function meet() {
  for (let tries = 0; tries < 10; tries += 1) {
    const before = { alice: await bothBalances(alice), bob: await bothBalances(bob) }
    const book = await ok<{ bids: [string, string][]; asks: [string, string][] }>('GET', '/v1/book', {
      query: { symbol: 'BTC-USDT' },
    })
    const price = insideSpread(book)
    const bid = await place(alice, { side: 'buy', price, quantity: '0.00500' })
    const ask = await place(bob, { side: 'sell', price, quantity: '0.00500', time_in_force: 'ioc' })
    const taken = sums(await fillsOf(bob, ask.order_id), 6)
    // The taker's fill is in the answer; the maker's message arrives later.
    if (ask.state === 'filled') {
      const fills = await eventually(
        () => fillsOf(alice, bid.order_id),
        (rows) => sums(rows, 8).base === 500_000n,
      )
      const isMaker = fills?.every((fill) => fill.role === 'maker')
      if (fills && isMaker) return { before, made: sums(fills, 8), taken }
    }
    await ok('DELETE', '/v1/orders', { token: alice.token })
  }
  throw new Error('Alice and Bob never met')
}

describe('orders under their own names', () => {
  it('an order is found by the id its owner gave it, and the id cannot be used twice while it is open', async () => {
    const form = { side: 'buy', price: await restingPrice(0.95), quantity: '0.002', client_order_id: 'alice-1' }
    const placed = await place(alice, form)
    const found = await ok<Order>('GET', '/v1/order', { query: { client_order_id: 'alice-1' }, token: alice.token })
    expect(found).toEqual(placed)
    expect(
      await refused('POST', '/v1/order', { form: { symbol: 'BTC-USDT', ...form, lang: 'en' }, token: alice.token }),
    ).toBe('This client order ID is already in use.')
    await ok('DELETE', '/v1/order', { query: { client_order_id: 'alice-1' }, token: alice.token })
  })

  it('post-only never takes', async () => {
    const price = await restingPrice(1.05)
    const form = { symbol: 'BTC-USDT', side: 'buy', price, quantity: '0.002', post_only: 'true' }
    const before = await bothBalances(alice)
    expect(await refused('POST', '/v1/order', { form: { ...form, lang: 'kor' }, token: alice.token })).toBe(
      '즉시 체결될 수 있어 포스트 온리 주문이 취소되었습니다.',
    )
    expect(await bothBalances(alice)).toEqual(before)
  })

  it('a batch gives each order its own outcome, and cancelling all of a pair leaves none', async () => {
    const price = await restingPrice(0.95)
    const good = { symbol: 'BTC-USDT', side: 'buy', price, quantity: '0.002' }
    const poor = { ...good, quantity: '9', price: await restingPrice(0.99) }
    const sent = { json: { orders: [good, { ...good, client_order_id: 'second' }, poor] }, token: bob.token }
    const outcomes = await ok<{ order: Order | null; refusal: { code: string; message: string } | null }[]>(
      'POST',
      '/v1/orders',
      sent,
    )
    expect(outcomes.map(({ order, refusal }) => order?.state ?? refusal?.code)).toEqual([
      'open',
      'open',
      'insufficient_available',
    ])
    expect(outcomes[2]?.refusal?.message).toMatch(/^Insufficient balance: /)
    const gone = await ok<{ order_ids: number[] }>('DELETE', '/v1/orders', {
      query: { symbol: 'BTC-USDT' },
      token: bob.token,
    })
    expect(gone.order_ids).toHaveLength(2)
    const open = await ok<{ count: number }>('GET', '/v1/orders', { query: { stage: 'open' }, token: bob.token })
    expect(open.count).toBe(0)
    expect((await balanceOf(bob, USDT)).held).toBe(0n)
  })

  it('an amended order holds what its new size and price need', async () => {
    const [low, lower] = [await restingPrice(0.96), await restingPrice(0.95)]
    const order = await place(bob, { side: 'buy', price: low, quantity: '0.004' })
    const amend = (form: Record<string, string>) =>
      ok<Order>('PUT', '/v1/order', { form: { order_id: String(order.order_id), ...form }, token: bob.token })
    expect(await amend({ quantity: '0.003' })).toMatchObject({ quantity: '0.00300', price: low })
    expect((await balanceOf(bob, USDT)).held).toBe(units(low, 1) * 300n)
    expect(await amend({ price: lower, quantity: '0.005' })).toMatchObject({ quantity: '0.00500', price: lower })
    expect((await balanceOf(bob, USDT)).held).toBe(units(lower, 1) * 500n)
    await ok('DELETE', '/v1/order', { query: { order_id: String(order.order_id) }, token: bob.token })
    expect((await balanceOf(bob, USDT)).held).toBe(0n)
  })
})

describe('bills', () => {
  it.each([
    ['BTC', BTC],
    ['USDT', USDT],
  ])(
    'every bill of Alice in %s starts where the one before ended, and the last is her balance',
    async (_, currency) => {
      const bills = await allBills(alice, currency)
      const scale = SCALE[currency] ?? 0
      expect(bills.length).toBeGreaterThan(1)
      for (const [index, bill] of bills.entries()) {
        expect(units(bill.before, scale) + units(bill.value, scale)).toBe(units(bill.after, scale))
        const older = bills[index + 1]
        if (older) expect(bill.before).toBe(older.after)
      }
      const { available, held } = await balanceOf(alice, currency)
      expect(units(bills[0]?.after ?? '', scale)).toBe(available + held)
      expect(units(bills.at(-1)?.before ?? '', scale)).toBe(0n)
    },
  )

  it('a transfer is two bills, and the history of transfers has both', async () => {
    const form = { currency_id: '3', number: '12.5', from_field: 'change', to_field: 'earn', lang: 'fra' }
    expect(await ok('POST', '/wallet/change', { form, token: alice.token })).toBe('Transfert effectué.')
    const page = await ok<{ data: Bill[]; total: number }>('GET', '/wallet/hzhistory', {
      query: { page: '1' },
      token: alice.token,
    })
    expect(page.total).toBe(2)
    expect(page.data.map((row) => [row.type, row.value]).sort()).toEqual([
      [2, '-12.50000000'],
      [6, '12.50000000'],
    ])
  })
})

/** Every bill of one currency in the change wallet, newest first. */
async function allBills(person: Person, currency: number): Promise<Bill[]> {
  const bills: Bill[] = []
  for (let page = 1; ; page += 1) {
    const form = { currency: String(currency), type: '2', page: String(page), limit: '100' }
    const { list } = await ok<{ list: Bill[] }>('POST', '/wallet/legal_log', { form, token: person.token })
    if (list.length === 0) return bills
    bills.push(...list)
  }
}

function insideSpread(book: { bids: [string, string][]; asks: [string, string][] }): string {
  const [bid, ask] = [units(book.bids[0]?.[0] ?? '0', 1), units(book.asks[0]?.[0] ?? '0', 1)]
  const middle = (bid + ask) / 2n
  return `${middle / 10n}.${middle % 10n}`
}

/** Polls for a value that arrives shortly, with a bounded number of tries; null when it never does. */
async function eventually<Value>(ask: () => Promise<Value>, isThere: (value: Value) => boolean): Promise<Value | null> {
  for (let tries = 0; tries < 50; tries += 1) {
    const value = await ask()
    if (isThere(value)) return value
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return null
}
