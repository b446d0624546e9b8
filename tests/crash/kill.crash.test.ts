// Many users trade while the process is killed repeatedly. Acknowledged orders exist as acknowledged, both sides have every trade, no
// command ran twice, every ledger is sound, and no unit of any asset was created or lost. Short by default; 20 kills with LONG=1.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LONG } from '../support/long'
import type { StartedApp } from '../support/miniflare'
import { type Holdings, expectOrdersKept, expectTradesMatch, readHoldings } from './kept'
import { expectConserved, inApp, liveUntilKilled, middlePrice, more } from './lives'
import { type Random, seededRandom } from './random'
import type { OrderRow, Trader } from './trader'
import { registerTraders } from './traders'

const KILLS = Number(process.env['CRASH_KILLS'] ?? (LONG ? 20 : 3))
const TRADERS = Number(process.env['CRASH_TRADERS'] ?? 12)
const SEED = Number(process.env['CRASH_SEED'] ?? 1)
/** Acknowledged orders per trader before a kill. */
const [ORDERS_MIN, ORDERS_MAX] = [3, 20]

test(`${TRADERS} users trade through ${KILLS} kills and every acknowledged order is there once, as it was said`, async () => {
  const persistDir = await mkdtemp(join(tmpdir(), 'cm-kill-'))
  const traders = await inApp(persistDir, (app) => registerTraders(app, { count: TRADERS, seed: SEED }))
  const random = seededRandom(SEED)
  let trades = 0
  for (let kill = 0; kill < KILLS; kill += 1) await tradeUntilKilled(persistDir, traders, random)
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
  const [placed, traded, cancelled] = [placedBy(traders), tradedBy(traders), cancelledBy(traders)]
  const lost = sum(traders, (trader) => trader.lost)
  console.log(
    `${KILLS} kills, seed ${SEED}: ${placed} acknowledged orders, ${traded} of them with fills and ${cancelled} cancelled, all kept; ` +
      `${trades} trades, ${lost} answers lost`,
  )
  expect(placed).toBeGreaterThan(KILLS * TRADERS)
  // Guards against an empty run: fills, cancels and lost answers have happened.
  expect(traded).toBeGreaterThan(TRADERS)
  expect(trades).toBeGreaterThan(TRADERS)
  expect(cancelled).toBeGreaterThan(0)
  expect(lost).toBeGreaterThan(0)
  await rm(persistDir, { recursive: true, force: true })
})

/** One life of the process: unanswered commands of the last life are retried, then everyone trades until the kill. */
function tradeUntilKilled(persistDir: string, traders: readonly Trader[], random: Random): Promise<void> {
  return liveUntilKilled(persistDir, random, async (app, isOver) => {
    await Promise.all(traders.map((trader) => trader.settle(app.url)))
    const mid = await middlePrice(app.url)
    const orders = TRADERS * (ORDERS_MIN + random() * (ORDERS_MAX - ORDERS_MIN))
    const enough = [
      more('orders', () => placedBy(traders), orders),
      more('orders with fills', () => tradedBy(traders), TRADERS),
      more('cancels', () => cancelledBy(traders), 1),
    ]
    return { working: Promise.all(traders.map((trader) => trader.trade(app.url, mid, isOver))), enough }
  })
}

async function expectKept({ url }: StartedApp, trader: Trader): Promise<Holdings> {
  expect(trader.complaints).toEqual([])
  const holdings = await readHoldings(url, trader)
  expectOrdersKept(trader, holdings)
  // A transfer has two bills: out of one wallet and into the other.
  expect(await trader.countTransfers(url)).toBe(2 * trader.transfers.size)
  return holdings
}

const sum = (traders: readonly Trader[], count: (trader: Trader) => number): number =>
  traders.reduce((total, trader) => total + count(trader), 0)

const placedBy = (traders: readonly Trader[]): number => sum(traders, ({ placed }) => placed.size)

const tradedBy = (traders: readonly Trader[]): number =>
  sum(traders, ({ acknowledged }) => acknowledged.filter(hasTraded).length)

const cancelledBy = (traders: readonly Trader[]): number =>
  sum(traders, ({ acknowledged }) => acknowledged.filter(({ state }) => state === 'cancelled').length)

const hasTraded = (order: OrderRow): boolean => Number(order.filled_quantity) > 0
