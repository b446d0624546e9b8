// Security headers: pages load nothing from other origins, run only scripts with this response's nonce, and may be
// framed only within this site (support and game). No MIME sniffing.

import { tileOrigin } from './domain/place/place'
import { hasRedirect, readClient } from './services/agents/client'

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60

/** A nonce for one answer: 128 random bits. */
export const makeNonce = (): string => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))

/** Adds the security headers of every response, and `more`; WebSocket responses pass unchanged. */
export const secureAnswer = (response: Response, requestUrl: string, more: HeaderList = []): Response =>
  // WebSocket responses pass unchanged.
  response.webSocket
    ? response
    : withHeaders(response, [...(requestUrl.startsWith('https:') ? HTTPS_HEADERS : HEADERS), ...more])

/**
 * Adds the page policy. HTML without its own Cache-Control is never stored: pages are personal, and a stored one could
 * show balances after logout or undo a later choice. Redirects and page data need no policy; they are private and
 * revalidated.
 */
export function securePage(response: Response, policy: PagePolicy): Response {
  const isSaid = response.headers.has('Cache-Control')
  if (!response.headers.get('Content-Type')?.startsWith('text/html'))
    return isSaid ? response : withHeaders(response, ASKED_AGAIN)
  const kept = isSaid ? [] : NO_STORE
  const frame: HeaderList = [['X-Frame-Options', isFramed(policy) ? 'SAMEORIGIN' : 'DENY']]
  const rest: HeaderList = [
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Permissions-Policy', permissionsPolicy(policy)],
    ['Content-Security-Policy', contentPolicy(policy)],
  ]
  return withHeaders(response, [...kept, ...frame, ...rest])
}

interface PagePolicy {
  readonly env: Env
  readonly nonce: string
  readonly url: URL
}

/** Existing clients of this site embed support and the game in a frame. */
export const isFramed = ({ url }: { readonly url: URL }): boolean =>
  /^\/(?:contact|support|game)(?:\/|$)/.test(url.pathname)

/** Client-side navigation keeps the previous page's policy, so links to a map load it as a document. */
const isMap = ({ url }: PagePolicy): boolean => url.pathname.startsWith('/location')

type HeaderList = readonly (readonly [name: string, value: string])[]

const HEADERS: HeaderList = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'strict-origin-when-cross-origin'],
]
const HTTPS_HEADERS: HeaderList = [
  ...HEADERS,
  ['Strict-Transport-Security', `max-age=${ONE_YEAR_SECONDS}; includeSubDomains`],
]
const NO_STORE: HeaderList = [['Cache-Control', 'no-store']]
/** Not `no-store`: browsers keep such an answer open until its last byte is read, but the router stops earlier. */
const ASKED_AGAIN: HeaderList = [['Cache-Control', 'private, no-cache']]

/**
 * Pages that may use a feature of the browser; client-side navigation loads them as a document (app/site/own-document.ts). Pictures are
 * taken by the system's own camera app, which needs no permission.
 */
const PERMITTED: Readonly<Record<string, string>> = { '/support/chat': 'microphone', '/location/choose': 'geolocation' }
const FEATURES = ['microphone', 'geolocation', 'camera', 'display-capture', 'usb', 'serial', 'hid', 'midi', 'payment']

function permissionsPolicy({ url }: PagePolicy): string {
  const permitted = PERMITTED[url.pathname.replace(/\/$/, '')]
  return FEATURES.map((feature) => `${feature}=${feature === permitted ? '(self)' : '()'}`).join(', ')
}

/** Sets headers in place; responses from a binding are immutable and are copied. */
function withHeaders(response: Response, list: HeaderList): Response {
  try {
    for (const [name, value] of list) response.headers.set(name, value)
    return response
  } catch {
    const copy = new Response(response.body, response)
    for (const [name, value] of list) copy.headers.set(name, value)
    return copy
  }
}

/** Browsers also check where a sent form leads to: an agent gets its answer so. */
function originBack({ env, url: { pathname, searchParams } }: PagePolicy): string | null {
  if (pathname !== '/oauth/authorize') return null
  const client = readClient(env, searchParams.get('client_id') ?? '')
  const redirect = searchParams.get('redirect_uri') ?? ''
  const origin = client && hasRedirect(client, redirect) ? new URL(redirect).origin : ''
  return /^https?:\/\/[\w.:-]+$/.test(origin) ? origin : null
}

function contentPolicy(policy: PagePolicy): string {
  const { env, nonce, url } = policy
  const { host } = url
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    // The development server injects styles while editing; the built app has files only.
    env.ENVIRONMENT === 'development' ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    // Attributes only: a server-rendered `style={…}` moves boxes and cannot load or run anything.
    "style-src-attr 'unsafe-inline'",
    ['img-src', "'self' data: blob:", isMap(policy) ? tileOrigin(env.MAP_TILES) : null].filter(Boolean).join(' '),
    "font-src 'self'",
    // Some browsers exclude WebSockets from 'self', so the host is listed.
    `connect-src 'self' ws://${host} wss://${host}`,
    "object-src 'none'",
    "base-uri 'self'",
    ['form-action', "'self'", originBack(policy)].filter(Boolean).join(' '),
    `frame-ancestors ${isFramed(policy) ? "'self'" : "'none'"}`,
  ].join('; ')
}
