// CORS of the API: any origin may call and read without cookies; responses to cookie requests are readable on this site
// only.

import { ROUND_HEADER, USAGE_HEADERS } from './respond'

const ALLOWED = {
  'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Accept-Language, Idempotency-Key, X-Requested-With',
  'Access-Control-Max-Age': '86400',
}

/** Preflight response; null for other requests. */
export const answerPreflight = ({ method, headers }: Request): Response | null =>
  method === 'OPTIONS' && headers.has('Access-Control-Request-Method')
    ? new Response(null, { status: 204, headers: { ...ALLOWED, 'Access-Control-Allow-Origin': '*' } })
    : null

/** Allows any origin only for requests without cookies. */
export function openToPages(request: Request, answer: Response): void {
  if (!request.headers.has('Origin') || request.headers.has('Cookie')) return
  answer.headers.set('Access-Control-Allow-Origin', '*')
  answer.headers.set(
    'Access-Control-Expose-Headers',
    [ROUND_HEADER, 'Retry-After', ...Object.values(USAGE_HEADERS)].join(', '),
  )
}
