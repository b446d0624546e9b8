// The game through the API, with real rooms.

import { env } from 'cloudflare:workers'
import { beforeAll, expect, it, vi } from 'vitest'
import { type Receipt, checkReceipt } from '#domain/receipt'
import { type Person, join, ok, refused, seed } from '../api/client'
import { conservation } from '../kit/conservation'
import { HASHING } from '../kit/hashing'
import { waitFor } from '../kit/wait-for'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let alice: Person
beforeAll(async () => {
  await seed()
  alice = await join('Alice')
})

const round = { seed_no: '1', client_seed: 'c0ffee', under: '4950', stake: '1' }
const post = <Answer>(path: string, form: Record<string, string> = {}) =>
  ok<Answer>('POST', path, { form, token: alice.token })

/** Her balances per wallet without their values, which change with prices. */
const balances = async (): Promise<string> =>
  JSON.stringify(await ok('POST', '/wallet/list', { token: alice.token }), (key, value: unknown) =>
    key.endsWith('_price') ? undefined : value,
  )

it('commits, plays, reveals, and anybody checks what was played', async () => {
  const { commitment } = await post<{ commitment: string }>('/v1/game/seed')
  for (const under of ['4950', '9500', '100']) await post('/v1/game/round', { ...round, under })
  await post('/v1/game/seed')
  const seeds = await ok<{ current: { seed_no: number }; revealed: { seed: string; receipt_id: string }[] }>(
    'GET',
    '/v1/game/seeds',
    { token: alice.token },
  )
  expect(seeds.current.seed_no).toBe(2)
  expect(HASHING.sha256(seeds.revealed[0]?.seed ?? '')).toBe(commitment)
  const query = { receipt_id: seeds.revealed[0]?.receipt_id ?? '' }
  const receipt = await waitFor(() => ok<{ body: string }>('GET', '/v1/receipt', { query }), { timeout: 10_000 })
  expect(checkReceipt(JSON.parse(receipt.body) as Receipt, HASHING)).toEqual([])
  const rounds = await ok<{ count: number; list: { nonce: number }[] }>('GET', '/v1/game/rounds', {
    token: alice.token,
  })
  expect(rounds).toMatchObject({ count: 3, list: [{ nonce: 3 }, { nonce: 2 }, { nonce: 1 }] })
  expect((await conservation(env, [alice.userId])).problems).toEqual([])
})

it.each([
  ['game_chance_out_of_bounds', { under: '9501' }, 'from 1% to 95%'],
  ['game_stake_out_of_bounds', { stake: '0.05' }, 'between 0.1 and 100 USDT'],
  ['game_stake_decimals', { stake: '1.001' }, 'at most 2 decimals'],
  ['game_seed_not_hex', { client_seed: 'lucky!' }, 'hexadecimal'],
  ['game_seed_changed', { seed_no: '1' }, 'was renewed'],
])('%s is said by name, and nothing is taken', async (_code, differs, words) => {
  const before = await balances()
  expect(
    await refused('POST', '/v1/game/round', { form: { ...round, seed_no: '2', ...differs }, token: alice.token }),
  ).toContain(words)
  expect(await balances()).toEqual(before)
})

it('is closed where it may not be offered (product_not_in_country), and when the desk halts it (game_halted)', async () => {
  await env.DB.prepare('UPDATE game_term SET is_open = 0').run()
  vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ['Date'] })
  const form = { ...round, seed_no: '2' }
  expect(await refused('POST', '/v1/game/round', { form, token: alice.token })).toContain('halted')
  await env.DB.prepare("UPDATE product_gate SET is_open = 0 WHERE product = 'game' AND country = 'ZZ'").run()
  vi.setSystemTime(Date.now() + 60_000)
  expect(await refused('POST', '/v1/game/round', { form, token: alice.token })).toContain('not offered in your area')
  vi.useRealTimers()
})
