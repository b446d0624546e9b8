// Users lock amounts of a nearly sold-out product and buy the last shares of a series while the process is killed. Acknowledged commands
// exist once; accounts hold exactly what the directory granted, no claim is pending, and every ledger is sound.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { takenOf } from '#db/platform/claim'
import { tellAccount } from '#services/account-room'
import { LONG } from '../support/long'
import type { StartedApp } from '../support/miniflare'
import { type Wanted, bindingsOf, inApp, liveUntilKilled, more } from './lives'
import { type Random, seededRandom } from './random'
import { PRODUCT, Saver } from './saver'
import { registerUser } from './traders'

const KILLS = Number(process.env['CRASH_KILLS'] ?? (LONG ? 20 : 3))
const USERS = 6
const SEED = Number(process.env['CRASH_SEED'] ?? 1)
/** Range of answers per user before a kill. */
const [ANSWERS_MIN, ANSWERS_MAX] = [3, 12]
/** Small enough to sell out under this load. */
const [QUOTA, SHARES] = [2_000, 40]

test(`${USERS} users want the last of what can be earned with through ${KILLS} kills: exactly what was granted is theirs`, async () => {
  const persistDir = await mkdtemp(join(tmpdir(), 'cm-earn-'))
  const users = await inApp(persistDir, openAccounts)
  const random = seededRandom(SEED)
  for (let kill = 0; kill < KILLS; kill += 1) await saveUntilKilled(persistDir, users, random)
  const tally = await inApp(persistDir, async (app) => {
    for (const user of users) await user.settle(app.url)
    const env = await bindingsOf(app)
    let [locked, shares] = [0, 0]
    for (const user of users) {
      // A pending claim is resolved by the next alarm.
      const deposits = await vi.waitFor(
        async () => {
          const { accounts, problems } = await tellAccount(env, user.userId, { type: 'verify' })
          expect(problems).toEqual([])
          expect(accounts.filter(({ account, amount }) => account === 'change:held' && amount !== '0')).toEqual([])
          return user.listDeposits(app.url)
        },
        { timeout: 120_000, interval: 250 },
      )
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
    await vi.waitFor(async () => expect((await takenOf(env.DB, 'mining')).get(PRODUCT)).toBe(locked), {
      timeout: 120_000,
      interval: 250,
    })
    expect((await takenOf(env.DB, 'invest')).get(users[0]?.series ?? '')).toBe(shares)
    expect(locked).toBeLessThanOrEqual(QUOTA)
    expect(shares).toBeLessThanOrEqual(SHARES)
    return { locked, shares }
  })
  const lost = users.reduce((sum, user) => sum + user.lost, 0)
  console.log(`${KILLS} kills, seed ${SEED}: ${JSON.stringify(tally)}, ${lost} answers lost`)
  // Guards against an empty run: every kind of action has happened.
  expect(tally.locked).toBeGreaterThan(0)
  expect(tally.shares).toBeGreaterThan(0)
  expect(lost).toBeGreaterThan(0)
  await rm(persistDir, { recursive: true, force: true })
})

async function openAccounts(app: StartedApp): Promise<Saver[]> {
  // The first look lays the ladder.
  const response = await fetch(`${app.url}/api/v1/invest/series?kind=call`)
  const { message } = await response.json<{ message: { series_id: number; symbol: string }[] }>()
  const series = message.find(({ symbol }) => symbol === 'BTC-USDT')?.series_id
  const database = await app.miniflare.getD1Database('DB')
  await database.prepare('UPDATE mining_product SET quota = ? WHERE id = ?').bind(QUOTA, Number(PRODUCT)).run()
  await database.prepare('UPDATE invest_series SET shares = ? WHERE id = ?').bind(SHARES, series).run()
  const users: Saver[] = []
  for (let index = 0; index < USERS; index += 1) {
    const name = `saver-${SEED}-${index}`
    const random = seededRandom(SEED * 1000 + index)
    const { userId, token } = await registerUser(app, name, random)
    const user = new Saver(name, userId, token, random)
    user.series = String(series)
    users.push(user)
  }
  return users
}

function saveUntilKilled(persistDir: string, users: readonly Saver[], random: Random): Promise<void> {
  return liveUntilKilled(persistDir, random, async (app, isOver) => {
    await Promise.all(users.map((user) => user.settle(app.url)))
    const enough = actsOf(users, USERS * (ANSWERS_MIN + random() * (ANSWERS_MAX - ANSWERS_MIN)))
    return { working: Promise.all(users.map((user) => user.save(app.url, isOver))), enough }
  })
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
