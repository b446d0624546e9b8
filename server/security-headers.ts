// What a browser may do with an answer: a page loads nothing from elsewhere, is framed nowhere but support and the game within this site, and runs scripts
// only with this answer's nonce. Every answer is taken for what it says it is.

import { tileOrigin } from './domain/place/place'

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60

/** A nonce for one answer: 128 random bits. */
export const makeNonce = (): string => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))

/** The same answer with the headers that every answer of this site carries. */
export const secureAnswer = (response: Response, requestUrl: string): Response =>
  // A WebSocket's answer goes through as it is.
  response.webSocket ? response : withHeaders(response, requestUrl.startsWith('https:') ? HTTPS_HEADERS : HEADERS)

/**
 * The same page with its policy; redirects and data of a page have no use for one, and are for this browser alone, which asks again before it
 * uses them. Unless it says otherwise, no browser keeps it: a page is of one
 * visitor and one moment, and going back to a kept one would show the balances of who has logged out, or undo a choice made since.
 */
export function securePage(response: Response, policy: PagePolicy): Response {
  const isSaid = response.headers.has('Cache-Control')
  if (!response.headers.get('Content-Type')?.startsWith('text/html'))
    return isSaid ? response : withHeaders(response, ASKED_AGAIN)
  const kept = isSaid ? [] : NOT_KEPT
  const frame: HeaderList = [['X-Frame-Options', isFramed(policy) ? 'SAMEORIGIN' : 'DENY']]
  return withHeaders(response, [...kept, ...PAGE_HEADERS, ...frame, ['Content-Security-Policy', contentPolicy(policy)]])
}

interface PagePolicy {
  readonly env: Env
  readonly nonce: string
  readonly url: URL
}

/** Existing clients open support and the game in a frame of theirs, which is of this site. */
const isFramed = ({ url }: PagePolicy): boolean => /^\/(?:contact|support|game)(?:\/|$)/.test(url.pathname)

/** Pages that are reached by a script keep the policy of the page before: the ways to a map load it as a document. */
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
const NOT_KEPT: HeaderList = [['Cache-Control', 'no-store']]
/** Not `no-store`: a browser leaves such an answer open until its last byte is read, and the router stops before. */
const ASKED_AGAIN: HeaderList = [['Cache-Control', 'private, no-cache']]
const PAGE_HEADERS: HeaderList = [['Cross-Origin-Opener-Policy', 'same-origin']]

/** Most answers are written to in place; one that came through a binding refuses that and is copied. */
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

function contentPolicy(policy: PagePolicy): string {
  const { env, nonce, url } = policy
  const { host } = url
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    // The development server puts styles into the page as it edits them; the built app has files only.
    env.ENVIRONMENT === 'development' ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    // Attributes only: a server-rendered `style={…}` moves boxes and cannot load or run anything.
    "style-src-attr 'unsafe-inline'",
    ['img-src', "'self' data: blob:", isMap(policy) ? tileOrigin(env.MAP_TILES) : null].filter(Boolean).join(' '),
    "font-src 'self'",
    // Some browsers do not count the page's own WebSocket as 'self', so its host is named.
    `connect-src 'self' ws://${host} wss://${host}`,
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    `frame-ancestors ${isFramed(policy) ? "'self'" : "'none'"}`,
  ].join('; ')
}
