// Session tokens and the session cookie: identity proven by signature. The Account room checks whether the session is
// still live, within the call that does the work.

import { DAY_MS } from '#domain/time'
import type { KeyProof, KeyUsage } from '#party/protocol/api-key'
import { hostCookieName, readRawCookie, writeHostCookie, writePathCookie } from './cookie'

/** Credential of a user: a login session, or a signed request, which has its key's id as session id. */
export interface Session {
  readonly userId: number
  readonly sessionId: string
  readonly key?: KeyProof
  /** Takes what the key's account has used up, as its Account tells it. */
  readonly metered?: (usage: KeyUsage) => void
}

/** How long a token is taken: a browser's cookie, and a token handed to an API client. */
export const BROWSER_SESSION_MS = 30 * DAY_MS
export const API_SESSION_MS = DAY_MS

const NAME = 'cm_session'
const SOCKET_NAME = 'cm_socket'
const SOCKET_PATH = '/socket.io'
const TOKEN_MAX_LENGTH = 300
const encoder = new TextEncoder()

export interface SessionClaims extends Session {
  readonly issuedAt: number
}

/** "payload.signature", both base64url. */
export async function signSession(env: Pick<Env, 'SESSION_SECRET'>, claims: SessionClaims): Promise<string> {
  const payload = toBase64Url(encoder.encode(`${claims.userId}.${claims.sessionId}.${claims.issuedAt}`))
  const signature = await crypto.subtle.sign('HMAC', await importSecret(env.SESSION_SECRET), encoder.encode(payload))
  return `${payload}.${toBase64Url(new Uint8Array(signature))}`
}

/** Cache of verified tokens per isolate, since clients repeat the same token. */
const proven = new Map<string, { readonly secret: string; readonly claims: SessionClaims }>()
const PROVEN_MAX = 10_000

/** Session of a token; null when malformed, forged, from the future or expired. */
export async function verifySession(
  env: Pick<Env, 'SESSION_SECRET'>,
  token: string,
  now: number,
): Promise<SessionClaims | null> {
  if (token.length > TOKEN_MAX_LENGTH) return null
  const known = proven.get(token)
  const claims = known?.secret === env.SESSION_SECRET ? known.claims : await proveToken(env.SESSION_SECRET, token)
  if (!claims || claims.issuedAt > now + 60_000 || claims.issuedAt + BROWSER_SESSION_MS <= now) return null
  return claims
}

async function proveToken(secret: string, token: string): Promise<SessionClaims | null> {
  const [payload, signature, ...rest] = token.split('.')
  if (!payload || !signature || rest.length > 0) return null
  const signatureBytes = fromBase64Url(signature)
  if (!signatureBytes) return null
  // `verify` compares in constant time.
  const isGenuine = await crypto.subtle.verify(
    'HMAC',
    await importSecret(secret),
    signatureBytes,
    encoder.encode(payload),
  )
  const claims = isGenuine ? readClaims(payload) : null
  if (!claims) return null
  // A full cache means many users: clearing it is cheaper than tracking the order of use.
  if (proven.size >= PROVEN_MAX) proven.clear()
  proven.set(token, { secret, claims })
  return claims
}

/** Session of the request: the `Authorization` token if present (exclusively), otherwise the cookie. */
export async function readSession(request: Request, env: Pick<Env, 'SESSION_SECRET'>): Promise<Session | null> {
  const token =
    request.headers.get('Authorization')?.trim() || readRawCookie(request, hostCookieName(request.url, NAME))
  if (!token) return null
  const claims = await verifySession(env, token, Date.now())
  return claims && { userId: claims.userId, sessionId: claims.sessionId }
}

/** A browser cannot set headers on a WebSocket, so an API client may show its token as `?token=`. */
export function withQueryToken(request: Request): Request {
  const token = new URL(request.url).searchParams.get('token')
  if (!token) return request
  const headers = new Headers(request.headers)
  headers.set('Authorization', token)
  return new Request(request.url, { headers })
}

/** True when the request is authenticated by cookie, so that a POST must also pass the origin check. */
export const isCookieSession = (request: Request): boolean =>
  !request.headers.get('Authorization')?.trim() && Boolean(readRawCookie(request, hostCookieName(request.url, NAME)))

/** The Set-Cookie value that signs a browser in. */
export const makeSessionCookie = (request: Request, token: string): string =>
  writeCookie(request, token, BROWSER_SESSION_MS / 1000)

/**
 * Socket cookie of clients that keep their token in memory, limited to the socket path, because such clients never send
 * the token with the socket. Invalid on other paths.
 */
export const makeSocketCookie = (request: Request, token: string): string =>
  writePathCookie(request, { name: SOCKET_NAME, value: token, path: SOCKET_PATH, maxAgeSeconds: API_SESSION_MS / 1000 })

export const clearSocketCookie = (request: Request): string =>
  writePathCookie(request, { name: SOCKET_NAME, value: '', path: SOCKET_PATH, maxAgeSeconds: 0 })

/** Session of the socket cookie; valid on same-origin requests only. */
export async function readSocketSession(request: Request, env: Pick<Env, 'SESSION_SECRET'>): Promise<Session | null> {
  const token = hasSameOrigin(request) ? readRawCookie(request, SOCKET_NAME) : undefined
  const claims = token ? await verifySession(env, token, Date.now()) : null
  return claims && { userId: claims.userId, sessionId: claims.sessionId }
}

/** The Set-Cookie value that signs a browser out. */
export const clearSessionCookie = (request: Request): string => writeCookie(request, '', 0)

/** True when the browser confirms the same origin. Missing headers fail, because browsers send `Origin` with every POST. */
export function hasSameOrigin(request: Request): boolean {
  const origin = request.headers.get('Origin')
  if (!origin) return request.headers.get('Sec-Fetch-Site') === 'same-origin'
  const here = new URL(request.url)
  // Behind a proxy that terminates TLS, the Worker sees http while the browser reports https.
  return origin === here.origin || origin === `https://${here.host}`
}

const writeCookie = (request: Request, value: string, maxAgeSeconds: number): string =>
  writeHostCookie(request, { name: NAME, value, maxAgeSeconds, sameSite: 'Lax' })

function readClaims(payload: string): SessionClaims | null {
  const bytes = fromBase64Url(payload)
  const match = bytes && /^([1-9]\d{0,15})\.([\w-]{8,64})\.(\d{1,15})$/.exec(new TextDecoder().decode(bytes))
  if (!match) return null
  const [, userId = '', sessionId = '', issuedAt = ''] = match
  return { userId: Number(userId), sessionId, issuedAt: Number(issuedAt) }
}

let importedSecret: { readonly text: string; readonly key: CryptoKey } | undefined

/** HMAC key of the secret, imported once per isolate. Only the finished key is cached, since a pending promise ends with its request. */
async function importSecret(text: string): Promise<CryptoKey> {
  if (importedSecret?.text === text) return importedSecret.key
  const key = await crypto.subtle.importKey('raw', encoder.encode(text), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ])
  importedSecret = { text, key }
  return key
}

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]+$/.test(text)) return null
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
  } catch {
    // Invalid base64: not our token.
    return null
  }
}
