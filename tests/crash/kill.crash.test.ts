// Many users trade while the process is killed again and again. What was acknowledged is there as it was said, every trade is told to both
// of its sides, nothing happened twice, every ledger is sound, and no unit of any asset was made or lost. Short by default; 20 kills with LONG=1.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { LONG } from '../support/long'
import { type StartedApp, spawnApp } from '../support/miniflare'
import { type Holdings, expectOrdersKept, expectTradesMatch, readHoldings } from './kept'
import { expectConserved, inApp, middlePrice } from './lives'
import { seededRandom } from './random'
import type { OrderRow, Trader } from './trader'
import { registerTraders } from './traders'

const KILLS = Number(process.env['CRASH_KILLS'] ?? (LONG ? 20 : 3))
const TRADERS = Number(process.env['CRASH_TRADERS'] ?? 12)
const SEED = Number(process.env['CRASH_SEED'] ?? 1)
const LOAD_MS_MIN = 300
const LOAD_MS_MAX = 2500

test(`${TRADERS} users trade through ${KILLS} kills and every acknowledged order is there once, as it was said`, async () => {
  const persistDir = await mkdtemp(join(tmpdir(), 'cm-kill-'))
  const traders = await inApp(persistDir, (app) => registerTraders(app, { count: TRADERS, seed: SEED }))
  const random = seededRandom(SEED)
  let trades = 0
  for (let kill = 0; kill < KILLS; kill += 1) {
    await tradeUntilKilled(persistDir, traders, LOAD_MS_MIN + random() * (LOAD_MS_MAX - LOAD_MS_MIN))
  }
  await inApp(persistDir, async (app) => {
    await Promise.all(traders.map((trader) => trader.settle(app.url)))
    await expectConserved(
      app,
      traders.map(({ userId }) => userId),
    )
    const holdings: Holdings[] = []
    for (const trader of traders) holdings.push(await expectKept(app, trader))
    trades = expectTradesMatch(holdings)
  })
  const sum = (count: (trader: Trader) => number) => traders.reduce((total, trader) => total + count(trader), 0)
  const placed = sum((trader) => trader.placed.size)
  const traded = sum(({ acknowledged }) => acknowledged.filter(hasTraded).length)
  const cancelled = sum(({ acknowledged }) => acknowledged.filter(({ state }) => state === 'cancelled').length)
  const lost = sum((trader) => trader.lost)
  console.log(
    `${KILLS} kills, seed ${SEED}: ${placed} acknowledged orders, ${traded} of them with fills and ${cancelled} cancelled, all kept; ` +
      `${trades} trades, ${lost} answers lost`,
  )
  expect(placed).toBeGreaterThan(KILLS * TRADERS)
  // A run without fills, cancels or lost answers would prove nothing about them.
  expect(traded).toBeGreaterThan(TRADERS)
  expect(trades).toBeGreaterThan(TRADERS)
  expect(cancelled).toBeGreaterThan(0)
  expect(lost).toBeGreaterThan(0)
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

async function expectKept({ url }: StartedApp, trader: Trader): Promise<Holdings> {
  expect(trader.complaints).toEqual([])
  const holdings = await readHoldings(url, trader)
  expectOrdersKept(trader, holdings)
  // A transfer shows twice: out of one wallet and into the other.
  expect(await trader.countTransfers(url)).toBe(2 * trader.transfers.size)
  return holdings
}

const hasTraded = (order: OrderRow): boolean => Number(order.filled_quantity) > 0
