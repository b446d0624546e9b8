// Lock mining through the API, with real rooms and the real directory: as an existing client calls it, by /v1, and by a crowd at once.

import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { takenOf } from '#db/platform/claim'
import { listDueDeposits, putDueDeposits } from '#db/platform/mining'
import { callAccount, callAccountAsSystem } from '#services/account-room'
import { listMiningTerms } from '#services/mining-terms'
import { type Person, call, join, ok, refused, seed } from '../api/client'
import { LONG } from '../kit/long'
import { waitFor } from '../kit/wait-for'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let alice: Person

const WORDS: Readonly<Record<string, string>> = {
  mining_not_offered: 'not offered',
  mining_paused: 'New deposits in USDT for 30 days are paused',
}

beforeAll(async () => {
  await seed()
  // Product 3 is paused, product 4 has ended, of product 2 there is little.
  await env.DB.batch([
    env.DB.prepare('UPDATE mining_product SET is_open = 0 WHERE id = 3'),
    env.DB.prepare('UPDATE mining_product SET is_listed = 0 WHERE id = 4'),
    env.DB.prepare('UPDATE mining_product SET quota = 107 WHERE id = 2'),
  ])
  alice = await join('Alice')
})

interface Config {
  readonly id: number
  readonly day: number
  readonly interest_rate: string
  readonly intro: string
  readonly save_min: string
}

describe('an existing client', () => {
  it('finds products, locks one, sees it with a penalty that is a number, and redeems it', async () => {
    const products = await ok<Config[]>('GET', '/lh/deposit/config')
    expect(products.map(({ id }) => id)).toEqual([1, 2, 5, 6])
    expect(products[1]).toMatchObject({ day: 5, interest_rate: '0.3', intro: '0.3-0.4%', save_min: '10' })
    expect(await ok('GET', '/lh/deposit/config', { query: { page: '2' } })).toEqual([])
    const sentence = await ok<string>('POST', '/lh/deposit', {
      form: { config_id: '2', amount: '100', lang: 'en' },
      token: alice.token,
    })
    expect(sentence).toBe('Locked. It starts earning tomorrow (UTC).')
    const orders = () =>
      ok<{ order_list: Record<string, unknown>[] }>('GET', '/lh/deposit/order', {
        query: { page: '1', limit: '10' },
        token: alice.token,
      })
    const [order] = (await orders()).order_list
    // 0.4 % for each of the five days.
    expect(order).toMatchObject({
      id: 1,
      currency_name: 'USDT',
      amount: '100.00000000',
      day_rate: '0.3',
      total_interest: '1.50000000',
      status: 1,
      cancel_fee: 2,
    })
    expect(typeof order?.['cancel_fee']).toBe('number')
    expect(order?.['start_at']).toMatch(/^\d{4}-\d\d-\d\d$/)
    await ok('POST', '/lh/deposit/order/cancel', { form: { id: '1' }, token: alice.token })
    expect((await orders()).order_list[0]).toMatchObject({ status: 2, cancel_fee: 2, total_interest: '0.00000000' })
    const redeemed = await ok<{ order_list: unknown[] }>('GET', '/lh/deposit/order', {
      query: { is_cancel: '1' },
      token: alice.token,
    })
    expect(redeemed.order_list).toHaveLength(1)
    const running = await ok<{ order_list: unknown[] }>('GET', '/lh/deposit/order', {
      query: { status: '1' },
      token: alice.token,
    })
    expect(running.order_list).toEqual([])
  })

  it('is told by name why nothing was locked', async () => {
    const lock = (config_id: string, amount: string) =>
      refused('POST', '/lh/deposit', { form: { config_id, amount, lang: 'en' }, token: alice.token })
    // A quote is refused as the lock is.
    for (const [id, amount] of [
      ['999', '100'],
      ['4', '100'],
      ['3', '100'],
      ['1', '9.999999'],
      ['1', '10.5'],
    ] as const)
      expect(await refused('GET', '/v1/mining/quote', { query: { product_id: id, amount, lang: 'en' } })).toBe(
        await lock(id, amount),
      )
    expect(await lock('999', '100')).toContain('not offered')
    expect(await lock('4', '100')).toContain('not offered')
    expect(await lock('3', '100')).toContain(WORDS['mining_paused'])
    expect(await lock('1', '9.999999')).toBe('Enter an amount between 10 and 5,000 USDT.')
    expect(await lock('1', '10.5')).toBe('The amount has to be a multiple of 1 USDT.')
    expect(await lock('1', '10.1234567')).toContain('6')
    // The redeemed hundred units are free again; only seven remain since the quota is now seven.
    await waitFor(async () => expect((await takenOf(env.DB, 'mining')).get('2')).toBe(0))
    await env.DB.prepare('UPDATE mining_product SET quota = 7 WHERE id = 2').run()
    expect(await lock('2', '10')).toContain('Only 7 USDT are left of this product')
    expect(
      await refused('POST', '/lh/deposit/order/cancel', { form: { id: '1', lang: 'en' }, token: alice.token }),
    ).toBe('This deposit is not running.')
  })
})

it('a quote is refused as the lock of the same account is: by its money, its share of the product, and what is left', async () => {
  const quote = (query: Record<string, string>, token?: string) =>
    call('GET', '/v1/mining/quote', { query: { ...query, lang: 'en' }, token })
  const lock = (form: Record<string, string>) =>
    call('POST', '/v1/mining/lock', { form: { ...form, lang: 'en' }, token: bob.token })
  const bob = await join('Bob')
  await ok('POST', '/v1/mining/lock', { form: { product_id: '1', amount: '4000' }, token: bob.token })
  const most = { product_id: '1', amount: '1000' }
  expect((await quote(most, bob.token)).type).toBe('ok')
  for (const [asked, says] of [
    [{ product_id: '1', amount: '1001' }, '5,000'],
    [{ product_id: '5', amount: '1.1' }, 'BTC'],
    [{ product_id: '2', amount: '10' }, 'Only 7 USDT are left'],
  ] as const) {
    const refusal = await quote(asked, bob.token)
    expect(refusal).toMatchObject({ type: 'error', message: expect.stringContaining(says) as unknown })
    expect(refusal).toEqual(await lock(asked))
  }
  // A guest has no money and no share, but what is left is left to all.
  expect((await quote({ product_id: '1', amount: '1001' })).type).toBe('ok')
  expect((await quote({ product_id: '2', amount: '10' })).type).toBe('error')
  await callAccountAsSystem(env, bob.userId, { type: 'freeze', revision: 1, trading: true, withdrawals: false })
  expect(await quote(most, bob.token)).toEqual(await lock(most))
})

describe('/v1', () => {
  it('says beforehand what a lock earns, locks under one key once, and answers a redemption to the unit', async () => {
    const quote = await ok('GET', '/v1/mining/quote', { query: { product_id: '5', amount: '0.1' } })
    expect(quote).toMatchObject({ daily_rate: '0.00100000', day_yield: '0.00010000', total_yield: '0.00070000' })
    const products = await ok<{ product_id: number; is_open: boolean; left: string }[]>('GET', '/v1/mining/products')
    expect(products.map(({ product_id, is_open }) => [product_id, is_open])).toEqual([
      [1, true],
      [2, true],
      [3, false],
      [5, true],
      [6, true],
    ])
    const form = { product_id: '1', amount: '600', auto_renew: 'true' }
    const first = await ok<{ deposit_id: number }>('POST', '/v1/mining/lock', { form, token: alice.token, key: 'once' })
    const again = await ok<{ deposit_id: number }>('POST', '/v1/mining/lock', { form, token: alice.token, key: 'once' })
    expect(again).toEqual(first)
    const deposit_id = String(first.deposit_id)
    expect(await ok('GET', '/v1/mining/deposit', { query: { deposit_id }, token: alice.token })).toMatchObject({
      daily_rate: '0.00022000',
      auto_renew: true,
      state: 'running',
    })
    expect(await ok('GET', '/v1/mining/redemption', { query: { deposit_id }, token: alice.token })).toEqual({
      days_left: 1,
      penalty: '2.400000',
      back: '597.600000',
      yielded: '0.000000',
    })
    expect(await ok('GET', '/v1/mining/yields', { query: { deposit_id }, token: alice.token })).toMatchObject({
      list: [],
      count: 0,
    })
    const off = { deposit_id, auto_renew: 'false' }
    expect(await ok('POST', '/v1/mining/renewal', { form: off, token: alice.token })).toMatchObject({
      auto_renew: false,
    })
    const tooLow = { deposit_id, penalty_max: '2.3', lang: 'en' }
    expect(await refused('POST', '/v1/mining/redeem', { form: tooLow, token: alice.token })).toContain(
      'The penalty is now 2.4 USDT',
    )
    const shown = { deposit_id, penalty_max: '2.4' }
    expect(await ok('POST', '/v1/mining/redeem', { form: shown, token: alice.token })).toMatchObject({
      state: 'redeemed',
      penalty: '2.400000',
    })
    expect(await refused('POST', '/v1/mining/redeem', { form: shown, token: alice.token })).toBeTruthy()
    expect(await ok('GET', '/v1/mining/deposits', { query: { stage: 'ended' }, token: alice.token })).toMatchObject({
      count: 2,
    })
    const report = await callAccountAsSystem(env, alice.userId, { type: 'verify' })
    expect(report.problems).toEqual([])
  })
})

const CROWD = LONG ? 100 : 30

it('a crowd wants the last of a product in one moment: exactly what was left is locked, everybody else has the money back', async () => {
  const terms = (await listMiningTerms(env)).find(({ id }) => id === 6)
  if (!terms) throw new Error('ETH for 14 days is offered')
  await env.DB.prepare('UPDATE mining_product SET quota = 70 WHERE id = 6').run()
  const users = Array.from({ length: CROWD }, (_, index) => 900_001 + index)
  const sessionId = 'a-session-of-the-crowd'
  const amount = '10000000000000000'
  await Promise.all(
    users.map(async (userId) => {
      await callAccountAsSystem(env, userId, {
        type: 'open_session',
        sessionId,
        expiresAt: Date.now() + 600_000,
        device: '',
      })
      const grants = [{ assetId: 2, amount, wallet: 'change' }] as const
      await callAccountAsSystem(env, userId, { type: 'grant_demo', ref: 'crowd', grants })
    }),
  )
  const { version, days, penaltyRatio, payMinute } = terms
  const lock = {
    type: 'lock_deposit',
    productId: 6,
    assetId: 2,
    amount,
    steps: 10,
    userMax: terms.max.toString(),
    terms: { version, days, dailyRate: '100000', penaltyRatio: penaltyRatio.toString(), payMinute },
    coupon: null,
    isRenewed: false,
  } as const
  const outcomes = await Promise.all(
    users.map((userId) => callAccount(env, { userId, sessionId }, { ...lock, commandId: `crowd:${userId}` })),
  )
  expect(outcomes.filter(({ ok: isLocked }) => isLocked)).toHaveLength(7)
  const others = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.refusal]))
  expect(others).toEqual(
    Array.from({ length: CROWD - 7 }, () => ({ code: 'mining_sold_out', facts: { left: '0', asset: 'ETH' } })),
  )
  expect((await takenOf(env.DB, 'mining')).get('6')).toBe(70)
  const reports = await Promise.all(users.map((userId) => callAccountAsSystem(env, userId, { type: 'verify' })))
  expect(reports.flatMap(({ problems }) => problems)).toEqual([])
  const held = reports.flatMap(({ accounts }) =>
    accounts.filter(({ account, amount: value }) => account.endsWith(':held') && value !== '0'),
  )
  expect(held).toEqual(Array.from({ length: 7 }, () => ({ account: 'earn:held', assetId: 2, amount })))
  // The desk sees what falls due.
  const due = await waitFor(async () => {
    const rows = await listDueDeposits(env.DB, { before: Date.now() + 30 * 86_400_000, after: [0, 0], limit: 200 })
    const own = rows.filter(({ productId }) => productId === 6)
    expect(own).toHaveLength(7)
    return own
  })
  expect(due[0]).toMatchObject({ assetId: 2, principal: amount, yields: '140000000000000' })

  // Redeeming frees the quota, once, however often the release is repeated: two released places go to two other users.
  const winners = users.filter((_, index) => outcomes[index]?.ok)
  for (const userId of winners.slice(0, 2))
    expect(
      await callAccount(
        env,
        { userId, sessionId },
        { type: 'redeem_deposit', commandId: 'back', orderNo: 1, penaltyMax: null },
      ),
    ).toMatchObject({ ok: true })
  await waitFor(async () => expect((await takenOf(env.DB, 'mining')).get('6')).toBe(50))
  await putDueDeposits(env.DB, [
    { ...(due[0] as (typeof due)[number]), userId: winners[0] ?? 0, isLive: false, revision: 99 },
  ])
  expect((await takenOf(env.DB, 'mining')).get('6')).toBe(50)
  const losers = users.filter((_, index) => !outcomes[index]?.ok).slice(0, 3)
  const again = []
  for (const userId of losers)
    again.push(await callAccount(env, { userId, sessionId }, { ...lock, commandId: `again:${userId}` }))
  expect(again.map(({ ok: isLocked }) => isLocked)).toEqual([true, true, false])
})

it('locks nothing where it is not offered, and shows what there is', async () => {
  // Requests of tests have no country (ZZ).
  await env.DB.prepare("UPDATE product_gate SET is_open = 0 WHERE product = 'mining' AND country = 'ZZ'").run()
  vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ['Date'] })
  const form = { product_id: '1', amount: '10', lang: 'en' }
  expect(await refused('POST', '/v1/mining/lock', { form, token: alice.token })).toContain('not offered in your area')
  const deposits = await ok<{ list: { deposit_id: number }[] }>('GET', '/v1/mining/deposits', { token: alice.token })
  expect(deposits.list).toHaveLength(2)
  vi.useRealTimers()
})
