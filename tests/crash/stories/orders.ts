// Many users trade. Acknowledged orders exist as answered, both sides of every trade have its fill, nothing happened twice, and every ledger is
// sound. CRASH_TRADERS sets the number of users.

import { expect } from 'vitest'
import { LONG } from '../../kit/long'
import type { StartedApp } from '../../kit/miniflare'
import { type Holdings, expectOrdersKept, expectTradesMatch, readHoldings } from '../kept'
import { type CrashStory, KILLS, SEED, middlePrice, more, pace } from '../lives'
import { seededRandom } from '../random'
import { type OrderRow, Trader } from '../trader'
import { registerSenders } from '../traders'

const TRADERS = Number(process.env['CRASH_TRADERS'] ?? (LONG ? 12 : 5))
/** Acknowledged orders per trader before a kill. */
const [ORDERS_MIN, ORDERS_MAX] = [3, LONG ? 20 : 10]

export async function orders(app: StartedApp): Promise<CrashStory> {
  const traders = await registerSenders(app, { name: 'trader', count: TRADERS, seed: SEED }, Trader)
  const random = seededRandom(SEED)
  const settle = (url: string) => Promise.all(traders.map((trader) => trader.settle(url)))
  return {
    name: 'orders',
    userIds: traders.map(({ userId }) => userId),
    live: async ({ url }, course) => {
      await settle(url)
      const mid = await middlePrice(url)
      const enough = [
        more('orders', () => placedBy(traders), TRADERS * (ORDERS_MIN + random() * (ORDERS_MAX - ORDERS_MIN))),
        more('orders with fills', () => tradedBy(traders), TRADERS),
        more('cancels', () => cancelledBy(traders), 1),
      ]
      const goOn = pace(enough, course)
      return { working: Promise.all(traders.map((trader) => trader.trade(url, mid, goOn))), enough }
    },
    check: async ({ url }) => {
      await settle(url)
      const holdings: Holdings[] = []
      for (const trader of traders) holdings.push(await expectKept(url, trader))
      const trades = expectTradesMatch(holdings)
      const [placed, traded, cancelled] = [placedBy(traders), tradedBy(traders), cancelledBy(traders)]
      expect(placed).toBeGreaterThan(KILLS * TRADERS)
      // Guards against an empty run: orders were filled and cancelled.
      expect(traded).toBeGreaterThan(TRADERS)
      expect(trades).toBeGreaterThan(TRADERS)
      expect(cancelled).toBeGreaterThan(0)
      return { placed, traded, cancelled, trades, lost: sum(traders, ({ lost }) => lost) }
    },
  }
}

async function expectKept(url: string, trader: Trader): Promise<Holdings> {
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
