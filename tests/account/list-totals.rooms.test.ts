// Totals of lists: rows that are final are counted once, and a list with any past says the right number.

import fc from 'fast-check'
import { expect } from 'vitest'
import { type Stage, order, scene } from './stage'

const STAGES = [null, 'open', 'closed', 'filled', 'cancelled', 'taken'] as const

/** Totals of every list of spot orders, and of fills, as the account says them and as its rows are. */
async function expectTotals(stage: Stage): Promise<void> {
  const page = { page: 1, limit: 500 }
  for (const symbol of [null, 'BTC-USDT', 'ETH-USDT'])
    for (const kind of STAGES) {
      const listed = await stage.ask<'spot_orders'>({ type: 'spot_orders', symbol, stage: kind, ...page })
      expect(listed.ok && [symbol, kind, listed.value.total]).toEqual([
        symbol,
        kind,
        listed.ok && listed.value.rows.length,
      ])
    }
  for (const side of ['buy', 'sell'] as const) {
    const listed = await stage.ask<'spot_orders'>({ type: 'spot_orders', symbol: null, stage: null, side, ...page })
    expect(listed.ok && [side, listed.value.total]).toEqual([side, listed.ok && listed.value.rows.length])
  }
  const filter = { wallet: null, assetId: null, reason: null, from: null, until: null, isWhole: false }
  const bills = await stage.ask<'bills'>({ type: 'bills', ...filter, ...page })
  expect(bills.ok && bills.value.total).toBe(bills.ok && bills.value.rows.length)
  const fills = await stage.ask<'spot_fills'>({ type: 'spot_fills', orderNo: null, symbol: null, ...page })
  expect(fills.ok && fills.value.total).toBe(fills.ok && fills.value.rows.length)
}

scene(
  'However orders are placed, filled, cancelled and asked about in between, each list says how many it has',
  async (stage) => {
    const [life] = fc.sample(
      fc.array(fc.constantFrom('place', 'fill', 'close', 'cancel', 'look', 'wake'), { minLength: 60, maxLength: 60 }),
      { numRuns: 1, seed: 29 },
    )
    let last = 0
    const open = new Set<number>()
    for (const step of life ?? []) {
      const [oldest] = open
      if (step === 'place') {
        const placed = await stage.place(order({ lots: 20 }))
        if (placed.ok && placed.value[0]?.ok) open.add((last = placed.value[0].value.orderNo))
      } else if (step === 'look') await expectTotals(stage)
      else if (step === 'wake') await stage.wake()
      else if (oldest !== undefined && step === 'cancel') {
        await stage.ask<'cancel_spot_order'>({
          type: 'cancel_spot_order',
          commandId: stage.commandId(),
          order: { orderNo: oldest },
        })
        open.delete(oldest)
      } else if (oldest !== undefined) {
        stage.clerk.fill(oldest, { ticks: 600_000, lots: 10, fee: '10' })
        if (step === 'close') {
          stage.clerk.fill(oldest, { ticks: 600_000, lots: 10, fee: '10' })
          stage.clerk.close(oldest, 'filled')
          open.delete(oldest)
        }
        await stage.deliver()
        if (step === 'fill') {
          stage.clerk.close(oldest, 'cancelled')
          await stage.deliver()
          open.delete(oldest)
        }
      }
    }
    await expectTotals(stage)
    expect(last).toBeGreaterThan(0)
  },
)
