// Demo traders and shares: the tape of a share fills in trading hours, by orders that any user could place.

import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DEMO_TRADERS, demoSlot } from '#domain/demo-traders'
import { callAccountAsSystem } from '#services/account-room'
import { actInSlot } from '#services/demo-traders/acts'
import { recentTrades } from '#services/market'
import { conservation } from '../kit/conservation'
import { seed } from '../api/client'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const ON: Env = { ...env, DEMO_MODE: 'on', DEMO_TRADERS: 'on' }
const SYMBOL = 'AAPL-USDT'
/** Tuesday, 10:00 in New York, and the Sunday before. */
const OPEN = Date.parse('2027-06-15T14:00:00Z')
const SUNDAY = Date.parse('2027-06-13T14:00:00Z')

beforeAll(() => seed())
afterAll(() => {
  vi.useRealTimers()
})

/** Slots in which the share is traded. */
const slots = Array.from({ length: 200 }, (_, index) => 5_000 + index)
  .filter((slot) => demoSlot(slot).share.symbol === SYMBOL)
  .slice(0, 3)

async function tapeAfter(now: number): Promise<number> {
  vi.useFakeTimers({ now, toFake: ['Date'], shouldAdvanceTime: true })
  for (const slot of slots) await actInSlot(ON, { slot, now: Date.now() })
  return (await recentTrades(env, SYMBOL, { limit: 50 })).length
}

test('a closed exchange: nothing is traded', async () => {
  expect(await tapeAfter(SUNDAY)).toBe(0)
})

test('an open exchange: the tape has their trades, bought from the stocks wallet, and the books balance', async () => {
  expect(await tapeAfter(OPEN)).toBeGreaterThan(0)
  const ids = DEMO_TRADERS.map(({ id }) => id)
  for (const id of ids) expect((await callAccountAsSystem(env, id, { type: 'verify' })).problems).toEqual([])
  expect((await conservation(env, ids)).problems).toEqual([])
})
