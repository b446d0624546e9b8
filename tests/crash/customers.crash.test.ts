// Customers convert, buy, withdraw, claim and deposit from a chain while the process is killed repeatedly. Acknowledged actions exist once,
// every chain deposit is credited once, fees are shared once, and every book is sound. CRASH_KILLS and CRASH_SEED vary the run.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { tellAccount } from '#services/account-room'
import { openUserFile } from '#services/desk/users'
import { LONG } from '../support/long'
import type { StartedApp } from '../support/miniflare'
import { CLAIM, CONVERT, Customer, ORDER, TAKE_BACK, WITHDRAW } from './customer'
import { type Wanted, bindingsOf, expectConserved, inApp, liveUntilKilled, middlePrice, more } from './lives'
import { type Random, seededRandom } from './random'
import { type RegisteredUser, registerUser } from './traders'

const KILLS = Number(process.env['CRASH_KILLS'] ?? (LONG ? 20 : 3))
const SEED = Number(process.env['CRASH_SEED'] ?? 1)
const CUSTOMERS = 4
/** Acknowledged before a kill, all kinds together. */
const [ACTS_MIN, ACTS_MAX] = [8, 30]
const SWEEP_EVERY_MS = 300
const SWEEPS_MAX = 120
const REBATE_LOOKS = 90

interface Story {
  readonly inviter: RegisteredUser
  readonly customers: readonly Customer[]
}

test(`${CUSTOMERS} customers move money in every way through ${KILLS} kills, and nothing happens twice or is lost`, async () => {
  const persistDir = await mkdtemp(join(tmpdir(), 'cm-customers-'))
  const random = seededRandom(SEED)
  const story = await inApp(persistDir, openStory)
  for (let kill = 0; kill < KILLS; kill += 1) await workUntilKilled(persistDir, story, random)
  const { inviter, customers } = story
  await inApp(persistDir, async (app) => {
    await Promise.all(customers.map((customer) => customer.settle(app.url)))
    await sweepUntilCredited(app)
    await expectConserved(app, [inviter.userId, ...customers.map(({ user }) => user.userId)])
    for (const customer of customers) await expectOnce(app, customer)
    await expectShared(app, story)
  })
  const sum = (count: (customer: Customer) => number) => customers.reduce((total, each) => total + count(each), 0)
  const done = (path: string) => sum((customer) => customer.countOf(path))
  const lost = sum((customer) => customer.lost)
  console.log(
    `${KILLS} kills, seed ${SEED}: ${done(CONVERT)} conversions, ${done(WITHDRAW)} withdrawals, ${done(TAKE_BACK)} taken back, ` +
      `${done(ORDER)} orders, ${lost} answers lost`,
  )
  expect(customers.flatMap(({ complaints }) => complaints)).toEqual([])
  // Guards against an empty run: every kind of action has happened.
  for (const path of [CONVERT, WITHDRAW, TAKE_BACK, ORDER]) expect(done(path), path).toBeGreaterThan(0)
  expect(done(CLAIM)).toBeGreaterThan(0)
  expect(lost).toBeGreaterThan(0)
  await rm(persistDir, { recursive: true, force: true })
})

async function openStory(app: StartedApp): Promise<Story> {
  await middlePrice(app.url)
  const database = await app.miniflare.getD1Database('DB')
  const inviter = await registerUser(app, `inviter-${SEED}`, seededRandom(SEED))
  const code =
    (await database
      .prepare('SELECT invite_code FROM user WHERE id = ?')
      .bind(inviter.userId)
      .first<string>('invite_code')) ?? ''
  const customers: Customer[] = []
  for (let index = 1; index <= CUSTOMERS; index += 1) {
    const random = seededRandom(SEED * 1000 + index)
    const user = await registerUser(app, `mover-${SEED}-${index}`, random, code)
    const card = { bank_account: `62220212345${index}4242`, real_name: `Mover ${index}`, bank_name: 'First Bank' }
    await post(app.url, user, '/api/user/cash_save', card)
    const places = (await post(app.url, user, '/api/wallet/get_in_address', { currency: '3' })) as { trc20: string }
    customers.push(new Customer(user, { address: places.trc20 }, random))
  }
  await database.batch(
    [
      'UPDATE user SET review_status = 2, pay_password_hash = password_hash',
      'UPDATE bank_card SET changed_at = 1',
      // A block takes three seconds: one confirmation keeps the test short.
      'UPDATE asset_network SET confirmations_min = 1',
    ].map((statement) => database.prepare(statement)),
  )
  return { inviter, customers }
}

/** One life: unanswered commands of the last life are retried, then all customers work while sweeps run, until the kill. */
async function workUntilKilled(persistDir: string, { customers }: Story, random: Random): Promise<void> {
  let sweeping: NodeJS.Timeout | undefined
  await liveUntilKilled(persistDir, random, async (app, isOver) => {
    await Promise.all(customers.map((customer) => customer.settle(app.url)))
    const enough = actsOf(customers, ACTS_MIN + random() * (ACTS_MAX - ACTS_MIN))
    sweeping = setInterval(() => app.sweep(), SWEEP_EVERY_MS)
    return { working: Promise.all(customers.map((customer) => customer.work(app.url, isOver))), enough }
  }).finally(() => clearInterval(sweeping))
}

/** Each kind at least once in this life; a coupon only once per customer, and coins rarely. */
function actsOf(customers: readonly Customer[], acts: number): Wanted[] {
  const sum = (of: (customer: Customer) => number) => customers.reduce((total, each) => total + of(each), 0)
  const count = (path: string) => () => sum((customer) => customer.countOf(path))
  const kinds = [CONVERT, WITHDRAW, TAKE_BACK, ORDER]
  return [
    ...kinds.map((path) => more(path, count(path), 1)),
    more('acts', () => kinds.reduce((total, path) => total + count(path)(), 0), acts),
    { what: CLAIM, count: count(CLAIM), least: 1 },
    { what: 'coins sent', count: () => sum(({ coinsSent }) => coinsSent), least: 1 },
  ]
}

/** Sweeps until every chain transfer is credited. */
async function sweepUntilCredited(app: StartedApp): Promise<void> {
  const database = await app.miniflare.getD1Database('DB')
  const count = async (sql: string) => (await database.prepare(sql).first<number>('n')) ?? 0
  const isDone = async () =>
    (await count("SELECT count(*) AS n FROM deposit WHERE state = 'passed'")) ===
    (await count('SELECT count(*) AS n FROM simulated_transfer'))
  for (let sweep = 0; sweep < SWEEPS_MAX && !(await isDone()); sweep += 1) {
    await app.sweep()
    await wait(250)
  }
  expect(await isDone()).toBe(true)
  expect(await count('SELECT count(*) AS n FROM deposit')).toBeGreaterThan(0)
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
async function expectShared(app: StartedApp, { inviter, customers }: Story): Promise<void> {
  const env = await bindingsOf(app)
  const accountsOf = async (userId: number) => (await tellAccount(env, userId, { type: 'verify' })).accounts
  const shared = await Promise.all(customers.map(({ user }) => accountsOf(user.userId)))
  const isShare = ({ account }: { readonly account: string }) => /^@(?:rebate|transit):/.test(account)
  expect(shared.flat().filter(isShare).length).toBeGreaterThan(0)
  if (!LONG) return
  const isGiven = async () => (await accountsOf(inviter.userId)).some(isShare)
  for (let look = 0; look < REBATE_LOOKS && !(await isGiven()); look += 1) await wait(1_000)
  expect(await isGiven()).toBe(true)
  await expectConserved(app, [inviter.userId, ...customers.map(({ user }) => user.userId)])
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
