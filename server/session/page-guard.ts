// What may reach the pages: a GET without a body, or a form of this site, of bounded size. Everything else is answered here,
// because the pages' framework would read any body whole and take these mistakes of a client for failures of its own.

import { readBoundedBody } from './bounded-body'
import { hasSameOrigin } from './session'

/** The request that goes on to the pages, or the answer that refuses it. */
export async function guardPage(request: Request): Promise<Request | Response> {
  if (request.method === 'GET' || request.method === 'HEAD') return withoutBody(request)
  if (!hasSameOrigin(request)) return new Response('Cross-site request', { status: 403 })
  if (!isForm(request)) return new Response('Send a form', { status: 415 })
  const body = await readBoundedBody(request)
  if (!body) return new Response('Too large', { status: 413 })
  return new Request(request.url, { method: request.method, headers: request.headers, body })
}

/** Some clients announce a body of no bytes with a GET. */
const withoutBody = (request: Request): Request =>
  request.body === null ? request : new Request(request.url, { method: request.method, headers: request.headers })

const isForm = (request: Request): boolean =>
  /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(request.headers.get('Content-Type') ?? '')
