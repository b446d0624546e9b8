// Reads and writes cookies.

/** Value of the first cookie with this name, undecoded; undefined if absent. */
export function readRawCookie(request: Request, name: string): string | undefined {
  for (const part of (request.headers.get('Cookie') ?? '').split(';')) {
    const [key, ...value] = part.trim().split('=')
    if (key === name) return value.join('=')
  }
  return undefined
}

const isHttps = (url: string): boolean => new URL(url).protocol === 'https:'

/**
 * Name of a host-only cookie: `__Host-` prevents other hosts of the domain from setting it; browsers allow the prefix
 * over https only.
 */
export const hostCookieName = (url: string, name: string): string => (isHttps(url) ? `__Host-${name}` : name)

interface HostCookie {
  readonly name: string
  readonly value: string
  readonly maxAgeSeconds: number
  readonly sameSite: 'Lax' | 'Strict'
}

/** Set-Cookie value of an HttpOnly cookie. The prefix requires the path "/". */
export function writeHostCookie({ url }: Request, { name, value, maxAgeSeconds, sameSite }: HostCookie): string {
  const secure = isHttps(url) ? '; Secure' : ''
  return `${hostCookieName(url, name)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=${sameSite}${secure}`
}

interface PathCookie extends Pick<HostCookie, 'name' | 'value' | 'maxAgeSeconds'> {
  readonly path: string
}

/** Set-Cookie value of an HttpOnly, same-site cookie for one path of this host. */
export const writePathCookie = ({ url }: Request, { name, value, path, maxAgeSeconds }: PathCookie): string =>
  `${name}=${value}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${isHttps(url) ? '; Secure' : ''}`
