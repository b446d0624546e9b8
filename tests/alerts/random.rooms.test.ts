// Random alerts over random prices with a simulated Watch: it wakes the account only where its band says so. A slow model checks every
// price since each alert was set. Each alert is told exactly at the first price that reaches it, once; and a room woken from storage before
// every step gives the same result.

import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { LONG } from '../kit/long'
import { type Stage, NOON, withStage } from '../account/stage'
import { settled } from '../conditional/ticks'
import { remove, set, tick, told } from './stage'

vi.setConfig({ testTimeout: LONG ? 600_000 : 120_000 })

/** Twenty minutes between prices, so that spans of an hour end within a few of them. */
const STEP_SECONDS = 1_200
const SPAN_STEPS = 3

interface Step {
  readonly price: number
  /** An alert set before the price: its kind, and the distance of its target or the rate in units of 1e-6. */
  readonly asked: readonly [kind: 'price' | 'move', away: number] | null
  /** A pick among the alerts so far to remove; null for none. */
  readonly removed: number | null
}

const step = fc.record({
  price: fc.integer({ min: 580_000, max: 620_000 }),
  asked: fc.option(
    fc.oneof(
      fc.tuple(fc.constant('price' as const), fc.integer({ min: -20_000, max: 20_000 })),
      fc.tuple(fc.constant('move' as const), fc.integer({ min: 1_000, max: 60_000 })),
    ),
    { nil: null },
  ),
  removed: fc.option(fc.nat(20), { nil: null, freq: 6 }),
})

interface Modelled {
  readonly kind: 'price' | 'move'
  readonly away: number
  readonly reference: number
  readonly from: number
  until: number
}

/** Step of the first price that reaches it, found by checking all prices. */
function firstReached({ kind, away, reference, from, until }: Modelled, prices: readonly number[]): number | null {
  let start = from
  for (let at = from; at < Math.min(until, prices.length); at += 1) {
    const price = prices[at] ?? 0
    if (kind === 'price') {
      const target = reference + away
      if (away >= 0 ? price >= target : price <= target) return at
      continue
    }
    const first = prices[start] ?? 0
    // Products below 2^53, so exact.
    if (at > from && Math.abs(price - first) * 1_000_000 >= first * away) return at
    if (at - start >= SPAN_STEPS) start = at
  }
  return null
}

async function live(stage: Stage, steps: readonly Step[]): Promise<Modelled[]> {
  const alerts: Modelled[] = []
  let reference = 600_000
  for (const [at, { price, asked, removed }] of steps.entries()) {
    if (asked) {
      const [kind, away] = asked
      if (kind === 'price') await set(stage, { kind, symbol: 'BTC-USDT', targetSteps: reference + away, reference })
      else await set(stage, { kind, symbol: 'BTC-USDT', rate: String(away * 100), hours: 1 })
      alerts.push({ kind, away, reference, from: at, until: Infinity })
    }
    const picked = removed === null ? undefined : alerts[removed % Math.max(1, alerts.length)]
    if (picked && (await remove(stage, alerts.indexOf(picked) + 1)).ok) picked.until = at
    // The Watch is told after the answer.
    await settled()
    stage.now = NOON + (at + 1) * STEP_SECONDS * 1_000
    const band = stage.registrations.get('BTC-USDT')?.band
    const isReached =
      band &&
      ((band.low !== null && price <= band.low) ||
        (band.high !== null && price >= band.high) ||
        (band.next !== null && stage.now >= band.next))
    if (isReached) await tick(stage, (at + 1) * STEP_SECONDS, price)
    reference = price
  }
  return alerts
}

const textOf = (steps: number): string => `${Math.floor(steps / 10)}.${steps % 10}`

test('each is told exactly at the first price that reaches it, once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), fc.boolean(), async (steps, isWaking) => {
      await withStage(
        () => isWaking,
        async (stage) => {
          const alerts = await live(stage, steps)
          const prices = steps.map(({ price }) => price)
          const expected = alerts.flatMap((alert, index) => {
            const at = firstReached(alert, prices)
            return at === null ? [] : [`alert:${index + 1} ${textOf(prices[at] ?? 0)}`]
          })
          const messages = (await told(stage)).map(({ ref, facts }) => `${ref} ${facts['price']}`)
          expect(messages.sort()).toEqual(expected.sort())
        },
      )
    }),
    { numRuns: LONG ? 400 : 8 },
  )
})
