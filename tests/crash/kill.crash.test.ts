// Many users trade while the process is killed again and again. What was acknowledged is there, nothing happened twice,
// every ledger is sound, and no unit of any asset was made or lost. Short by default; 20 kills with LONG=1.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { LONG } from '../support/long'
import { type StartedApp, spawnApp } from '../support/miniflare'
import { expectConserved, inApp, middlePrice } from './lives'
import { seededRandom } from './random'
import type { Trader } from './trader'
import { registerTraders } from './traders'

const KILLS = Number(process.env['CRASH_KILLS'] ?? (LONG ? 20 : 3))
const TRADERS = Number(process.env['CRASH_TRADERS'] ?? 12)
const SEED = Number(process.env['CRASH_SEED'] ?? 1)
const LOAD_MS_MIN = 300
const LOAD_MS_MAX = 2500

test(`${TRADERS} users trade through ${KILLS} kills and every acknowledged order is there once`, async () => {
  const persistDir = await mkdtemp(join(tmpdir(), 'cm-kill-'))
  const traders = await inApp(persistDir, (app) => registerTraders(app, { count: TRADERS, seed: SEED }))
  const random = seededRandom(SEED)
  for (let kill = 0; kill < KILLS; kill += 1) {
    await tradeUntilKilled(persistDir, traders, LOAD_MS_MIN + random() * (LOAD_MS_MAX - LOAD_MS_MIN))
  }
  await inApp(persistDir, async (app) => {
    await Promise.all(traders.map((trader) => trader.settle(app.url)))
    await expectConserved(
      app,
      traders.map(({ userId }) => userId),
    )
    for (const trader of traders) await expectKept(app, trader)
  })
  const placed = traders.reduce((sum, trader) => sum + trader.placed.size, 0)
  console.log(`${KILLS} kills, seed ${SEED}: ${placed} acknowledged orders, all kept`)
  expect(placed).toBeGreaterThan(KILLS * TRADERS)
  await rm(persistDir, { recursive: true, force: true })
})

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
