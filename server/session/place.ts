// Place of a request for the session list, from Cloudflare's edge data; empty without it.

export interface RequestPlace {
  /** ISO 3166 code ("JP"), or empty. */
  readonly country: string
  readonly city: string
}

/** Local runtimes invent visitor locations; in development the country is DEV_COUNTRY, or unknown. */
export const withDevPlace = (request: Request, env: Pick<Env, 'ENVIRONMENT' | 'DEV_COUNTRY'>): Request =>
  env.ENVIRONMENT === 'development' ? new Request(request, { cf: { country: env.DEV_COUNTRY ?? '' } }) : request

const CITY_LENGTH_MAX = 60

export function placeOf(request: Request): RequestPlace {
  // Absent outside Cloudflare, despite its type.
  const cf = request.cf as Partial<Record<'country' | 'city', unknown>> | undefined
  const country = typeof cf?.country === 'string' && /^[A-Z]{2}$/.test(cf.country) ? cf.country : ''
  const city = typeof cf?.city === 'string' ? cf.city.slice(0, CITY_LENGTH_MAX) : ''
  return { country, city }
}
