// Random lives of deposits against a slow model that keeps nothing but the list of deposits and counts every day anew.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#domain/time'
import { NOON, type Stage, USDT, withStage } from '../account/stage'
import { never } from '../account/waking'

type Step =
  | { readonly kind: 'lock'; readonly whole: number; readonly days: number; readonly isRenewed: boolean }
  | { readonly kind: 'wait'; readonly hours: number; readonly isLate: boolean }
  | { readonly kind: 'redeem'; readonly orderNo: number }
  | { readonly kind: 'renew'; readonly orderNo: number; readonly isRenewed: boolean }
  | { readonly kind: 'offer'; readonly isOffered: boolean }

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('lock' as const),
      whole: fc.integer({ min: 1, max: 60 }),
      days: fc.integer({ min: 1, max: 4 }),
      isRenewed: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 60 }), isLate: fc.boolean() }),
    fc.record({ kind: fc.constant('redeem' as const), orderNo: fc.integer({ min: 1, max: 4 }) }),
    fc.record({
      kind: fc.constant('renew' as const),
      orderNo: fc.integer({ min: 1, max: 4 }),
      isRenewed: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('offer' as const), isOffered: fc.boolean() }),
  ),
  { minLength: 3, maxLength: 14 },
)

interface Slow {
  readonly amount: bigint
  readonly days: number
  startsAt: number
  isRenewed: boolean
  paid: number
  isOver: boolean
}

/** 0.3 % a day, 0.4 % for each day left, paid at 08:00. */
class SlowModel {
  free = 1_000_000_000n
  isOffered = true
  readonly deposits: Slow[] = []

  /** Runs hour by hour, with everything due. */
  pass(from: number, to: number): void {
    for (let at = Math.floor(from / HOUR_MS) * HOUR_MS; at <= to; at += HOUR_MS)
      for (const each of this.deposits) if (at > from) this.#hour(each, at)
  }

  #hour(each: Slow, at: number): void {
    if (each.isOver) return
    const payAt = each.startsAt + each.paid * DAY_MS + 8 * HOUR_MS
    if (each.paid < each.days && at === payAt) {
      this.free += (each.amount * 3n) / 1_000n
      each.paid += 1
    }
    if (at !== each.startsAt + each.days * DAY_MS) return
    if (each.isRenewed && this.isOffered) {
      each.startsAt = at
      each.paid = 0
    } else {
      each.isOver = true
      this.free += each.amount
    }
  }

  redeem(orderNo: number, now: number): boolean {
    const each = this.deposits[orderNo - 1]
    if (!each || each.isOver) return false
    let left = 0
    for (let day = 0; day < each.days; day += 1) if (each.startsAt + (day + 1) * DAY_MS > now) left += 1
    each.isOver = true
    this.free += each.amount - (each.amount * 4n * BigInt(left)) / 1_000n
    return true
  }
}

async function ring(stage: Stage, upTo: number): Promise<void> {
  for (let count = 0; count < 80 && stage.alarmAt !== null && stage.alarmAt <= upTo; count += 1) await stage.ring()
}

async function live(stage: Stage, life: readonly Step[]): Promise<void> {
  const slow = new SlowModel()
  const offer = () => (stage.offers = slow.isOffered ? new Map([1, 2, 3, 4].map((days) => [days, 'v1'])) : new Map())
  offer()
  for (const step of life) {
    if (step.kind === 'offer') {
      slow.isOffered = step.isOffered
      offer()
    } else if (step.kind === 'wait') {
      const from = stage.now
      const to = from + step.hours * HOUR_MS
      // After downtime one late wake; otherwise each alarm rings on time.
      if (step.isLate) stage.now = to
      await ring(stage, to)
      stage.now = to
      slow.pass(from, to)
    } else if (step.kind === 'lock') {
      const amount = BigInt(step.whole) * 1_000_000n
      const terms = { version: 'v1', days: step.days, dailyRate: '300000', penaltyRatio: '400000', payMinute: 480 }
      const asked = { productId: step.days, assetId: USDT.id, amount: amount.toString(), steps: step.whole }
      const answer = stage.ask({
        type: 'lock_deposit',
        commandId: stage.commandId(),
        ...asked,
        userMax: '9000000000',
        terms,
        coupon: null,
        isRenewed: step.isRenewed,
      })
      await new Promise((resolve) => setTimeout(resolve, 0))
      await ring(stage, stage.now)
      expect((await answer).ok).toBe(true)
      const startsAt = (Math.floor(stage.now / DAY_MS) + 1) * DAY_MS
      slow.deposits.push({ amount, days: step.days, startsAt, isRenewed: step.isRenewed, paid: 0, isOver: false })
      slow.free -= amount
    } else if (step.kind === 'redeem') {
      const asked = { orderNo: step.orderNo, penaltyMax: null }
      const redeemed = await stage.ask({ type: 'redeem_deposit', commandId: stage.commandId(), ...asked })
      expect(redeemed.ok).toBe(slow.redeem(step.orderNo, stage.now))
    } else {
      const asked = { orderNo: step.orderNo, isRenewed: step.isRenewed }
      const set = await stage.ask({ type: 'set_deposit_renewal', commandId: stage.commandId(), ...asked })
      const each = slow.deposits[step.orderNo - 1]
      expect(set.ok).toBe(each !== undefined && !each.isOver)
      if (each && !each.isOver) each.isRenewed = step.isRenewed
    }
    const locked = slow.deposits.filter(({ isOver }) => !isOver).reduce((sum, each) => sum + each.amount, 0n)
    const balances = await stage.balances()
    expect(balances['change:3']).toEqual([slow.free.toString(), '0'])
    expect(balances['earn:3'] ?? ['0', '0']).toEqual(['0', locked.toString()])
  }
}

test('whatever happens to deposits, the account has what a slow count of every day says', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (life) => {
      // The session lives for thirty days.
      fc.pre(life.reduce((hours, step) => hours + (step.kind === 'wait' ? step.hours : 0), 0) < 29 * 24)
      await withStage(never, (stage) => live(stage, life))
    }),
    { numRuns: 40 },
  )
  expect(NOON % HOUR_MS).toBe(0)
}, 60_000)
