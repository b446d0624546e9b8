// Random conditional orders over random prices with a simulated Watch: it wakes the account only where its band says so. A slow model
// checks every price since each order's acceptance. Each order triggers exactly at the first price that reaches it, once; at the end no
// hold is left; and a room woken from storage before every step gives the same result.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LONG } from '../kit/long'
import { type Stage, NOON, expectBooksBalance, withStage } from '../account/stage'
import { cancel, find, place, settled, stop, submitted, tick } from './ticks'

interface Step {
  readonly price: number
  /** Order placed before the price: kind, distance from the price, and side. */
  readonly asked: readonly [kind: 'stop' | 'take_profit' | 'trailing' | 'percent', away: number, isBuy: boolean] | null
  /** A pick among the orders so far to cancel; null for none. */
  readonly cancelled: number | null
}

const step = fc.record({
  price: fc.integer({ min: 580_000, max: 620_000 }),
  asked: fc.option(
    fc.tuple(
      fc.constantFrom('stop' as const, 'take_profit' as const, 'trailing' as const, 'percent' as const),
      fc.integer({ min: 1, max: 15_000 }),
      fc.boolean(),
    ),
    { nil: null },
  ),
  cancelled: fc.option(fc.nat(20), { nil: null, freq: 6 }),
})

/** An order in the model: its trigger, its first step, and its cancellation. */
interface Modelled {
  readonly kind: 'stop' | 'take_profit' | 'trailing' | 'percent'
  readonly isBuy: boolean
  readonly away: number
  readonly edge: number
  readonly from: number
  until: number
}

/** Step of the first price that reaches it, found by checking all prices. */
function firstReached({ kind, isBuy, away, edge, from, until }: Modelled, prices: readonly number[]): number | null {
  for (let at = from; at < Math.min(until, prices.length); at += 1) {
    const price = prices[at] ?? 0
    const seen = prices.slice(from, at)
    const best = seen.length === 0 ? null : isBuy ? Math.min(...seen) : Math.max(...seen)
    const behind = kind === 'percent' ? Math.ceil(((best ?? 0) * away) / 1_000_000) : away
    const isTrailing = kind === 'trailing' || kind === 'percent'
    const trigger = isTrailing ? (best === null ? null : isBuy ? best + behind : best - behind) : edge
    if (trigger === null) continue
    const isUpwards = (kind === 'take_profit') !== isBuy
    if (isUpwards ? price >= trigger : price <= trigger) return at
  }
  return null
}

async function live(stage: Stage, steps: readonly Step[]) {
  const orders: Modelled[] = []
  let reference = 600_000
  for (const [at, { price, asked, cancelled }] of steps.entries()) {
    if (asked) {
      const [kind, away, isBuy] = asked
      const isUpwards = (kind === 'take_profit') !== isBuy
      const edge = isUpwards ? reference + away : reference - away
      const rateOf = Math.max(1_000, away)
      const answered = await place(
        stage,
        stop({
          side: isBuy ? 'buy' : 'sell',
          kind: kind === 'percent' ? 'trailing' : kind,
          stopSteps: kind === 'stop' ? edge : null,
          profitSteps: kind === 'take_profit' ? edge : null,
          trailSteps: kind === 'trailing' ? away : null,
          trailRate: kind === 'percent' ? String(rateOf * 100) : null,
          lots: 20,
          reference,
        }),
      )
      expect(answered.ok).toBe(true)
      orders.push({ kind, isBuy, away: kind === 'percent' ? rateOf : away, edge, from: at, until: Infinity })
    }
    const picked = cancelled === null ? undefined : orders[cancelled % Math.max(1, orders.length)]
    if (picked && (await cancel(stage, orders.indexOf(picked) + 1)).ok) picked.until = at
    stage.now = NOON + (at + 1) * 1_000
    const band = stage.registrations.get('BTC-USDT')?.band
    const isReached =
      band &&
      ((band.low !== null && price <= band.low) ||
        (band.high !== null && price >= band.high) ||
        (band.next !== null && stage.now >= band.next))
    if (isReached) await tick(stage, at + 1, price)
    reference = price
    // Ends sent orders at once: the pair allows five open orders.
    for (const orderNo of stage.clerk.openOrders) stage.clerk.close(orderNo, 'cancelled', 20)
    await stage.deliver()
    await settled()
  }
  return orders
}

test('each triggers exactly at the first price that reaches it, once, and in the end nothing is held', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), fc.boolean(), async (steps, isWaking) => {
      await withStage(
        () => isWaking,
        async (stage) => {
          const orders = await live(stage, steps)
          const prices = steps.map(({ price }) => price)
          const fired: (number | null)[] = []
          for (const index of orders.keys()) fired.push((await find(stage, index + 1)).firedAt)
          const expected = orders.map((order) => {
            const at = firstReached(order, prices)
            return at === null ? null : NOON + (at + 1) * 1_000
          })
          expect(fired).toEqual(expected)
          expect(submitted(stage)).toHaveLength(expected.filter((at) => at !== null).length)
          await stage.ask({ type: 'cancel_conditionals', commandId: stage.commandId(), symbol: null })
          const held = Object.values(await stage.balances()).map(([, amount]) => amount)
          expect(held.every((amount) => amount === '0')).toBe(true)
          await expectBooksBalance(stage)
        },
      )
    }),
    { numRuns: LONG ? 400 : 8 },
  )
}, 120_000)
