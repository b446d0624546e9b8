// Where a request comes from, for the list of sessions: as Cloudflare's edge sees it, nothing without one.

export interface Place {
  /** ISO 3166: "JP"; empty when nobody said. */
  readonly country: string
  readonly city: string
}

const CITY_LENGTH_MAX = 60

export function placeOf(request: Request): Place {
  // Absent outside Cloudflare, whatever the type says.
  const cf = request.cf as Partial<Record<'country' | 'city', unknown>> | undefined
  const country = typeof cf?.country === 'string' && /^[A-Z]{2}$/.test(cf.country) ? cf.country : ''
  const city = typeof cf?.city === 'string' ? cf.city.slice(0, CITY_LENGTH_MAX) : ''
  return { country, city }
}
