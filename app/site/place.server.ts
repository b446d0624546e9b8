// Place for pages: coordinates, likely country, and a map of operator tiles or of the whole world.

import { type Coordinates, countryAt, degreesText, onWorld, tileOrigin, tilesAround } from '#domain/place/place'
import type { Language } from '#domain/language'
import { countryName } from '../visitor/countries.server'

export function shownPlace(env: Pick<Env, 'MAP_TILES' | 'MAP_CREDIT'>, place: Coordinates, language: Language) {
  const country = countryAt(place)
  const template = tileOrigin(env.MAP_TILES) === null ? undefined : env.MAP_TILES
  return {
    latitude: degreesText(place.latitude),
    longitude: degreesText(place.longitude),
    country,
    countryName: country === null ? null : countryName(country, language),
    world: onWorld(place),
    tiled: template === undefined ? null : tilesAround(place, template),
    credit: env.MAP_CREDIT ?? '',
  }
}
