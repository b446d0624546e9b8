// The desk's search over reviews, and the day's figures of its overview.

import { env } from 'cloudflare:workers'
import { beforeAll, expect, it, vi } from 'vitest'
import { searchPeople, searchReviews } from '#services/desk/find'
import { deskOverview } from '#services/desk/overview'
import { DAY_MS } from '#domain/time'
import { USDT, enter, value, withdraw } from '../funds/customers'
import { commandId, hireTeam, reviewOf, seed } from './office'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let withdrawalId = 0
let userId = 0
beforeAll(async () => {
  await seed()
  await hireTeam()
  const wanda = await enter('Wanda')
  userId = wanda.userId
  ;({ withdrawalId } = value(await withdraw(wanda, commandId())))
})

const idsOf = async (text: string, role: 'admin' | 'support' = 'admin') =>
  (await searchReviews(env, { role }, text)).map(({ id, kind }) => `${kind} ${id}`)

it('finds a review by its number, its customer’s id, and a part of the name, and nothing else', async () => {
  const id = await reviewOf(String(withdrawalId))
  const found = `withdrawal ${id}`
  const email = await env.DB.prepare('select email from user where id = ?').bind(userId).first<string>('email')
  for (const text of [String(id), `#${id}`, String(userId), ` ${(email ?? '').slice(0, 6).toUpperCase()} `])
    expect(await idsOf(text), text).toContain(found)
  for (const text of ['', '  ', '%', '#0', 'nobody-of-this-name']) expect(await idsOf(text), text).toEqual([])
})

it('finds people by id, e-mail and name, for a role that may read users', async () => {
  const email = await env.DB.prepare('select email from user where id = ?').bind(userId).first<string>('email')
  for (const text of [String(userId), (email ?? '').slice(0, 6).toUpperCase()])
    expect(await searchPeople(env, { role: 'admin' }, text), text).toContainEqual(
      expect.objectContaining({ id: userId, email }),
    )
  expect(await searchPeople(env, { role: 'admin' }, ' ')).toEqual([])
  expect(await searchPeople(env, { role: 'admin' }, 'nobody-of-this-name')).toEqual([])
})

it('leaves out kinds that the role may not read', async () => {
  await env.DB.prepare(
    "insert into review (kind, subject_id, user_id, summary, opened_at) values ('staff', 'x', ?, '{\"lines\":[],\"cells\":[]}', 1)",
  )
    .bind(userId)
    .run()
  expect((await idsOf(String(userId))).some((each) => each.startsWith('staff'))).toBe(true)
  expect((await idsOf(String(userId), 'support')).some((each) => each.startsWith('staff'))).toBe(false)
})

it('counts what passed today and yesterday, by day of UTC and in USDT', async () => {
  const now = Date.UTC(2026, 10, 21, 12)
  const midnight = Date.UTC(2026, 10, 21)
  const passed = (at: number, amount: string, state = 'passed') =>
    env.DB.prepare(
      `insert into withdrawal (user_id, command_id, kind, asset_id, target, amount, fee, btc_value, state, tx_id, created_at, settled_at)
       values (?, ?, 'address', ?, 'T', ?, '0', '0', ?, 'tx', 1, ?)`,
    )
      .bind(userId, commandId(), USDT, amount, state, at)
      .run()
  await passed(midnight, '1500000')
  await passed(midnight + 1, '2000000')
  await passed(midnight - 1, '4000000')
  await passed(midnight - DAY_MS - 1, '8000000')
  await passed(midnight, '16000000', 'failed')
  const { withdrawals, deposits } = await deskOverview(env, now)
  expect(withdrawals).toEqual({
    today: { count: 2, usdt: '3.50000000' },
    yesterday: { count: 1, usdt: '4.00000000' },
  })
  expect(deposits.today.count).toBe(0)
})
