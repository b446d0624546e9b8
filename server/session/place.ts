// Place of a request for the session list, from Cloudflare's edge data; empty without it.

import type { Region } from '#party/protocol/relay'

export interface RequestPlace {
  /** ISO 3166 code ("JP"), or empty. */
  readonly country: string
  readonly city: string
}

/** Local runtimes invent visitor locations; in development the country is DEV_COUNTRY, or unknown. */
export const withDevPlace = (request: Request, env: Pick<Env, 'ENVIRONMENT' | 'DEV_COUNTRY'>): Request =>
  env.ENVIRONMENT === 'development' ? new Request(request, { cf: { country: env.DEV_COUNTRY ?? '' } }) : request

/** West of this longitude a continent's first region, east of it the second. */
const REGIONS: Readonly<Record<string, readonly [west: Region, border: number, east: Region]>> = {
  NA: ['wnam', -100, 'enam'],
  SA: ['sam', 0, 'sam'],
  EU: ['weur', 15, 'eeur'],
  AS: ['me', 60, 'apac'],
  AF: ['afr', 0, 'afr'],
  OC: ['oc', 0, 'oc'],
}

/** Where an object near the visitor is placed; null outside Cloudflare and in Antarctica. */
export function regionOf(request: Request): Region | null {
  const cf = request.cf as Partial<Record<'continent' | 'longitude', unknown>> | undefined
  const regions = typeof cf?.continent === 'string' ? REGIONS[cf.continent] : undefined
  if (!regions) return null
  const [west, border, east] = regions
  return parseInt(String(cf?.longitude), 10) < border ? west : east
}

const CITY_LENGTH_MAX = 60

export function placeOf(request: Request): RequestPlace {
  // Absent outside Cloudflare, despite its type.
  const cf = request.cf as Partial<Record<'country' | 'city', unknown>> | undefined
  const country = typeof cf?.country === 'string' && /^[A-Z]{2}$/.test(cf.country) ? cf.country : ''
  const city = typeof cf?.city === 'string' ? cf.city.slice(0, CITY_LENGTH_MAX) : ''
  return { country, city }
}
