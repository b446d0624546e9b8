// Stocks API with real rooms, the simulated market and a fake clock: inside and outside the session, and lists of the old wire contain no
// stocks.

import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Person, join, ok, refused, seed } from '../api/client'
import { conservation } from '../kit/conservation'
import { waitFor } from '../kit/wait-for'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

interface StockRow {
  readonly symbol: string
  readonly phase: string
  readonly opens_at: number | null
}
interface QuoteRow {
  readonly symbol: string
  readonly price: string
  readonly is_stale: boolean
  readonly source: string
}

/** Far in the future, so that sessions and rooms of the test aren't newer. */
const NIGHT = Date.parse('2027-06-15T05:00:00Z')
const DAY = Date.parse('2027-06-15T15:00:00Z')
const SYMBOL = 'AAPL-USDT'

let alice: Person
const setClock = (now: number) => vi.useFakeTimers({ now, toFake: ['Date'], shouldAdvanceTime: true })
const quoteOf = async (symbol: string) => (await ok<QuoteRow[]>('GET', '/v1/quotes', { query: { symbol } }))[0]

beforeAll(async () => {
  setClock(NIGHT)
  await seed()
  alice = await join('Alice')
  const form = { from_field: 'change', to_field: 'stocks', currency_id: '3', number: '5000' }
  await ok('POST', '/wallet/change', { form, token: alice.token })
})
afterAll(() => vi.useRealTimers())

describe('at night', () => {
  it('says of each share when it opens, and its price stands without being stale', async () => {
    const listed = await ok<StockRow[]>('GET', '/v1/stocks')
    expect(listed).toHaveLength(12)
    const opens_at = Date.parse('2027-06-15T08:00:00Z')
    expect(listed.every((row) => row.phase === 'closed' && row.opens_at === opens_at)).toBe(true)
    const before = await quoteOf(SYMBOL)
    setClock(NIGHT + 60_000)
    const after = await quoteOf(SYMBOL)
    expect(after).toMatchObject({ price: before?.price, is_stale: false, source: 'simulator' })
  })

  it('refuses a market order with the opening and lets a limit rest; the house quotes nothing', async () => {
    const form = { symbol: SYMBOL, side: 'buy', kind: 'market', quantity: '1.000001' }
    expect(await refused('POST', '/v1/order', { form, token: alice.token })).toContain(
      'Market orders are taken again from 2027-06-15 08:00 UTC',
    )
    const stop = { symbol: SYMBOL, side: 'sell', kind: 'stop', trigger_price: '100', quantity: '1' }
    expect(await refused('POST', '/v1/conditional/order', { form: stop, token: alice.token })).toBe(
      'Conditional orders are not offered on shares.',
    )
    const price = (await quoteOf(SYMBOL))?.price ?? ''
    const limit = { ...form, kind: 'limit', price: String(Math.floor(Number(price) * 1.05)), quantity: '2.5' }
    expect(await ok('POST', '/v1/order', { form: limit, token: alice.token })).toMatchObject({ state: 'open' })
    const book = await ok<{ bids: unknown[]; asks: unknown[] }>('GET', '/v1/book', { query: { symbol: SYMBOL } })
    expect([book.bids.length, book.asks.length]).toEqual([1, 0])
  })

  it('tells no list of the old wire of shares, and the wallet of stocks that it may hold them', async () => {
    const quotations = await ok<{ name: string; quotation: { currency_name: string }[] }[]>(
      'GET',
      '/currency/quotation_new',
    )
    expect(quotations[0]?.name).toBe('USDT')
    const { currency } = await ok<{ currency: { name: string }[] }>('GET', '/currency/list')
    const payable = await ok<{ name: string }[]>('GET', '/microtrade/payable_currencies')
    const names = [
      ...quotations.flatMap(({ quotation }) => quotation.map((row) => row.currency_name)),
      ...currency.map(({ name }) => name),
      ...payable.map(({ name }) => name),
    ]
    expect(names).toContain('BTC')
    expect(names).not.toContain('AAPL')
    const wallets = await ok<Record<string, { balance: { currency_name: string }[] }>>('POST', '/wallet/list', {
      token: alice.token,
    })
    const held = (block: string) => wallets[block]?.balance.map((row) => row.currency_name)
    expect(held('stocks_wallet')).toEqual(expect.arrayContaining(['USDT', 'AAPL']))
    for (const block of ['legal_wallet', 'change_wallet', 'lever_wallet', 'micro_wallet'])
      expect(held(block)).not.toContain('AAPL')
  })

  it('has the days of the exchange with who published them, and refuses what is no day', async () => {
    const query = { exchange: 'NYSE', from: '2026-11-25', to: '2026-11-28' }
    const calendar = await ok<{ source: string; days: { pre: number | null; is_early_close: boolean }[] }>(
      'GET',
      '/v1/stocks/calendar',
      { query },
    )
    expect(calendar.source).toContain('NYSE')
    expect(calendar.days.map(({ pre, is_early_close }) => [pre !== null, is_early_close])).toEqual([
      [true, false],
      [false, false],
      [true, true],
      [false, false],
    ])
    expect(await refused('GET', '/v1/stocks/calendar', { query: { ...query, from: '2026-02-30' } })).not.toBe('')
    expect(await refused('GET', '/v1/stocks/calendar', { query: { ...query, to: '2029-01-01' } })).not.toBe('')
  })
})

describe('by day', () => {
  it('fills what rested over night, and a market order to the sixth decimal; money is conserved', async () => {
    setClock(DAY)
    expect((await ok<StockRow[]>('GET', '/v1/stocks'))[0]).toMatchObject({ phase: 'core', opens_at: null })
    const form = { symbol: SYMBOL, side: 'buy', kind: 'market', quantity: '1.000001' }
    expect(await ok('POST', '/v1/order', { form, token: alice.token })).toMatchObject({ state: 'filled' })
    await waitFor(async () => {
      const { list } = await ok<{ list: { state: string; filled_quantity: string }[] }>('GET', '/v1/orders', {
        query: { symbol: SYMBOL },
        token: alice.token,
      })
      expect(list.map(({ state }) => state)).toEqual(['filled', 'filled'])
    })
    // USDT holds stay in the stocks wallet.
    const { problems, rows } = await conservation(env, [alice.userId])
    expect(problems).toEqual([])
    expect(rows.filter(({ isConserved }) => !isConserved)).toEqual([])
    expect(rows.some(({ symbol }) => symbol === SYMBOL)).toBe(true)
  })

  it('refuses a share by halves of a millionth, a halted one, and from where it is not offered; selling works there', async () => {
    const form = { symbol: SYMBOL, side: 'buy', kind: 'market', quantity: '0.0000005' }
    expect(await refused('POST', '/v1/order', { form, token: alice.token })).toBe(
      'AAPL can be traded from 0.000001 of a share.',
    )
    const quote = await quoteOf(SYMBOL)
    const below = (percent: number) => ((Number(quote?.price) * (100 - percent)) / 100).toFixed(2)
    const resting = { symbol: SYMBOL, side: 'buy', kind: 'limit', price: below(5), quantity: '2' }
    const { order_id } = await ok<{ order_id: number }>('POST', '/v1/order', { form: resting, token: alice.token })
    await env.DB.prepare("UPDATE product_gate SET is_open = 0 WHERE product = 'stocks' AND country = 'ZZ'").run()
    setClock(DAY + 120_000)
    // Where stocks aren't offered, a resting bid may be reduced, not increased.
    const amend = (form: Readonly<Record<string, string>>) =>
      ['PUT', '/v1/order', { form: { order_id: String(order_id), ...form }, token: alice.token }] as const
    expect(await refused(...amend({ quantity: '3' }))).toContain('not offered in your area')
    expect(await refused(...amend({ price: below(4), quantity: '1' }))).toContain('not offered in your area')
    expect(await ok(...amend({ price: below(6), quantity: '1' }))).toMatchObject({ order_id })
    const one = { ...form, quantity: '1' }
    expect(await refused('POST', '/v1/order', { form: one, token: alice.token })).toContain('not offered in your area')
    const batch = { orders: [{ symbol: SYMBOL, side: 'buy', kind: 'limit', price: '1', quantity: '1' }] }
    expect(await refused('POST', '/v1/orders', { json: batch, token: alice.token })).toContain('not offered')
    const sold = { ...one, side: 'sell' }
    expect(await ok('POST', '/v1/order', { form: sold, token: alice.token })).toMatchObject({ state: 'filled' })
    await env.DB.prepare("UPDATE stock SET is_halted = 1 WHERE symbol = 'AAPL-USDT'").run()
    setClock(DAY + 240_000)
    expect(await refused('POST', '/v1/order', { form: sold, token: alice.token })).toContain('is halted')
    expect((await ok<StockRow[]>('GET', '/v1/stocks'))[0]).toMatchObject({ phase: 'halted', opens_at: null })
  })
})
