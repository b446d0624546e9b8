// Home country of each language: default of forms, first in lists.

import { type Language, LANGUAGE_TAGS } from '#domain/language'
import { areaCodes } from '#services/content'
import { matchArea } from '../text/match'
import type { Area } from '../components/identity/country-list'
import { titleOf } from '../text/title.server'
import { readLanguage, safeReturnPath } from './visitor.server'

export const HOME_COUNTRIES: Readonly<Record<Language, string>> = {
  jp: 'JP',
  en: 'US',
  zh: 'CN',
  hk: 'HK',
  kor: 'KR',
  th: 'TH',
  fra: 'FR',
  spa: 'ES',
}

/**
 * Moves the language's home country to the front. Otherwise Japan would be at the end of two hundred Japanese names,
 * because kanji sort last.
 */
export function homeFirst<Place extends { readonly country: string }>(
  places: readonly Place[],
  language: Language,
): Place[] {
  const isHome = ({ country }: Place): boolean => country === HOME_COUNTRIES[language]
  return [...places.filter(isHome), ...places.filter((place) => !isHome(place))]
}

/** The countries with their calling codes, for the pages that list them and for pickers. `q` narrows the list without scripts. */
const SEARCH_LENGTH_MAX = 40

export async function loadAreaList(request: Request, env: Env, fallback: string) {
  const search = new URL(request.url).searchParams
  const wanted = (search.get('q') ?? '').slice(0, SEARCH_LENGTH_MAX)
  const areas = await listAreas(request, env)
  return {
    title: titleOf(request, 'identity', 'area_title'),
    returnTo: safeReturnPath(search.get('returnTo'), fallback),
    chosen: search.get('country') ?? '',
    wanted,
    areas: areas.filter(({ country, name, callingCode }) => matchArea(country, wanted, [name, callingCode]) > 0),
  }
}

/** Countries in the reader's language, countries of that language first. */
export async function listAreas(request: Request, env: Env): Promise<readonly Area[]> {
  const language = readLanguage(request)
  return homeFirst(await areaCodes(env, language), language).map(({ country, name, callingCode }) => ({
    country,
    name,
    callingCode,
  }))
}

/** Countries and places in the visitor's language. */
export function countryName(country: string, language: Language): string {
  return new Intl.DisplayNames([LANGUAGE_TAGS[language]], { type: 'region', fallback: 'code' }).of(country) ?? country
}

/** "Osaka, 日本": city and country as far as known; empty when both are unknown. */
export const placeName = (
  { city, country }: { readonly city: string | null; readonly country: string | null },
  language: Language,
): string => [city, country && countryName(country, language)].filter(Boolean).join(', ')
