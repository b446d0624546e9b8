// Users lock amounts of a product with a small quota and buy the last shares of a series. Acknowledged deposits and orders exist once; accounts
// hold exactly what the directory granted, no claim is pending, and every ledger is sound.

import { expect } from 'vitest'
import { takenOf } from '#db/platform/claim'
import { callAccountAsSystem } from '#services/account-room'
import { LONG } from '../../kit/long'
import type { StartedApp } from '../../kit/miniflare'
import { type CrashStory, SEED, type Wanted, bindingsOf, more, pace } from '../lives'
import { seededRandom } from '../random'
import { PRODUCT, Saver } from '../saver'
import { registerSenders } from '../traders'
import { waitFor } from '../../kit/wait-for'

const USERS = LONG ? 6 : 3
/** Range of answers per user before a kill. */
const [ANSWERS_MIN, ANSWERS_MAX] = [3, 12]
/** Small enough to sell out under this load. */
const [QUOTA, SHARES] = [2_000, 40]
const PATIENCE = { timeout: 120_000, interval: 250 }

export async function earn(app: StartedApp): Promise<CrashStory> {
  const users = await openAccounts(app)
  const random = seededRandom(SEED)
  return {
    name: 'earn',
    userIds: users.map(({ userId }) => userId),
    live: async ({ url }, course) => {
      await Promise.all(users.map((user) => user.settle(url)))
      const enough = actsOf(users, USERS * (ANSWERS_MIN + random() * (ANSWERS_MAX - ANSWERS_MIN)))
      const goOn = pace(enough, course)
      return { working: Promise.all(users.map((user) => user.save(url, goOn))), enough }
    },
    check: async (last) => {
      await Promise.all(users.map((user) => user.settle(last.url)))
      const { locked, shares } = await expectHeld(last, users)
      // Guards against an empty run: every kind of action has happened.
      expect(locked).toBeGreaterThan(0)
      expect(shares).toBeGreaterThan(0)
      return { locked, shares, lost: users.reduce((sum, user) => sum + user.lost, 0) }
    },
  }
}

async function openAccounts(app: StartedApp): Promise<Saver[]> {
  // The first look lays the ladder.
  const response = await fetch(`${app.url}/api/v1/invest/series?kind=call`)
  const { message } = await response.json<{ message: { series_id: number; symbol: string }[] }>()
  const series = message.find(({ symbol }) => symbol === 'BTC-USDT')?.series_id
  const database = await app.miniflare.getD1Database('DB')
  await database.prepare('UPDATE mining_product SET quota = ? WHERE id = ?').bind(QUOTA, Number(PRODUCT)).run()
  await database.prepare('UPDATE invest_series SET shares = ? WHERE id = ?').bind(SHARES, series).run()
  const users = await registerSenders(app, { name: 'saver', count: USERS, seed: SEED }, Saver)
  for (const user of users) user.series = String(series)
  return users
}

/** Acknowledged rows exist once, and accounts hold exactly what the directory granted. */
async function expectHeld(app: StartedApp, users: readonly Saver[]) {
  const env = await bindingsOf(app)
  let [locked, shares] = [0, 0]
  for (const user of users) {
    // A pending claim is resolved by the next alarm.
    const deposits = await waitFor(async () => {
      const { accounts, problems } = await callAccountAsSystem(env, user.userId, { type: 'verify' })
      expect(problems).toEqual([])
      expect(accounts.filter(({ account, amount }) => account === 'change:held' && amount !== '0')).toEqual([])
      return user.listDeposits(app.url)
    }, PATIENCE)
    const orders = await user.listOrders(app.url)
    expect(user.complaints).toEqual([])
    for (const { deposit_id, amount } of user.deposits.values())
      expect(deposits.filter((row) => row.deposit_id === deposit_id)).toMatchObject([{ amount }])
    for (const { order_id } of user.orders.values())
      expect(orders.filter((row) => row.order_id === order_id)).toHaveLength(1)
    for (const id of user.redeemed)
      expect(deposits.find((row) => row.deposit_id === id)).toMatchObject({ state: 'redeemed' })
    // Redeemed amounts return to the supply.
    const running = deposits.filter(({ state }) => state === 'running')
    locked += running.reduce((sum, { amount }) => sum + Number(amount), 0)
    shares += orders.reduce((sum, order) => sum + order.shares, 0)
  }
  await waitFor(async () => expect((await takenOf(env.DB, 'mining')).get(PRODUCT)).toBe(locked), PATIENCE)
  expect((await takenOf(env.DB, 'invest')).get(users[0]?.series ?? '')).toBe(shares)
  expect(locked).toBeLessThanOrEqual(QUOTA)
  expect(shares).toBeLessThanOrEqual(SHARES)
  return { locked, shares }
}

/** Refusals count as answers once the supply is sold out; each kind has happened by then. */
function actsOf(users: readonly Saver[], answers: number): Wanted[] {
  const sum = (of: (user: Saver) => number) => users.reduce((total, user) => total + of(user), 0)
  return [
    more('answers', () => sum((user) => user.answers), answers),
    { what: 'locked', count: () => sum(({ deposits }) => deposits.size), least: USERS },
    { what: 'redeemed', count: () => sum(({ redeemed }) => redeemed.size), least: 1 },
    { what: 'bought', count: () => sum(({ orders }) => orders.size), least: USERS },
  ]
}
