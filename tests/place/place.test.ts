// Coordinates: parsing, probable country and surrounding map tiles.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
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
  [' 35.6586 ', ' 139.7454 ', { latitude: 35.6586, longitude: 139.7454 }],
  ['90', '-180', { latitude: 90, longitude: -180 }],
  ['1e1', '0', null],
  ['35,6', '139', null],
  ['NaN', 'Infinity', null],
])('%s, %s', (latitude, longitude, place) => expect(parsePlace(latitude, longitude)).toEqual(place))

test('an operator names a place in one line', () => {
  expect(parseNamedPlace('35.6586,139.7454,1-1, Minato, Tokyo')).toMatchObject({ name: '1-1, Minato, Tokyo' })
  expect(parseNamedPlace('-1,+2, Tokyo ')).toEqual({ latitude: -1, longitude: 2, name: 'Tokyo' })
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
  ['the pole at the date line', -90, -180, 'AQ'],
  ['the end of Asia, at the date line', 65.3, 180, 'RU'],
])('%s', (_name, latitude, longitude, country) => expect(countryAt({ latitude, longitude })).toBe(country))

test.each([
  [0, '0'],
  [100, '100'],
  [35.5, '35.5'],
  [-0.00001, '-0.00001'],
  [1.000004, '1'],
])('%f degrees are written as %s', (degrees, written) => expect(degreesText(degrees)).toBe(written))

describe('a place on the map', () => {
  const columnsOf = (tiles: readonly string[]) => tiles.slice(0, 3).map((tile) => Number(tile.split('/')[1]))
  const rowsOf = (tiles: readonly string[]) => [0, 3, 6].map((at) => Number(tiles[at]?.split('/')[2]))

  test('of the world is a share of 360 degrees from the left and of 180 from above', () => {
    // (-90 + 180) / 360 and (90 - 36) / 180.
    expect(onWorld({ latitude: 36, longitude: -90 })).toEqual({ left: 25, top: 30 })
  })

  test('of tiles is where the map of 4,096 by 4,096 tiles has it', () => {
    // Zero is tile 2,048 of 4,096 either way, at the start of the middle tile.
    const { tiles, left, top } = tilesAround({ latitude: 0, longitude: 0 }, '{z}/{x}/{y}')
    const middle = ['12/2047/2048', '12/2048/2048', '12/2049/2048']
    expect(tiles).toEqual([2047, 2048, 2049].flatMap((row) => middle.map((tile) => tile.replace(/2048$/, String(row)))))
    for (const share of [left, top]) expect(share).toBeCloseTo(100 / 3, 9)
  })

  test('of tiles follows Mercator towards a pole', () => {
    // (90 + 180) / 360 x 4,096 = 3,072. asinh(tan 45°) = 0.881374, by π 0.280550: (1 - 0.280550) / 2 x 4,096 = 1,473.434.
    const { tiles, left, top } = tilesAround({ latitude: 45, longitude: 90 }, '{z}/{x}/{y}')
    expect([columnsOf(tiles), rowsOf(tiles)]).toEqual([
      [3071, 3072, 3073],
      [1472, 1473, 1474],
    ])
    expect(left).toBeCloseTo(100 / 3, 9)
    expect(top).toBeCloseTo(47.8, 1)
  })

  test('of tiles stands still above 85 degrees, and goes on around at the date line', () => {
    // asinh(tan 85°) = 3.131301, by π 0.996724: (1 - 0.996724) / 2 x 4,096 = 6.71; the other pole is as far from the end.
    const rowsAt = (latitude: number) => rowsOf(tilesAround({ latitude, longitude: 0 }, '{z}/{x}/{y}').tiles)
    expect([rowsAt(90), rowsAt(85)]).toEqual([
      [5, 6, 7],
      [5, 6, 7],
    ])
    expect([rowsAt(-90), rowsAt(-85)]).toEqual([
      [4088, 4089, 4090],
      [4088, 4089, 4090],
    ])
    const columnsAt = (longitude: number) => columnsOf(tilesAround({ latitude: 0, longitude }, '{z}/{x}/{y}').tiles)
    expect(columnsAt(-180)).toEqual([4095, 0, 1])
    expect(columnsAt(179.99)).toEqual([4094, 4095, 0])
  })
})

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
  expect(tileOrigin('https://tiles.example:8443/{z}/{x}/{y}')).toBe('https://tiles.example:8443')
  for (const bad of [
    '',
    'http://tiles.example/{z}/{x}/{y}',
    'see https://tiles.example/{z}/{x}/{y}',
    'https://tiles.example/{z}/{x}/{y} or another',
    "https://x';/{z}/{x}/{y}",
    'https://tiles.example/{x}/{y}',
    'https://tiles.example/{z}/{y}',
    'https://tiles.example/{z}/{x}',
  ])
    expect(tileOrigin(bad)).toBeNull()
})
