// Balance report of the books: counted in portions, summed per asset; a loss is detected even with uncounted accounts.

import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { listToCount, saveCounts } from '#db/platform/account-count'
import { pruneMessageFailures } from '#db/platform/outbox'
import { noteSweep } from '#db/platform/sweep-run'
import { booksOf } from '#domain/desk/books'
import { callAccount, callAccountAsSystem } from '#services/account-room'
import { deskOverview } from '#services/desk/overview'
import { conservationReport, countAccounts, sweepCounts } from '#services/desk/reports'
import { watchChains } from '#services/chains/watcher'
import { referencePrice } from '#services/market'
import { sendMessage } from '#services/outbox'
import type { Session } from '#session/session'
import { NOON, commandId, customer, seed, valueOf } from './office'
import { waitFor } from '../kit/wait-for'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let alice: Session, bob: Session

beforeAll(async () => {
  await seed()
  alice = await customer('Alice')
  bob = await customer('Bob')
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

  const indexTicks = async () => (await referencePrice(env, 'BTC-USDT'))?.indexTicks ?? 0

  /** 0.001 BTC. */
  async function order(who: Session, side: 'buy' | 'sell', ticks: number) {
    const terms = { symbol: 'BTC-USDT', clientOrderId: null, side, kind: 'limit', ticks, lots: 100 } as const
    const more = { budget: null, timeInForce: 'gtc', isPostOnly: false, selfTrade: 'cancel_newest' } as const
    const orders = [{ ...terms, ...more }]
    const [placed] = valueOf(await callAccount(env, who, { type: 'place_spot_orders', commandId: commandId(), orders }))
    if (!placed) throw new Error('one order was placed')
    return valueOf(placed)
  }

  it('does not compare a market with accounts that have traded since they were counted, and does when they are counted again', async () => {
    await callAccountAsSystem(env, bob.userId, {
      type: 'grant_demo',
      ref: 'coins',
      grants: [{ assetId: 1, amount: '100000000', wallet: 'change' }],
    })
    // Between two rounds of the feed nobody is better than Alice; where the index moved meanwhile, once more.
    await waitFor(async () => {
      const ticks = await indexTicks()
      await order(alice, 'buy', ticks)
      expect(await order(bob, 'sell', ticks)).toMatchObject({ lotsFilled: 100 })
    })
    // Alice owns coins sold by Bob after the earlier counts.
    expect(await usdt()).toMatchObject({ isConserved: true, marketsVerdict: 'newer' })
    await countAccounts(env, { limit: 10, now: NOON + 10, before: NOON + 10 })
    const { assets, gaps, problems } = await conservationReport(env)
    expect([...gaps, ...problems]).toEqual([])
    expect(assets.filter(({ isConserved, marketsVerdict }) => !isConserved || marketsVerdict !== 'zero')).toEqual([])
  })

  const count = async (who: Session, differs: (books: ReturnType<typeof booksOf>) => ReturnType<typeof booksOf>) => {
    const { accounts, heard, entryCount } = await callAccountAsSystem(env, who.userId, { type: 'verify' })
    const counted = { userId: who.userId, at: NOON + 20, isSound: true, entryCount, undelivered: 0, problems: [] }
    await saveCounts(env.DB, [{ ...counted, ...differs(booksOf(accounts, heard)) }])
  }

  it('says that counted accounts do not add up, whoever is not counted yet', async () => {
    const dave = await customer('Dave')
    await count(alice, ({ sums, heard }) => ({ heard, sums: [...sums, ['users', 3, '5']] }))
    const report = await conservationReport(env)
    expect(report.coverage).toMatchObject({ users: 4, counted: 3 })
    expect(await usdt()).toMatchObject({ difference: '0.000005', isConserved: false, marketsVerdict: 'zero' })
    await count(alice, (books) => books)
    expect(await usdt()).toMatchObject({ difference: '0.000000', isConserved: true })
    await count(dave, (books) => books)
    expect((await conservationReport(env)).coverage).toMatchObject({ users: 4, counted: 4 })
  })

  it('says that a trade was booked twice, though each account adds up by itself', async () => {
    await count(alice, ({ sums, heard }) => ({
      heard,
      sums: [...sums, ['users', 3, '-7'], ['@market:BTC-USDT', 3, '7']],
    }))
    expect(await usdt()).toMatchObject({ isConserved: true, markets: '0.000007', marketsVerdict: 'off' })
    expect((await conservationReport(env)).gaps).toEqual([{ symbol: 'BTC-USDT', amount: '0.000007', asset: 'USDT' }])
    await count(alice, (books) => books)
  })

  it('names the accounts that are not sound by themselves', async () => {
    const { entryCount } = await callAccountAsSystem(env, alice.userId, { type: 'verify' })
    const problems = ['entry 1 sums to 1']
    const counted = { userId: alice.userId, at: NOON + 20, isSound: false, entryCount, undelivered: 0, problems }
    await saveCounts(env.DB, [{ ...counted, sums: [], heard: [] }])
    const report = await conservationReport(env)
    expect(report).toMatchObject({ unsound: 1, problems: [`${alice.userId}: entry 1 sums to 1`] })
    await count(alice, (books) => books)
  })

  it('is the sum of all counts, however many count at once', async () => {
    await Promise.all([
      ...[alice, bob].map((who) => count(who, (books) => books)),
      ...[1, 2, 3].map((step) => countAccounts(env, { limit: 10, now: NOON + 30 + step, before: NOON + 30 + step })),
    ])
    const rows = await env.DB.prepare('select sums from account_count').all<{ sums: string }>()
    const users = rows.results
      .flatMap(({ sums }) => JSON.parse(sums) as [string, number, string][])
      .filter(([part, assetId]) => part === 'users' && assetId === 3)
      .reduce((sum, [, , amount]) => sum + BigInt(amount), 0n)
    expect((await usdt()).owed.replace('.', '')).toBe(String(users))
    expect(await usdt()).toMatchObject({ isConserved: true, marketsVerdict: 'zero' })
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
    const { newUsers, waiting, unresolved } = await deskOverview(env, NOON)
    expect(newUsers).toHaveLength(30)
    expect(newUsers.at(-1)).toMatchObject({ total: 4 })
    expect(waiting).toEqual([])
    expect(unresolved.total).toBe(0)
  })

  it('says what is still to be sent and what waits for its review, and since when', async () => {
    const nothing = { total: 0, oldestAt: null }
    expect((await deskOverview(env, NOON)).backlog).toMatchObject({ notices: nothing, requests: nothing })
    await env.DB.prepare('insert into notice_owed (user_id, at) values (1, ?), (2, ?)')
      .bind(NOON, NOON - 5_000)
      .run()
    await env.DB.prepare(
      `insert into deposit (user_id, command_id, kind, asset_id, network, amount, address, memo, voucher, state, created_at)
        values (1, 'told', 'coin', 3, 'TRC20', '1', 'x', '', '', 'review', ?)`,
    )
      .bind(NOON - 9_000)
      .run()
    expect((await deskOverview(env, NOON)).backlog).toMatchObject({
      notices: { total: 2, oldestAt: NOON - 5_000 },
      requests: { total: 1, oldestAt: NOON - 9_000 },
    })
  })

  it('says which coupons are still on their way, and how the last sweep went', async () => {
    await env.DB.prepare("insert into coupon_claim (ref, coupon_id, user_id, at) values ('coupon:7:1', 7, 1, ?)")
      .bind(NOON - 7_000)
      .run()
    const before = await deskOverview(env, NOON)
    expect(before.backlog.claims).toEqual({ total: 1, oldestAt: NOON - 7_000 })
    expect(before.sweep).toBeNull()
    await noteSweep(env.DB, { at: NOON, failed: 0 })
    await noteSweep(env.DB, { at: NOON + 60_000, failed: 2 })
    expect((await deskOverview(env, NOON)).sweep).toEqual({ at: NOON + 60_000, failed: 2 })
  })

  it('says that it cannot be known while somebody was never counted, and counts those too who were passed over', async () => {
    const eve = await customer('Eve')
    await order(eve, 'buy', await indexTicks())
    const frank = await customer('Frank')
    // Eve's room failed when she was new: the last that was counted has a higher number than hers.
    await count(frank, (books) => books)
    expect(await usdt()).toMatchObject({ isConserved: true, marketsVerdict: 'uncounted' })
    expect(await countAccounts(env, { limit: 10, now: NOON + 50, before: NOON })).toBe(1)
    expect((await conservationReport(env)).coverage).toMatchObject({ users: 6, counted: 6 })
    await countAccounts(env, { limit: 10, now: NOON + 60, before: NOON + 60 })
    expect(await usdt()).toMatchObject({ isConserved: true, marketsVerdict: 'zero' })
  })

  it('looks for those who were passed over in one part of all numbers after the other', async () => {
    const last = (await env.DB.prepare('select max(id) as id from user').first<number>('id')) ?? 0
    const [passed, counted] = [last + 700, last + 1_400]
    for (const id of [passed, counted])
      await env.DB.prepare(
        `insert into user (id, email, password_hash, nickname, language, invite_code, created_at, password_changed_at)
          values (?, ?, 'none', 'Bea', 'en', ?, 1, 1)`,
      )
        .bind(id, `bea${id}@example.com`, `B${id}`)
        .run()
    const nothing = { at: NOON, isSound: true, entryCount: 0, undelivered: 0, problems: [], sums: [], heard: [] }
    await saveCounts(env.DB, [{ ...nothing, userId: counted }])
    const slots = [0, 1, 2].map((slot) => listToCount(env.DB, { before: 0, limit: 10, now: slot * 60_000 }))
    expect((await Promise.all(slots)).flat()).toEqual([passed])
  })
})
