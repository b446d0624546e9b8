// The countries with their calling codes, for the pages that list them and for pickers. `q` narrows the list without scripts.

import { areaCodes } from '#services/content'
import { matchArea } from './components/area-match'
import type { Area } from './components/country-list'
import { homeFirst } from './home-country.server'
import { titleOf } from './text/title.server'
import { readLanguage, safeReturnPath } from './visitor.server'

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

/** In the reader's language, and those where it is at home first. */
export async function listAreas(request: Request, env: Env): Promise<readonly Area[]> {
  const language = readLanguage(request)
  return homeFirst(await areaCodes(env, language), language).map(({ country, name, callingCode }) => ({
    country,
    name,
    callingCode,
  }))
}
