// Many users open positions and options while the process is killed repeatedly. Acknowledged orders exist once; each order was opened,
// triggered and settled by its deciding price, every receipt is correct, and no unit was created or lost between users, house, fees and
// insurance fund. Short by default; 20 kills with LONG=1.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { stepValueOf } from '#domain/futures/terms'
import { rate } from '#domain/money/rate'
import type { WatchReport } from '#party/protocol/watch'
import { tellAccount } from '#services/account-room'
import { LONG } from '../support/long'
import type { StartedApp } from '../support/miniflare'
import { type Model, type Published, expectOptions, expectPositions, expectReceipt } from './decided'
import { bindingsOf, expectConserved, inApp, liveUntilKilled, middlePrice, more } from './lives'
import { type Random, seededRandom } from './random'
import { type OptionOrderRow, type PositionRow, SYMBOL, Speculator } from './speculator'
import { registerUser } from './traders'

const KILLS = Number(process.env['CRASH_KILLS'] ?? (LONG ? 20 : 3))
const USERS = Number(process.env['CRASH_TRADERS'] ?? 20)
const SEED = Number(process.env['CRASH_SEED'] ?? 1)
/** Acknowledged orders of each kind per user before a kill. */
const [ORDERS_MIN, ORDERS_MAX] = [1, 4]
const QUIET_MS = 120_000
/** Longest delay of a running wake-up. */
const UNDER_WAY_MS = 5_000
/** With a 5 % margin and this much maintenance, a move of some hundredths of a percent liquidates. */
const MAINTENANCE = 4_930_000n
/** Of the first terms: base in a lot, and the spread. */
const [LOT_SIZE, SPREAD] = [100_000n, 40_000n]

test(`${USERS} users hold positions and options through ${KILLS} kills, and each comes to what the prices say`, async () => {
  const persistDir = await mkdtemp(join(tmpdir(), 'cm-positions-'))
  const users = await inApp(persistDir, openAccounts)
  const random = seededRandom(SEED)
  const startedAt = Date.now()
  for (let kill = 0; kill < KILLS; kill += 1) await speculateUntilKilled(persistDir, users, random)
  const tally = await inApp(persistDir, async (app) => {
    for (const user of users) await user.settle(app.url)
    const env = await bindingsOf(app)
    await untilTriggered(app, users)
    await untilQuiet(app, users)
    for (const user of users) await user.askAgain(app.url)
    const listedAt = Date.now() - UNDER_WAY_MS
    const held: { user: Speculator; positions: PositionRow[]; options: OptionOrderRow[] }[] = []
    for (const user of users)
      held.push({ user, positions: await user.listPositions(app.url), options: await user.listOptions(app.url) })
    const model = await readModel(env, startedAt - 60_000)
    for (const { user, positions, options } of held) {
      expect(user.complaints).toEqual([])
      expectPositions(model, user, positions)
      expectOptions(model, user, options)
    }
    const rows = held.flatMap(({ positions }) => positions)
    const options = held.flatMap(({ options: own }) => own)
    await expectReceipts(app, { positions: rows, options, listedAt })
    await expectConserved(
      app,
      users.map(({ userId }) => userId),
    )
    await expectHouseAgrees(app, users)
    const closes = rows.flatMap((row) => row.closes)
    const caused = (cause: string) => closes.filter((close) => close.cause === cause).length
    return {
      positions: rows.filter(({ opened_at }) => opened_at !== null).length,
      user: caused('user'),
      stops: caused('take_profit') + caused('stop_loss'),
      liquidations: caused('liquidation'),
      options: options.filter(({ state }) => state === 'settled').length,
      voids: options.filter(({ state }) => state === 'void').length,
    }
  })
  const lost = users.reduce((sum, user) => sum + user.lost, 0)
  console.log(`${KILLS} kills, seed ${SEED}: ${JSON.stringify(tally)}, ${lost} answers lost`)
  // Guards against an empty run: every kind of action has happened.
  expect(tally.positions).toBeGreaterThan(USERS)
  expect(tally.options).toBeGreaterThan(USERS / 2)
  expect(tally.stops).toBeGreaterThan(0)
  expect(tally.liquidations).toBeGreaterThan(0)
  expect(lost).toBeGreaterThan(0)
  await rm(persistDir, { recursive: true, force: true })
})

/** Terms with which something happens within seconds, as the desk could set them. */
async function openAccounts(app: StartedApp): Promise<Speculator[]> {
  const database = await app.miniflare.getD1Database('DB')
  await database
    .prepare(`UPDATE futures_tier SET maintenance = '${MAINTENANCE}' WHERE symbol = '${SYMBOL}' AND tier = 1`)
    .run()
  await database.prepare(`UPDATE option_duration SET seconds = 5 WHERE symbol = '${SYMBOL}' AND seconds = 30`).run()
  const users: Speculator[] = []
  for (let index = 0; index < USERS; index += 1) {
    const name = `speculator-${SEED}-${index}`
    const random = seededRandom(SEED * 1000 + index)
    const { userId, token } = await registerUser(app, name, random)
    const user = new Speculator(name, userId, token, random)
    await user.fund(app.url)
    users.push(user)
  }
  return users
}

/** One life of the process: unanswered commands of the last life are retried, then everyone trades until the kill. */
function speculateUntilKilled(persistDir: string, users: readonly Speculator[], random: Random): Promise<void> {
  return liveUntilKilled(persistDir, random, async (app, isOver) => {
    await Promise.all(users.map((user) => user.settle(app.url)))
    const price = await middlePrice(app.url)
    const sum = (of: (user: Speculator) => number) => users.reduce((total, user) => total + of(user), 0)
    const orders = USERS * (ORDERS_MIN + random() * (ORDERS_MAX - ORDERS_MIN))
    const enough = [
      more('positions', () => sum(({ positions }) => positions.length), orders),
      more('options', () => sum(({ options }) => options.length), orders),
    ]
    return { working: Promise.all(users.map((user) => user.speculate(app.url, price, isOver))), enough }
  })
}

/** Waits until the price has liquidated a position and reached a stop: the moves of earlier lives are random. */
async function untilTriggered(app: StartedApp, users: readonly Speculator[]): Promise<void> {
  const limit = Date.now() + QUIET_MS
  for (;;) {
    const positions = await Promise.all(users.map((user) => user.listPositions(app.url)))
    const causes = new Set(positions.flat().flatMap(({ closes }) => closes.map(({ cause }) => cause)))
    if (causes.has('liquidation') && (causes.has('take_profit') || causes.has('stop_loss'))) return
    expect(Date.now(), 'the price liquidates a position and reaches a stop').toBeLessThan(limit)
    await wait(500)
  }
}

/** Waits until every option has ended and no close is pending. */
async function untilQuiet(app: StartedApp, users: readonly Speculator[]): Promise<void> {
  const limit = Date.now() + QUIET_MS
  for (const user of users)
    for (;;) {
      const options = await user.listOptions(app.url)
      const positions = await user.listPositions(app.url)
      const isQuiet =
        options.every(({ state }) => state !== 'pending' && state !== 'open') &&
        positions.every(({ is_closing, kind, state }) => !is_closing && !(kind === 'market' && state === 'pending'))
      if (isQuiet) break
      expect(Date.now(), `${user.name} comes to rest`).toBeLessThan(limit)
      await app.sweep()
      await wait(500)
    }
}

/** All prices published since. */
async function readModel(env: Env, from: number): Promise<Model> {
  const quotes = env.Quotes.get(env.Quotes.idFromName('main'))
  const prices: Published[] = []
  for (let after = from; ;) {
    const rounds = await quotes.roundsAfter(after, 600)
    for (const { at, ticks } of rounds) {
      const own = ticks.find((tick) => tick.symbol === SYMBOL && tick.at === at)
      if (own) prices.push({ at, steps: parseInt(own.price.replace('.', ''), 10) })
    }
    const last = rounds.at(-1)
    if (!last) break
    after = last.at
  }
  const [none, priceDecimals] = [rate(0n), 1]
  const stepValue = stepValueOf(LOT_SIZE, priceDecimals, 6)
  const terms = { version: '', priceDecimals, stepValue, spread: rate(SPREAD), fee: none, overnight: none }
  return { prices, terms: { ...terms, liquidationFee: none }, maintenanceRate: rate(MAINTENANCE) }
}

interface Listed {
  readonly positions: readonly PositionRow[]
  readonly options: readonly OptionOrderRow[]
  readonly listedAt: number
}

async function expectReceipts(app: StartedApp, { positions, options, listedAt }: Listed): Promise<void> {
  const ids = [
    ...positions.flatMap(({ open_receipt_id, closes }) => [
      open_receipt_id,
      ...closes.map((close) => close.receipt_id),
    ]),
    ...options.map(({ receipt_id }) => receipt_id),
  ]
  const named = new Set(ids.filter((id) => id !== null))
  const database = await app.miniflare.getD1Database('DB')
  const limit = Date.now() + QUIET_MS
  const read = async () => {
    const { results } = await database.prepare('SELECT id, body FROM receipt').all<{ id: string; body: string }>()
    return new Map(results.map(({ id, body }) => [id, body]))
  }
  let bodies = await read()
  // Receipts in transit to the directory when the process died are sent again.
  while (bodies.size < named.size && Date.now() < limit) {
    await wait(500)
    bodies = await read()
  }
  for (const id of named) expectReceipt(id, bodies.get(id))
  // No receipt of an event that didn't happen; later prices have caused events with receipts of their own.
  for (const [id, body] of bodies)
    if (!named.has(id)) expect((JSON.parse(body) as { at: number }).at, id).toBeGreaterThan(listedAt)
}

/** Totals that accounts report for house and insurance fund equal the totals of the Watch. */
async function expectHouseAgrees(app: StartedApp, users: readonly Speculator[]): Promise<void> {
  const env = await bindingsOf(app)
  const limit = Date.now() + QUIET_MS
  let [owned, reported] = [await accountSums(env, users), await watchSums(env)]
  // Positions keep changing during the read, and the Watch gets the totals a moment later.
  while (JSON.stringify(reported) !== JSON.stringify(owned) && Date.now() < limit) {
    await app.sweep()
    await wait(500)
    ;[owned, reported] = [await accountSums(env, users), await watchSums(env)]
  }
  expect(reported).toEqual(owned)
}

const HOUSE = ['@house:futures', '@house:options', '@insurance']

async function accountSums(env: Env, users: readonly Speculator[]): Promise<[account: string, amount: string][]> {
  const sums = new Map<string, bigint>()
  for (const { userId } of users) {
    const { accounts } = await tellAccount(env, userId, { type: 'verify' })
    for (const { account, amount } of accounts) sums.set(account, (sums.get(account) ?? 0n) + BigInt(amount))
  }
  return HOUSE.map((account) => [account, String(sums.get(account) ?? 0n)])
}

async function watchSums(env: Env): Promise<[account: string, amount: string][]> {
  const room = env.Watch.get(env.Watch.idFromName(SYMBOL))
  const { features } = JSON.parse(await room.report()) as WatchReport
  const of = (name: string) => features.find(({ feature }) => feature === name)?.house ?? '0'
  const insurance = features.reduce((sum, each) => sum + BigInt(each.insurance), 0n)
  return [
    ['@house:futures', of('futures')],
    ['@house:options', of('options')],
    ['@insurance', String(insurance)],
  ]
}
