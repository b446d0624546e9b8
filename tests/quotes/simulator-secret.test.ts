// The simulator under a secret: nobody computes a price ahead, and everybody computes a day again once its key is told.

import { createHash, createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Hmac, dayKey, installedNoise, keyedNoise } from '#domain/quotes/hash-noise'
import { priceStepsAt, simulatePair } from '#domain/quotes/simulator'
import { DAY_MS } from '#domain/time'
import { type SimulatedDay, simulatedDays } from '#services/simulator'

const hmac: Hmac = (key, text) => createHmac('sha256', key).update(text).digest()
const bitcoin = { symbol: 'BTC-USDT', priceDecimals: 1, quantityDecimals: 5 }
const NOW = Date.UTC(2026, 10, 24, 15)
const env = { QUOTES_SOURCE: 'simulator', SIMULATOR_SEED: 'known to one installation' }
const DAYS = simulatedDays(env, NOW)

function pricesUnder(secret: string | undefined, from: number): number[] {
  const pair = simulatePair(bitcoin, installedNoise(hmac, secret))
  if (!pair) throw new Error('BTC-USDT is simulated')
  return Array.from({ length: 100 }, (_, index) => priceStepsAt(pair, from + index * 1000))
}

test('Two installations have two markets, and neither is the open one', () => {
  const [open, one, other] = [undefined, 'one', 'other'].map((secret) => pricesUnder(secret, NOW).join())
  expect(new Set([open, one, other]).size).toBe(3)
  expect(pricesUnder('one', NOW).join()).toBe(one)
})

test('It begins where the table says, under any secret', () => {
  const [first] = pricesUnder('one', Date.UTC(2026, 10, 21))
  expect(first).toBe(610_000)
})

describe('what is told', () => {
  test('is a commitment to tomorrow and today without their keys, and keys of the days that are over', () => {
    expect(DAYS.slice(0, 3).map(({ day, key }) => [day, key !== null])).toEqual([
      ['2026-11-25', false],
      ['2026-11-24', false],
      ['2026-11-23', true],
    ])
    expect(DAYS.slice(0, 2)).toMatchObject([{ sources: null }, { sources: null }])
    for (const { key, commitment } of DAYS.slice(2))
      expect(
        createHash('sha256')
          .update(key ?? '')
          .digest('hex'),
      ).toBe(commitment)
  })

  test('says nothing of the secret, nor by one day of another', () => {
    expect(JSON.stringify(DAYS)).not.toContain(env.SIMULATOR_SEED)
    expect(new Set(DAYS.map(({ commitment }) => commitment)).size).toBe(DAYS.length)
    expect(dayKey(hmac, env.SIMULATOR_SEED, 1)).not.toBe(dayKey(hmac, env.SIMULATOR_SEED, 2))
  })

  test('is enough to compute every second of a day again, and no other', () => {
    const told = DAYS[2]
    const start = Date.parse(`${told?.day}T00:00:00Z`)
    const number = start / DAY_MS
    // The reference day is the same for everybody: it begins at nothing but the sum that the walk takes off.
    const noise = keyedNoise(hmac, (day) => (day === number ? (told?.key ?? '') : 'not told'))
    const origin = simulatedDays(env, Date.UTC(2026, 10, 22, 1)).find(({ day }) => day === '2026-11-21')
    const find = (told: SimulatedDay | undefined, name: string) => told?.sources?.find((source) => source.name === name)
    const startOf = (name: string, day: number): number =>
      (day === number
        ? find(told, name)?.start
        : day === number + 1
          ? find(told, name)?.end
          : find(origin, name)?.start) ?? NaN
    const again = simulatePair(bitcoin, noise, startOf)
    const own = simulatePair(bitcoin, installedNoise(hmac, env.SIMULATOR_SEED))
    if (!again || !own) throw new Error('BTC-USDT is simulated')
    for (let at = start; at < start + DAY_MS; at += 997_000) expect(priceStepsAt(again, at)).toBe(priceStepsAt(own, at))
    expect(priceStepsAt(again, start + DAY_MS + 1000)).not.toBe(priceStepsAt(own, start + DAY_MS + 1000))
  })

  test('is nothing where prices are real, or where the seed is everybody’s', () => {
    expect(simulatedDays({ ...env, QUOTES_SOURCE: 'binance' }, NOW)).toEqual([])
    expect(simulatedDays({ QUOTES_SOURCE: 'simulator' }, NOW)).toEqual([])
  })
})
