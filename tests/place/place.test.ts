// Coordinates: parsing, probable country and surrounding map tiles.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  countryAt,
  degreesText,
  onWorld,
  parseNamedPlace,
  parsePlace,
  tileOrigin,
  tilesAround,
} from '#domain/place/place'
import { securePage } from '../../server/security-headers'

test.each([
  ['35.6586', '139.7454', { latitude: 35.6586, longitude: 139.7454 }],
  ['-90', '+180', { latitude: -90, longitude: 180 }],
  ['90.1', '0', null],
  ['0', '-180.5', null],
  ['', '', null],
  ['1e1', '0', null],
  ['35,6', '139', null],
  ['NaN', 'Infinity', null],
])('%s, %s', (latitude, longitude, place) => expect(parsePlace(latitude, longitude)).toEqual(place))

test('an operator names a place in one line', () => {
  expect(parseNamedPlace('35.6586,139.7454,1-1, Minato, Tokyo')).toMatchObject({ name: '1-1, Minato, Tokyo' })
  expect(parseNamedPlace('')).toBeNull()
})

test.each([
  ['Tokyo', 35.68, 139.76, 'JP'],
  ['Osaka, on its coast', 34.69, 135.5, 'JP'],
  ['Paris', 48.86, 2.35, 'FR'],
  ['Madrid', 40.42, -3.7, 'ES'],
  ['Seoul', 37.57, 126.98, 'KR'],
  ['Bangkok', 13.75, 100.5, 'TH'],
  ['Singapore', 1.35, 103.82, 'SG'],
  ['New York', 40.71, -74.01, 'US'],
  ['Sydney', -33.87, 151.2, 'AU'],
  ['the South Pacific', -40, -130, null],
  ['Reykjavik', 64.13, -21.9, 'IS'],
  ['a corner', -90, 180, null],
])('%s', (_name, latitude, longitude, country) => expect(countryAt({ latitude, longitude })).toBe(country))

test('every place on earth is somewhere on the map and on nine tiles, its mark in the middle one', () => {
  const template = 'https://tiles.example/{z}/{x}/{y}.png'
  fc.assert(
    fc.property(fc.integer({ min: -900, max: 900 }), fc.integer({ min: -1800, max: 1799 }), (north, east) => {
      const place = { latitude: north / 10, longitude: east / 10 }
      const { left, top } = onWorld(place)
      expect(Math.min(left, top, 100 - left, 100 - top)).toBeGreaterThanOrEqual(0)
      const tiled = tilesAround(place, template)
      expect(tiled.tiles).toHaveLength(9)
      for (const tile of tiled.tiles) expect(tile).toMatch(/^https:\/\/tiles\.example\/12\/\d{1,4}\/\d{1,4}\.png$/)
      for (const share of [tiled.left, tiled.top]) expect(Math.abs(share - 50)).toBeLessThan(16.7)
      expect(parsePlace(degreesText(place.latitude), degreesText(place.longitude))).toEqual(place)
    }),
  )
})

test('tiles are loaded from where the operator says, on pages of places alone, and from no half-written address', () => {
  const MAP_TILES = 'https://tiles.example/{z}/{x}/{y}.png'
  const policyAt = (path: string, tiles: string) => {
    const page = new Response('', { headers: { 'Content-Type': 'text/html' } })
    const env = { MAP_TILES: tiles } as Env
    const secured = securePage(page, { env, nonce: 'n', url: new URL(`https://cm.test${path}`) })
    return /img-src [^;]*/.exec(secured.headers.get('Content-Security-Policy') ?? '')?.[0]
  }
  expect(policyAt('/location', MAP_TILES)).toBe("img-src 'self' data: blob: https://tiles.example")
  expect(policyAt('/market', MAP_TILES)).toBe("img-src 'self' data: blob:")
  for (const bad of ['', 'http://tiles.example/{z}/{x}/{y}', 'https://tiles.example/{z}', "https://x';/{z}/{x}/{y}"])
    expect(tileOrigin(bad)).toBeNull()
})
