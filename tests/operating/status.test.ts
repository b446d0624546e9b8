// The public status page: states of days, shares of good minutes, and parts that do not work.

import { describe, expect, test } from 'vitest'
import type { Sample } from '#domain/operating/metrics'
import { STATUS_DAYS, failingParts, stateOfDay, uptime } from '#domain/operating/status'

const row = (minutes: number, failed: number) => ({ day: 1, part: 'site', minutes, failed })

test.each([
  ['nothing', undefined, 'unknown'],
  ['no minute', row(0, 0), 'unknown'],
  ['no failure', row(1_440, 0), 'good'],
  ['a failure', row(1_440, 1), 'short'],
  ['less than a hundredth', row(1_000, 9), 'short'],
  ['a hundredth', row(1_000, 10), 'long'],
  ['all of it', row(10, 10), 'long'],
] as const)('a day of %s', (_, day, state) => expect(stateOfDay(day)).toBe(state))

test('good minutes are told in hundredths of a percent, rounded down', () => {
  expect([uptime([]), uptime([row(0, 0)])]).toEqual([null, null])
  expect([uptime([row(100, 0)]), uptime([row(100, 100)])]).toEqual([10_000, 0])
  // 2 of 3 are 66.666 percent.
  expect(uptime([row(2, 1), row(1, 0)])).toBe(6_666)
  expect(STATUS_DAYS).toBe(90)
})

describe('a part', () => {
  const sample = (name: Sample['name'], value: number): Sample => ({ name, labels: {}, value })
  test.each<[string, readonly Sample[], readonly string[], readonly string[]]>([
    ['that works', [sample('cm_prices_stale', 0), sample('cm_chain_read_age_seconds', 600)], [], []],
    ['without prices of a pair', [sample('cm_prices_stale', 0), sample('cm_prices_stale', 1)], [], ['prices']],
    ['whose feeds were not read', [], ['feeds'], ['prices']],
    ['of markets that failed', [sample('cm_markets_failed', 1)], [], ['markets']],
    ['of markets that are paused', [sample('cm_markets_paused', 1)], [], ['markets']],
    ['of a chain that was not read for ten minutes', [sample('cm_chain_read_age_seconds', 601)], [], ['deposits']],
    ['whose chains were not read', [], ['chains'], ['deposits']],
    ['of another name', [sample('cm_books_off', 9)], ['books'], []],
    ['beside others', [sample('cm_markets_failed', 2)], ['chains', 'feeds'], ['prices', 'markets', 'deposits']],
  ])('%s', (_, samples, unmeasured, failing) => expect(failingParts(samples, unmeasured)).toEqual(failing))
})
