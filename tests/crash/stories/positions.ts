// Many users open positions and options. Acknowledged orders exist once; each was opened, triggered and settled by its deciding price, every
// receipt is correct, and the totals of users, house, fees and insurance fund agree. CRASH_TRADERS sets the number of users.

import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { stepValueOf } from '#domain/futures/terms'
import { rate } from '#domain/money/rate'
import type { Receipt, ReceiptRule } from '#domain/receipt'
import type { WatchReport } from '#party/protocol/watch'
import { callAccountAsSystem } from '#services/account-room'
import { LONG } from '../../kit/long'
import type { StartedApp } from '../../kit/miniflare'
import { type Model, type Published, expectOptions, expectPositions, expectReceipt } from '../decided'
import { type CrashStory, SEED, bindingsOf, middlePrice, more, pace } from '../lives'
import { seededRandom } from '../random'
import { type OptionOrderRow, type PositionRow, SYMBOL, Speculator } from '../speculator'
import { registerSenders } from '../traders'

const USERS = Number(process.env['CRASH_TRADERS'] ?? (LONG ? 20 : 5))
/** Acknowledged orders of each kind per user before a kill. */
const [ORDERS_MIN, ORDERS_MAX] = [1, 4]
const QUIET_MS = 120_000
/** Longest delay of a running wake-up. */
const UNDER_WAY_MS = 5_000
/** With a 5 % margin and this much maintenance, a move of some hundredths of a percent liquidates. */
const MAINTENANCE = 4_930_000n
/** Of the first terms: base in a lot, and the spread. */
const [LOT_SIZE, SPREAD] = [100_000n, 40_000n]

export async function positions(app: StartedApp): Promise<CrashStory> {
  const users = await openAccounts(app)
  const random = seededRandom(SEED)
  const startedAt = Date.now()
  const sum = (of: (user: Speculator) => number) => users.reduce((total, user) => total + of(user), 0)
  return {
    name: 'positions',
    userIds: users.map(({ userId }) => userId),
    live: async ({ url }, course) => {
      await Promise.all(users.map((user) => user.settle(url)))
      const price = await middlePrice(url)
      const orders = USERS * (ORDERS_MIN + random() * (ORDERS_MAX - ORDERS_MIN))
      const enough = [
        more('positions', () => sum((user) => user.positions.length), orders),
        more('options', () => sum((user) => user.options.length), orders),
      ]
      const goOn = pace(enough, course)
      return { working: Promise.all(users.map((user) => user.speculate(url, price, goOn))), enough }
    },
    check: async (last) => {
      await Promise.all(users.map((user) => user.settle(last.url)))
      const tally = await expectDecided(last, users, startedAt)
      // Guards against an empty run: every kind of action has happened.
      expect(tally.positions).toBeGreaterThan(USERS)
      expect(tally.options).toBeGreaterThan(USERS / 2)
      expect(tally.stops).toBeGreaterThan(0)
      expect(tally.liquidations).toBeGreaterThan(0)
      return { ...tally, lost: sum(({ lost }) => lost) }
    },
  }
}

/** Terms with which something happens within seconds, as the desk could set them. */
async function openAccounts(app: StartedApp): Promise<Speculator[]> {
  const database = await app.miniflare.getD1Database('DB')
  await database
    .prepare(`UPDATE futures_tier SET maintenance = '${MAINTENANCE}' WHERE symbol = '${SYMBOL}' AND tier = 1`)
    .run()
  await database.prepare(`UPDATE option_duration SET seconds = 5 WHERE symbol = '${SYMBOL}' AND seconds = 30`).run()
  const users = await registerSenders(app, { name: 'speculator', count: USERS, seed: SEED }, Speculator)
  await Promise.all(users.map((user) => user.fund(app.url)))
  return users
}

async function expectDecided(app: StartedApp, users: readonly Speculator[], startedAt: number) {
  await untilTriggered(app, users)
  await untilQuiet(app, users)
  for (const user of users) await user.askAgain(app.url)
  const listedAt = Date.now() - UNDER_WAY_MS
  const held: { user: Speculator; positions: PositionRow[]; options: OptionOrderRow[] }[] = []
  for (const user of users)
    held.push({ user, positions: await user.listPositions(app.url), options: await user.listOptions(app.url) })
  const model = await readModel(await bindingsOf(app), startedAt - 60_000)
  for (const { user, positions: own, options } of held) {
    expect(user.complaints).toEqual([])
    expectPositions(model, user, own)
    expectOptions(model, user, options)
  }
  const rows = held.flatMap((each) => each.positions)
  const options = held.flatMap((each) => each.options)
  await expectReceipts(app, { positions: rows, options, listedAt })
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

/** Receipts that a position or an option names; charges are named by bills. */
const DECIDED: readonly ReceiptRule[] = ['futures-open-1', 'futures-1', 'options-1']

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
  for (const [id, body] of bodies) {
    const { rule, at } = JSON.parse(body) as Exclude<Receipt, { rule: 'ieo-3' }>
    if (!named.has(id) && DECIDED.includes(rule)) expect(at, id).toBeGreaterThan(listedAt)
  }
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
    const { accounts } = await callAccountAsSystem(env, userId, { type: 'verify' })
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
