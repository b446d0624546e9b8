// Access control for room channels. Quotes, markets and sales are public; an account and a support thread are open to
// their owners only. The signature is verified here; the room verifies that the session is live. Headers trusted by the
// room are set here only.

import { ADDRESS_HEADER, KEY_PROOF_HEADER, PROVEN_SESSION_HEADER } from '#party/protocol/door'
import { countedAddress } from './client-ip'
import { hasSameOrigin, isCookieSession, readSession, withQueryToken } from './session'

const PUBLIC_ROOMS = new Set(['quotes', 'market', 'chat', 'lot'])

type GuardEnv = Pick<Env, 'SESSION_SECRET' | 'ENVIRONMENT'>

/** Request for the room, or a refusal response. */
export async function guardParty(request: Request, env: GuardEnv): Promise<Request | Response> {
  const [, parties, room = '', name = ''] = new URL(request.url).pathname.split('/')
  // Sockets and polls use GET; other methods wake no room.
  if (parties !== 'parties' || request.method !== 'GET') return new Response('Not found', { status: 404 })
  if (connectionId(request).length > CONNECTION_ID_MAX) return new Response('Connection id too long', { status: 400 })
  if (room === 'account') return guardAccount(request, env, name)
  // Thread ownership is checked by the Worker in the directory.
  if (room === 'thread')
    return hasOwnPage(request) ? withProven(request, null, countedAddress(request, env)) : forbidden()
  if (PUBLIC_ROOMS.has(room)) return withProven(request, null, countedAddress(request, env))
  return new Response('Not found', { status: 404 })
}

/** Connection id chosen by the client; partyserver fails on a long one. */
const connectionId = (request: Request): string => new URL(request.url).searchParams.get('_pk') ?? ''
const CONNECTION_ID_MAX = 100

const forbidden = (): Response => new Response('Cross-site request', { status: 403 })

/** Browsers send the origin of sockets; same-origin polls by GET carry none. */
const hasOwnPage = (request: Request): boolean => request.headers.get('Upgrade') === null || hasSameOrigin(request)

async function guardAccount(request: Request, env: GuardEnv, name: string): Promise<Request | Response> {
  const shown = withQueryToken(request)
  const session = await readSession(shown, env)
  if (!session) return new Response('Log in first', { status: 401 })
  // Cross-site sockets carry the cookie without a preflight, so check the origin.
  if (isCookieSession(shown) && !hasSameOrigin(shown)) return new Response('Cross-site request', { status: 403 })
  if (name !== String(session.userId)) return new Response('Not your account', { status: 403 })
  // An account limits its sockets itself, regardless of address.
  return withProven(request, session.sessionId, null)
}

function withProven(request: Request, sessionId: string | null, address: string | null): Request {
  const headers = new Headers(request.headers)
  headers.delete(PROVEN_SESSION_HEADER)
  headers.delete(KEY_PROOF_HEADER)
  // partyserver trusts these headers from any sender.
  headers.delete('x-partykit-props')
  headers.delete('x-partykit-room')
  headers.delete(ADDRESS_HEADER)
  if (address !== null) headers.set(ADDRESS_HEADER, address)
  if (sessionId !== null) headers.set(PROVEN_SESSION_HEADER, sessionId)
  return new Request(request, { headers })
}
