// Geographic place: parsing of typed coordinates, probable country, and map tiles around it. Pure. Degrees are for display only; no money
// depends on them.

import { COUNTRY_GRID } from './country-grid'

export interface Coordinates {
  readonly latitude: number
  readonly longitude: number
}

const DEGREES = /^[-+]?\d{1,3}(?:\.\d{1,15})?$/
/** The usual map of the world reaches a little farther, so that tiles around a place never leave it. */
const LATITUDE_SHOWN = 85

/** Two decimals in degrees, or null. */
export function parsePlace(latitude: string, longitude: string): Coordinates | null {
  if (!DEGREES.test(latitude.trim()) || !DEGREES.test(longitude.trim())) return null
  const place = { latitude: Number(latitude), longitude: Number(longitude) }
  return Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180 ? place : null
}

/** "35.6586,139.7454,Tokyo" as an operator writes it. */
export function parseNamedPlace(text: string): (Coordinates & { readonly name: string }) | null {
  const [latitude = '', longitude = '', ...name] = text.split(',')
  const place = parsePlace(latitude, longitude)
  return place && { ...place, name: name.join(',').trim() }
}

/** Five decimals: a metre or so. */
export const degreesText = (degrees: number): string => degrees.toFixed(5).replace(/\.?0+$/, '')

const CELLS_PER_DEGREE = 2
const ROWS = 180 * CELLS_PER_DEGREE
const COLUMNS = 360 * CELLS_PER_DEGREE

/** Country of a place at half-degree resolution; null for the sea. */
export function countryAt({ latitude, longitude }: Coordinates): string | null {
  const row = Math.min(ROWS - 1, Math.floor((90 - latitude) * CELLS_PER_DEGREE))
  const column = Math.min(COLUMNS - 1, Math.floor((longitude + 180) * CELLS_PER_DEGREE))
  let from = 0
  for (const [, code = '', length = '0'] of (COUNTRY_GRID.split('/')[row] ?? '').matchAll(/([A-Z]{2}|-)(\d+)/g)) {
    from += Number(length)
    if (column < from) return code === '-' ? null : code
  }
  return null
}

/** Position on a world map, in percent from left and top. */
export const onWorld = ({ latitude, longitude }: Coordinates): { readonly left: number; readonly top: number } => ({
  left: ((longitude + 180) / 360) * 100,
  top: ((90 - latitude) / 180) * 100,
})

export interface TiledMap {
  /** Three by three, row by row. */
  readonly tiles: readonly string[]
  /** Position of the place on the tiles, in percent. */
  readonly left: number
  readonly top: number
}

const AROUND = 3
const ZOOM = 12

/** The tiles of the usual web map around a place, by a template with {z}, {x} and {y}. */
export function tilesAround({ latitude, longitude }: Coordinates, template: string): TiledMap {
  const count = 2 ** ZOOM
  const shown = Math.max(-LATITUDE_SHOWN, Math.min(LATITUDE_SHOWN, latitude))
  const angle = (shown * Math.PI) / 180
  const x = ((longitude + 180) / 360) * count
  const y = ((1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2) * count
  const [first, top] = [Math.floor(x) - 1, Math.floor(y) - 1]
  const tiles = Array.from({ length: AROUND * AROUND }, (_, index) => {
    const [column, row] = [index % AROUND, Math.floor(index / AROUND)]
    const wrapped = (first + column + count) % count
    return template
      .replace('{z}', String(ZOOM))
      .replace('{x}', String(wrapped))
      .replace('{y}', String(top + row))
  })
  return { tiles, left: ((x - first) / AROUND) * 100, top: ((y - top) / AROUND) * 100 }
}

/** Origin of the map tiles; null without a valid template. */
export function tileOrigin(template: string | undefined): string | null {
  if (!template || !/^https:\/\/[\w.-]+(?::\d+)?\/\S*$/.test(template)) return null
  return ['{z}', '{x}', '{y}'].every((part) => template.includes(part)) ? new URL(template).origin : null
}
