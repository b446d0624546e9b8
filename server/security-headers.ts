// What a browser may do with an answer: nothing from elsewhere, no framing, scripts only with this answer's nonce.

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60

/** A nonce for one answer: 128 random bits. */
export const makeNonce = (): string => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))

/** The same answer with the headers that every answer of this site carries. A policy that a route has set itself stays. */
export function withSecurityHeaders(
  response: Response,
  { env, nonce, url }: { env: Env; nonce: string; url: URL },
): Response {
  // A WebSocket's answer goes through as it is.
  if (response.webSocket) return response
  const secured = new Response(response.body, response)
  const { headers } = secured
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('Referrer-Policy', 'strict-origin-when-cross-origin')
  headers.set('X-Frame-Options', 'DENY')
  headers.set('Cross-Origin-Opener-Policy', 'same-origin')
  headers.set('Permissions-Policy', 'camera=(self), geolocation=(), microphone=(), payment=()')
  if (url.protocol === 'https:')
    headers.set('Strict-Transport-Security', `max-age=${ONE_YEAR_SECONDS}; includeSubDomains`)
  if (isHtml(headers) && !headers.has('Content-Security-Policy')) {
    headers.set(
      'Content-Security-Policy',
      contentPolicy({ nonce, host: url.host, isDevelopment: env.ENVIRONMENT === 'development' }),
    )
  }
  return secured
}

const isHtml = (headers: Headers): boolean => headers.get('Content-Type')?.startsWith('text/html') ?? false

function contentPolicy({
  nonce,
  host,
  isDevelopment,
}: {
  nonce: string
  host: string
  isDevelopment: boolean
}): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    // The development server puts styles into the page as it edits them; the built app has files only.
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    // Attributes only: a server-rendered `style={…}` moves boxes and cannot load or run anything.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    // Some browsers do not count the page's own WebSocket as 'self', so its host is named.
    `connect-src 'self' ws://${host} wss://${host}`,
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
