// Simulator with a secret seed: prices can't be predicted, and once a day's key is published everyone can recompute that day.

import { createHash, createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Hmac, dayKey, installedNoise, keyedNoise } from '#domain/quotes/hash-noise'
import { checkSimulatedDay, simulateDay, wrongSimulatedTicks } from '#domain/quotes/simulated-day'
import { priceStepsAt, simulatePair } from '#domain/quotes/simulator'
import { formatSteps } from '#domain/quotes/steps'
import { shortHmac } from '#domain/quotes/short-hmac'
import { DAY_MS } from '#domain/time'
import { simulatedDays } from '#services/simulator'

const hmac: Hmac = (key, text) => createHmac('sha256', key).update(text).digest()
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
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
    for (const day of DAYS.slice(2)) {
      expect(sha256(JSON.stringify({ day: day.day, key: day.key, sources: day.sources }))).toBe(day.commitment)
      expect(checkSimulatedDay(day, sha256)).toEqual([])
      const [first, ...others] = day.sources ?? []
      const moved = { ...day, sources: first ? [{ ...first, end: first.end + 1e-9 }, ...others] : [] }
      expect(checkSimulatedDay(moved, sha256)).toHaveLength(1)
    }
  })

  test('says nothing of the secret, nor by one day of another', () => {
    expect(JSON.stringify(DAYS)).not.toContain(env.SIMULATOR_SEED)
    expect(new Set(DAYS.map(({ commitment }) => commitment)).size).toBe(DAYS.length)
    expect(dayKey(hmac, env.SIMULATOR_SEED, 1)).not.toBe(dayKey(hmac, env.SIMULATOR_SEED, 2))
  })

  test('is enough to compute every second of a day again, and no other', () => {
    const told = DAYS[2]
    if (!told) throw new Error('yesterday is told')
    const start = Date.parse(`${told.day}T00:00:00Z`)
    const again = simulateDay(told, bitcoin)
    const own = simulatePair(bitcoin, installedNoise(hmac, env.SIMULATOR_SEED))
    if (!again || !own) throw new Error('BTC-USDT is simulated')
    for (let at = start; at < start + DAY_MS; at += 997_000) expect(priceStepsAt(again, at)).toBe(priceStepsAt(own, at))
    expect(priceStepsAt(again, start + DAY_MS + 1000)).not.toBe(priceStepsAt(own, start + DAY_MS + 1000))
    const tick = (at: number, steps: number) => ({ symbol: 'BTC-USDT', seq: 1, at, price: formatSteps(steps, 1), source: 'simulator', previousHash: '', hash: '' }) // prettier-ignore
    const at = start + 12_345_000
    expect(wrongSimulatedTicks([tick(at, priceStepsAt(own, at))], DAYS)).toEqual([])
    expect(wrongSimulatedTicks([tick(at, priceStepsAt(own, at) + 1)], DAYS)).toHaveLength(1)
  })

  test('tells where every walk has its origin, whatever day is asked for', () => {
    const later = simulatedDays(env, NOW + 400 * DAY_MS)
    expect(later[2]?.sources?.map(({ name, origin }) => [name, origin])).toEqual(
      DAYS[2]?.sources?.map(({ name, origin }) => [name, origin]),
    )
  })

  test('is nothing where prices are real, or where the seed is everybody’s', () => {
    expect(simulatedDays({ ...env, QUOTES_SOURCE: 'binance' }, NOW)).toEqual([])
    expect(simulatedDays({ QUOTES_SOURCE: 'simulator' }, NOW)).toEqual([])
  })
})

test('The short HMAC is HMAC-SHA-256', () => {
  const key = sha256('a key')
  const short = shortHmac(key)
  for (let length = 0; length <= 55; length += 1) {
    const text = 'BTC 1234567890'.repeat(4).slice(0, length)
    const words = Array.from(short(text), (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
    expect(words).toBe(createHmac('sha256', key).update(text).digest('hex'))
  }
  expect(() => short('x'.repeat(56))).toThrow('fits one block')
  expect(() => short('ü')).toThrow('ASCII')
})

/** An attacker's view of a walk: its values, second by second, from public prices. */
function publicWalk(day: number): readonly number[] {
  const pair = simulatePair({ ...bitcoin, priceDecimals: 8 }, installedNoise(hmac, `secret ${day}`))
  if (!pair) throw new Error('BTC-USDT is simulated')
  const from = Date.parse('2026-12-01') + day * DAY_MS
  return Array.from({ length: 21_601 }, (_, second) => Math.log(priceStepsAt(pair, from + second * 1000)))
}

/** Predictions of the next move's sign from the last move's size and sign, in ten classes (rules). */
function foretold(walk: readonly number[], step: number, offset: number): readonly { rule: number; isUp: boolean }[] {
  const at = (index: number) => walk[index] ?? 0
  const moves: { rule: number; isUp: boolean }[] = []
  for (let middle = step + offset; middle + step < walk.length; middle += 2 * step) {
    const last = (at(middle) - at(middle - step)) / Math.sqrt(step)
    const rule = Math.max(-5, Math.min(4, Math.floor(last / 5e-5)))
    moves.push({ rule, isUp: at(middle + step) > at(middle) })
  }
  return moves
}

describe('an attack with what is public', () => {
  const walks = Array.from({ length: 12 }, (_, day) => publicWalk(day))

  // Seconds form a tree split at minutes: if moves were predictable, the halves of a node would be.
  test.each([1, 30, 60, 150, 900])('finds no rule by which a move of %i s tells the next one', (step) => {
    const moves = walks.flatMap((walk) => foretold(walk, step, 0))
    const rules = new Map<number, { up: number; count: number }>()
    for (const { rule, isUp } of moves) {
      const known = rules.get(rule) ?? { up: 0, count: 0 }
      rules.set(rule, { up: known.up + (isUp ? 1 : 0), count: known.count + 1 })
    }
    // A rule that wins 54 of 100 would pay at the ratio of options; four standard deviations are granted to chance.
    for (const { up, count } of rules.values()) {
      if (count < 100) continue
      const edge = Math.abs(up / count - 0.5)
      expect(edge).toBeLessThan(0.02 + 2 / Math.sqrt(count))
    }
  })

  test('that guesses 32 bits of a source finds none: bits of neighbouring seconds have no seed in common', () => {
    // An earlier generator derived a whole day from a 32-bit seed, which ten seconds of prices revealed. Now each group of seven seconds
    // has 224 bits of its own, independent of the other groups.
    const noise = installedNoise(hmac, 'secret')('BTC')
    const day = 20_790
    const bits = Array.from({ length: 4_096 }, (_, index) => noise.share(day, { second: 0, node: index + 1 }))
    expect(new Set(bits).size).toBe(bits.length)
    const mean = bits.reduce((sum, each) => sum + each, 0) / bits.length
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.02)
    const beside = bits.slice(1).reduce((sum, each, index) => sum + (each - 0.5) * ((bits[index] ?? 0) - 0.5), 0)
    expect(Math.abs((beside / bits.length) * 12)).toBeLessThan(0.07)
  })

  test('that knows the keys of all days that are over does not know how days begin: their tree has a key of its own', () => {
    const keys = new Map(DAYS.map(({ day, key }) => [Date.parse(day) / DAY_MS, key]))
    const told = keyedNoise((day) => keys.get(day) ?? '')('BTC')
    const own = installedNoise(hmac, env.SIMULATOR_SEED)('BTC')
    const yesterday = Date.parse(DAYS[2]?.day ?? '') / DAY_MS
    // The published key reveals moves within its day, but not the move between days, which determines later days.
    expect(told.push(yesterday, { second: 1, node: 5 })).toBe(own.push(yesterday, { second: 1, node: 5 }))
    expect(told.dayPush(yesterday)).not.toBe(own.dayPush(yesterday))
    expect(told.push(yesterday + 1, { second: 1, node: 5 })).not.toBe(own.push(yesterday + 1, { second: 1, node: 5 }))
  })
})
