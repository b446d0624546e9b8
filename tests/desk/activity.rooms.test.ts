// The day's volume, fees and active users: what accounts report is added up once, whatever is repeated, late, lost or killed on the way.

import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { listDayTotals, storeActivity } from '#db/platform/activity'
import type { DaySum } from '#domain/activity'
import { deskOverview } from '#services/desk/overview'
import { listQuotes } from '#services/quotes'
import { BTC, NOON, SESSION, type Stage, USDT, order, story } from '../account/stage'
import { activityOf } from '../kit/activity-recount'
import { seed } from './office'

const DAY_MS = 86_400_000
const TEN_MINUTES = 600_000
const TODAY = Math.floor(NOON / DAY_MS)
const [BOB, CAROL] = [10_001, 10_002]

beforeEach(async () => {
  await env.DB.batch(['DELETE FROM account_day', 'DELETE FROM day_total'].map((text) => env.DB.prepare(text)))
})

const totals = async (from = 0): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await listDayTotals(env.DB, from)).map(({ day, kind, assetId, value }) => [
      `${day - TODAY} ${kind}/${assetId}`,
      value,
    ]),
  )

const report = (userId: number, day: number, revision: number, sums: readonly DaySum[]) =>
  storeActivity(env.DB, userId, [{ day: TODAY + day, revision, sums }])

describe('reports', () => {
  test('of several accounts add up, and a later one takes the place of an earlier one', async () => {
    await report(BOB, 0, 1, [['active', 0, '1'], ['fees', 3, '40']]) // prettier-ignore
    await report(CAROL, 0, 1, [['active', 0, '1'], ['fees', 3, '2']]) // prettier-ignore
    await report(BOB, 0, 3, [['active', 0, '1'], ['fees', 3, '50'], ['volume', 1, '7']]) // prettier-ignore
    expect(await totals()).toEqual({ '0 active/0': '2', '0 fees/3': '52', '0 volume/1': '7' })
  })

  test('that are repeated or outdated change nothing', async () => {
    const sums = [['fees', 3, '50']] as const
    await report(BOB, 0, 2, sums)
    await report(BOB, 0, 2, sums)
    await report(BOB, 0, 1, [['fees', 3, '40']])
    expect(await totals()).toEqual({ '0 fees/3': '50' })
  })

  test('that take a fee back lower the total', async () => {
    await report(BOB, 0, 1, [['fees', 3, '50']])
    await report(BOB, 0, 2, [['fees', 3, '-10']])
    expect(await totals()).toEqual({ '0 fees/3': '-10' })
  })

  test('are exact beyond what a number of JavaScript holds', async () => {
    await report(BOB, 0, 1, [['volume', 3, '9007199254740993']])
    await report(CAROL, 0, 1, [['volume', 3, '9007199254740993']])
    expect(await totals()).toEqual({ '0 volume/3': '18014398509481986' })
  })

  test('keep two days, so the tables do not grow with time', async () => {
    for (const day of [0, 1, 2, 3]) await report(BOB, day, 1, [['active', 0, '1']])
    expect(await totals()).toEqual({ '2 active/0': '1', '3 active/0': '1' })
    expect(await env.DB.prepare('SELECT count(*) AS rows FROM account_day').first()).toEqual({ rows: 2 })
  })
})

/** Bob buys 0.01 BTC for 600 USDT; the fee is 2,000 satoshi. */
async function buy(stage: Stage): Promise<void> {
  const placed = await stage.place(order())
  if (!placed.ok || !placed.value[0]?.ok) throw new Error('the order stands')
  const { orderNo } = placed.value[0].value
  stage.clerk.fill(orderNo, { ticks: 600_000, lots: 1_000, fee: '2000', role: 'taker' })
  stage.clerk.close(orderNo, 'filled')
  await stage.deliver()
}

async function pass(stage: Stage, ms: number): Promise<void> {
  stage.now += ms
  for (let count = 0; count < 6 && (stage.alarmAt ?? Infinity) <= stage.now; count += 1) await stage.ring()
}

const BOUGHT = { 'active/0': '1', 'fees/1': '2000', 'volume/3': '600000000' }
const on = (day: number, sums: Record<string, string>) =>
  Object.fromEntries(Object.entries(sums).map(([key, value]) => [`${day} ${key}`, value]))

story('what Bob buys reaches the directory within ten minutes, and once', async (stage) => {
  stage.reportActivity = (days) => storeActivity(env.DB, BOB, days)
  await buy(stage)
  expect(await totals()).toEqual({})
  await pass(stage, TEN_MINUTES)
  expect(await totals()).toEqual(on(0, BOUGHT))
  await pass(stage, DAY_MS / 4)
  expect(await totals()).toEqual(on(0, BOUGHT))
  await stage.verify()
  expect(activityOf(stage.store)).toEqual({ [TODAY]: BOUGHT })
})

story(
  'a room that is killed before or after the directory has its report repeats it, and nothing is counted twice',
  async (stage) => {
    let calls = 0
    stage.reportActivity = async (days) => {
      calls += 1
      if (calls === 1) stage.die()
      await storeActivity(env.DB, BOB, days)
      if (calls === 2) stage.die()
      if (calls === 3) throw new Error('the answer was lost')
    }
    await buy(stage)
    for (let count = 0; count < 6; count += 1) {
      // Work of a killed room never ends.
      void pass(stage, TEN_MINUTES)
      await expect.poll(() => stage.alarmAt === null || stage.alarmAt > stage.now).toBe(true)
    }
    await expect.poll(() => totals()).toEqual(on(0, BOUGHT))
    expect(calls).toBeGreaterThanOrEqual(4)
  },
)

story('the fees of midnight stay with their days, and a day that is over is dropped once it is told', async (stage) => {
  await stage.tell({ type: 'open_session', sessionId: SESSION, expiresAt: NOON + 60 * DAY_MS, device: 'a phone' })
  stage.reportActivity = () => Promise.reject(new Error('the directory is away'))
  await buy(stage)
  await pass(stage, DAY_MS / 2)
  await pass(stage, TEN_MINUTES)
  stage.reportActivity = (days) => storeActivity(env.DB, BOB, days)
  await stage.ask<'cancel_all_after'>({
    type: 'cancel_all_after',
    commandId: stage.commandId(),
    owner: 'bot',
    timeoutMs: 0,
  })
  await pass(stage, TEN_MINUTES)
  expect(await totals()).toEqual({ ...on(0, BOUGHT), '1 active/0': '1' })
  await pass(stage, 2 * DAY_MS)
  await stage.ask<'cancel_all_after'>({
    type: 'cancel_all_after',
    commandId: stage.commandId(),
    owner: 'bot',
    timeoutMs: 0,
  })
  await pass(stage, TEN_MINUTES)
  await stage.verify()
  expect(Object.keys(activityOf(stage.store))).toEqual([String(TODAY + 3)])
})

test('the overview shows today beside yesterday, valued at current prices', async () => {
  await seed()
  const now = NOON + DAY_MS
  await report(BOB, 0, 1, [['active', 0, '1'], ['volume', USDT.id, '600000000'], ['fees', USDT.id, '1500000']]) // prettier-ignore
  await report(BOB, 1, 1, [['active', 0, '1'], ['volume', USDT.id, '2000000']]) // prettier-ignore
  await report(CAROL, 1, 1, [['active', 0, '1'], ['fees', BTC.id, '100000000']]) // prettier-ignore
  const { volume, fees, active } = await deskOverview(env, now)
  expect([volume, active]).toEqual([
    { today: '2.00000000', yesterday: '600.00000000' },
    { today: 2, yesterday: 1 },
  ])
  expect(fees.yesterday).toBe('1.50000000')
  const price = Number((await listQuotes(env)).find(({ symbol }) => symbol === 'BTC-USDT')?.price)
  expect(Math.abs(Number(fees.today) / price - 1)).toBeLessThan(0.05)
})
