// A user's own limits: stricter at once, looser after a day; refusals of each limit, and their end.

import { describe, expect, test } from 'vitest'
import {
  type OwnLimit,
  changeLimit,
  checkLimits,
  dayOf,
  effective,
  keepLimit,
  lossSince,
  noLimit,
  weekStart,
} from '#domain/limits/limits'
import { amount } from '#domain/money/amount'
import { DAY_MS } from '#domain/time'

/** A Saturday. */
const NOON = Date.UTC(2026, 10, 21, 12)
const set = (limit: OwnLimit, value: string | null, now = NOON): OwnLimit => {
  const changed = changeLimit(limit, value, now)
  if (!changed.ok) throw new Error(changed.refusal.code)
  return changed.value
}
const STAKE = set(noLimit('stake'), '100000000')

test('a stricter limit counts at once, a looser one after a day, unless it is called back', () => {
  expect(STAKE).toEqual({ kind: 'stake', value: '100000000', next: null, nextAt: null })
  expect(set(STAKE, '50000000')).toMatchObject({ value: '50000000', nextAt: null })
  const looser = set(STAKE, '200000000')
  expect(looser).toEqual({ kind: 'stake', value: '100000000', next: '200000000', nextAt: NOON + DAY_MS })
  expect(effective(looser, NOON + DAY_MS - 1)).toEqual(looser)
  expect(effective(looser, NOON + DAY_MS)).toMatchObject({ value: '200000000', nextAt: null })
  expect(keepLimit(looser, NOON + 1)).toEqual(STAKE)
  const gone = set(STAKE, null)
  expect(effective(gone, NOON + DAY_MS)).toEqual(noLimit('stake'))
})

test('a pause and a lock-out can be made longer, never shorter', () => {
  const lock = set(noLimit('lock'), '183')
  expect(lock.value).toBe(String(NOON + 183 * DAY_MS))
  expect(changeLimit(lock, null, NOON)).toMatchObject({ refusal: { code: 'own_limit_not_shortened' } })
  expect(changeLimit(set(noLimit('pause'), '7'), '1', NOON)).toMatchObject({
    refusal: { facts: { until: '2026-11-28 12:00 UTC' } },
  })
  expect(set(lock, '365').value).toBe(String(NOON + 365 * DAY_MS))
})

describe('a new order', () => {
  const NOTHING = { results: new Map<number, bigint>(), session: null }
  const check = (
    limits: OwnLimit[],
    standing: Partial<Parameters<typeof checkLimits>[1]>,
    stake = 60_000_000n,
    running = 0n,
    risk = stake,
  ) => {
    const asked = { stake: amount(stake), risk: amount(risk), running: amount(running) }
    const checked = checkLimits(limits, { ...NOTHING, ...standing }, asked, NOON)
    return checked.ok ? 'made' : checked.refusal
  }

  test('is made without limits, and up to one', () => {
    expect(check([], {})).toBe('made')
    expect(check([STAKE], {}, 100_000_000n)).toBe('made')
    expect(check([STAKE], {}, 100_000_001n)).toEqual({ code: 'own_limit_stake', facts: { max: '100' } })
  })

  test('counts what was lost today and what is running', () => {
    const day = set(noLimit('day_loss'), '100000000')
    const lost = { results: new Map([[dayOf(NOON), -30_000_000n]]) }
    expect(check([day], lost)).toBe('made')
    expect(check([day], lost, 60_000_000n, 20_000_000n)).toEqual({
      code: 'own_limit_day',
      facts: { max: '100', left: '50', until: '2026-11-22 00:00 UTC' },
    })
    expect(check([day], { results: new Map([[dayOf(NOON) - 1, -90_000_000n]]) })).toBe('made')
  })

  test('counts what else an order puts at risk, which is no part of its stake', () => {
    const day = set(noLimit('day_loss'), '100000000')
    expect(check([day, STAKE], {}, 60_000_000n, 0n, 100_000_000n)).toBe('made')
    expect(check([day, STAKE], {}, 60_000_000n, 0n, 100_000_001n)).toMatchObject({ code: 'own_limit_day' })
    expect(check([day], {}, 60_000_000n, 100_000_000n, 0n)).toBe('made')
  })

  test('counts the week from Monday', () => {
    const week = set(noLimit('week_loss'), '100000000')
    const monday = weekStart(dayOf(NOON))
    expect(new Date(monday * DAY_MS).toISOString().slice(0, 10)).toBe('2026-11-16')
    expect(check([week], { results: new Map([[monday, -50_000_000n]]) })).toEqual({
      code: 'own_limit_week',
      facts: { max: '100', left: '50', until: '2026-11-23 00:00 UTC' },
    })
    expect(check([week], { results: new Map([[monday - 1, -50_000_000n]]) })).toBe('made')
  })

  test('waits when the session was long enough, until half an hour has passed', () => {
    const session = set(noLimit('session'), '60')
    const running = { startedAt: NOON - 3_600_000, lastAt: NOON - 60_000 }
    expect(check([session], { session: running })).toEqual({
      code: 'own_limit_session',
      facts: { minutes: '60', until: '2026-11-21 12:29 UTC' },
    })
    expect(check([session], { session: { ...running, startedAt: NOON - 3_599_999 } })).toBe('made')
    expect(check([session], { session: { ...running, lastAt: NOON - 1_800_000 } })).toBe('made')
  })

  test('is refused in a pause and in a lock-out', () => {
    expect(check([set(noLimit('pause'), '1')], {})).toMatchObject({ code: 'own_limit_paused' })
    expect(check([set(noLimit('lock'), '183')], {})).toMatchObject({ code: 'own_limit_locked' })
  })
})

test('what was won is taken off a loss, and a profit is no loss', () => {
  expect(
    lossSince(
      new Map([
        [1, -5n],
        [2, 3n],
      ]),
      1,
    ),
  ).toBe(2n)
  expect(
    lossSince(
      new Map([
        [1, -5n],
        [2, 30n],
      ]),
      1,
    ),
  ).toBe(0n)
})
