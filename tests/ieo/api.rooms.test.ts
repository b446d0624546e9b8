// Sales of tokens through the API, with real rooms and the simulated market: as an existing client calls them, and by /v1.

import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { sweepIeo } from '#services/ieo/allocation'
import { isReceiptRight } from '#services/ieo/receipt'
import { type Person, call, join, ok, refused, seed } from '../api/client'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const HOUR = 3_600_000
const [WARM_UP, OPEN, FIRST_COME, ENDED, PAUSED] = ['11', '12', '13', '14', '15']

let alice: Person
let bob: Person

beforeAll(async () => {
  await seed()
  const now = Date.now()
  const sales = [
    [WARM_UP, 'pro_rata', 1_000, 'USDT', now + HOUR, now + 2 * HOUR, 1],
    [OPEN, 'pro_rata', 1_000, 'USDT,BTC,ETH', now - HOUR, now + HOUR, 1],
    [FIRST_COME, 'first_come', 100, 'USDT', now - HOUR, now + HOUR, 1],
    [ENDED, 'pro_rata', 1_000, 'USDT', now - 2 * HOUR, now - HOUR, 1],
    [PAUSED, 'pro_rata', 1_000, 'USDT', now - HOUR, now + HOUR, 0],
  ] as const
  await env.DB.batch(
    sales.flatMap(([id, mode, supply, pays, startsAt, endsAt, isOpen]) => [
      env.DB.prepare(
        `INSERT INTO ieo_project (id, asset_id, mode, cost, supply, min_quantity, applicant_max, pays, starts_at, ends_at, listing_at, lock_days,
          is_open, picture, website, white_paper) VALUES (?, 9001, ?, '50000', ?, 10, 2000, ?, ?, ?, ?, 2, ?, '/banners/moonb.svg', 'https://a.example', 'https://b.example')`,
      ).bind(Number(id), mode, supply, pays, startsAt, endsAt, endsAt + HOUR, isOpen),
      env.DB.prepare(
        'INSERT INTO ieo_text (project_id, language, title, summary, content) VALUES (?, ?, ?, ?, ?)',
      ).bind(...[Number(id), 'en', `Sale ${id}`, 'A summary', '<p>Words</p><script>alert(1)</script>']),
    ]),
  )
  alice = await join('Alice')
  bob = await join('Bob')
})

interface Listed {
  readonly id: number
  readonly time_status: number
  readonly percentage: number
}
interface Applied {
  readonly order_id: number
  readonly state: string
  readonly held: string
  readonly price: string | null
  readonly claim_id: number
  readonly allotted: number | null
  readonly plan: readonly { readonly amount: string }[]
}

const apply = (person: Person, form: Readonly<Record<string, string>>) =>
  ok<Applied>('POST', '/v1/ieo/order', { form: { pay: 'USDT', ...form }, token: person.token })

describe('an existing client', () => {
  it('lists sales with their time status, those of play money among them, and finds what is left above zero', async () => {
    const { list } = await ok<{ list: Listed[] }>('GET', '/project', { query: { page: '1', limit: '50' } })
    const own = Object.fromEntries(list.filter(({ id }) => id < 100).map((row) => [row.id, row.time_status]))
    expect(own).toEqual({ 11: 1, 12: 2, 13: 2, 14: 3, 15: 2 })
    expect(
      list
        .filter(({ id }) => id > 1_000_000)
        .map((row) => row.time_status)
        .sort(),
    ).toEqual([1, 2, 2])
    expect(list.every(({ percentage }) => percentage === 100)).toBe(true)
    const second = await ok<{ list: Listed[] }>('GET', '/project', { query: { page: '99', limit: '50' } })
    expect(second.list).toEqual([])
  })

  it('reads one, with prices in what may be paid with and without scripts of others', async () => {
    const {
      info,
      order_info: none,
      sell_order: orders,
    } = await ok<{
      info: Record<string, unknown>
      order_info: unknown
      sell_order: unknown
    }>('GET', '/project/detail', { query: { project_id: OPEN } })
    expect(info).toMatchObject({ price: '0.05000000', min: '10.00000000', link: 'https://a.example', day: 2 })
    expect(info).toMatchObject({
      white_book: 'https://b.example',
      user_has_money: '0.00000000',
      content: '<p>Words</p>&lt;script&gt;alert(1)&lt;/script&gt;',
    })
    expect(Number(info['btc_price'])).toBeGreaterThan(0)
    expect([none, orders]).toEqual([null, null])
    const ended = await ok<{ info: Record<string, unknown> }>('GET', '/project/detail', {
      query: { project_id: ENDED },
    })
    expect(ended.info).toMatchObject({ time_status: 3 })
    // Old clients show both prices for every sale; a missing price would show as 0.
    for (const name of ['btc_price', 'eth_price']) expect(Number(ended.info[name])).toBeGreaterThan(0)
  })

  it('applies with the total that it saw, and lists it with the listing time as text', async () => {
    const form = { project_id: OPEN, amount: '100', pay_currency: '3', price: '5.0000000000000004' }
    expect(await ok('POST', '/project/order', { form, token: alice.token })).toBe('Your application is in.')
    const orders = await ok<{ data: Record<string, unknown>[]; total: number }>('GET', '/user/project/order', {
      query: { page: '1', limit: '10' },
      token: alice.token,
    })
    expect(orders.total).toBe(1)
    expect(orders.data[0]).toMatchObject({
      name: 'Sale 12',
      coin_amount: '100.00000000',
      give_amount: '0.00000000',
      status: 1,
    })
    expect(orders.data[0]?.['sell_begin']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    const { order_info: own } = await ok<{ order_info: unknown }>('GET', '/project/detail', {
      query: { project_id: OPEN },
      token: alice.token,
    })
    expect(own).toMatchObject({ coin_amount: '100.00000000' })
    const next = await ok<{ data: unknown[] }>('GET', '/user/project/order', {
      query: { page: '2' },
      token: alice.token,
    })
    expect(next.data).toEqual([])
  })
})

it('a hidden sale is nobody’s to find by its number but theirs who applied', async () => {
  await env.DB.prepare('UPDATE ieo_project SET is_shown = 0 WHERE id = ?').bind(Number(OPEN)).run()
  const query = { project_id: OPEN }
  const form = { ...query, quantity: '10', pay: 'USDT' }
  expect(await refused('GET', '/project/detail', { query, token: bob.token })).toBe('There is no such project.')
  expect(await refused('GET', '/v1/ieo/project', { query })).toBe('There is no such project.')
  expect(await refused('POST', '/v1/ieo/order', { form, token: bob.token })).toBe('There is no such project.')
  expect(await refused('POST', '/project/order', { form: { ...query, amount: '10' }, token: bob.token })).toBe(
    'There is no such project.',
  )
  const { order_info: own } = await ok<{ order_info: unknown }>('GET', '/project/detail', { query, token: alice.token })
  expect(own).toMatchObject({ coin_amount: '100.00000000' })
  await env.DB.prepare('UPDATE ieo_project SET is_shown = 1 WHERE id = ?').bind(Number(OPEN)).run()
})

const REFUSALS: readonly (readonly [name: string, form: Readonly<Record<string, string>>, said: string])[] = [
  ['ieo_not_found', { project_id: '999999' }, 'There is no such project.'],
  ['ieo_not_started', { project_id: WARM_UP }, 'Applications have not begun yet. They begin at 20'],
  ['ieo_ended', { project_id: ENDED }, 'Applications have ended.'],
  ['ieo_paused', { project_id: PAUSED }, 'New applications for this project are paused.'],
  ['ieo_not_whole', { quantity: '10.5' }, 'Enter a whole number of MOONB.'],
  ['ieo_below_min', { quantity: '9' }, 'Apply for at least 10 MOONB.'],
  ['ieo_above_cap', { quantity: '2001' }, 'One user may apply for 2,000 MOONB in all'],
  ['ieo_above_cap beside others', { quantity: '1950' }, '1,900 MOONB are left for you'],
  ['ieo_asset_not_taken', { pay: 'DOGE' }, 'This project is paid with USDT, BTC, ETH.'],
  ['ieo_price_moved', { pay: 'BTC', pay_max: '0.00000001' }, 'The price has moved'],
  ['amount_too_precise', { pay: 'BTC', pay_max: '0.000000001' }, 'at most 8 decimal places'],
  ['insufficient_available', { pay: 'ETH', quantity: '1800' }, 'ETH'],
  ['ieo_sold_out', { project_id: FIRST_COME, quantity: '101' }, 'Only 100 MOONB are left.'],
]

describe('/v1', () => {
  it.each(REFUSALS)('refuses by name and holds nothing: %s', async (_name, form, said) => {
    if (form['pay'] === 'ETH') await spendEther()
    const sent = { form: { project_id: OPEN, quantity: '100', pay: 'USDT', ...form }, token: alice.token }
    expect(await refused('POST', '/v1/ieo/order', sent)).toContain(said)
    const own = await ok<{ count: number }>('GET', '/v1/ieo/orders', { token: alice.token })
    expect(own.count).toBe(1)
  })

  /** Her ether is elsewhere. */
  const spendEther = () =>
    ok('POST', '/wallet/change', {
      form: { from_field: 'change', to_field: 'legal', currency_id: '2', number: '10' },
      token: alice.token,
    })

  it('holds what a coin is worth at the tick of the moment, once for a command', async () => {
    const form = { project_id: OPEN, quantity: '200', pay: 'BTC' }
    const key = 'the-same'
    const one = await ok<Applied>('POST', '/v1/ieo/order', { form, token: bob.token, key })
    const two = await ok<Applied>('POST', '/v1/ieo/order', { form, token: bob.token, key })
    expect(two).toEqual(one)
    // A retry after the end of the sale gets the same answer.
    const endAt = (at: number) =>
      env.DB.prepare('UPDATE ieo_project SET ends_at = ? WHERE id = ? RETURNING id').bind(at, Number(OPEN)).first()
    const was = await env.DB.prepare('SELECT ends_at FROM ieo_project WHERE id = ?').bind(Number(OPEN)).first('ends_at')
    await endAt(Date.now() - 1_000)
    expect(await ok<Applied>('POST', '/v1/ieo/order', { form, token: bob.token, key })).toEqual(one)
    expect(await refused('POST', '/v1/ieo/order', { form, token: bob.token, key: 'another' })).toContain(
      'Applications have ended.',
    )
    await endAt(Number(was))
    // 10 USDT, rounded up to a satoshi.
    const exact = 10 / Number(one.price)
    expect(Number(one.held) - exact).toBeGreaterThanOrEqual(0)
    expect(Number(one.held) - exact).toBeLessThan(0.00000001)
    expect(one).toMatchObject({ state: 'applied', allotted: null })
    const mine = await call('GET', '/v1/ieo/order', { query: { order_id: '77' }, token: bob.token })
    expect(mine.message).toBe('There is no such application.')
  })

  it('sells to the first who come, at once, until there is no more', async () => {
    expect(await apply(bob, { project_id: FIRST_COME, quantity: '95' })).toMatchObject({
      state: 'allotted',
      allotted: 95,
    })
    const sent = { form: { project_id: FIRST_COME, quantity: '10', pay: 'USDT' }, token: alice.token }
    expect(await refused('POST', '/v1/ieo/order', sent)).toContain('Only 5 MOONB are left.')
  })

  it('shares out after the end, and shows who looks first what the rule came to, with a receipt', async () => {
    await apply(alice, { project_id: OPEN, quantity: '1800' })
    const now = Date.now()
    await env.DB.prepare('UPDATE ieo_project SET ends_at = ?, listing_at = ? WHERE id = ?')
      .bind(now - HOUR / 2, now - 1_000, Number(OPEN))
      .run()
    // Orders keep their terms. Fake clock: the test can't wait an hour.
    vi.useFakeTimers({ now: now + 2 * HOUR + 60_000, toFake: ['Date'] })
    // Without a log, which nothing wakes here, the pass waits for none.
    await sweepIeo({ ...env, LOG_KEY: '' }, Date.now())
    const { list } = await ok<{ list: Applied[] }>('GET', '/v1/ieo/orders', {
      query: { project_id: OPEN },
      token: alice.token,
    })
    vi.useRealTimers()
    // Of 1,000 tokens 1,900 and 200: exact shares are 904.7… and 95.2…, and the first application is filled first.
    expect(list.map(({ allotted }) => allotted)).toEqual([805, 100])
    expect(list[0]?.plan.map(({ amount }) => amount)).toEqual(['402.500000', '402.500000'])
    const receipt = await ok<Parameters<typeof isReceiptRight>[0]>('GET', '/v1/ieo/receipt', {
      query: { claim_id: String(list[0]?.claim_id) },
    })
    expect(receipt).toMatchObject({ allotted: 805, sale: { supply: 1_000, total: 2_100 } })
    expect(isReceiptRight(receipt)).toBe(true)
    const published = await ok<{
      root: string
      claims_receipt_id: string
      list_receipt_id: string
      list: { allotted: number }[]
    }>('GET', '/v1/ieo/allocation', { query: { project_id: OPEN } })
    expect(published.root).toBe(receipt.list.root)
    for (const [id, part] of [
      [published.claims_receipt_id, receipt.sale],
      [published.list_receipt_id, receipt.list],
    ] as const)
      expect((await ok<{ body: string }>('GET', '/v1/receipt', { query: { receipt_id: id } })).body).toBe(
        JSON.stringify(part),
      )
    expect(published.list.map(({ allotted }) => allotted)).toEqual([100, 95, 805])
    expect(await refused('GET', '/v1/ieo/receipt', { query: { claim_id: '999999' } })).not.toBe('')
    expect(await refused('GET', '/v1/ieo/allocation', { query: { project_id: WARM_UP } })).toBe(
      'There is no such project.',
    )
  })

  it('begins nothing where sales are not offered', async () => {
    await env.DB.prepare("UPDATE product_gate SET is_open = 0 WHERE product = 'ieo' AND country = 'ZZ'").run()
    vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ['Date'] })
    const sent = { form: { project_id: OPEN, quantity: '10', pay: 'USDT' }, token: bob.token }
    expect(await refused('POST', '/v1/ieo/order', sent)).toContain('not offered in your area')
    vi.useRealTimers()
  })
})
