// Where a request comes from, for the list of sessions: as Cloudflare's edge sees it, nothing without one.

export interface Place {
  /** ISO 3166: "JP"; empty when nobody said. */
  readonly country: string
  readonly city: string
}

/** A local runtime makes up where its visitors are: in development they are where DEV_COUNTRY says, or nobody said. */
export const withDevPlace = (request: Request, env: Pick<Env, 'ENVIRONMENT' | 'DEV_COUNTRY'>): Request =>
  env.ENVIRONMENT === 'development' ? new Request(request, { cf: { country: env.DEV_COUNTRY ?? '' } }) : request

const CITY_LENGTH_MAX = 60

export function placeOf(request: Request): Place {
  // Absent outside Cloudflare, whatever the type says.
  const cf = request.cf as Partial<Record<'country' | 'city', unknown>> | undefined
  const country = typeof cf?.country === 'string' && /^[A-Z]{2}$/.test(cf.country) ? cf.country : ''
  const city = typeof cf?.city === 'string' ? cf.city.slice(0, CITY_LENGTH_MAX) : ''
  return { country, city }
}
