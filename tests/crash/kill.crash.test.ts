// Many users trade while the process is killed again and again. What was acknowledged is there, nothing happened twice,
// every ledger is sound, and no unit of any asset was made or lost. Short by default; CRASH_KILLS=20 for the long form.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type ConservationReport, conservation } from '#services/market'
import { type StartedApp, spawnApp, startApp } from '../support/miniflare'
import { seededRandom } from './random'
import type { Trader } from './trader'
import { registerTraders } from './traders'

const KILLS = Number(process.env['CRASH_KILLS'] ?? 4)
const TRADERS = Number(process.env['CRASH_TRADERS'] ?? 12)
const SEED = Number(process.env['CRASH_SEED'] ?? 1)
const LOAD_MS_MIN = 300
const LOAD_MS_MAX = 2500
const QUIET_LIMIT_MS = 60_000

test(`${TRADERS} users trade through ${KILLS} kills and every acknowledged order is there once`, async () => {
  const persistDir = await mkdtemp(join(tmpdir(), 'cm-kill-'))
  const traders = await inApp(persistDir, (app) => registerTraders(app, { count: TRADERS, seed: SEED }))
  const random = seededRandom(SEED)
  for (let kill = 0; kill < KILLS; kill += 1) {
    await tradeUntilKilled(persistDir, traders, LOAD_MS_MIN + random() * (LOAD_MS_MAX - LOAD_MS_MIN))
  }
  await inApp(persistDir, async (app) => {
    await Promise.all(traders.map((trader) => trader.settle(app.url)))
    await expectConserved(app, traders)
    for (const trader of traders) await expectKept(app, trader)
  })
  const placed = traders.reduce((sum, trader) => sum + trader.placed.size, 0)
  console.log(`${KILLS} kills, seed ${SEED}: ${placed} acknowledged orders, all kept`)
  expect(placed).toBeGreaterThan(KILLS * TRADERS)
  await rm(persistDir, { recursive: true, force: true })
})

async function inApp<Result>(persistDir: string, work: (app: StartedApp) => Promise<Result>): Promise<Result> {
  const app = await startApp({ persistDir })
  try {
    return await work(app)
  } finally {
    await app.stop()
  }
}

/** One life of the process: what the last one left unanswered is repeated, then everybody trades until the kill. */
async function tradeUntilKilled(persistDir: string, traders: readonly Trader[], loadMs: number): Promise<void> {
  const app = await spawnApp({ persistDir })
  await Promise.all(traders.map((trader) => trader.settle(app.url)))
  const mid = await middlePrice(app.url)
  let isOver = false
  const trading = Promise.all(traders.map((trader) => trader.trade(app.url, mid, () => isOver)))
  await wait(loadMs)
  await app.kill()
  isOver = true
  await trading
}

async function middlePrice(url: string): Promise<number> {
  const response = await fetch(`${url}/api/currency/quotation_new`)
  const { message } = await response.json<{ message: { quotation: { currency_id: number; now_price: string }[] }[] }>()
  const price = message[0]?.quotation.find((row) => row.currency_id === 1)?.now_price
  expect(price, 'bitcoin has a price').toBeDefined()
  return Number(price)
}

/**
 * Looks again, within a bound, while messages between rooms are on their way or a market trades: the rooms are read one after another,
 * and only of one moment the sums must agree. What was made or lost stays so, and is found when the time is up.
 */
async function expectConserved(app: StartedApp, traders: readonly Trader[]): Promise<void> {
  // The bindings of the served Worker, as a Worker would see them.
  const env = (await app.miniflare.getBindings()) as unknown as Env
  const userIds = traders.map((trader) => trader.userId)
  const limit = Date.now() + QUIET_LIMIT_MS
  let report = await conservation(env, userIds)
  while (!isSettled(report) && Date.now() < limit) {
    await app.sweep()
    await wait(250)
    report = await conservation(env, userIds)
  }
  expect(report.isExact).toBe(true)
  expect(report.problems).toEqual([])
  expect(report.rows.filter((row) => !row.isConserved)).toEqual([])
  expect(report.rows.filter((row) => row.undelivered !== '0')).toEqual([])
}

const isSettled = ({ isExact, rows }: ConservationReport): boolean =>
  isExact && rows.every((row) => row.isConserved && row.undelivered === '0')

async function expectKept({ url }: StartedApp, trader: Trader): Promise<void> {
  expect(trader.complaints).toEqual([])
  const listed = await trader.listOrders(url)
  const ids = listed.map((order) => order.client_order_id)
  expect(new Set(ids).size, `${trader.name} has no order twice`).toBe(ids.length)
  const numbers = new Map(listed.map((order) => [order.client_order_id, order.order_id]))
  for (const [clientOrderId, orderNo] of trader.placed) expect(numbers.get(clientOrderId), clientOrderId).toBe(orderNo)
  const taken = listed.filter((order) => order.state !== 'rejected')
  for (const { client_order_id: id } of taken) expect(trader.placed.has(id), `${id} was acknowledged`).toBe(true)
  // A transfer shows twice: out of one wallet and into the other.
  expect(await trader.countTransfers(url)).toBe(2 * trader.transfers.size)
}
