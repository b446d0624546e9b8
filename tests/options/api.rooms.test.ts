// Options through the API, with real rooms and the simulated market: as an existing client calls them, and by /v1.

import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type OptionsReceipt, checkOptionsReceipt } from '#domain/options/receipt'
import { countOptionReceipts } from '#services/options-terms'
import { type Person, join, ok, refused, seed } from '../api/client'
import { conservation } from '../kit/conservation'
import { waitFor } from '../kit/wait-for'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const BTC = { match_id: '1', currency_id: '3' }

interface MicroRow {
  readonly id: number
  readonly status: number
  readonly open_price: string
  readonly end_price: string
  readonly fact_profits: string
  readonly number: string
  readonly profit_result: number
  readonly remain_milli_seconds: number
}

let alice: Person

beforeAll(async () => {
  await seed()
  await env.DB.prepare("UPDATE option_term SET is_open = 0 WHERE symbol = 'DOT-USDT'").run()
  // Short enough for a test to see one end.
  await env.DB.prepare("UPDATE option_duration SET seconds = 5 WHERE symbol = 'BTC-USDT' AND seconds = 30").run()
  alice = await join('Alice')
  const form = { from_field: 'change', to_field: 'micro', currency_id: '3', number: '500' }
  await ok('POST', '/wallet/change', { form, token: alice.token })
})

/** The public figures from the public list alone, as a stranger would add them up. */
function recompute(receipts: readonly OptionsReceipt[]) {
  const days = new Map<
    string,
    { decided: number; staked: bigint; paid: bigint; evens: number; voids: number; on_time: number }
  >()
  for (const { at, outcome, order, paid, ticks } of receipts) {
    const key = [new Date(at).toISOString().slice(0, 10), order.symbol, order.seconds].join(' ')
    const day = days.get(key) ?? { decided: 0, staked: 0n, paid: 0n, evens: 0, voids: 0, on_time: 0 }
    days.set(key, day)
    const [entry, exit] = ticks
    if (entry && exit && exit.at <= entry.at + order.seconds * 1_000 + 1_000) day.on_time += 1
    if (outcome === 'even') day.evens += 1
    else if (outcome === 'void') day.voids += 1
    else {
      day.decided += 1
      day.staked += BigInt(order.stake)
      day.paid += BigInt(paid)
    }
  }
  const decimal = (units: bigint) => `${units / 1_000_000n}.${String(units % 1_000_000n).padStart(6, '0')}`
  return [...days].map(([key, { staked, paid, ...counts }]) => {
    const [day, symbol, seconds] = key.split(' ')
    return { day, symbol, seconds: Number(seconds), ...counts, staked: decimal(staked), paid: decimal(paid) }
  })
}

const WORDS: Readonly<Record<string, string>> = {
  options_duration_not_offered: 'This duration is not offered. Choose 5, 60',
  options_stake_out_of_bounds: 'Enter a stake between 5 and 1,000 USDT.',
  options_stake_decimals: 'A stake has at most 2 decimals.',
  options_asset_not_taken: 'Only USDT can be staked.',
  options_halted: 'New orders on DOT/USDT are halted',
  options_not_offered: 'There are no options on USDC/USDT.',
  insufficient_available: 'USDT',
  product_not_in_country: 'not offered in your area',
}

describe('an existing client', () => {
  it('finds a duration, stakes that forms offer, and a row for every listed currency', async () => {
    const seconds = await ok<{ seconds: number; profit_ratio: string; min_amount: string }[]>(
      'GET',
      '/microtrade/seconds',
    )
    expect(seconds[0]).toMatchObject({ seconds: 5, profit_ratio: '85.00', min_amount: '5' })
    expect(await ok('GET', '/microtrade/nums')).toContainEqual({ number: '100' })
    const rows = await ok<{ id: number; user_wallet: { micro_balance: string } | null }[]>(
      'GET',
      '/microtrade/payable_currencies',
      { token: alice.token },
    )
    expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining([1, 2, 3]))
    expect(rows.find(({ id }) => id === 3)?.user_wallet).toMatchObject({ micro_balance: '500.00000000' })
    // The stakeable balance, in the row of any coin on the chart.
    for (const { user_wallet: wallet } of rows) expect(wallet).toMatchObject({ micro_with_insurance: '500.00000000' })
    const [guest] = await ok<{ user_wallet: unknown }[]>('GET', '/microtrade/payable_currencies')
    expect(guest?.user_wallet).toBeNull()
  })
})

/** Made before another order of five seconds is waited for: both end meanwhile. */
let promisedOrder = 0

it('/v1 promises terms, and makes an order of them once', async () => {
  const form = { symbol: 'BTC-USDT', direction: 'fall', seconds: '5', stake: '20' }
  const promised = await ok<{ proposal_id: string; payout: string; limits: Record<string, string> }>(
    'POST',
    '/v1/options/proposals',
    { form, token: alice.token },
  )
  expect(promised.payout).toBe('37.000000')
  const [terms] = await ok<{ user_max: string; durations: { seconds: number; min: string; max: string }[] }[]>(
    'GET',
    '/v1/options/terms',
  )
  const offered = terms?.durations.find(({ seconds }) => seconds === 5)
  expect(promised.limits).toEqual({ min: offered?.min, max: offered?.max, user_max: terms?.user_max })
  const take = { form: { proposal_id: promised.proposal_id }, token: alice.token }
  const order = await ok<{ order_id: number }>('POST', '/v1/options/proposal-order', take)
  expect(await refused('POST', '/v1/options/proposal-order', take)).toContain('held for five seconds')
  promisedOrder = order.order_id
})

describe('an existing client', () => {
  it('is answered the order with its opening price, and has its result when its countdown ends', async () => {
    const form = { ...BTC, type: '1', seconds: '5', number: '10' }
    const order = await ok<MicroRow>('POST', '/microtrade/submit', { form, token: alice.token })
    expect(order).toMatchObject({ status: 1, number: '10.00000000', end_price: '0.00000000' })
    expect(Number(order.open_price)).toBeGreaterThan(0)
    expect(order.remain_milli_seconds).toBeGreaterThan(3_000)
    const query = { match_id: '1', status: '1', page: '1', limit: '5' }
    const running = await ok<{ data: MicroRow[] }>('GET', '/microtrade/lists', { query, token: alice.token })
    expect(running.data[0]).toMatchObject({ id: order.id })
    await new Promise((resolve) => setTimeout(resolve, order.remain_milli_seconds + 1_300))
    const ended = await ok<MicroRow>('GET', '/microtrade/get_result', {
      query: { id: String(order.id) },
      token: alice.token,
    })
    expect(ended).toMatchObject({ id: order.id, status: 3 })
    const moved = Math.sign(Number(ended.end_price) - Number(ended.open_price))
    expect(ended.profit_result).toBe(moved)
    expect(ended.fact_profits).toBe(['-10.00000000', '0.00000000', '8.50000000'][moved + 1])
  })

  it.each([
    ['options_duration_not_offered', { seconds: '31' }],
    ['options_stake_out_of_bounds', { number: '4.99' }],
    ['options_stake_decimals', { number: '10.001' }],
    ['options_asset_not_taken', { currency_id: '1' }],
    ['options_halted', { match_id: 'DOT' }],
    ['options_not_offered', { match_id: 'USDC' }],
    ['insufficient_available', { number: '900' }],
  ])('is refused by name: %s', async (code, differs) => {
    const form = { ...BTC, type: '2', seconds: '5', number: '10', ...differs }
    const pairs = await env.DB.prepare('SELECT id, symbol FROM pair').all<{ id: number; symbol: string }>()
    const named = pairs.results.find(({ symbol }) => symbol === `${form.match_id}-USDT`)
    const sent = { form: { ...form, match_id: String(named?.id ?? form.match_id) }, token: alice.token }
    expect(await refused('POST', '/microtrade/submit', sent)).toContain(WORDS[code])
  })
})

describe('/v1', () => {
  it('shows that order with its receipt when its time is over', async () => {
    const query = { order_id: String(promisedOrder) }
    const ended = await ok<{ state: string; receipt_id: string }>('GET', '/v1/options/order', {
      query,
      token: alice.token,
    })
    expect(ended.state).toBe('settled')
    await waitFor(() => ok('GET', '/v1/receipt', { query: { receipt_id: ended.receipt_id } }), { timeout: 10_000 })
  })

  it('publishes what came of them, and anybody computes the same from the list of receipts', async () => {
    await countOptionReceipts(env)
    await countOptionReceipts(env)
    const listed = await ok<{ no: number; body: string }[]>('GET', '/v1/options/receipts', { query: { after: '0' } })
    const receipts = listed.map(({ body }) => JSON.parse(body) as OptionsReceipt)
    expect(receipts).toHaveLength(2)
    expect(receipts.flatMap(checkOptionsReceipt)).toEqual([])
    const days = await ok<{ day: string; symbol: string; seconds: number; decided: number; evens: number }[]>(
      'GET',
      '/v1/options/fairness',
    )
    expect(days).toEqual(recompute(receipts))
    expect((await conservation(env, [alice.userId])).problems).toEqual([])
  })

  it('begins nothing where options are not offered, and settles what there is', async () => {
    // Requests of tests have no country (ZZ).
    await env.DB.prepare("UPDATE product_gate SET is_open = 0 WHERE product = 'options' AND country = 'ZZ'").run()
    vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ['Date'] })
    const form = { symbol: 'BTC-USDT', direction: 'rise', seconds: '5', stake: '10' }
    expect(await refused('POST', '/v1/options/order', { form, token: alice.token })).toContain(
      WORDS['product_not_in_country'],
    )
    vi.useRealTimers()
    expect(await ok('GET', '/v1/options/orders', { token: alice.token })).toEqual({ list: [] })
  })
})
