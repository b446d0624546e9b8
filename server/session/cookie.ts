// Cookies as they come and go.

/** The text behind the first cookie of this name, undecoded; undefined where there is none. */
export function readRawCookie(request: Request, name: string): string | undefined {
  for (const part of (request.headers.get('Cookie') ?? '').split(';')) {
    const [key, ...value] = part.trim().split('=')
    if (key === name) return value.join('=')
  }
  return undefined
}

const isHttps = (url: string): boolean => new URL(url).protocol === 'https:'

/** The name of a cookie of this host alone: `__Host-` keeps other hosts of the domain from setting it; browsers allow it over https only. */
export const hostCookieName = (url: string, name: string): string => (isHttps(url) ? `__Host-${name}` : name)

interface HostCookie {
  readonly name: string
  readonly value: string
  readonly maxAgeSeconds: number
  readonly sameSite: 'Lax' | 'Strict'
}

/** The Set-Cookie value of a cookie that scripts do not see. The prefix asks for every path. */
export function writeHostCookie({ url }: Request, { name, value, maxAgeSeconds, sameSite }: HostCookie): string {
  const secure = isHttps(url) ? '; Secure' : ''
  return `${hostCookieName(url, name)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=${sameSite}${secure}`
}

interface PathCookie extends Pick<HostCookie, 'name' | 'value' | 'maxAgeSeconds'> {
  readonly path: string
}

/** The Set-Cookie value of a cookie for one path of this host, which scripts do not see and no other site's page sends. */
export const writePathCookie = ({ url }: Request, { name, value, path, maxAgeSeconds }: PathCookie): string =>
  `${name}=${value}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${isHttps(url) ? '; Secure' : ''}`
