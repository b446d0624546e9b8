// Customers convert, buy, withdraw, claim coupons and deposit from a chain. Acknowledged commands took effect once, each chain transfer is
// credited once, fees are shared once, and every ledger is sound.

import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { callAccountAsSystem } from '#services/account-room'
import { openUserFile } from '#services/desk/users'
import { LONG } from '../../kit/long'
import type { StartedApp } from '../../kit/miniflare'
import { CLAIM, CONVERT, Customer, ORDER, TAKE_BACK, WITHDRAW } from '../customer'
import { type CrashStory, SEED, type Wanted, bindingsOf, middlePrice, more, pace } from '../lives'
import { seededRandom } from '../random'
import { type RegisteredUser, letWithdraw, registerUser } from '../traders'

const CUSTOMERS = LONG ? 4 : 3
/** Acknowledged before a kill, all kinds together. */
const [ACTS_MIN, ACTS_MAX] = [8, LONG ? 30 : 16]
const SWEEP_EVERY_MS = 3_000
const SWEEPS_MAX = 120
const REBATE_LOOKS = 90

interface Story {
  readonly inviter: RegisteredUser
  readonly customers: readonly Customer[]
}

export async function customers(app: StartedApp): Promise<CrashStory> {
  const story = await register(app)
  const random = seededRandom(SEED)
  const all = story.customers
  return {
    name: 'customers',
    userIds: [story.inviter.userId, ...all.map(({ user }) => user.userId)],
    /** Unanswered commands of the last life are repeated, then all customers act while sweeps run. */
    live: async ({ url, sweep }, course) => {
      await Promise.all(all.map((customer) => customer.settle(url)))
      const enough = actsOf(all, ACTS_MIN + random() * (ACTS_MAX - ACTS_MIN))
      const goOn = pace(enough, course)
      const sweeping = async () => {
        for (; await goOn(); await wait(SWEEP_EVERY_MS)) sweep()
      }
      return { working: Promise.all([sweeping(), ...all.map((customer) => customer.work(url, goOn))]), enough }
    },
    check: async (last) => {
      await Promise.all(all.map((customer) => customer.settle(last.url)))
      await sweepUntilCredited(last, all)
      for (const customer of all) await expectOnce(last, customer)
      await expectShared(last, story)
      const sum = (count: (customer: Customer) => number) => all.reduce((total, each) => total + count(each), 0)
      const done = (path: string) => sum((customer) => customer.countOf(path))
      expect(all.flatMap(({ complaints }) => complaints)).toEqual([])
      // Guards against an empty run: every kind of action has happened.
      for (const path of [CONVERT, WITHDRAW, TAKE_BACK, ORDER, CLAIM]) expect(done(path), path).toBeGreaterThan(0)
      return {
        ...{ conversions: done(CONVERT), withdrawals: done(WITHDRAW), takenBack: done(TAKE_BACK), orders: done(ORDER) },
        lost: sum(({ lost }) => lost),
      }
    },
  }
}

async function register(app: StartedApp): Promise<Story> {
  await middlePrice(app.url)
  const { DB } = await bindingsOf(app)
  const inviter = await registerUser(app, `inviter-${SEED}`)
  const invited = DB.prepare('SELECT invite_code FROM user WHERE id = ?').bind(inviter.userId)
  const code = (await invited.first<string>('invite_code')) ?? ''
  // A block takes three seconds: one confirmation keeps the test short.
  await DB.prepare('UPDATE asset_network SET confirmations_min = 1').run()
  const made: Customer[] = []
  for (let index = 1; index <= CUSTOMERS; index += 1) {
    const user = await registerUser(app, `mover-${SEED}-${index}`, code)
    const card = { bank_account: `62220212345${index}4242`, real_name: `Mover ${index}`, bank_name: 'First Bank' }
    await post(app.url, user, '/api/user/cash_save', card)
    const places = (await post(app.url, user, '/api/wallet/get_in_address', { currency: '3' })) as { trc20: string }
    await letWithdraw(app, user.userId)
    await DB.prepare('UPDATE bank_card SET changed_at = 1 WHERE user_id = ?').bind(user.userId).run()
    made.push(new Customer(user, { address: places.trc20 }, seededRandom(SEED * 1000 + index)))
  }
  return { inviter, customers: made }
}

/** Each kind at least once in this life; a coupon only once per customer, and coins rarely. */
function actsOf(all: readonly Customer[], acts: number): Wanted[] {
  const sum = (of: (customer: Customer) => number) => all.reduce((total, each) => total + of(each), 0)
  const count = (path: string) => () => sum((customer) => customer.countOf(path))
  const kinds = [CONVERT, WITHDRAW, TAKE_BACK, ORDER]
  return [
    ...kinds.map((path) => more(path, count(path), 1)),
    more('acts', () => kinds.reduce((total, path) => total + count(path)(), 0), acts),
    { what: CLAIM, count: count(CLAIM), least: 1 },
    { what: 'coins sent', count: () => sum(({ coinsSent }) => coinsSent), least: 1 },
  ]
}

/** Payments of withdrawals are transfers of the same chain. */
const TO_USERS = 'SELECT address FROM receiving_address'

/** Sweeps until every chain transfer to a user is credited. */
async function sweepUntilCredited(app: StartedApp, all: readonly Customer[]): Promise<void> {
  const database = await app.miniflare.getD1Database('DB')
  const own = `user_id IN (${all.map(({ user }) => user.userId).join()})`
  const count = async (sql: string) => (await database.prepare(sql).first<number>('n')) ?? 0
  const isDone = async () =>
    (await count(`SELECT count(*) AS n FROM deposit WHERE state = 'passed' AND ${own}`)) ===
    (await count(`SELECT count(*) AS n FROM simulated_transfer WHERE address IN (${TO_USERS})`))
  for (let sweep = 0; sweep < SWEEPS_MAX && !(await isDone()); sweep += 1) {
    await app.sweep()
    await wait(250)
  }
  expect(await isDone()).toBe(true)
  expect(await count(`SELECT count(*) AS n FROM deposit WHERE ${own}`)).toBeGreaterThan(0)
}

async function expectOnce(app: StartedApp, customer: Customer): Promise<void> {
  const { userId } = customer.user
  const env = await bindingsOf(app)
  const pages = { holdsPage: 1, ordersPage: 1, entriesPage: 1, entryFilter: {}, limit: 2_000 }
  const file = await openUserFile(env, userId, pages)
  const entries = file?.account.entries.rows ?? []
  const refsOf = (reason: string) => new Set(entries.filter((entry) => entry.reason === reason).map(({ ref }) => ref))
  const rowsOf = async (sql: string) =>
    (await env.DB.prepare(sql).bind(userId).all<{ id: number; state: string }>()).results
  expect(refsOf('convert').size, 'conversions').toBe(customer.countOf(CONVERT))
  const withdrawals = await rowsOf(
    "SELECT id, state FROM withdrawal WHERE user_id = ? AND state NOT IN ('draft', 'void')",
  )
  expect(withdrawals, 'withdrawals').toHaveLength(customer.countOf(WITHDRAW))
  expect(refsOf('withdrawal_hold').size).toBe(withdrawals.length)
  const cancelled = withdrawals.filter(({ state }) => state === 'cancelled').map(({ id }) => id)
  expect(cancelled.sort()).toEqual([...customer.takenBack].sort())
  expect(refsOf('withdrawal_release').size).toBe(cancelled.length)
  const deposits = await rowsOf('SELECT id, state FROM deposit WHERE user_id = ?')
  expect([...refsOf('deposit')].sort(), 'deposits').toEqual(deposits.map(({ id }) => `deposit:${id}`).sort())
  const claims = await env.DB.prepare('SELECT count(*) AS n FROM coupon_claim WHERE user_id = ?')
    .bind(userId)
    .first<number>('n')
  expect(claims, 'coupons').toBe(customer.countOf(CLAIM) > 0 ? 1 : 0)
}

/** The inviter's share of all fees is sent on once a minute: the long version waits for it. */
async function expectShared(app: StartedApp, { inviter, customers: all }: Story): Promise<void> {
  const env = await bindingsOf(app)
  const accountsOf = async (userId: number) => (await callAccountAsSystem(env, userId, { type: 'verify' })).accounts
  const shared = await Promise.all(all.map(({ user }) => accountsOf(user.userId)))
  const isShare = ({ account }: { readonly account: string }) => /^@(?:rebate|transit):/.test(account)
  expect(shared.flat().filter(isShare).length).toBeGreaterThan(0)
  if (!LONG) return
  const isGiven = async () => (await accountsOf(inviter.userId)).some(isShare)
  for (let look = 0; look < REBATE_LOOKS && !(await isGiven()); look += 1) await wait(1_000)
  expect(await isGiven()).toBe(true)
}

async function post(
  url: string,
  { token }: RegisteredUser,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<unknown> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { Authorization: token },
    body: new URLSearchParams(fields),
  })
  const { type, message } = await response.json<{ type: string; message: unknown }>()
  if (type !== 'ok') throw new Error(`${path} answered ${type}: ${String(message)}`)
  return message
}
