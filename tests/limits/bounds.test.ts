// Limits that users set for themselves, where an instant or a bound is met exactly.

import { describe, expect, test } from 'vitest'
import {
  type LimitKind,
  type OwnLimit,
  changeLimit,
  checkLimits,
  checkLoss,
  checkPause,
  effective,
  isNewSession,
  lossSince,
  noLimit,
} from '#domain/limits/limits'
import { amount } from '#domain/money/amount'

const DAY = 86_400_000
const MINUTE = 60_000
/** Noon of Saturday, 21 November 2026, UTC. */
const NOW = Date.UTC(2026, 10, 21, 12)
const limit = (kind: LimitKind, value: string | null): OwnLimit => ({ ...noLimit(kind), value })
const changed = (known: OwnLimit, wanted: string | null) => {
  const outcome = changeLimit(known, wanted, NOW)
  return outcome.ok ? outcome.value : outcome.refusal
}

describe('a pause', () => {
  test('of a day ends a day later', () => {
    expect(changed(noLimit('pause'), '1')).toEqual(limit('pause', String(NOW + DAY)))
    expect(changed(noLimit('lock'), '183')).toEqual(limit('lock', String(NOW + 183 * DAY)))
    expect(changed(noLimit('pause'), null)).toEqual(noLimit('pause'))
    expect(changed(noLimit('pause'), '0')).toEqual(noLimit('pause'))
  })

  test('that runs is made longer, never shorter', () => {
    const week = limit('pause', String(NOW + 7 * DAY))
    expect(changed(week, '8')).toEqual(limit('pause', String(NOW + 8 * DAY)))
    expect(changed(week, '7')).toEqual(week)
    const shorter = {
      code: 'own_limit_not_shortened',
      facts: { until: expect.stringContaining('2026-11-28') as unknown },
    }
    expect([changed(week, '1'), changed(week, null)]).toEqual([shorter, shorter])
  })

  test('that is over can be set anew, or taken away', () => {
    expect(changed(limit('pause', String(NOW)), null)).toEqual(noLimit('pause'))
    expect(changed(limit('pause', String(NOW - 1)), '1')).toEqual(limit('pause', String(NOW + DAY)))
    expect(changed(limit('pause', String(NOW + 1)), null)).toMatchObject({ code: 'own_limit_not_shortened' })
  })

  test('holds until its instant', () => {
    const check = (kind: 'pause' | 'lock', until: number) => {
      const checked = checkPause([limit(kind, String(until))], NOW)
      return checked.ok ? 'ok' : checked.refusal
    }
    expect([check('pause', NOW), check('lock', NOW)]).toEqual(['ok', 'ok'])
    const until = { until: expect.stringContaining('2026-11-22') as unknown }
    expect(check('pause', NOW + DAY)).toEqual({ code: 'own_limit_paused', facts: until })
    expect(check('lock', NOW + DAY)).toEqual({ code: 'own_limit_locked', facts: until })
    expect(check('pause', NOW + 1)).toMatchObject({ code: 'own_limit_paused' })
    expect(checkPause([], NOW).ok).toBe(true)
  })
})

describe('an amount', () => {
  test('that is lower or equal counts at once, a higher one after a day', () => {
    const known = limit('stake', '100')
    expect([changed(known, '99'), changed(known, '100')]).toEqual([limit('stake', '99'), limit('stake', '100')])
    const later = { kind: 'stake', value: '100', nextAt: NOW + DAY }
    expect([changed(known, '101'), changed(known, null)]).toEqual([
      { ...later, next: '101' },
      { ...later, next: null },
    ])
    expect([changed(noLimit('stake'), '5'), changed(noLimit('stake'), null)]).toEqual([
      ...[limit('stake', '5'), noLimit('stake')],
    ])
    // An equal one calls back the higher one that is on its way.
    expect(changed({ kind: 'stake', value: '100', next: '500', nextAt: NOW + 1 }, '100')).toEqual(limit('stake', '100'))
  })

  test('that is on its way counts from its instant', () => {
    const waiting: OwnLimit = { kind: 'stake', value: '100', next: '500', nextAt: NOW }
    expect(effective(waiting, NOW)).toEqual(limit('stake', '500'))
    expect(effective(waiting, NOW - 1)).toEqual(waiting)
  })
})

describe('a loss', () => {
  const today = Math.floor(NOW / DAY)
  const results = new Map([
    [today, -30_000_000n],
    [today - 1, -20_000_000n],
    [today - 6, -99_000_000n],
  ])
  const check = (kind: 'day_loss' | 'week_loss', bound: string, risk: bigint, running = 0n) => {
    const checked = checkLoss([limit(kind, bound)], { results }, { risk: amount(risk), running: amount(running) }, NOW)
    return checked.ok ? 'ok' : checked.refusal
  }

  test('is bounded with what is at risk, to the unit', () => {
    expect([
      check('day_loss', '50000000', 20_000_000n),
      check('day_loss', '50000000', 15_000_000n, 5_000_000n),
    ]).toEqual([...['ok', 'ok']])
    expect(check('day_loss', '50000000', 15_000_001n, 5_000_000n)).toEqual({
      code: 'own_limit_day',
      facts: { max: '50', left: '15', until: expect.stringContaining('2026-11-22') as unknown },
    })
    // More is lost than the bound: nothing is left.
    expect(check('day_loss', '10000000', 1n)).toMatchObject({ facts: { max: '10', left: '0' } })
    expect(check('day_loss', '30000000', 1n)).toMatchObject({ facts: { left: '0' } })
  })

  test('of a week is counted from Monday, and until the next one', () => {
    expect(check('week_loss', '60000000', 10_000_000n)).toBe('ok')
    expect(check('week_loss', '60000000', 10_000_001n)).toMatchObject({
      code: 'own_limit_week',
      facts: { max: '60', left: '10', until: expect.stringContaining('2026-11-23') as unknown },
    })
  })

  test('is nothing where as much was won', () => {
    const of = (...sums: bigint[]) => lossSince(new Map(sums.map((sum, index) => [today + index, sum])), today)
    expect([of(-5n, 5n), of(-5n, 3n), of(7n), of()]).toEqual([0n, 2n, 0n, 0n])
  })
})

describe('a session', () => {
  const order = (minutes: string | null, startedAgo: number, lastAgo: number) => {
    const checked = checkLimits(
      [limit('session', minutes)],
      { results: new Map(), session: { startedAt: NOW - startedAgo, lastAt: NOW - lastAgo } },
      { stake: amount(1n), risk: amount(1n), running: amount(0n) },
      NOW,
    )
    return checked.ok ? 'ok' : checked.refusal
  }

  test('ends after its minutes, and begins anew after half an hour', () => {
    expect(order('60', 60 * MINUTE - 1, MINUTE)).toBe('ok')
    expect(order('60', 60 * MINUTE, MINUTE)).toMatchObject({ code: 'own_limit_session', facts: { minutes: '60' } })
    expect([order('60', 90 * MINUTE, 30 * MINUTE - 1), order('60', 90 * MINUTE, 30 * MINUTE)]).toMatchObject([
      ...[{ code: 'own_limit_session' }, 'ok'],
    ])
    expect(order(null, 900 * MINUTE, MINUTE)).toBe('ok')
  })

  test('is new before the first order', () => {
    expect(isNewSession(null, NOW)).toBe(true)
    const first = checkLimits(
      [limit('session', '60')],
      { results: new Map(), session: null },
      { stake: amount(1n), risk: amount(1n), running: amount(0n) },
      NOW,
    )
    expect(first.ok).toBe(true)
  })

  test('allows a stake up to its bound', () => {
    const stake = (units: bigint) => {
      const checked = checkLimits(
        [limit('stake', '5000000')],
        { results: new Map(), session: null },
        { stake: amount(units), risk: amount(0n), running: amount(0n) },
        NOW,
      )
      return checked.ok ? 'ok' : checked.refusal
    }
    expect([stake(5_000_000n), stake(5_000_001n)]).toEqual(['ok', { code: 'own_limit_stake', facts: { max: '5' } }])
  })
})
