// Thousands of deposits and withdrawals: pages don't overlap, and the export contains each row once.

import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { eachRecordPage, listRecords } from '#services/funds/records'
import { signSession } from '#session/session'
import { loader as exportRequests } from '../../app/routes/assets.requests.export'
import { ORIGIN, seed } from '../api/client'
import { USDT, type User, enter, value } from './customers'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

beforeAll(() => seed())

const DEPOSITS = 2_100
const WITHDRAWALS = 60
const NUMBERS = 'with recursive number(i) as (select 1 union all select i + 1 from number where i < ?)'

/** One deposit per second, and at the last sixty instants one withdrawal each. */
async function giveHistory({ userId }: User): Promise<void> {
  await env.DB.batch([
    env.DB.prepare(
      `${NUMBERS} insert into deposit (user_id, command_id, kind, asset_id, amount, state, created_at)
       select ?, 'told-' || i, 'bank', ?, i, 'passed', i * 1000 from number`,
    ).bind(DEPOSITS, userId, USDT),
    env.DB.prepare(
      `${NUMBERS} insert into withdrawal (user_id, command_id, kind, asset_id, target, amount, fee, btc_value, state, tx_id, created_at)
       select ?, 'asked-' || i, 'address', ?, 'T', i, '0', '0', 'passed', 'tx-' || i, (? + i) * 1000 from number`,
    ).bind(WITHDRAWALS, userId, USDT, DEPOSITS - WITHDRAWALS),
  ])
}

const tellDeposit = ({ userId }: User, name: string) =>
  env.DB.prepare(
    "insert into deposit (user_id, command_id, kind, asset_id, amount, state, created_at) values (?, ?, 'bank', ?, '1', 'passed', ?)",
  )
    .bind(userId, name, USDT, DEPOSITS * 2000)
    .run()

test('Lena’s 2,100 deposits are each on one page of their list; both lists together end after their newest 2,000', async () => {
  const lena = await enter('Lena')
  await giveHistory(lena)
  const pageOf = async (type: 'deposit' | undefined, page: number) =>
    value(await listRecords(env, lena, { type, page, limit: 100 }))

  const keys = new Set<string>()
  for (let page = 1; page <= 22; page += 1) for (const { key } of (await pageOf('deposit', page)).rows) keys.add(key)
  expect(keys.size).toBe(DEPOSITS)

  const last = await pageOf(undefined, 20)
  expect([last.total, last.rows.length]).toEqual([2_000, 100])
  expect((await pageOf(undefined, 21)).rows).toEqual([])
})

test('Mona’s file has each of 2,160 once, newest first, though another deposit comes while it is read', async () => {
  const mona = await enter('Mona')
  await giveHistory(mona)
  const keys: string[] = []
  const instants: number[] = []
  for await (const page of eachRecordPage(env, mona, {})) {
    for (const { key, createdAt } of value(page)) {
      keys.push(key)
      instants.push(createdAt)
    }
    await tellDeposit(mona, `late-${keys.length}`)
  }
  expect([keys.length, new Set(keys).size]).toEqual([DEPOSITS + WITHDRAWALS, DEPOSITS + WITHDRAWALS])
  expect(instants).toEqual([...instants].sort((left, right) => right - left))

  const withdrawals: string[] = []
  for await (const page of eachRecordPage(env, mona, { type: 'withdrawal' }))
    for (const { type } of value(page)) withdrawals.push(type)
  expect(withdrawals).toEqual(Array<string>(WITHDRAWALS).fill('withdrawal'))
})

test('Nora’s file has a line of heads and one for each deposit and withdrawal', async () => {
  const nora = await enter('Nora')
  await giveHistory(nora)
  const cookie = `cm_session=${await signSession(env, { ...nora, issuedAt: Date.now() })}; cm_language=en`
  const request = new Request(`${ORIGIN}/assets/requests/export`, { headers: { Cookie: cookie, Accept: 'text/html' } })
  const asked = { request, params: {}, context: { env } } as unknown as Parameters<typeof exportRequests>[0]
  const lines = (await (await exportRequests(asked)).text()).trimEnd().split('\r\n')
  expect(lines.length).toBe(1 + DEPOSITS + WITHDRAWALS)
})
