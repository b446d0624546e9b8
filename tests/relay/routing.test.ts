// The Worker's choice among a room and its relays.

import { beforeEach, expect, test } from 'vitest'
import { forgetIsolateCaches } from '#domain/isolate-cache'
import { ADDRESS_HEADER, FULL_HEADER } from '#party/protocol/door'
import { placeAbove, relayPlace } from '#party/protocol/relay'
import { hearRoom } from '#services/relays'
import { regionOf } from '#session/place'

beforeEach(forgetIsolateCaches)

/** An environment whose rooms are full down to a level. */
function crowd(fullLevels: number) {
  const asked: string[] = []
  const hints: unknown[] = []
  const answer = (level: number) =>
    Promise.resolve(new Response('', { headers: level < fullLevels ? { [FULL_HEADER]: '1' } : {} }))
  const Relay = {
    idFromName: (name: string) => name,
    get: (name: string, options: unknown) => ({
      fetch: () => {
        asked.push(name)
        hints.push(options)
        return answer(relayPlace(name).level)
      },
    }),
  }
  // Of the environment only relays are used.
  const env = { Relay } as unknown as Env
  const own = () => {
    asked.push('the room')
    return answer(0)
  }
  return { env, own, asked, hints }
}

const from = (address: string, cf?: Record<string, string>): Request =>
  Object.assign(new Request('http://cm.test/parties/market/BTC-USDT', { headers: { [ADDRESS_HEADER]: address } }), {
    cf,
  })

test('a room that has place is asked alone', async () => {
  const { env, own, asked } = crowd(0)
  await hearRoom(from('192.0.2.1'), env, own)
  expect(asked).toEqual(['the room'])
})

test('a full room is asked once for many visitors, who spread evenly over its relays and stay where they were', async () => {
  const { env, own, asked } = crowd(1)
  const visitors = Array.from({ length: 2_000 }, (_, index) => `10.${index >> 8}.${index & 255}.7`)
  for (const address of visitors) await hearRoom(from(address), env, own)
  const [room, ...relays] = asked
  expect(room).toBe('the room')
  expect(relays).toHaveLength(2_000)
  const counts = Map.groupBy(relays, (name) => name)
  expect(counts.size).toBe(8)
  for (const { length } of counts.values()) expect(Math.abs(length - 250)).toBeLessThan(75)
  for (const address of visitors) await hearRoom(from(address), env, own)
  expect(asked.slice(2_001)).toEqual(relays)
})

test('a visitor’s relay on the second level hears the visitor’s relay on the first, in the visitor’s region', async () => {
  const { env, own, asked, hints } = crowd(2)
  await hearRoom(from('198.51.100.3', { continent: 'NA', longitude: '-122.4' }), env, own)
  const [room, first = '', second = ''] = asked
  expect([room, asked.length]).toEqual(['the room', 3])
  expect(placeAbove(relayPlace(second))).toEqual(relayPlace(first))
  expect(placeAbove(relayPlace(first))).toBeNull()
  expect(hints).toEqual([{ locationHint: 'wnam' }, { locationHint: 'wnam' }])
})

test('the last level’s refusal is the answer', async () => {
  const { env, own, asked } = crowd(9)
  expect((await hearRoom(from('198.51.100.3'), env, own)).headers.has(FULL_HEADER)).toBe(true)
  expect(asked).toHaveLength(4)
})

test.each([
  ['EU', '2.35', 'weur'],
  ['EU', '21.0', 'eeur'],
  ['NA', '-74.0', 'enam'],
  ['NA', '-122.4', 'wnam'],
  ['AS', '55.3', 'me'],
  ['AS', '139.7', 'apac'],
  ['SA', '-46.6', 'sam'],
  ['AF', '36.8', 'afr'],
  ['OC', '151.2', 'oc'],
  ['AN', '0', null],
  ['T1', '0', null],
])('a visitor of %s at longitude %s is served from %s', (continent, longitude, region) => {
  expect(regionOf(from('192.0.2.1', { continent, longitude }))).toBe(region)
  expect(regionOf(from('192.0.2.1'))).toBeNull()
})
