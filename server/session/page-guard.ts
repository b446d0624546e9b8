// Guard of pages: passes GET without body and same-origin forms of bounded size. Other requests are answered here,
// because Remix would read the whole body and report client mistakes as server errors.

import { findStaff } from '#services/desk/session'
import { BODY_KB_MAX, PICTURE_BODY_KB_MAX, readBoundedBody } from './bounded-body'
import { readDeskToken } from './desk-cookie'
import { readGuest } from './guest-cookie'
import { hasSameOrigin, readSession } from './session'

type GuardEnv = Pick<Env, 'SESSION_SECRET' | 'DB'>

/** Request for the pages, or a refusal response. */
export async function guardPage(request: Request, env: GuardEnv): Promise<Request | Response> {
  if (request.method === 'GET' || request.method === 'HEAD') return withoutBody(request)
  if (!hasSameOrigin(request)) return new Response('Cross-site request', { status: 403 })
  if (!isForm(request)) return new Response('Send a form', { status: 415 })
  const body = await readBoundedBody(request, await kbMaxOf(request, env))
  if (!body) return new Response('Too large', { status: 413 })
  if (!(await isReadable(body, contentTypeOf(request)))) return new Response('Malformed form', { status: 400 })
  return new Request(request.url, { method: request.method, headers: headersOf(request), body })
}

/**
 * Sets Accept to HTML for form posts without `.data`: generic clients accept any type, which Remix would treat as a data
 * request of a missing page.
 */
function headersOf(request: Request): Headers {
  const headers = new Headers(request.headers)
  const isForData = new URL(request.url).pathname.endsWith('.data')
  if (!isForData && !headers.get('Accept')?.includes('text/html')) headers.set('Accept', 'text/html')
  return headers
}

/** Some clients send a GET with an empty body. */
const withoutBody = (request: Request): Request =>
  request.body === null ? request : new Request(request.url, { method: request.method, headers: request.headers })

const contentTypeOf = (request: Request): string => request.headers.get('Content-Type') ?? ''

const isForm = (request: Request): boolean =>
  /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i.test(contentTypeOf(request))

/** False for a form that contradicts its content type: no boundary, unterminated part, other charset. */
async function isReadable(body: Uint8Array<ArrayBuffer>, contentType: string): Promise<boolean> {
  try {
    await new Response(body, { headers: { 'Content-Type': contentType } }).formData()
    return true
  } catch {
    // Client error: answered without logging.
    return false
  }
}

/** Long bodies are allowed for multipart forms of a known user, guest or staff member only. */
async function kbMaxOf(request: Request, env: GuardEnv): Promise<number> {
  if (!/^multipart\/form-data\b/i.test(contentTypeOf(request))) return BODY_KB_MAX
  // A guest with a support conversation may upload pictures into it.
  const isKnown = (await readSession(request, env)) !== null || readGuest(request, env) !== null
  return isKnown || (await findStaff(env, readDeskToken(request), Date.now())) ? PICTURE_BODY_KB_MAX : BODY_KB_MAX
}
