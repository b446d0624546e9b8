// Who may open a channel of a room. Quotes and markets are public; an account is its owner's alone.
// The signature is checked here, that the session still lives in the room itself. Headers that the room trusts are set here only.

import { hasSameOrigin, isCookieSession, readSession } from './session'

/** The session that the guard has proven, for the Account room. A client's own header of this name never gets through. */
export const PROVEN_SESSION_HEADER = 'x-cm-session'

const PUBLIC_ROOMS = new Set(['quotes', 'market'])

/** The request that goes on to the room, or the answer that refuses it. */
export async function guardParty(request: Request, env: Pick<Env, 'SESSION_SECRET'>): Promise<Request | Response> {
  const [, parties, room = '', name = ''] = new URL(request.url).pathname.split('/')
  if (parties !== 'parties') return new Response('Not found', { status: 404 })
  if (connectionId(request).length > CONNECTION_ID_MAX) return new Response('Connection id too long', { status: 400 })
  if (room === 'account') return guardAccount(request, env, name)
  if (PUBLIC_ROOMS.has(room)) return withProvenSession(request, null)
  return new Response('Not found', { status: 404 })
}

/** A client's own name for its connection; partyserver fails on a long one. */
const connectionId = (request: Request): string => new URL(request.url).searchParams.get('_pk') ?? ''
const CONNECTION_ID_MAX = 100

async function guardAccount(
  request: Request,
  env: Pick<Env, 'SESSION_SECRET'>,
  name: string,
): Promise<Request | Response> {
  const shown = withQueryToken(request)
  const session = await readSession(shown, env)
  if (!session) return new Response('Log in first', { status: 401 })
  // A socket opened from another site carries the cookie too, and no preflight asks about it.
  if (isCookieSession(shown) && !hasSameOrigin(shown)) return new Response('Cross-site request', { status: 403 })
  if (name !== String(session.userId)) return new Response('Not your account', { status: 403 })
  return withProvenSession(request, session.sessionId)
}

/** A browser cannot set headers on a WebSocket, so an API client may show its token as `?token=`. */
function withQueryToken(request: Request): Request {
  const token = new URL(request.url).searchParams.get('token')
  if (!token) return request
  const headers = new Headers(request.headers)
  headers.set('Authorization', token)
  return new Request(request.url, { headers })
}

function withProvenSession(request: Request, sessionId: string | null): Request {
  const headers = new Headers(request.headers)
  headers.delete(PROVEN_SESSION_HEADER)
  // partyserver reads these from whoever sends them.
  headers.delete('x-partykit-props')
  headers.delete('x-partykit-room')
  if (sessionId !== null) headers.set(PROVEN_SESSION_HEADER, sessionId)
  return new Request(request, { headers })
}
