// Whether the books add up: counted a few at a time, summed per asset, and a loss is seen.

import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { pruneMessageFailures } from '#db/platform/outbox'
import { askAccount } from '#services/account-room'
import { conservationReport, countAccounts, deskOverview, sweepCounts } from '#services/desk/reports'
import { watchChains } from '#services/funds/watch'
import { sendMessage } from '#services/outbox'
import type { Session } from '#session/session'
import { NOON, commandId, customer, seed, valueOf } from './office'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let alice: Session

beforeAll(async () => {
  await seed()
  alice = await customer('Alice')
  await customer('Bob')
  await customer('Carol')
})

const usdt = async () => {
  const { assets } = await conservationReport(env)
  const row = assets.find(({ code }) => code === 'USDT')
  if (!row) throw new Error('USDT is listed')
  return row
}

describe('the report', () => {
  it('counts so many accounts at a time, and each once a day', async () => {
    expect(await sweepCounts(env, { limit: 2, now: NOON })).toBe(2)
    expect((await conservationReport(env)).coverage).toMatchObject({ users: 3, counted: 2 })
    expect(await sweepCounts(env, { limit: 2, now: NOON + 1 })).toBe(1)
    expect(await sweepCounts(env, { limit: 2, now: NOON + 2 })).toBe(0)
  })

  it('says what users own and what stands behind it, and that everything sums to zero', async () => {
    expect(await usdt()).toMatchObject({
      owed: '3000.000000',
      demo: '3000.000000',
      reserve: '0.000000',
      difference: '0.000000',
      isConserved: true,
    })
  })

  it('still sums to zero after trades', async () => {
    const order = {
      symbol: 'BTC-USDT',
      clientOrderId: null,
      side: 'buy',
      kind: 'limit',
      ticks: 500_000,
      lots: 100,
      budget: null,
      timeInForce: 'gtc',
      isPostOnly: false,
      selfTrade: 'cancel_newest',
    } as const
    valueOf(await askAccount(env, alice, { type: 'place_orders', commandId: commandId(), orders: [order] }))
    await countAccounts(env, { limit: 10, now: NOON + 10, before: NOON + 10 })
    const { assets, problems } = await conservationReport(env)
    expect(problems).toEqual([])
    expect(assets.filter(({ isConserved }) => !isConserved)).toEqual([])
  })

  it('shows a count that does not add up', async () => {
    const sums = JSON.stringify([
      ['change:available', 3, '5'],
      ['@demo', 3, '-4'],
    ])
    await env.DB.prepare('update account_count set sums = ?, problems = ? where user_id = ?')
      .bind(sums, '["entry 1 sums to 1"]', alice.userId)
      .run()
    expect((await usdt()).isConserved).toBe(false)
    expect((await conservationReport(env)).problems).toEqual([`${alice.userId}: entry 1 sums to 1`])
  })

  it('says how far each network was read and when, those too that never were', async () => {
    const before = (await deskOverview(env, NOON)).chains
    expect(before.map(({ network }) => network)).toEqual(expect.arrayContaining(['BTC', 'TRC20']))
    expect(before.filter(({ readAt }) => readAt !== null)).toEqual([])
    await watchChains(env, NOON)
    const { chains } = await deskOverview(env, NOON + 5_000)
    expect(chains).toHaveLength(before.length)
    for (const { position, readAt } of chains)
      expect([position, readAt]).toEqual([expect.stringMatching(/^\d+$/), NOON])
    // Looked at again, though nothing came: the time moves.
    await watchChains(env, NOON + 60_000)
    expect((await deskOverview(env, NOON)).chains[0]?.readAt).toBe(NOON + 60_000)
  })

  it('keeps what could not be sent for a week: how many by each way, and why the newest', async () => {
    expect((await deskOverview(env, NOON)).failures).toEqual([])
    const broken = { ...env, MAIL_SENDER: 'http', MAIL_TOKEN: '', SMS_SENDER: 'pigeon' }
    const mail = {
      channel: 'mail',
      target: 'alice@example.com',
      subject: 'Hello',
      body: 'Your code is 123456',
    } as const
    for (const at of [NOON, NOON + 1]) expect((await sendMessage(broken, mail, at)).ok).toBe(false)
    expect((await sendMessage(broken, { ...mail, channel: 'sms', target: '+819012345678' }, NOON)).ok).toBe(false)
    const { failures } = await deskOverview(env, NOON)
    expect(failures).toEqual([
      { way: 'mail', total: 2, newestAt: NOON + 1, reason: 'MAIL_TOKEN and MAIL_FROM must be set' },
      { way: 'sms', total: 1, newestAt: NOON, reason: 'sender "pigeon" is not available in test' },
    ])
    expect(JSON.stringify(failures)).not.toMatch(/alice|8190|123456/)
    await pruneMessageFailures(env.DB, NOON)
    expect((await deskOverview(env, NOON)).failures).toMatchObject([{ way: 'mail', total: 1 }])
    await pruneMessageFailures(env.DB, NOON + 1)
    expect((await deskOverview(env, NOON)).failures).toEqual([])
  })

  it('draws thirty days of new users, empty ones too', async () => {
    const { newUsers, waiting, unsettled } = await deskOverview(env, NOON)
    expect(newUsers).toHaveLength(30)
    expect(newUsers.at(-1)).toMatchObject({ total: 3 })
    expect(waiting).toEqual([])
    expect(unsettled.total).toBe(0)
  })

  it('says what is still to be sent and what waits for its review, and since when', async () => {
    const nothing = { total: 0, oldestAt: null }
    expect((await deskOverview(env, NOON)).owed).toMatchObject({ notices: nothing, requests: nothing })
    await env.DB.prepare('insert into notice_owed (user_id, at) values (1, ?), (2, ?)')
      .bind(NOON, NOON - 5_000)
      .run()
    await env.DB.prepare(
      `insert into deposit (user_id, command_id, kind, asset_id, network, amount, address, memo, voucher, state, created_at)
        values (1, 'told', 'coin', 3, 'TRC20', '1', 'x', '', '', 'review', ?)`,
    )
      .bind(NOON - 9_000)
      .run()
    expect((await deskOverview(env, NOON)).owed).toMatchObject({
      notices: { total: 2, oldestAt: NOON - 5_000 },
      requests: { total: 1, oldestAt: NOON - 9_000 },
    })
  })
})
