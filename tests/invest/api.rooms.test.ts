// Dual investments through the API, with real rooms, the real directory and the simulated market: series that are laid, a purchase, the fixing
// of stored ticks, the payment, and receipts that check.

import { createHash, createHmac } from 'node:crypto'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { checkReceipt } from '#domain/receipt'
import { takenOf } from '#db/platform/claim'
import { isFurther } from '#domain/invest/series'
import { callAccount, callAccountAsSystem } from '#services/account-room'
import { dueCalendar } from '#services/desk/calendar'
import { findSeries, fixSeries, listSeries } from '#services/invest-series'
import { indexPrices } from '#services/quotes'
import { readReceipt } from '#services/futures-terms'
import { type Person, call, join, ok, refused, seed } from '../api/client'
import { waitFor } from '../kit/wait-for'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const HASHING = {
  sha256: (text: string) => createHash('sha256').update(text).digest('hex'),
  hmac: (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex'),
}

interface DualRow {
  readonly id: number
  readonly name: string
  readonly type: string
  readonly remaining_number: number
  readonly user_limit: number
  readonly exercise_price: string
  readonly end_time: string
}

let alice: Person
const dual = (query: Record<string, string>) =>
  ok<{ dual_currencys: DualRow[] }>('GET', '/dual/index', { query }).then(({ dual_currencys }) => dual_currencys)

beforeAll(async () => {
  await seed()
  alice = await join('Alice')
})

/** Pairs of offers with the same maturity where the strike further away pays more. */
const contradictions = (offers: Awaited<ReturnType<typeof listSeries>>) =>
  offers.flatMap(({ series, name }) =>
    offers.flatMap(({ series: other, name: otherName }) => {
      const isOneDate =
        other.symbol === series.symbol && other.kind === series.kind && other.maturesAt === series.maturesAt
      return isOneDate && other.apr > series.apr && isFurther(series.kind, other.strike, series.strike)
        ? [`${otherName} beyond ${name}`]
        : []
    }),
  )

describe('the ladder', () => {
  it('has something to buy of each coin and kind from the first look, laid once around the index price', async () => {
    const before = await dual({ currency_id: '1', type: 'call' })
    expect(before).toHaveLength(8)
    expect(await dual({ currency_id: '2', type: 'put' })).toHaveLength(8)
    const looks = await Promise.all([1, 2, 3].map(() => dual({ currency_id: '1', type: 'call' })))
    for (const look of looks) expect(look.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    const prices = await indexPrices(env)
    const index = (prices.find(({ symbol }) => symbol === 'BTC-USDT')?.priceSteps ?? 0) / 10
    for (const { name, exercise_price, type } of before) {
      expect(name).toMatch(/^BTC-\d\d[A-Z]{3}\d\d-\d+-C$/)
      expect(type).toBe('call')
      expect(Number(exercise_price)).toBeGreaterThan(index * 0.99)
    }
    for (const { exercise_price } of await dual({ currency_id: '1', type: 'put' }))
      expect(Number(exercise_price)).toBeLessThan(index * 1.01)
  })

  it('gives two rungs that come to one date and price two prices', async () => {
    const now = Date.now()
    await env.DB.prepare(
      `INSERT INTO invest_rung SELECT 900, symbol, call_or_put, distance, round_to, every_days, apr, shares, user_shares, is_open, sort
       FROM invest_rung WHERE id = 1`,
    ).run()
    const offers = await listSeries(env, now)
    const twins = await env.DB.prepare(
      'SELECT strike FROM invest_series WHERE rung_id IN (1, 900) ORDER BY rung_id',
    ).all()
    const [first, second] = twins.results.map(({ strike }) => Number(strike))
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThan(0)
    expect(new Set(offers.map(({ name }) => name)).size).toBe(offers.length)
    await env.DB.prepare('DELETE FROM invest_rung WHERE id = 900').run()
    await env.DB.prepare('DELETE FROM invest_series WHERE rung_id = 900').run()
  })

  it('goes on by itself: in a month every rung has a date that can be bought', async () => {
    for (const days of [1, 9, 30]) {
      const now = Date.now() + days * 86_400_000
      const offers = await listSeries(env, now)
      expect(new Set(offers.map(({ series }) => `${series.symbol} ${series.kind}`)).size).toBe(4)
      expect(offers.length).toBeGreaterThanOrEqual(32)
      // Unique even when two rungs have the same maturity and strike.
      expect(new Set(offers.map(({ name }) => name)).size).toBe(offers.length)
      expect(contradictions(offers)).toEqual([])
    }
  })

  it('waits with a rung of a better rate that would stand beyond those of its date', async () => {
    const offers = await listSeries(env, Date.now())
    await env.DB.prepare(
      `INSERT INTO invest_rung SELECT 901, symbol, call_or_put, '9000000', round_to, every_days, '50000000', shares, user_shares, is_open, sort
       FROM invest_rung WHERE id = 2`,
    ).run()
    const after = await listSeries(env, Date.now())
    expect(after).toHaveLength(offers.length)
    expect(contradictions(after)).toEqual([])
    await env.DB.prepare('DELETE FROM invest_rung WHERE id = 901').run()
  })
})

describe('an existing client', () => {
  it('buys whole shares, and sees them with labels by the clock', async () => {
    const [series] = await dual({ currency_id: '1', type: 'call' })
    const id = String(series?.id)
    expect(await ok('GET', '/dual/detail', { query: { id } })).toMatchObject({ id: series?.id, status: 1 })
    const told = await ok<string>('POST', '/dual/buyDual', { form: { id, num: '2', lang: 'en' }, token: alice.token })
    expect(told).toContain('Bought')
    const list = (form: Record<string, string>) =>
      ok<{ list: Record<string, unknown>[]; limit: number }>('POST', '/dual/dual_list', { form, token: alice.token })
    const [order] = (await list({ currency: '1', type: 'call', status: '1', page: '1' })).list
    expect(order).toMatchObject({
      name: series?.name,
      number: 2,
      remaining_number: (series?.remaining_number ?? 0) - 2,
      total: '0.20000000',
      status: 1,
      success: '0.00000000',
    })
    // The coin's price, which clients compare with the strike.
    const [strike, price] = [Number(series?.exercise_price), Number(order?.['price'])]
    expect([strike > 0, price > strike / 2, price < strike * 2]).toEqual([true, true, true])
    expect(price).not.toBe(strike)
    expect((await list({ status: '3', page: '1' })).list).toEqual([])
    expect(await dual({ currency_id: '1', type: 'call' }).then(([first]) => first?.remaining_number)).toBe(
      (series?.remaining_number ?? 0) - 2,
    )
  })

  it('is told by name why nothing was bought', async () => {
    const [series] = await dual({ currency_id: '1', type: 'call' })
    const id = String(series?.id)
    const buy = (num: string, of = id) =>
      refused('POST', '/dual/buyDual', { form: { id: of, num, lang: 'en' }, token: alice.token })
    expect(await buy('1.5')).toBe('Enter a whole number of shares.')
    expect(await buy('0')).toBe('Enter a whole number of shares.')
    expect(await buy('501')).toBe('Buy between 1 and 500 shares.')
    expect(await buy('1', '999999')).toBe('This series is not offered.')
    await env.DB.prepare('UPDATE invest_series SET user_shares = 3 WHERE id = ?').bind(series?.id).run()
    expect(await buy('2')).toContain('You may buy only 1 more shares')
    await env.DB.prepare('UPDATE invest_series SET is_open = 0 WHERE id = ?').bind(series?.id).run()
    expect(await buy('1')).toContain('Sales of this series are paused')
    await env.DB.prepare('UPDATE invest_series SET is_open = 1, matures_at = ? WHERE id = ?')
      .bind(Date.now() + 3_600_000, series?.id)
      .run()
    expect(await buy('1')).toContain('its last day has begun')
  })
})

interface Order {
  readonly order_id: number
  readonly state: string
  readonly paid: string | null
  readonly paid_asset: string | null
  readonly receipt_id: string | null
  readonly fixing: string | null
}

it('says both outcomes beforehand, and pays by the mean of the stored ticks; both receipts check', async () => {
  const series = await ok<{ series_id: number; kind: string; symbol: string }[]>('GET', '/v1/invest/series', {
    query: { kind: 'put' },
  })
  const chosen = series.find(({ symbol }) => symbol === 'BTC-USDT')
  const form = { series_id: String(chosen?.series_id), shares: '1' }
  const quote = await ok<{ below: string; otherwise: string; asset: string }>('GET', '/v1/invest/quote', {
    query: form,
  })
  expect(quote.asset).toBe('USDT')
  const bought = await ok<Order>('POST', '/v1/invest/buy', { form, token: alice.token, key: 'once' })
  expect(await ok<Order>('POST', '/v1/invest/buy', { form, token: alice.token, key: 'once' })).toEqual(bought)
  const offer = await findSeries(env, chosen?.series_id ?? 0)
  // The fixing window uses the published ticks of these seconds; the simulator only publishes while someone polls.
  const first = Math.ceil(Date.now() / 1_000) * 1_000
  await waitFor(
    async () => {
      await indexPrices(env)
      expect(Date.now()).toBeGreaterThan(first + 3_100)
    },
    { timeout: 10_000, interval: 300 },
  )
  const at = first + 3_000
  await env.DB.prepare('UPDATE invest_series SET matures_at = ? WHERE id = ?').bind(at, offer?.series.id).run()
  await fixSeries(env, at + 1_000)
  expect(await ok<unknown[]>('GET', '/v1/invest/fixings')).toEqual([])
  await Promise.all([fixSeries(env, at + 4_000), fixSeries(env, at + 4_000)])
  const [fixing] = await ok<{ at: number; price: string; receipt_id: string }[]>('GET', '/v1/invest/fixings')
  expect(fixing?.at).toBe(at)
  const body = (await readReceipt(env, fixing?.receipt_id ?? '')) ?? ''
  expect(HASHING.sha256(body)).toBe(fixing?.receipt_id)
  const receipt = JSON.parse(body) as { readonly count: number; readonly price: string }
  expect(receipt.count).toBeGreaterThanOrEqual(2)
  expect(receipt.price).toBe(fixing?.price)
  expect(checkReceipt(receipt as never, HASHING)).toEqual([])
  // The account stores the purchased maturity and settles then; here the clock jumps a week.
  expect(bought.state).toBe('purchased')
  const listed = await ok<{ list: Order[]; count: number }>('GET', '/v1/invest/orders', {
    query: { stage: 'live' },
    token: alice.token,
  })
  expect(listed.count).toBe(2)
  expect((await callAccountAsSystem(env, alice.userId, { type: 'verify' })).problems).toEqual([])
})

it('an account whose series has matured is paid by the fixing, and its receipt checks', async () => {
  const [offer] = await listSeries(env, Date.now())
  if (!offer) throw new Error('something can be bought')
  const { series, name } = offer
  const at = Math.floor(Date.now() / 1_000) * 1_000 - 60_000
  const userId = 910_001
  const sessionId = 'a-session-of-bob'
  await callAccountAsSystem(env, userId, {
    type: 'open_session',
    sessionId,
    expiresAt: Date.now() + 600_000,
    device: '',
  })
  const grants = [{ assetId: series.kind === 'call' ? 1 : 3, amount: '100000000000', wallet: 'change' }] as const
  await callAccountAsSystem(env, userId, { type: 'grant_demo', ref: 'bob', grants })
  await env.DB.prepare('INSERT INTO invest_fixing (symbol, at, steps, receipt_id) VALUES (?, ?, ?, ?)')
    .bind(series.symbol, at, series.strike, 'f'.repeat(64))
    .run()
  const bought = await callAccount(
    env,
    { userId, sessionId },
    {
      type: 'buy_series',
      commandId: 'bob',
      seriesId: series.id,
      shares: 1,
      assetId: series.kind === 'call' ? 1 : 3,
      amount: series.kind === 'call' ? '10000000' : '700000000',
      series: {
        name,
        symbol: series.symbol,
        kind: series.kind,
        strike: series.strike,
        apr: series.apr.toString(),
        days: 7,
        maturesAt: at,
        baseId: series.base.id,
        quoteId: series.quote.id,
        baseScale: series.base.scale,
        quoteScale: series.quote.scale,
        priceDecimals: series.priceDecimals,
      },
    },
  )
  expect(bought.ok).toBe(true)
  const row = await waitFor(
    async () => {
      const found = await callAccount(env, { userId, sessionId }, { type: 'invest_order', orderNo: 1 })
      if (!found.ok || found.value.state !== 'success') throw new Error('not yet')
      return found.value
    },
    { timeout: 10_000, interval: 100 },
  )
  expect(row.side).toBe('quote')
  const body = await waitFor(
    async () => {
      const text = await readReceipt(env, row.receiptId ?? '')
      if (text === null) throw new Error('not yet')
      return text
    },
    { timeout: 10_000, interval: 100 },
  )
  expect(checkReceipt(JSON.parse(body) as never, HASHING)).toEqual([])
  expect((await callAccountAsSystem(env, userId, { type: 'verify' })).problems).toEqual([])
})

it('a hundred users want the last shares in one moment: exactly what was left is sold', async () => {
  const [offer] = (await listSeries(env, Date.now())).filter(({ series }) => series.kind === 'call')
  if (!offer) throw new Error('something can be bought')
  const { series, name } = offer
  const taken = (await takenOf(env.DB, 'invest')).get(String(series.id)) ?? 0
  await env.DB.prepare('UPDATE invest_series SET shares = ?, user_shares = 2 WHERE id = ?')
    .bind(taken + 9, series.id)
    .run()
  const users = Array.from({ length: 100 }, (_, index) => 920_001 + index)
  const sessionId = 'a-session-of-the-crowd'
  await Promise.all(
    users.map(async (userId) => {
      await callAccountAsSystem(env, userId, {
        type: 'open_session',
        sessionId,
        expiresAt: Date.now() + 600_000,
        device: '',
      })
      const grants = [
        { assetId: series.base.id, amount: (10n ** BigInt(series.base.scale)).toString(), wallet: 'change' },
      ] as const
      await callAccountAsSystem(env, userId, { type: 'grant_demo', ref: 'crowd', grants })
    }),
  )
  const outcomes = await Promise.all(
    users.map((userId) =>
      callAccount(
        env,
        { userId, sessionId },
        {
          type: 'buy_series',
          commandId: `crowd:${userId}`,
          seriesId: series.id,
          shares: 2,
          assetId: series.base.id,
          amount: (2n * 10n ** BigInt(series.base.scale - 1)).toString(),
          series: {
            name,
            symbol: series.symbol,
            kind: series.kind,
            strike: series.strike,
            apr: series.apr.toString(),
            days: 7,
            maturesAt: series.maturesAt,
            baseId: series.base.id,
            quoteId: series.quote.id,
            baseScale: series.base.scale,
            quoteScale: series.quote.scale,
            priceDecimals: series.priceDecimals,
          },
        },
      ),
    ),
  )
  expect(outcomes.filter(({ ok: isBought }) => isBought)).toHaveLength(4)
  const others = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.refusal]))
  expect(others).toEqual(Array.from({ length: 96 }, () => ({ code: 'invest_sold_out', facts: { left: '1' } })))
  const calendar = await dueCalendar(env, Date.now())
  const lines = calendar.filter(({ asset }) => asset.code === series.base.code)
  expect(lines.find(({ kind }) => kind === 'below')).toMatchObject({ orders: expect.any(Number) as number })
})

it('a quote is refused as the purchase of the same account is: by its money, its share of the series, and what is left', async () => {
  const bob = await join('Bob')
  const offers = await listSeries(env, Date.now())
  const of = (kind: 'put' | 'call') => offers.find(({ series }) => series.kind === kind && series.symbol === 'BTC-USDT')
  const [dear, small] = [of('put'), of('call')]
  const ask = (series_id: string, shares: string) => ({ series_id, shares, lang: 'en' })
  const quote = (query: Record<string, string>, token?: string) => call('GET', '/v1/invest/quote', { query, token })
  const buy = (form: Record<string, string>) => call('POST', '/v1/invest/buy', { form, token: bob.token })
  const alike = async (asked: Record<string, string>) => {
    const refusal = await quote(asked, bob.token)
    expect(refusal.type).toBe('error')
    expect(refusal).toEqual(await buy(asked))
    return refusal.message
  }
  const many = ask(String(dear?.series.id), '100')
  expect(await alike(many)).toContain('USDT')
  expect((await quote(many)).type).toBe('ok')
  const id = small?.series.id ?? 0
  const one = ask(String(id), '1')
  await env.DB.prepare('UPDATE invest_series SET user_shares = 1, shares = 1000 WHERE id = ?').bind(id).run()
  expect((await quote(one, bob.token)).type).toBe('ok')
  expect((await buy(one)).type).toBe('ok')
  const own = await alike(one)
  expect((await quote(one)).type).toBe('ok')
  await env.DB.prepare('UPDATE invest_series SET user_shares = 9, shares = 1 WHERE id = ?').bind(id).run()
  expect(await alike(one)).not.toBe(own)
  expect((await quote(one)).type).toBe('error')
})

it('buys nothing where it is not offered', async () => {
  // Requests of tests have no country (ZZ).
  await env.DB.prepare("UPDATE product_gate SET is_open = 0 WHERE product = 'invest' AND country = 'ZZ'").run()
  vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ['Date'] })
  const form = { series_id: '1', shares: '1', lang: 'en' }
  expect(await refused('POST', '/v1/invest/buy', { form, token: alice.token })).toContain('not offered in your area')
  expect(await refused('GET', '/v1/invest/quote', { query: form })).toContain('not offered in your area')
  vi.useRealTimers()
})
