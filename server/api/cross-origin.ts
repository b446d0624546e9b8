// Clients of the API on pages of other sites: any origin may call and read, but nobody is known by a cookie there. Browsers are told so, and
// what came with a cookie is readable on this site alone.

const ALLOWED = {
  'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Accept-Language, Idempotency-Key, X-Requested-With',
  'Access-Control-Max-Age': '86400',
}

/** The answer to a browser that asks whether it may call; null for every other request. */
export const answerPreflight = ({ method, headers }: Request): Response | null =>
  method === 'OPTIONS' && headers.has('Access-Control-Request-Method')
    ? new Response(null, { status: 204, headers: { ...ALLOWED, 'Access-Control-Allow-Origin': '*' } })
    : null

/** Without credentials: "*" is never shown to a page whose request carried any. */
export function openToPages(request: Request, answer: Response): void {
  if (request.headers.has('Origin') && !request.headers.has('Cookie'))
    answer.headers.set('Access-Control-Allow-Origin', '*')
}
