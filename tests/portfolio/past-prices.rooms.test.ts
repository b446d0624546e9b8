// Prices of the past from a real feed's candles: by hour, and by minute around instants.

import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#domain/time'
import type { Period } from '#domain/quotes/period'
import { pastPrices } from '#services/past-prices'
import { BTC, BTC_USDT, NOON } from '../account/stage'

/** The candles of a room: one that begins m minutes after noon closes at 100 + m by the minute, and at 1,000 by the hour. */
function feed() {
  const asked: { period: Period; from: number; to: number }[] = []
  const candles = (request: { period: Period; from: number; to: number }) => {
    asked.push(request)
    const step = request.period === '1min' ? MINUTE_MS : HOUR_MS
    const made = []
    for (let at = Math.ceil(request.from / step) * step; at <= request.to; at += step)
      made.push({ at, close: request.period === '1min' ? String(100 + (at - NOON) / MINUTE_MS) : '1000' })
    return Promise.resolve(made)
  }
  const room = { get: () => ({ candles }), idFromName: () => null }
  // Only this question is asked of the room.
  return { asked, env: { Quotes: room, DB: null, QUOTES_SOURCE: 'live' } as unknown as Env }
}

const WANTED = { period: '60min', from: NOON - 3 * HOUR_MS, to: NOON + 3 * HOUR_MS } as const

test('an instant has the price of the minute before it, and an end of an hour the price of the hour', async () => {
  const { env, asked } = feed()
  const at = NOON + 20 * MINUTE_MS + 30_000
  const price = (await pastPrices(env, [BTC_USDT], { ...WANTED, instants: new Map([[BTC.id, [at, at + 1]]]) })).get(
    'BTC-USDT',
  )
  expect(price?.(at)).toBe(119n * 10n ** 8n)
  expect(price?.(NOON - HOUR_MS)).toBe(1_000n * 10n ** 8n)
  expect(asked.map(({ period }) => period)).toEqual(['60min', '1min'])
})

test('without an instant no minute is read, and of many instants those of the newest two days', async () => {
  const { env, asked } = feed()
  await pastPrices(env, [BTC_USDT], { ...WANTED, instants: new Map([[BTC.id + 1, [NOON]]]) })
  expect(asked).toHaveLength(1)
  const instants = Array.from({ length: 200 }, (_, hour) => NOON - hour * HOUR_MS)
  await pastPrices(env, [BTC_USDT], {
    ...WANTED,
    to: WANTED.to,
    from: WANTED.from - 1,
    instants: new Map([[BTC.id, instants]]),
  })
  const minutes = asked.filter(({ period }) => period === '1min')
  expect([minutes.length, Math.min(...minutes.map(({ from }) => from))]).toEqual([48, NOON - 48 * HOUR_MS])
})
