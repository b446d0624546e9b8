// Guard of the socket.io gateway for existing clients: parses Engine.IO parameters, authenticates, and selects the
// room. Forwarded requests carry only the client's method and body; all others get a short refusal here.

import {
  ADDRESS_HEADER,
  GATEWAY_SID_HEADER,
  JOINED_HEADER,
  OWN_PAGE_HEADER,
  PROVEN_SESSION_HEADER,
  PROVEN_USER_HEADER,
} from '#party/protocol/door'
import { ENGINE_REFUSALS, type EngineRefusal, GATEWAY_SHARDS } from '#party/protocol/gateway'
import { readBoundedBody } from './bounded-body'
import { countedAddress } from './client-ip'
import { type Session, hasSameOrigin, isCookieSession, readSession, readSocketSession, withQueryToken } from './session'

type GuardEnv = Pick<Env, 'SESSION_SECRET' | 'ENVIRONMENT'>

export interface Admitted {
  /** Gateway room of the connection. */
  readonly room: string
  readonly request: Request
}

/** Forwarded request with its room, or the final response. */
export async function guardGateway(request: Request, env: GuardEnv): Promise<Admitted | Response> {
  if (!/^\/socket\.io\/?$/.test(new URL(request.url).pathname)) return new Response('Not found', { status: 404 })
  if (request.method === 'OPTIONS') return new Response(null, { status: 204 })
  const refusal = refusalOf(request)
  if (refusal) return Response.json(ENGINE_REFUSALS[refusal], { status: 400 })
  const query = new URL(request.url).searchParams
  const headers = new Headers()
  const sid = query.get('sid') ?? makeSid()
  headers.set(GATEWAY_SID_HEADER, sid)
  const address = countedAddress(request, env)
  if (address !== null) headers.set(ADDRESS_HEADER, address)
  if (isSocket(request)) headers.set('Upgrade', 'websocket')
  // Authentication happens once, at opening of the connection.
  const own = query.has('sid') ? null : await readOwnSession(request, env)
  const joined = own || query.has('sid') ? null : await readSocketSession(request, env)
  const session = own ?? joined
  if (joined) headers.set(JOINED_HEADER, '1')
  if (hasSameOrigin(request)) headers.set(OWN_PAGE_HEADER, '1')
  if (session) {
    headers.set(PROVEN_USER_HEADER, String(session.userId))
    headers.set(PROVEN_SESSION_HEADER, session.sessionId)
  }
  const url = `https://gateway/${query.has('sid') ? 'opened' : 'open'}`
  if (request.method !== 'POST') return { room: roomOf(sid), request: new Request(url, { headers }) }
  const body = await readBoundedBody(request)
  if (!body) return new Response('Too long', { status: 413 })
  return { room: roomOf(sid), request: new Request(url, { method: 'POST', headers, body }) }
}

/**
 * CORS headers for any origin: socket.io 2 sends credentials by default, and browsers then require the origin by name.
 * Safe, because cookies of other origins are ignored (see `readOwnSession`).
 */
export function withOrigin(request: Request, answer: Response): Response {
  const origin = request.headers.get('Origin')
  if (origin === null || answer.webSocket) return answer
  const open = new Response(answer.body, answer)
  open.headers.set('Access-Control-Allow-Origin', origin)
  open.headers.set('Access-Control-Allow-Credentials', 'true')
  open.headers.set('Vary', 'Origin')
  if (request.method === 'OPTIONS') {
    open.headers.set('Access-Control-Allow-Methods', 'GET, POST')
    open.headers.set('Access-Control-Allow-Headers', 'Authorization, Content-Type')
    open.headers.set('Access-Control-Max-Age', '86400')
  }
  return open
}

function refusalOf(request: Request): EngineRefusal | null {
  const { searchParams: query } = new URL(request.url)
  const transport = query.get('transport')
  const sid = query.get('sid')
  if (transport !== 'websocket' && transport !== 'polling') return 'unknown_transport'
  if (query.get('EIO') !== '3') return 'unsupported_version'
  if (sid !== null && !SID.test(sid)) return 'unknown_sid'
  // JSONP polling (`j`) was for browsers that no current client runs in.
  if (isSocket(request) !== (transport === 'websocket') || query.has('j')) return 'bad_request'
  if (request.method === 'GET') return null
  if (request.method !== 'POST' || transport !== 'polling' || sid === null) return 'bad_method'
  return request.headers.get('Content-Type')?.startsWith('application/octet-stream') ? 'bad_request' : null
}

const isSocket = ({ headers }: Request): boolean => headers.get('Upgrade')?.toLowerCase() === 'websocket'

const SID = /^[\da-f]{32}$/

const makeSid = (): string => crypto.randomUUID().replaceAll('-', '')

const roomOf = (sid: string): string => String(parseInt(sid.slice(0, 1), 16) % GATEWAY_SHARDS)

/** Session of an explicit token, or of the cookie for same-origin requests. */
async function readOwnSession(request: Request, env: GuardEnv): Promise<Session | null> {
  const shown = withQueryToken(request)
  if (isCookieSession(shown) && !hasSameOrigin(shown)) return null
  return readSession(shown, env)
}
