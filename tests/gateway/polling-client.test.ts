// A polling connection: it gets its missed packets, and an absent client costs a bounded amount.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { announceEvent, announcePong } from '#party/gateway/packets'
import { PollingClient } from '#party/gateway/polling-client'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const open = () => new PollingClient({ sid: 'a', address: null, session: null }, Date.now())
const price = (of: string, value: number) => announceEvent(`daymarket ${of}`, 'daymarket', value)

test('of prices only the newest waits, of trades each', async () => {
  const client = open()
  client.send(price('A', 1))
  client.send(announceEvent(null, 'match_trade', 1))
  client.send(announceEvent(null, 'match_trade', 2))
  client.send(price('A', 2))
  const body = client.poll()
  await vi.advanceTimersByTimeAsync(1)
  expect(await body).toBe('19:42["match_trade",1]19:42["match_trade",2]17:42["daymarket",2]')
})

test('answers are paced, a pong is not', async () => {
  const client = open()
  client.send(price('A', 1))
  const first = client.poll()
  await vi.advanceTimersByTimeAsync(1)
  await first
  let second = ''
  void client.poll().then((body) => (second = body))
  client.send(price('A', 2))
  await vi.advanceTimersByTimeAsync(100)
  expect(second).toBe('')
  client.send(announcePong(undefined))
  client.answerNow()
  await vi.advanceTimersByTimeAsync(1)
  expect(second).toBe('17:42["daymarket",2]1:3')
})

test('a second poll lets the first one go; the end tells the client to leave', async () => {
  const client = open()
  const first = client.poll()
  const second = client.poll()
  expect(await first).toBe('1:6')
  client.end()
  expect(await second).toBe('1:1')
})

test('whoever stays away is given up before he costs much', () => {
  const client = open()
  for (let count = 0; count < 5_000; count += 1) client.send(announceEvent(null, 'match_trade', count))
  expect(client.isOverfull).toBe(true)
  expect(client.takeAll().length).toBeLessThanOrEqual(1_000)
})
